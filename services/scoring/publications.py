"""The only exit: what scoring says of its private events in public.

A public event holds the fields that it shares with the private one; digests and decisions that a
revision used stay scoring's own affair. While the public table is frozen no event tells what is in it.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from services.scoring.domain.assessment import events as assessment
from services.scoring.domain.publishing import events as publishing
from services.scoring.domain.series import events as series
from services.scoring.domain.stage import events as stage
from services.scoring.domain.standings import events as standings
from services.scoring.domain.ties import events as ties
from shared.contracts import scoring as public
from shared.contracts.primitives import PublicEvent

SAID_AS: Mapping[type, type[PublicEvent]] = {
    standings.StandingsChanged: public.StandingsChanged,
    stage.StageClosed: public.StageClosed,
    stage.QualifiersNamed: public.QualifiersNamed,
    stage.QualifiersRenamed: public.QualifiersRenamed,
    ties.CutTied: public.CutTied,
    stage.TieDecided: public.TieDecided,
    assessment.ProtestAssessed: public.ProtestAssessed,
    publishing.StandingsFrozen: public.StandingsFrozen,
    publishing.StandingsReleased: public.StandingsReleased,
    publishing.ChangesReleased: public.ChangesReleased,
    publishing.StandingsFinalized: public.StandingsFinalized,
    publishing.StandingsRevised: public.StandingsRevised,
    series.SeriesOpened: public.SeriesOpened,
    series.SeriesRulesChanged: public.SeriesRulesChanged,
    series.SeriesChampionshipAdded: public.SeriesChampionshipAdded,
    series.SeriesChampionshipRemoved: public.SeriesChampionshipRemoved,
}


def publication(event: Any, state: Any) -> PublicEvent | None:
    """Return the public event for a private one, given the situation after it; every kind has one."""
    kind = SAID_AS[type(event)]
    said = kind(**{name: getattr(event, name) for name in kind.__struct_fields__})
    match said:
        case public.StandingsChanged(withheld=True):
            return replace(said, checksum="", changes=(), cuts=(), medals=())
        case public.StandingsRevised() if state.frozen:
            return replace(said, checksum="")
        case _:
            return said
