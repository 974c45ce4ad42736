"""Bearer tokens: who is asking, and with which scopes.

Tokens are EdDSA JWTs whose public keys lie in a JWKS. Scopes are coarse; a person's part in a
championship is not in the token but in the events a service keeps, and deciders check it.
"""

from pathlib import Path
from typing import Any, TypeAlias
from uuid import UUID

import jwt
import msgspec
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

ISSUER = "consigliere"
AUDIENCE = "consigliere"
SCOPES = {
    "admin": "Opens accounts; stands above championships, but is no judge of any.",
    "organizer": "Announces championships and organizes those it announced.",
    "participant": "A person with a part in a championship: player, judge, commission member.",
    "federation": "Reads what is not public, writes nothing.",
}
LEEWAY_SECONDS = 30

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """Who is asking: a person's or an account's id, and what the token allows.

    `championship`: the only one that the token is good for, where it came from a personal link.
    """

    id: UUID
    name: str
    scopes: frozenset[str]
    championship: UUID | None = None


class TokenVerifier:
    """Verifies access tokens against a JWKS document."""

    def __init__(self, jwks: bytes) -> None:
        self._keys = jwt.PyJWKSet.from_json(jwks.decode())

    @classmethod
    def from_file(cls, path: Path) -> "TokenVerifier":
        """Read the JWKS from a file."""
        return cls(path.read_bytes())

    def verify(self, token: str) -> Principal:
        """Return who a token speaks for.

        Raises NotAuthorizedException for a token that is malformed, expired, forged or for others.
        """
        try:
            key = self._keys[jwt.get_unverified_header(token).get("kid", "")]
            claims = jwt.decode(
                token,
                key,
                algorithms=["EdDSA"],
                audience=AUDIENCE,
                issuer=ISSUER,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iat", "sub", "aud", "iss"]},
            )
            return Principal(
                id=UUID(claims["sub"]),
                name=str(claims.get("name", "")),
                scopes=frozenset(str(claims.get("scope", "")).split()),
                championship=UUID(claims["championship"]) if "championship" in claims else None,
            )
        except jwt.ExpiredSignatureError as error:
            raise NotAuthorizedException("The access token has expired; get a new one.") from error
        except (jwt.PyJWTError, KeyError, ValueError, AttributeError) as error:
            raise NotAuthorizedException("The access token is not valid here.") from error


class BearerAuthentication(AbstractAuthenticationMiddleware):
    """Reads the Authorization header; a request without one is anonymous, and guards decide."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        """Return the principal behind the header, or none."""
        header = connection.headers.get("Authorization")
        if header is None:
            return AuthenticationResult(user=None, auth=None)
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or not token:
            raise NotAuthorizedException("Expected 'Authorization: Bearer <token>'.")
        verifier: TokenVerifier | None = connection.app.state.get("verifier")
        if verifier is None:
            raise NotAuthorizedException("This service has no keys to verify tokens with.")
        return AuthenticationResult(user=verifier.verify(token), auth=None)


def known_unless_public(connection: Connection, handler: BaseRouteHandler) -> None:
    """Guard of every route: without `opt={"public": True}` a token is needed."""
    if connection.scope.get("user") is None and not handler.opt.get("public"):
        raise NotAuthorizedException("This needs an access token: 'Authorization: Bearer <token>'.")


class requires:  # noqa: N801 - reads as a word where it guards
    """Guard: the token must carry one of these scopes."""

    def __init__(self, *scopes: str) -> None:
        self.scopes = frozenset(scopes)

    def __call__(self, connection: Connection, _handler: BaseRouteHandler) -> None:
        """Raise PermissionDeniedException where none of the scopes is in the token."""
        principal: Principal | None = connection.scope.get("user")
        if principal is None:
            raise NotAuthorizedException("This needs an access token: 'Authorization: Bearer <token>'.")
        if not self.scopes & principal.scopes:
            wanted = " or ".join(sorted(self.scopes))
            raise PermissionDeniedException(f"This needs the scope {wanted}; the token has none of it.")
