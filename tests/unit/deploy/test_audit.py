"""The auditor finds each kind of lie, and none where everything holds."""

from pathlib import Path

import msgspec
import pytest

from deploy.audit.journal import Journal, Told, fingerprint, read_journal, without_secrets
from deploy.audit.told import Answer, Done, Stored, compare


def told(key: str, *, asked: int, position: int, attempts: int = 1, replayed: bool = False) -> Told:
    """Return a command that was answered one moment after it was asked."""
    return Told(
        service="gameplay",
        principal="judge",
        key=key,
        request="POST /v1/games",
        body={},
        fingerprint="ab",
        attempts=attempts,
        asked=asked,
        told=asked + 1,
        status=201,
        position=position,
        etag='"v1"',
        replayed=replayed,
        answer={"id": key, "version": 1, "position": f"gameplay:{position}"},
    )


def answer(key: str, position: int) -> Answer:
    """Return the row that the store keeps of it."""
    return Answer("ab", 201, {"id": key, "version": 1, "position": ""}, position)


TOLD = [
    told("a", asked=1, position=1),
    told("b", asked=3, position=2, attempts=2),
    told("c", asked=5, position=2),
]


def stored() -> Stored:
    """Return a store in which all of that holds; c did nothing, b was done by its second attempt."""
    return Stored(
        outbox_seq=3,
        answers={
            ("judge", "a"): answer("a", 1),
            ("judge", "b"): answer("b", 2),
            ("judge", "c"): answer("c", 2),
        },
        events=[
            Done(1, "X", "a.1", None, 1),
            Done(2, "X", "b.2", None, 2),
            Done(3, "Y", "b.2", None, None),
            Done(4, "Z", None, "event-9", 3),
            Done(5, "Z", None, "event-9", None),
        ],
    )


def kinds(told: list[Told], stored: Stored) -> list[str]:
    """Return the kinds of what does not hold."""
    return [violation.kind for violation in compare("gameplay", told, stored)]


def test_what_holds_is_left_alone() -> None:
    """Answers that are kept, done once and in order are no violations."""
    assert compare("gameplay", TOLD, stored()) == []


def test_an_answer_that_the_store_does_not_know_is_missing() -> None:
    """A command that was answered with 2xx and left no row is lost."""
    found = stored()
    del found.answers["judge", "b"]
    assert kinds(TOLD, found) == ["missing"]


def test_a_position_beyond_the_outbox_is_missing() -> None:
    """What was promised must be said in the end."""
    found = stored()
    found.outbox_seq = 1
    assert kinds(TOLD, found) == ["missing", "missing"]


def test_a_command_done_by_two_attempts_is_doubled() -> None:
    """One key leads to the events of one attempt."""
    found = stored()
    found.events.append(Done(6, "X", "a.2", None, 4))
    assert kinds(TOLD, found) == ["doubled"]


def test_an_event_acted_on_in_two_transactions_is_doubled() -> None:
    """What a policy does about one event it does in one place."""
    found = stored()
    found.events += [Done(6, "X", "z.1", None, None), Done(7, "Z", None, "event-9", None)]
    assert kinds(TOLD, found) == ["doubled"]


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        (Answer("cd", 201, {"id": "a", "version": 1}, 1), "another request"),
        (Answer("ab", 200, {"id": "a", "version": 1}, 1), "200 is kept"),
        (Answer("ab", 201, {"id": "a", "version": 2}, 1), "'version': 2} is kept"),
        (Answer("ab", 201, {"id": "a", "version": 1}, 2), "position 1 was told, 2 is kept"),
    ],
)
def test_an_answer_kept_otherwise_is_different(kept: Answer, says: str) -> None:
    """Request, status, body and position are compared."""
    found = stored()
    found.answers["judge", "a"] = kept
    [violation] = compare("gameplay", TOLD, found)
    assert violation.kind == "different"
    assert says in violation.what


def test_events_that_do_not_fit_the_answer_are_different() -> None:
    """They end at the position told, lie together, and are of the attempt that was answered."""
    found = stored()
    found.events[0] = Done(1, "X", "a.3", None, 3)
    says = [violation.what for violation in compare("gameplay", TOLD, found)]
    assert ["what it said ends at 3" in says[0], "attempt 1 was told" in says[1]] == [True, True]


def test_a_command_that_lies_before_one_answered_earlier_is_reordered() -> None:
    """Whoever waits for an answer before he sends the next thing finds them in that order."""
    found = stored()
    found.events[:2] = [Done(1, "X", "b.2", None, 2), Done(2, "X", "a.1", None, 1)]
    found.events[2] = Done(3, "Y", "other.1", None, None)
    assert kinds(TOLD, found) == ["reordered"]
    earlier = [told("a", asked=1, position=2), told("c", asked=3, position=1)]
    found = Stored(2, {("judge", "a"): answer("a", 2), ("judge", "c"): answer("c", 1)}, [])
    assert kinds(earlier, found) == ["reordered"]


def test_commands_under_way_together_may_come_in_any_order() -> None:
    """Neither was answered when the other was sent."""
    first = msgspec.structs.replace(TOLD[0], told=9)
    found = stored()
    found.events[:3] = [
        Done(1, "X", "b.2", None, 1),
        Done(2, "X", "a.1", None, 2),
    ]
    found.answers["judge", "a"], found.answers["judge", "b"] = answer("a", 2), answer("b", 1)
    first = msgspec.structs.replace(first, position=2)
    second = msgspec.structs.replace(TOLD[1], position=1)
    found.events[2:] = []
    assert kinds([first, second], found) == []


def test_a_journal_is_read_as_it_was_written_up_to_a_torn_line(tmp_path: Path) -> None:
    """A client that is killed while it writes loses that line only."""
    journal = Journal(tmp_path / "told.jsonl")
    for one in TOLD:
        journal.write(one)
    journal.close()
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole[:-20])
    assert list(read_journal(journal.path)) == TOLD[:2]


def test_no_secret_is_written_down() -> None:
    """Codes, passwords and tokens stay out of a journal."""
    assert without_secrets({"id": 1, "code": "x", "client_secret": "y", "password": "z"}) == {"id": 1}
    assert without_secrets([1]) == {}


def test_the_fingerprint_changes_with_every_part() -> None:
    """Method, path, query, If-Match and body all count."""
    parts = ("POST", "/v1/a", b"x=1", '"v1"', b"{}")
    others = [("PUT", *parts[1:]), ("POST", "/v1/b", *parts[2:]), (*parts[:2], b"", *parts[3:])]
    others += [(*parts[:3], "", parts[4]), (*parts[:4], b"[]")]
    assert len({fingerprint(*one) for one in [parts, *others]}) == 6
