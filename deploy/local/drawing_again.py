"""A published draw, drawn again on this machine: from its address, or from a file without any network."""

from dataclasses import dataclass
from pathlib import Path

import httpx
import msgspec

from services.registration.api.schemas_of_draws import DrawView
from services.registration.domain.draw.verification import verify
from shared.eventsourcing.refusal import Refusal

PATIENCE = 30.0
"""Seconds for one answer."""


class DrawUnreadable(Exception):  # noqa: N818 - named by the rule, like every refusal
    """What was given is no draw, or none that can be drawn again."""


@dataclass(frozen=True, kw_only=True)
class DrawnAgain:
    """Whether it gives the same, and what was compared."""

    reproduced: bool
    lines: tuple[str, ...]


def drawn_again(source: str) -> DrawnAgain:
    """Draw again what stands at an address (http...) or in a file. Raises DrawUnreadable or OSError."""
    try:
        view = msgspec.json.decode(_read(source), type=DrawView)
        standing = view.standing()
        found = verify(standing.drawn, standing.in_force)
    except (msgspec.DecodeError, Refusal, KeyError) as error:
        raise DrawUnreadable(f"{source}: {error}") from error
    lines = [
        f"stage {view.stage}: {len(view.players)} players, {len(view.tables)} games, by {found.algorithm}",
        f"inputs {found.inputs_digest}"
        + ("" if found.digest_matches else f", but {view.inputs_digest} was published"),
        f"seed {found.seed}",
    ]
    if view.revealed is None:
        lines.append("no seed was committed to before: it could be chosen")
    else:
        kept = "kept" if found.commitment_kept else "NOT kept"
        lines.append(f"commitment {view.revealed.commitment}: {kept}")
        lines.append(f"public value {view.revealed.public_value}: {view.revealed.source}")
    lines += [f"game {game} differs" for game in found.differences]
    for change in found.changes:
        lines.append(f"change {change.number}: {'reproduced' if change.reproduced else 'NOT as it says'}")
        lines += [f"game {game} differs" for game in change.differences]
    return DrawnAgain(reproduced=found.reproduced, lines=tuple(lines))


def _read(source: str) -> bytes:
    if not source.startswith(("http://", "https://")):
        return Path(source).read_bytes()
    try:
        answer = httpx.get(source, timeout=PATIENCE)
    except httpx.HTTPError as error:
        raise DrawUnreadable(f"{source}: {error}") from error
    if answer.status_code != httpx.codes.OK:
        raise DrawUnreadable(f"{source} answers {answer.status_code}: {answer.text[:300]}")
    return answer.content
