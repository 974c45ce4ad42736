"""QR codes of personal links, as SVG."""

import io
from importlib import import_module

from shared.web.problems import BadRequest


def qr_svg(text: str) -> str:
    """Return a QR code that holds a text, as an SVG document that prints at any size.

    Raises BadRequest (503) where the library that draws them is not installed.
    """
    try:
        segno = import_module("segno")
    except ModuleNotFoundError as error:
        raise BadRequest(503, "no_qr_codes", "QR codes need the library segno; install it.") from error
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False)
    return drawn.getvalue().decode()
