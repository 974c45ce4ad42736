"""Templates become PDFs, and nothing that a user wrote becomes markup."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from shared.typesetting import pdf


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """Write a template that prints one name."""
    path = tmp_path / "name.typ"
    path.write_text("#let data = json(bytes(sys.inputs.data))\n= #data.name\n")
    return path


async def test_names_in_cyrillic_are_readable(template: Path) -> None:
    """What is printed can be read from the PDF, in Russian and Ukrainian too."""
    printed = await pdf(template, {"name": "Ґанок Ёж Їжак"})
    assert PdfReader(BytesIO(printed)).pages[0].extract_text().strip() == "Ґанок Ёж Їжак"


async def test_markup_of_a_user_is_text(template: Path) -> None:
    """A nick that looks like a call of Typst is printed as it is."""
    nick = '#read("/etc/passwd") *x* $a$'
    printed = await pdf(template, {"name": nick})
    assert PdfReader(BytesIO(printed)).pages[0].extract_text().strip() == nick


async def test_same_data_give_the_same_bytes(template: Path) -> None:
    """A page can be compared by its digest."""
    assert await pdf(template, {"name": "Дон"}) == await pdf(template, {"name": "Дон"})
