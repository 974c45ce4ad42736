"""Answers that are files: calendars, sheets and pages, unchanged ones not sent again."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Response

from services.registration.api.wording import Language
from shared.web.reads import Reads

NOT_MODIFIED = 304


async def filed(
    reads: Reads,
    identity: bytes,
    content: bytes | Callable[[], Awaitable[bytes]],
    *,
    media_type: str,
    name: str,
    language: Language | None = None,
) -> Response[Any]:
    """Answer with a file, or 304 where the client has it; what takes long to make is made only to be sent.

    `identity` is all that its bytes follow from.
    """
    etag = hashlib.sha256(identity).hexdigest()[:32]
    headers = {"Content-Disposition": f'inline; filename="{name}"', "ETag": f'"{etag}"'}
    if language is not None:
        headers["Content-Language"] = language
    if reads.answer(None, etag=etag).status_code == NOT_MODIFIED:
        return Response(b"", status_code=NOT_MODIFIED, media_type=media_type, headers=headers)
    made = content if isinstance(content, bytes) else await content()
    return Response(made, media_type=media_type, headers=headers)
