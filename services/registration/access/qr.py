"""QR codes of personal links, as SVG."""

import io

import segno


def qr_svg(text: str) -> str:
    """Return a QR code that holds a text, as an SVG document that prints at any size."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=4, xmldecl=False)
    return drawn.getvalue().decode()
