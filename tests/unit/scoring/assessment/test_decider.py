"""An assessment is said once, and again when something else is at stake."""

from msgspec.structs import replace

from services.scoring.domain.assessment.decider import ASSESSMENT, AssessProtest
from services.scoring.domain.assessment.events import ProtestAssessed
from services.scoring.domain.materiality import Stake
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, NOW, player, protest_id

STAKE = Stake(materiality="place", points=(player(1),), places=(player(1),), cuts=(), medals=())
COMMAND = AssessProtest(
    championship=CHAMPIONSHIP,
    protest=protest_id(1),
    game=player(9),
    stake=STAKE,
    inputs={"gameplay": 1},
    at=NOW,
)
SAID = ProtestAssessed(
    championship=CHAMPIONSHIP,
    protest=protest_id(1),
    game=player(9),
    materiality="place",
    points=(player(1),),
    places=(player(1),),
    cuts=(),
    medals=(),
    inputs={"gameplay": 1},
    assessed_at=NOW,
)


def test_what_is_at_stake_is_said() -> None:
    """With the positions it was computed from."""
    scenario(ASSESSMENT).given().when(COMMAND).then(SAID)


def test_the_same_stake_is_not_said_twice() -> None:
    """Later positions alone are no news."""
    scenario(ASSESSMENT).given(SAID).when(replace(COMMAND, inputs={"gameplay": 2})).then()


def test_another_stake_is_said() -> None:
    """A later game may make a cut out of a place."""
    stake = replace(STAKE, materiality="medal", medals=(player(1),))
    said = replace(SAID, materiality="medal", medals=(player(1),))
    scenario(ASSESSMENT).given(SAID).when(replace(COMMAND, stake=stake)).then(said)
