"""What is kept from one computation to the next changes nothing in what it comes to."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.canonical import WrittenStandings, write
from services.scoring.domain.hearing import HeardEvent, gather
from services.scoring.domain.tables import standings_of
from shared.contracts.primitives import PublicEvent
from tests.unit.scoring.games import championships, heard


def written(events: list[HeardEvent]) -> WrittenStandings:
    """Return what events come to."""
    return write(standings_of(gather(events)))


def never_seen(events: list[HeardEvent]) -> list[HeardEvent]:
    """Return the same events in objects that nothing can be remembered of."""
    return [
        msgspec.structs.replace(
            one, event=msgspec.json.decode(msgspec.json.encode(one.event), type=type(one.event))
        )
        for one in events
    ]


@given(championships(), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_following_events_one_by_one_comes_to_what_computing_from_scratch_does(
    made: list[PublicEvent], shuffled: Random
) -> None:
    """After any prefix of any interleaving of the sources, byte for byte."""
    known = heard(*made)
    by_source = {one.source: [other for other in known if other.source == one.source] for one in known}
    told: list[HeardEvent] = []
    while any(by_source.values()):
        source = shuffled.choice([name for name, rest in by_source.items() if rest])
        told.append(by_source[source].pop(0))
        followed = written(told)
        if shuffled.random() < 0.2 or not any(by_source.values()):
            assert followed == written(never_seen(told))
