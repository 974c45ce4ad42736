"""Events go to stored text and come back, in every version that ever was."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.contracts.primitives import Points, exact, points_text
from shared.eventsourcing.codec import EventCodec


class Renamed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Once had `name`, then `title`, now `title` and `size`."""

    title: str
    size: int


class Other(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Never changed."""

    note: str


CODEC: EventCodec[Renamed | Other] = EventCodec(
    Renamed | Other,
    upcasters={
        "Renamed": [
            lambda fields: {"title": fields["name"]},
            lambda fields: fields | {"size": 1},
        ]
    },
)


@pytest.mark.parametrize(
    ("version", "text"),
    [(1, '{"name":"a"}'), (2, '{"title":"a"}'), (3, '{"type":"Renamed","title":"a","size":1}')],
)
def test_every_version_decodes_to_the_present_event(version: int, text: str) -> None:
    """Upcasters lift old text step by step."""
    assert CODEC.decode("Renamed", version, text) == Renamed(title="a", size=1)


def test_new_events_are_written_in_the_present_version() -> None:
    """A type's version is one more than it has upcasters."""
    assert CODEC.encode(Renamed(title="a", size=2))[:2] == ("Renamed", 3)
    assert CODEC.encode(Other(note="a"))[:2] == ("Other", 1)


@given(st.text())
def test_any_text_survives(note: str) -> None:
    """What is written is read back as it was, whatever the characters."""
    event = Other(note=note.encode("utf-8", "ignore").decode())
    assert CODEC.decode(*CODEC.encode(event)) == event


@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**12))
@example(Fraction(1, 6400))
@example(Fraction(-1, 2))
@example(Fraction(10))
def test_points_are_exact_and_of_the_published_form(value: Fraction) -> None:
    """Points written as text are the same number when read, and every reader of the contract takes them."""
    text = points_text(value)
    assert exact(text) == value
    assert msgspec.convert(text, type=Points) == text
