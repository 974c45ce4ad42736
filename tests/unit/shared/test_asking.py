"""One question for all who wait: shared with those who came before it was put, and with nobody else."""

import asyncio

import pytest

from shared.web.asking import Asking


class Book:
    """A number that changes, and how often it was looked up; a look takes until it is let go."""

    def __init__(self) -> None:
        self.number = 0
        self.looks = 0
        self.go = asyncio.Event()
        self.looking = asyncio.Event()

    async def look(self, _key: str) -> int:
        """Return the number as it is when the look begins."""
        self.looks += 1
        seen = self.number
        self.looking.set()
        await self.go.wait()
        if seen < 0:
            raise LookupError(seen)
        return seen


async def test_who_comes_while_a_question_is_out_shares_the_next_one() -> None:
    """Ten readers cost two looks, and those who came later see what changed before they came."""
    book = Book()
    asking = Asking(book.look)
    first = asyncio.create_task(asking("a"))
    await book.looking.wait()
    book.number = 1
    others = [asyncio.create_task(asking("a")) for _ in range(9)]
    await asyncio.sleep(0)
    book.go.set()
    assert await first == 0
    assert await asyncio.gather(*others) == [1] * 9
    assert book.looks == 2


async def test_nothing_is_kept_for_later() -> None:
    """One after the other each has an answer of his own, and other keys have other answers."""
    book = Book()
    book.go.set()
    asking = Asking(book.look)
    assert [await asking("a"), await asking("a"), await asking("b")] == [0, 0, 0]
    book.number = 7
    assert await asking("a") == 7
    assert book.looks == 4


async def test_a_question_that_fails_fails_its_asker_only() -> None:
    """The next one asks again."""
    book = Book()
    asking = Asking(book.look)
    book.number = -1
    first = asyncio.create_task(asking("a"))
    await book.looking.wait()
    second = asyncio.create_task(asking("a"))
    await asyncio.sleep(0)
    book.number = 3
    book.go.set()
    with pytest.raises(LookupError):
        await first
    assert await second == 3
