"""Archives of championships that were never played, made by the product's own code, and mended forgeries."""

import copy
from collections.abc import Iterable
from typing import Any

import msgspec

from second_scorer.differences import sha256
from services.scoring.archiving import Collected, archive_of
from services.scoring.domain.canonical import write
from services.scoring.domain.facts import Decision
from services.scoring.domain.hearing import HeardEvent, gather
from services.scoring.domain.tables import OVERALL, standings_of
from shared.contracts.envelope import seal
from shared.contracts.primitives import PublicEvent
from shared.contracts.scoring import StandingsChanged, TieDecided
from tests.unit.scoring.games import CHAMPIONSHIP, NOW, heard

Plain = dict[str, Any]


def archived(*events: PublicEvent, decisions: Iterable[Decision] = ()) -> Plain:
    """Return the archive of what was heard and decided, as the API gives it."""
    told, decided = heard(*events), tuple(decisions)
    facts = gather(told, decided)
    revision = StandingsChanged(
        championship=CHAMPIONSHIP,
        revision=1,
        checksum=write(standings_of(facts)).tables[OVERALL].checksum,
        inputs={},
        ruling=None,
        changes=(),
        changed_at=NOW,
    )
    own = [*map(_said, decided), revision]
    told += [
        HeardEvent("scoring", seq, decided[seq - 1].event if seq <= len(decided) else CHAMPIONSHIP, event)
        for seq, event in enumerate(own, start=1)
    ]
    sources = sorted({one.source for one in told})
    collected = Collected(
        facts=facts,
        moment={source: max(one.seq for one in told if one.source == source) for source in sources},
        revision=1,
        chain={"position": 1, "hash": "00"},
        payloads=tuple(sorted((one.source, one.seq, _sealed(one)) for one in told)),
    )
    archive: Plain = msgspec.json.decode(archive_of(collected))
    return archive


def mended(archive: Plain) -> Plain:
    """Return a forged archive in which every checksum was made to fit again."""
    forged = copy.deepcopy(archive)
    for one in forged["events"]:
        one["sha256"] = sha256(one["event"])
    for one in forged["tables"]:
        one["checksum"] = sha256(one["rows"])
    for one in forged["lines"]:
        one["checksum"] = sha256(one["lines"])
    del forged["seal"]
    return forged | {"seal": sha256(forged)}


def _said(decision: Decision) -> TieDecided:
    return TieDecided(
        championship=CHAMPIONSHIP,
        stage=decision.stage,
        order=decision.order,
        decided_by=decision.decided_by,
        reason=decision.reason,
        decided_at=NOW,
        seed=decision.seed,
    )


def _sealed(one: HeardEvent) -> str:
    assert one.event is not None
    _, payload = seal(
        one.source,
        one.event,
        event_id=one.id,
        at=NOW,
        correlation_id=None,
        causation_id=None,
    )
    return payload
