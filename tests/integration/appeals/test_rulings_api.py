"""Rulings read by others: searched, and as documents with a digest, in three languages, without names."""

# ruff: noqa: RUF001 - Russian letters are meant

import hashlib
import json
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from tests.integration.appeals.championship import REJECT, UPHOLD, Court
from tests.unit.appeals.protests import CHAIRMAN, FILER, JUDGE, MEMBERS, OTHER

GROUNDS = {
    "facts": "P2 raised a hand early.",
    "rule": "Votes count at the word.",
    "conclusion": "It counts not.",
}
POINTS = {
    "verdict": "uphold",
    "in_part": True,
    "warn": True,
    "remedy": {"type": "AdjustPoints", "player": str(OTHER), "points": "-0.5", "reason": "P2 looked."},
}


async def ruled_in_part(court: Court) -> dict[str, Any]:
    """Rule on points, in part, with a warning and reasons in three parts."""
    await court.decided(POINTS)
    await court.step("ruling", {"grounds": GROUNDS}, by=CHAIRMAN)
    published: dict[str, Any] = (await court.read())["published"]
    return published


async def test_a_ruling_says_parts_warning_and_grounds(court: Court) -> None:
    """What was voted is published: in part, the judge warned, the three parts of the reasons."""
    ruling = await ruled_in_part(court)
    assert (ruling["in_part"], ruling["warned"], ruling["grounds"]) == (True, str(JUDGE), GROUNDS)
    assert [vote["warn"] for vote in ruling["votes"]] == [True, True, False]
    alone = await court.api.get(f"/v1/rulings/{ruling['ruling']}")
    assert alone.json() == ruling
    said = next(event for event in await court.api.said() if event["type"] == "RulingPublished")
    assert (said["data"]["in_part"], said["data"]["warned"]) == (True, str(JUDGE))


async def test_a_document_proves_its_content(court: Court) -> None:
    """The digest is that of the content as sorted JSON without blanks; another form has another digest."""
    ruling = (await ruled_in_part(court))["ruling"]
    document = (await court.api.get(f"/v1/rulings/{ruling}/document")).json()
    plain = json.dumps(document["content"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert document["digest"] == f"sha256:{hashlib.sha256(plain.encode()).hexdigest()}"
    again = (await court.api.get(f"/v1/rulings/{ruling}/document")).json()
    assert again == document
    hidden = (await court.api.get(f"/v1/rulings/{ruling}/document", names="hidden")).json()
    assert hidden["digest"] != document["digest"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Ruling of the appeal commission", "upheld in part", "dissenting")),
        ("ru", ("Решение апелляционной комиссии", "удовлетворён частично", "особое мнение")),
        ("uk", ("Рішення апеляційної комісії", "задоволено частково", "окрема думка")),
    ],
)
async def test_a_ruling_is_told_in_three_languages(
    court: Court, language: str, words: tuple[str, ...]
) -> None:
    """The text has the language's words, what the commission wrote as it wrote it, and the digest."""
    ruling = (await ruled_in_part(court))["ruling"]
    answer = await court.api.get(f"/v1/rulings/{ruling}/text", language=language)
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-language"] == language
    digest = (await court.api.get(f"/v1/rulings/{ruling}/document")).json()["digest"]
    for part in (*words, *GROUNDS.values(), "P2 -0.5", digest):
        assert part in answer.text
    printed = await court.api.get(f"/v1/rulings/{ruling}/pdf", language=language)
    assert printed.headers["content-type"] == "application/pdf"
    pages = " ".join(one.extract_text() for one in PdfReader(BytesIO(printed.content)).pages)
    plain = " ".join(pages.split())
    for part in (*words, *GROUNDS.values(), "P2 -0.5", digest):
        assert part in plain


async def test_names_give_way_to_numbers(court: Court) -> None:
    """With names hidden no nick and no member's or judge's id is told."""
    ruling = (await ruled_in_part(court))["ruling"]
    for form in ("document", "text", "pdf"):
        answer = await court.api.get(f"/v1/rulings/{ruling}/{form}", names="hidden")
        told = answer.text
        if form == "pdf":
            told = " ".join(one.extract_text() for one in PdfReader(BytesIO(answer.content)).pages)
        for name in ("P2", str(OTHER), str(JUDGE), str(FILER), *map(str, MEMBERS)):
            assert name not in told
        assert "#2" in told
        assert "M1" in told


async def test_precedents_are_found_by_rule_and_remedy(court: Court) -> None:
    """A rule is found however it is written; remedy, verdict and warning narrow the search; pages follow."""
    await court.ruled(UPHOLD, rule="§ 4.3.")
    await court.ruled(REJECT, rule="4.3 ", by=OTHER, moment={"time": "day", "number": 2})
    await court.ruled(POINTS, rule="5.1")

    async def found(**query: Any) -> list[str]:
        rulings = (await court.api.get("/v1/rulings", **query)).json()["rulings"]
        return [ruling["rule"] for ruling in rulings]

    assert await found() == ["5.1", "4.3", "§ 4.3."]
    assert await found(rule="§4.3") == ["4.3", "§ 4.3."]
    assert await found(rule="4.3", remedy="AnnulGame") == ["§ 4.3."]
    assert await found(verdict="reject") == ["4.3"]
    assert await found(warned="true") == ["5.1"]
    first = (await court.api.get("/v1/rulings", limit=2)).json()
    assert await found(limit=2, cursor=first["next"]) == ["§ 4.3."]


async def test_an_unknown_ruling(court: Court) -> None:
    """There is no document of what was not ruled."""
    for path in ("", "/document", "/text", "/pdf"):
        answer = await court.api.get(f"/v1/rulings/{JUDGE}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_ruling")
