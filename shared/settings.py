"""Settings of one process, from the environment. Read in composition roots only.

Every setting may be given as a file that holds it: `CONSIGLIERE_DATABASE_URL_FILE` names one, so that no
secret stands in an environment that others can list.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a process of a service needs to know of its surroundings."""

    database_url: str
    """`postgresql://` URL of the service's database, as the service's role."""
    nats_url: str | None = None
    """`nats://` URL of the server; of a cluster, those of all nodes with commas between."""
    port: int = 8000
    host: str = "127.0.0.1"
    jwks: Path | None = None
    """A JWKS file with the public keys that sign access tokens."""
    jwks_url: str | None = None
    """Where the same is read over HTTP, in place of a file: registration's `/.well-known/jwks.json`."""
    oidc_issuer: str | None = None
    """An OpenID Connect issuer whose tokens are good as well; its keys are found by discovery."""
    oidc_audience: str = "consigliere"
    """What its tokens must name as their audience."""
    oidc_name_claim: str = "name"
    oidc_scope_claim: str = "scope"
    """The claim, a list or a text of words, that says what somebody may do."""
    oidc_scopes: str = ""
    """What its values give here, as `club-admins=organizer,staff=admin organizer`."""
    signing_key: Path | None = None
    """The PEM private key that signs access tokens; registration only."""
    replicas: int = 1
    """Replicas of each JetStream stream: 1 on one machine, 3 in a cluster."""
    max_body_bytes: int = 1_000_000
    log_level: str = "info"
    metrics_port: int | None = None
    """Where Prometheus finds the metrics of this process, and a probe whether it lives; None: nowhere."""
    metrics_host: str = "127.0.0.1"
    traces_url: str | None = None
    """Where a collector takes traces, as `http://collector:4318/v1/traces`; None: none are made."""
    traces_ratio: float = 1.0
    """How many of the requests that bring no trace of their own begin one, from 0 to 1."""
    request_rate: float = 50
    """Requests a second that one principal may make for long, in each process; 0: any number."""
    request_burst: int = 500
    """How many it may make at once."""
    address_rate: float = 200
    """The same for everybody without a token behind one address: a hall full of people has one."""
    address_burst: int = 2000
    guess_rate: float = 5.0
    """Requests a second from one address that try a secret, or bring a token that is no good."""
    guess_burst: int = 300
    trusted_proxies: str = "127.0.0.0/8 ::1/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
    """Networks whose word on whom they speak for (the last X-Forwarded-For) is taken."""
    webhook_networks: str = "public"
    """Where webhooks may lead: `public` is the internet, over TLS; others as `public 10.1.0.0/16`."""
    body_seconds: float = 30.0
    """How long a request's body may take to arrive."""


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings under `CONSIGLIERE_<NAME>`.

    Raises SystemExit with a sentence where one is missing or malformed.
    """
    given = {
        field: value
        for field in Settings.__struct_fields__
        if (value := setting(f"CONSIGLIERE_{field.upper()}", environment)) is not None
    }
    try:
        return msgspec.convert(given, type=Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise SystemExit(
            f"settings: {error}; set CONSIGLIERE_DATABASE_URL and the rest in the environment"
        ) from error


def setting(name: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return what a variable says, or the file that `<name>_FILE` names; None where neither is there.

    Raises SystemExit where the file cannot be read.
    """
    if name in environment:
        return environment[name]
    file = environment.get(f"{name}_FILE")
    if file is None:
        return None
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise SystemExit(f"settings: {name}_FILE: {error}") from error


def _path(kind: type, value: object) -> object:
    if kind is Path:
        return Path(str(value))
    raise NotImplementedError(kind)
