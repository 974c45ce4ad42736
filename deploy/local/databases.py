"""Databases on a PostgreSQL server, embedded or not: each with an owner and a service role of its own.

The owner migrates; the service connects as a role that owns nothing, so that what the schema forbids it
stays forbidden.
"""

import re
import secrets
from dataclasses import dataclass

import asyncpg
from sqlalchemy import make_url

_NAME = re.compile(r"[a-z][a-z0-9_]{0,50}")
_PASSWORD = re.compile(r"[A-Za-z0-9_-]{16,}")


@dataclass(frozen=True, kw_only=True)
class Database:
    """A database, and the addresses to reach it under each role."""

    name: str
    admin_url: str
    owner_role: str
    owner_url: str
    service_role: str
    service_url: str


class PostgresServer:
    """A server that we may make databases on: its address must be a superuser's."""

    def __init__(self, admin_url: str) -> None:
        self.admin_url = admin_url

    def url(self, database: str, role: str | None = None, password: str | None = None) -> str:
        """Return the address of a database, under a role or as the administrator."""
        url = make_url(self.admin_url).set(database=database)
        if role is not None:
            url = url.set(username=role, password=password)
        return url.render_as_string(hide_password=False)

    async def create_database(
        self,
        name: str,
        *,
        template: Database | None = None,
        passwords: tuple[str, str] | None = None,
    ) -> Database:
        """Make a database with its two roles, or only renew the roles' passwords where it exists.

        The passwords, the owner's and the service's, are made up where none are given. With a template, the
        new database is its copy and shares its roles; nobody may be connected to the template meanwhile.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no plain name for a database")
        connection = await asyncpg.connect(self.admin_url)
        try:
            if template is not None:
                await connection.execute(
                    f"CREATE DATABASE {name} TEMPLATE {template.name} STRATEGY file_copy"
                )
                database = self._copy_of(template, name)
            else:
                database = await self._make(
                    connection, name, passwords or (secrets.token_urlsafe(24), secrets.token_urlsafe(24))
                )
            await connection.execute(
                f"ALTER DATABASE {name} OWNER TO {database.owner_role};"
                f"REVOKE ALL ON DATABASE {name} FROM PUBLIC;"
                f"GRANT CONNECT, TEMPORARY ON DATABASE {name} TO {database.service_role}"
            )
        finally:
            await connection.close()
        return database

    async def drop_database(self, database: Database, *, keep_roles: bool = False) -> None:
        """Drop a database whoever is connected, and its roles, which must own nothing elsewhere."""
        connection = await asyncpg.connect(self.admin_url)
        try:
            await connection.execute(f"DROP DATABASE IF EXISTS {database.name} WITH (FORCE)")
            if not keep_roles:
                await connection.execute(
                    f"DROP ROLE IF EXISTS {database.owner_role}, {database.service_role}"
                )
        finally:
            await connection.close()

    async def _make(
        self, connection: "asyncpg.Connection[asyncpg.Record]", name: str, given: tuple[str, str]
    ) -> Database:
        """Make what is missing of a database and its roles."""
        owner, service = f"{name}_owner", f"{name}_service"
        passwords = dict(zip((owner, service), given, strict=True))
        for role, password in passwords.items():
            if not _PASSWORD.fullmatch(password):
                raise ValueError(f"the password of {role} has characters other than letters, digits, - and _")
            known = await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", role)
            verb = "ALTER" if known else "CREATE"
            await connection.execute(f"{verb} ROLE {role} LOGIN NOSUPERUSER PASSWORD '{password}'")
        if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
            await connection.execute(
                f"CREATE DATABASE {name} OWNER {owner} TEMPLATE template0 ENCODING 'UTF8' STRATEGY file_copy"
            )
        return Database(
            name=name,
            admin_url=self.url(name),
            owner_role=owner,
            owner_url=self.url(name, owner, passwords[owner]),
            service_role=service,
            service_url=self.url(name, service, passwords[service]),
        )

    def _copy_of(self, template: Database, name: str) -> Database:
        """Describe a copy of the template."""
        owner, service = make_url(template.owner_url), make_url(template.service_url)
        return Database(
            name=name,
            admin_url=self.url(name),
            owner_role=template.owner_role,
            owner_url=self.url(name, owner.username, owner.password),
            service_role=template.service_role,
            service_url=self.url(name, service.username, service.password),
        )
