"""Bearer tokens: who is asking, and with which scopes.

Tokens are EdDSA JWTs whose public keys lie in a JWKS. Scopes are coarse; a person's part in a
championship is not in the token but in the events a service keeps, and deciders check it.

Where the settings name an OpenID Connect issuer, its tokens are good here as well.
"""

import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias
from uuid import NAMESPACE_URL, UUID, uuid5

import jwt
import msgspec
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from shared.settings import Settings
from shared.web.keys import KeySet, from_file, from_issuer, from_url

ISSUER = "consigliere"
AUDIENCE = "consigliere"
SCOPES = {
    "admin": "Opens accounts; stands above championships, but is no judge of any.",
    "organizer": "Announces championships and organizes those it announced.",
    "participant": "A person with a part in a championship: player, judge, commission member.",
    "federation": "Reads what is not public; writes nothing but webhooks of its own.",
}
LEEWAY_SECONDS = 30
TOKENS_KEPT = 4096
"""Tokens whose signature is remembered, in each process: those used last."""
OWN = ("EdDSA",)
ASYMMETRIC = ("EdDSA", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512")
"""What a trusted issuer may sign with: nothing that a public key could be mistaken for the secret of."""

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """Who is asking: a person's or an account's id, and what the token allows.

    `championship`: the only one that the token is good for, where it came from a personal link.
    """

    id: UUID
    name: str
    scopes: frozenset[str]
    championship: UUID | None = None


class TrustedIssuer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody else's OpenID Connect issuer, and what its claims mean here.

    `scopes` says which scopes a value of the claim `scope_claim` gives here; other values give none, and
    everybody whom the issuer knows is a participant at least.
    """

    issuer: str
    audience: str
    name_claim: str = "name"
    scope_claim: str = "scope"
    scopes: Mapping[str, str] = {}

    def principal(self, claims: Mapping[str, Any]) -> Principal:
        """Return who the claims speak for.

        The id is the subject where that is a UUID, else made of issuer and subject: the same for ever.
        """
        subject = str(claims["sub"])
        try:
            identity = UUID(subject)
        except ValueError:
            identity = uuid5(NAMESPACE_URL, f"{self.issuer}\n{subject}")
        held = claims.get(self.scope_claim, "")
        values = held.split() if isinstance(held, str) else [str(value) for value in held]
        given = frozenset(scope for value in values for scope in self.scopes.get(value, "").split())
        return Principal(
            id=identity,
            name=str(claims.get(self.name_claim, "")),
            scopes=given | {"participant"},
        )


class TokenVerifier:
    """Verifies access tokens: registration's own, and those of a trusted issuer."""

    def __init__(self, own: KeySet, trusted: tuple[TrustedIssuer, KeySet] | None = None) -> None:
        self._own = own
        self._trusted = trusted

    @classmethod
    def from_file(cls, path: Path) -> "TokenVerifier":
        """Verify by the keys of a JWKS file."""
        return cls(KeySet(from_file(path)))

    @classmethod
    def from_settings(cls, settings: Settings) -> "TokenVerifier | None":
        """Return what the settings say, or None where they name no keys."""
        if settings.jwks is not None:
            own = KeySet(from_file(settings.jwks))
        elif settings.jwks_url is not None:
            own = KeySet(from_url(settings.jwks_url))
        else:
            return None
        if settings.oidc_issuer is None:
            return cls(own)
        trusted = TrustedIssuer(
            issuer=settings.oidc_issuer,
            audience=settings.oidc_audience,
            name_claim=settings.oidc_name_claim,
            scope_claim=settings.oidc_scope_claim,
            scopes=_mapping(settings.oidc_scopes),
        )
        return cls(own, (trusted, KeySet(from_issuer(trusted.issuer))))

    async def verify(self, token: str) -> Principal:
        """Return who a token speaks for.

        Raises NotAuthorizedException for a token that is malformed, expired, forged or for others.
        """
        try:
            kid, issuer = _addressed(token)
            if self._trusted is not None and issuer == self._trusted[0].issuer:
                trusted, keys = self._trusted
                key = await keys.key(kid)
                return trusted.principal(_good(token, key, ASYMMETRIC, trusted.audience, issuer))
            return _own(_good(token, await self._own.key(kid), OWN, AUDIENCE, ISSUER))
        except jwt.ExpiredSignatureError as error:
            raise NotAuthorizedException("The access token has expired; get a new one.") from error
        except (jwt.PyJWTError, KeyError, ValueError, TypeError, AttributeError) as error:
            raise NotAuthorizedException("The access token is not valid here.") from error


def _mapping(text: str) -> dict[str, str]:
    """Return which scopes a claim's values give, of `value=scope scope,value=scope`. Raises ValueError."""
    found = {}
    for pair in filter(None, text.split(",")):
        value, _, given = pair.partition("=")
        if not given or not SCOPES.keys() >= set(given.split()):
            raise ValueError(
                f"oidc_scopes: expected value=scope with scopes of {', '.join(SCOPES)}: {pair!r}"
            )
        found[value.strip()] = given
    return found


def _own(claims: Mapping[str, Any]) -> Principal:
    return Principal(
        id=UUID(claims["sub"]),
        name=str(claims.get("name", "")),
        scopes=frozenset(str(claims.get("scope", "")).split()),
        championship=UUID(claims["championship"]) if "championship" in claims else None,
    )


@lru_cache(TOKENS_KEPT)
def _addressed(token: str) -> tuple[str, str | None]:
    """Return by which key of which issuer a token says that it was signed; nothing of it is verified."""
    kid = str(jwt.get_unverified_header(token).get("kid", ""))
    return kid, jwt.decode(token, options={"verify_signature": False}).get("iss")


def _good(
    token: str, key: jwt.PyJWK, algorithms: tuple[str, ...], audience: str, issuer: str
) -> Mapping[str, Any]:
    """Return the claims of a token that is good now."""
    claims = _verified(token, key, algorithms, audience, issuer)
    if time.time() >= claims["exp"] + LEEWAY_SECONDS:
        raise jwt.ExpiredSignatureError
    return claims


@lru_cache(TOKENS_KEPT)
def _verified(
    token: str, key: jwt.PyJWK, algorithms: tuple[str, ...], audience: str, issuer: str
) -> Mapping[str, Any]:
    """Return the claims of a token that was good when it was seen first, and for this very key.

    A client sends one token with hundreds of requests, and a signature takes longer to verify than most reads
    take. Keys that were read again are other keys, so whatever they signed is verified again.
    """
    claims: dict[str, Any] = jwt.decode(
        token,
        key,
        algorithms=list(algorithms),
        audience=audience,
        issuer=issuer,
        leeway=LEEWAY_SECONDS,
        options={"require": ["exp", "iat", "sub", "aud", "iss"]},
    )
    return MappingProxyType(claims)


class BearerAuthentication(AbstractAuthenticationMiddleware):
    """Reads the Authorization header, counts the request, and asks for a token where the route wants one.

    Every route wants one without `opt={"public": True}`; a request without one is anonymous on the others.
    All this is done here and not by guards, for each of which litestar copies the route's handler.
    """

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        """Return the principal behind the header, or none.

        Raises NotAuthorizedException, and BadRequest (429) for one request too many.
        """
        opt = connection.scope["route_handler"].opt
        limits = connection.app.state.limits
        try:
            principal = await _principal(connection)
        except NotAuthorizedException:
            limits.demand(connection, None, guesses=True)
            raise
        limits.demand(connection, principal, guesses=bool(opt.get("guessed")))
        if principal is None and not opt.get("public"):
            raise NotAuthorizedException("This needs an access token: 'Authorization: Bearer <token>'.")
        return AuthenticationResult(user=principal, auth=None)


async def _principal(connection: Connection) -> Principal | None:
    header = connection.headers.get("Authorization")
    if header is None:
        return None
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer" or not token:
        raise NotAuthorizedException("Expected 'Authorization: Bearer <token>'.")
    verifier: TokenVerifier | None = connection.app.state.get("verifier")
    if verifier is None:
        raise NotAuthorizedException("This service has no keys to verify tokens with.")
    return await verifier.verify(token)


class requires:  # noqa: N801 - reads as a word where it guards
    """Guard: the token must carry one of these scopes.

    A coroutine, though it waits for nothing: litestar runs others in a thread, at each request.
    """

    def __init__(self, *scopes: str) -> None:
        self.scopes = frozenset(scopes)

    async def __call__(self, connection: Connection, _handler: BaseRouteHandler) -> None:
        """Raise PermissionDeniedException where none of the scopes is in the token."""
        principal: Principal | None = connection.scope.get("user")
        if principal is None:
            raise NotAuthorizedException("This needs an access token: 'Authorization: Bearer <token>'.")
        if not self.scopes & principal.scopes:
            wanted = " or ".join(sorted(self.scopes))
            raise PermissionDeniedException(f"This needs the scope {wanted}; the token has none of it.")
