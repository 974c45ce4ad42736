"""The tables that migrations make are those that the code writes and reads."""

from sqlalchemy import Connection, inspect

from services.registration.access.guessing import failed_sign_ins
from services.registration.personal_data import personal_data
from services.registration.projections import METADATA
from services.registration.searches.ledger import draw_searches
from tests.running import RunningService


async def test_the_migrations_are_the_schema(registration: RunningService) -> None:
    """Names, types, nullability and keys of every column agree."""

    def compared(connection: Connection) -> None:
        inspector = inspect(connection)
        tables = [*METADATA.tables.values(), personal_data, failed_sign_ins, draw_searches]
        assert set(inspector.get_table_names("public")) - {"alembic_version"} == {t.name for t in tables}
        for table in tables:
            made = {
                column["name"]: (column["type"].compile(connection.dialect), column["nullable"])
                for column in inspector.get_columns(table.name)
            }
            written = {
                column.name: (column.type.compile(connection.dialect), bool(column.nullable))
                for column in table.columns
            }
            assert made == written, table.name
            key = inspector.get_pk_constraint(table.name)["constrained_columns"]
            assert key == [column.name for column in table.primary_key.columns]
            indexes = {str(index["name"]) for index in inspector.get_indexes(table.name)}
            assert {index.name for index in table.indexes} <= indexes

    async with registration.store.engine.connect() as connection:
        await connection.run_sync(compared)
