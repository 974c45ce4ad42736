"""An archive is counted again offline, and whoever wrote into it is found."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid5

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from deploy.local.cli import app
from second_scorer.archive import check
from second_scorer.differences import Difference
from services.scoring.domain.facts import Decision
from services.scoring.domain.lots import drawn_by_lot
from shared.contracts.appeals import AdjustPoints
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import ChampionshipAnnounced
from tests.second_scorer.archives import archived, mended
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    amended,
    announced,
    annulled,
    championships,
    decided,
    drawn,
    entered,
    in_groups,
    merged,
    numbers,
    player,
    result,
    ruled,
    signed,
    withdrawn,
)

Plain = dict[str, Any]
ROOT = Path(__file__).parents[2]
SEED = "the seed"


def events() -> list[PublicEvent]:
    """Return a championship in which everything happened once that a table can depend on."""
    first = signed(
        result(
            "black",
            best_move=(5, (1, 2, 9)),
            best={1: "1"},
            extra={2: "0.5"},
            penalties={7: "-0.5"},
            first_killed=5,
        )
    )
    again, gone = signed(result("red", range(2, 12)), "tour-1", 2), signed(result("red"), "tour-1", 3)
    return [
        announced(),
        *(entered(number) for number in range(1, 12)),
        withdrawn(9),
        first,
        again,
        gone,
        amended(again, result("black", range(2, 12), extra={4: "1"})),
        annulled(gone),
        ruled(first, AdjustPoints(player=player(3), points="1/3", reason="so")),
        signed(result("red", best={10: "1"}), "final"),
        merged(11, into=1),
    ]


def lot() -> Decision:
    """Draw lots among all, so that every tie of the final table is decided."""
    order = drawn_by_lot(map(player, range(1, 11)), SEED)
    return msgspec.structs.replace(decided("final", *numbers(order)), seed=SEED)


@pytest.fixture(scope="module")
def archive() -> Plain:
    """Give the archive of that championship."""
    return archived(*events(), decisions=[decided("tour-1", *range(1, 11)), lot()])


def differences(archive: Plain) -> list[Difference]:
    """Return all that a check finds."""
    return [one for found in check(archive) for one in found.differences]


def test_an_honest_archive_agrees_in_everything(archive: Plain) -> None:
    """Amended and annulled games, a ruling, a merge, a withdrawal, a decision and a lot are all counted."""
    checks = check(archive)
    assert differences(archive) == []
    assert all(one.number for one in checks)
    overall = next(one for one in archive["tables"] if one["scope"] == "overall")
    assert any(row["above"] and row["above"]["by"] == "panel" for row in overall["rows"])
    assert any(row["withdrawn"] for row in overall["rows"])


@given(championships())
@settings(max_examples=15, deadline=None)
def test_any_championship_agrees(made: list[PublicEvent]) -> None:
    """What the second scorer reads from the events themselves is what the product was told."""
    assert differences(archived(*made)) == []


@given(championships(), st.permutations(range(1, 15)), st.booleans())
@settings(max_examples=10, deadline=None)
def test_any_championship_in_groups_agrees(made: list[PublicEvent], seated: list[int], merging: bool) -> None:
    """Who is drawn in a group belongs to it, whoever sat in elsewhere; so does a merged record."""
    opening = made[0]
    assert isinstance(opening, ChampionshipAnnounced)
    stage = opening.stages[0].key
    draws = [
        drawn(stage, (1, 1), (2, 1), group="omsk", seats=seated[:7]),
        drawn(stage, (3, 1), group="tomsk", seats=seated[7:12]),
    ]
    merges = [merged(seated[0], into=seated[8])] if merging else []
    grouped = [in_groups(opening, stage, omsk=2, tomsk=1), *draws, *made[1:], *merges]
    archive = archived(*grouped)
    assert differences(archive) == []
    assert f"through:{stage}:omsk" in {one["scope"] for one in archive["tables"]}


def leaves(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value that is no object or list."""
    parts = content.items() if isinstance(content, dict) else enumerate(content)
    for key, part in parts:
        if isinstance(part, dict | list):
            yield from leaves(part, (*path, key))
        else:
            yield (*path, key)


def changed(archive: Plain, path: tuple[Any, ...]) -> Plain:
    """Return the archive with one value changed a little."""
    forged = copy.deepcopy(archive)
    place: Any = forged
    for key in path[:-1]:
        place = place[key]
    value = place[path[-1]]
    place[path[-1]] = not value if isinstance(value, bool) else f"{value}1" if value is not None else 1
    return forged


@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_any_value_that_was_changed_is_found(archive: Plain, data: st.DataObject) -> None:
    """Whatever it is, and wherever it stands."""
    path = data.draw(st.sampled_from(sorted(leaves(archive), key=str)))
    assert differences(changed(archive, path)), path


def event_of(archive: Plain, kind: str, number: int = 0) -> Plain:
    """Return the data of an event of a kind."""
    found = [one["event"]["data"] for one in archive["events"] if one["event"]["type"].endswith(f".{kind}")]
    data: Plain = found[number]
    return data


def row_of(archive: Plain, scope: str = "overall", number: int = 2) -> Plain:
    """Return a row of a table."""
    row: Plain = next(one for one in archive["tables"] if one["scope"] == scope)["rows"][number]
    return row


FORGERIES: dict[str, Callable[[Plain], Any]] = {
    "another winner": lambda a: event_of(a, "ProtocolSigned").update(
        result=event_of(a, "ProtocolSigned")["result"] | {"winner": "red"}
    ),
    "extra points": lambda a: event_of(a, "ProtocolSigned")["result"]["extra_points"][0].update(points="0.6"),
    "an amendment": lambda a: event_of(a, "ResultAmended")["result"]["extra_points"][0].update(points="2"),
    "a ruling": lambda a: event_of(a, "RulingPublished")["remedy"].update(points="1/2"),
    "a verdict": lambda a: event_of(a, "RulingPublished").update(verdict="reject"),
    "a decision": lambda a: event_of(a, "TieDecided", 1)["order"].reverse(),
    "a seed": lambda a: event_of(a, "TieDecided", 1).update(seed="another"),
    "a document": lambda a: event_of(a, "ChampionshipAnnounced")["regulations"]["scoring"]["win"].update(
        don="5"
    ),
    "a withdrawal": lambda a: event_of(a, "EntryWithdrawn").update(player=str(player(8))),
    "a nick": lambda a: event_of(a, "EntryAccepted").update(nick="somebody"),
    "a merge": lambda a: event_of(a, "PlayersMerged").update(into=str(player(2))),
    "an annulment": lambda a: event_of(a, "GameAnnulled").update(game="none"),
    "a total": lambda a: row_of(a).update(total="9"),
    "a place": lambda a: row_of(a).update(place=1),
    "what is shown": lambda a: row_of(a, "stage:tour-1").update(shown="9.99"),
    "a metric": lambda a: row_of(a, "through:tour-1")["metrics"].update(wins="7"),
    "a subtotal": lambda a: row_of(a)["components"].update(win="7"),
    "a row": lambda a: next(one for one in a["tables"] if one["scope"] == "overall")["rows"].pop(),
    "a reason of a place": lambda a: row_of(a).update(above=None),
    "a line": lambda a: a["lines"][0]["lines"][0].update(worth="7"),
    "a line's points": lambda a: a["lines"][0]["lines"][0].update(points="7"),
    "a line's event": lambda a: a["lines"][0]["lines"][0].update(event=str(uuid5(CHAMPIONSHIP, "none"))),
    "a missing line": lambda a: a["lines"][0]["lines"].pop(0),
    "a missing event": lambda a: a["events"].remove(
        next(one for one in a["events"] if one["event"]["type"].endswith("ProtocolSigned"))
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forger_who_mends_all_checksums_is_found(archive: Plain, what: str) -> None:
    """Since the events come to other tables, or the tables come from other events."""
    forged = copy.deepcopy(archive)
    FORGERIES[what](forged)
    assert differences(mended(forged)), what


def test_what_differs_is_named_with_player_and_both_values(archive: Plain) -> None:
    """A line says table, player, what, the archive's value and the right one."""
    forged = copy.deepcopy(archive)
    row = row_of(forged)
    was, row["total"] = row["total"], "9"
    found = [one for one in differences(forged) if one.what == "points"]
    assert found == [Difference("overall", row["player"], "points", "9", was)]


def test_a_file_that_is_no_archive_is_said_to_be_none() -> None:
    """Nothing crashes on another document."""
    others: list[Plain] = [{}, {"events": [{}]}, {"format": "else", "events": 3}]
    for other in others:
        assert differences(other)


def test_the_command_says_line_by_line_what_differs(archive: Plain, tmp_path: Path) -> None:
    """It ends with 1 where something does, and says so in words."""
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive), encoding="utf-8")
    honest = CliRunner().invoke(app, ["verify", "archive", str(file)])
    assert honest.exit_code == 0, honest.output
    assert "Both scorers agree" in honest.output
    forged = copy.deepcopy(archive)
    row_of(forged)["total"] = "9"
    file.write_text(json.dumps(mended(forged)), encoding="utf-8")
    found = CliRunner().invoke(app, ["verify", "archive", str(file)])
    assert found.exit_code == 1
    assert f"overall, player {row_of(forged)['player']}: points is 9" in found.output
    file.write_text("no archive", encoding="utf-8")
    assert "is no archive" in CliRunner().invoke(app, ["verify", "archive", str(file)]).output


def test_the_second_scorer_needs_nothing_but_python(archive: Plain, tmp_path: Path) -> None:
    """It runs without any installed package, from the folder alone."""
    file = tmp_path / "archive.json"
    file.write_text(json.dumps(archive), encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-S", "-m", "second_scorer", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(ended.stdout.splitlines()) == 8
