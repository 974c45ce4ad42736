"""The read models: their tables are the migrated ones, and a replay gives the same rows."""

from itertools import permutations
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, select

from services.appeals.composition import DEFINITION
from services.appeals.evidence_files import evidence_files
from services.appeals.projections import METADATA
from shared.contracts.gameplay import GameAnnulled, GameEnded, GameReinstated, ResultAmended
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import EntryWithdrawn, OfficialDismissed
from shared.verify import verify
from tests.integration.appeals.championship import (
    REJECT,
    UPHOLD,
    Court,
    announced,
    entries,
    official,
    result,
    scheduled,
    signed,
    started,
)
from tests.integration.appeals.test_application_of_rulings import POINTS, annulled, standings
from tests.running import RunningService
from tests.unit.appeals.protests import (
    AT,
    CHAMPIONSHIP,
    CHIEF,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    OTHER,
    PLAYERS,
    STRANGER,
)


def difference(connection: Connection) -> list[Any]:
    """Return what a migration would have to change in the public schema."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    whole = MetaData()
    for table in (*METADATA.sorted_tables, evidence_files):
        table.to_metadata(whole)
    found: list[Any] = compare_metadata(context, whole)
    return [change for change in found if "alembic_version" not in str(change)]


async def rows(api: RunningService) -> dict[str, list[Any]]:
    """Return all rows of all read models."""
    async with api.store.engine.connect() as connection:
        return {
            table.name: sorted(str(row) for row in await connection.execute(select(table)))
            for table in METADATA.sorted_tables
        }


async def test_migrations_make_the_tables_of_the_read_models(appeals: RunningService) -> None:
    """No column, index or table differs between the migrations and the code."""
    async with appeals.store.engine.connect() as connection:
        assert await connection.run_sync(difference) == []


async def test_a_replay_gives_the_same_rows(court: Court) -> None:
    """After courses of every kind the store keeps its promises, rebuilt read models among them."""
    ruling = (await court.ruled()).ruling
    await court.api.hear(annulled(ruling), standings(ruling))
    await court.api.hear(
        GameReinstated(championship=CHAMPIONSHIP, game=GAME, reason="So.", ruling=None, reinstated_at=AT)
    )
    await court.ruled(REJECT, rule="O-TIE-1")
    await court.ruled(POINTS, rule="O-TIE-2")
    await court.under_review(rule="O-TIE-3")
    await court.step("votes", UPHOLD, by=MEMBERS[2])
    await court.decided(rule="O-END-1")
    await court.step("reasons", {"reasons": "A draft."}, by=MEMBERS[0])
    await court.under_review(rule="O-END-2")
    await court.step("votes", UPHOLD, by=MEMBERS[2])
    await court.step("withdrawal", by=FILER)
    await court.file(rule="O-END-3")
    await court.step("decline", {"reason": "No."}, by=JUDGE)
    findings = await verify(DEFINITION, court.api.store.engine)
    wrong = {finding.invariant: finding.wrong for finding in findings if finding.wrong is not None}
    assert set(wrong) <= {"I1"}  # the test server is not durable on purpose


HEARD: dict[str, tuple[PublicEvent, ...]] = {
    "registration": (
        announced(),
        official(CHIEF, "chief_judge"),
        official(STRANGER, "chief_judge"),
        *entries(),
        OfficialDismissed(championship=CHAMPIONSHIP, person=STRANGER, role="chief_judge", dismissed_at=AT),
        EntryWithdrawn(championship=CHAMPIONSHIP, player=OTHER, withdrawn_at=AT),
    ),
    "gameplay": (
        scheduled(),
        started(),
        GameEnded(championship=CHAMPIONSHIP, game=GAME, ended_at=AT),
        signed(),
        ResultAmended(
            championship=CHAMPIONSHIP,
            game=GAME,
            result=result((*PLAYERS[:9], STRANGER)),
            reason="A substitute.",
            ruling=None,
            amended_at=AT,
        ),
        GameAnnulled(championship=CHAMPIONSHIP, game=GAME, reason="So.", ruling=None, annulled_at=AT),
    ),
    "scoring": (standings(None),),
}


@pytest.fixture
async def twins(service: Any) -> tuple[RunningService, RunningService]:
    """Give two instances of appeals that have heard nothing."""
    return await service("appeals", now=AT), await service("appeals", now=AT)


@pytest.mark.parametrize("order", list(permutations(HEARD))[1:])
async def test_the_order_of_the_sources_does_not_matter(
    twins: tuple[RunningService, RunningService], order: tuple[str, ...]
) -> None:
    """Whichever service is heard first, the read models are the same."""
    first, second = twins
    for events in HEARD.values():
        await first.hear(*events)
    for source in order:
        await second.hear(*HEARD[source])
    assert await rows(first) == await rows(second)
