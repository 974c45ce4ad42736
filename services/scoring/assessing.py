"""What is at stake in open protests, said inside a unit of work: by policies, and when a stage is closed."""

from collections.abc import Iterable
from uuid import UUID

from services.scoring.domain.assessment.decider import ASSESSMENT, AssessProtest
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.materiality import stake_of
from shared.eventsourcing.handling import Unit


async def assess(unit: Unit, facts: Facts, contest: Contest, protests: Iterable[UUID]) -> None:
    """Say what is at stake in open protests where that is something else than was said last."""
    for protest in protests:
        game = facts.protests[protest]
        command = AssessProtest(
            championship=contest.championship,
            protest=protest,
            game=game,
            stake=stake_of(facts, contest, game),
            inputs=facts.inputs,
            at=unit.context.at,
        )
        await unit.handle(ASSESSMENT, protest, command)
