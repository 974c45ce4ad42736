"""The embedded servers: real ones, started from their wheels."""

import asyncio
from pathlib import Path

import asyncpg
import nats
import psutil
import pytest

from deploy.local.nats import embedded_nats
from deploy.local.postgres import embedded_postgres


async def test_postgres_gives_a_database_whose_service_role_owns_nothing(folder: Path) -> None:
    """The owner makes a table; the service role connects and may make none."""
    async with embedded_postgres(folder / "postgres", durable=False) as server:
        database = await server.create_database("registration")
        owner = await asyncpg.connect(database.owner_url)
        await owner.execute("CREATE TABLE mine (id int)")
        await owner.close()
        service = await asyncpg.connect(database.service_url)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await service.execute("CREATE TABLE theirs (id int)")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await service.execute("SELECT * FROM mine")
        await service.close()


async def test_postgres_refuses_a_role_without_its_password(folder: Path) -> None:
    """A service cannot connect to its neighbor's database, with the neighbor's password or its own."""
    async with embedded_postgres(folder / "postgres", durable=False) as server:
        gameplay, scoring = [await server.create_database(name) for name in ("gameplay", "scoring")]
        with pytest.raises(asyncpg.InvalidPasswordError):
            await asyncpg.connect(server.url("gameplay", gameplay.service_role, "guess"))
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await asyncpg.connect(scoring.service_url.replace("/scoring?", "/gameplay?"))


async def test_postgres_keeps_its_data_over_a_kill(folder: Path) -> None:
    """What was committed is there after kill -9 and a restart; the address stays."""
    async with embedded_postgres(folder / "postgres") as server:
        database = await server.create_database("scoring")
        connection = await asyncpg.connect(database.owner_url)
        await connection.execute("CREATE TABLE kept AS SELECT 1 AS id")
        connection.terminate()
        await server.kill()
        await server.restart()
        connection = await asyncpg.connect(database.owner_url)
        assert await connection.fetchval("SELECT id FROM kept") == 1
        await connection.close()


async def test_a_copy_of_a_template_has_its_tables_and_roles(folder: Path) -> None:
    """Tests migrate once and copy; dropping a copy leaves the template and its roles."""
    async with embedded_postgres(folder / "postgres", durable=False) as server:
        template = await server.create_database("gameplay")
        owner = await asyncpg.connect(template.owner_url)
        await owner.execute(f"CREATE TABLE games (id int); GRANT SELECT ON games TO {template.service_role}")
        await owner.close()
        copy = await server.create_database("gameplay_1", template=template)
        service = await asyncpg.connect(copy.service_url)
        assert await service.fetch("SELECT * FROM games") == []
        await service.close()
        await server.drop_database(copy, keep_roles=True)
        await (await asyncpg.connect(template.service_url)).close()


async def test_postgres_works_in_a_folder_with_a_very_long_path(folder: Path) -> None:
    """A Unix socket's path has at most 107 bytes; the data folder may be as deep as it likes."""
    async with embedded_postgres(folder / ("deep" * 20) / ("deeper" * 20), durable=False) as server:
        await (await asyncpg.connect(server.admin_url)).close()


async def test_nats_keeps_a_stream_over_a_kill(folder: Path) -> None:
    """What JetStream acknowledged is there after kill -9 and a restart on the same port."""
    async with embedded_nats(folder / "nats") as server:
        client = await nats.connect(server.url)
        await client.jetstream().add_stream(name="KEPT", subjects=["kept"])
        await client.jetstream().publish("kept", b"said")
        await client.close()
        first = server.pid
        await server.kill()
        assert not psutil.pid_exists(first)
        await server.restart()
        client = await nats.connect(server.url)
        assert (await client.jetstream().stream_info("KEPT")).state.messages == 1
        await client.close()
        assert server.pid != first


async def test_nats_asks_everybody_for_the_password(folder: Path) -> None:
    """Without the password nobody speaks for a service."""
    async with embedded_nats(folder / "nats") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert b'"auth_required":true' in await reader.readline()
        writer.write(b'CONNECT {"verbose":false}\r\nPING\r\n')
        assert await reader.readline() == b"-ERR 'Authorization Violation'\r\n"
        writer.close()
        await writer.wait_closed()
