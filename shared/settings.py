"""Settings of one process, from the environment. Read in composition roots only."""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a process of a service needs to know of its surroundings."""

    database_url: str
    """`postgresql://` URL of the service's database, as the service's role."""
    nats_url: str | None = None
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


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings under `CONSIGLIERE_<NAME>`.

    Raises SystemExit with a sentence where one is missing or malformed.
    """
    given = {
        field: environment[name]
        for field in Settings.__struct_fields__
        if (name := f"CONSIGLIERE_{field.upper()}") in environment
    }
    try:
        return msgspec.convert(given, type=Settings, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        raise SystemExit(
            f"settings: {error}; set CONSIGLIERE_DATABASE_URL and the rest in the environment"
        ) from error


def _path(kind: type, value: object) -> object:
    if kind is Path:
        return Path(str(value))
    raise NotImplementedError(kind)
