"""What a rule of the summary says to a result: taken as it is, taken with something filled in, or refused."""

from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import SummaryEntered
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Result
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.gameplay.playing import begins_as_a_sentence
from tests.unit.gameplay.tables import ONORE, enter, running


def taken(entered: Result, table_rules: TableRules = ONORE) -> Result:
    """Return a running game's result as it was recorded; a refusal is raised."""
    outcome = scenario(decider).given(*running(table_rules)).when(enter(entered))
    if outcome.refusal is not None:
        raise outcome.refusal
    recorded = outcome.events[-1]
    assert isinstance(recorded, SummaryEntered)
    return recorded.result


def refused(
    entered: Result, rule: type[Refusal], table_rules: TableRules = ONORE, *, clause: str | None = None
) -> Refusal:
    """Expect that a running game's result is refused by a rule, naming that clause."""
    outcome = scenario(decider).given(*running(table_rules)).when(enter(entered))
    refusal = outcome.then_refused(rule)
    assert refusal.clause == clause
    begins_as_a_sentence(refusal, table_rules)
    return refusal
