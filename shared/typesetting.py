"""Pages for a wall or a file: a Typst template, filled with data, becomes a PDF.

The fonts are those that come with the library (Latin, Cyrillic), whatever the machine has, and the same
data give the same bytes.
"""

import asyncio
from pathlib import Path

import msgspec
import typst

MEDIA_TYPE = "application/pdf"


async def pdf(template: Path, content: object) -> bytes:
    """Return the template as PDF, with `content` (whatever msgspec can encode) at hand as `data`.

    The template begins with `#let data = json(bytes(sys.inputs.data))`; every text of a user is in `data`
    and never part of the template, so that nothing a user writes is read as markup.
    """
    return await asyncio.to_thread(_compile, template, msgspec.json.encode(content).decode())


def _compile(template: Path, data: str) -> bytes:
    return typst.compile(
        str(template),
        root=str(template.parent),
        ignore_system_fonts=True,
        sys_inputs={"data": data},
        timestamp=0,
    )
