"""Files of evidence over HTTP: taken whole, kept with their hash, given to those concerned only."""

import hashlib
from typing import Any
from uuid import UUID, uuid4

import httpx

from services.appeals.domain.protest.hearing import FILE_BYTES
from tests.integration.appeals.championship import Court
from tests.unit.appeals.protests import CHIEF, FILER, JUDGE, MEMBERS, OTHER, STRANGER

PDF = b"%PDF-1.7 the recording, frame by frame"


async def bring(
    court: Court, content: bytes = PDF, media_type: str = "application/pdf", by: UUID = FILER, **query: Any
) -> httpx.Response:
    """Bring a file."""
    headers = court.api.bearer(by, "participant") | {
        "Idempotency-Key": str(uuid4()),
        "If-Match": f'"v{court.version}"',
        "Content-Type": media_type,
    }
    return await court.api.client.post(
        f"/v1/protests/{court.protest}/evidence/files",
        params={"name": "запис №1.pdf", "text": "Frame by frame."} | query,
        content=content,
        headers=headers,
    )


async def test_a_file_is_kept_with_its_hash_and_given_to_those_concerned(court: Court) -> None:
    """Parties, commission and officials download the very bytes; others learn nothing of them."""
    await court.under_review()
    brought = await bring(court)
    assert brought.status_code == 201, brought.text
    digest = hashlib.sha256(PDF).hexdigest()
    assert brought.json()["sha256"] == digest
    path = f"/v1/protests/{court.protest}/evidence/files/{brought.json()['file']}"
    for reader in (FILER, JUDGE, MEMBERS[1], CHIEF):
        given = await court.api.get(path, by=reader)
        assert (given.status_code, given.content) == (200, PDF)
        assert given.headers["content-disposition"].startswith("attachment;")
        assert given.headers["x-content-type-options"] == "nosniff"
        assert digest in given.headers["repr-digest"]
    for stranger in (STRANGER, OTHER):
        assert (await court.api.get(path, by=stranger)).status_code == 403
    assert (await court.api.get(path)).status_code == 401
    heard = (await court.api.get(f"/v1/protests/{court.protest}/hearing", by=MEMBERS[0])).json()["entries"]
    assert (heard[-1]["file"]["name"], heard[-1]["file"]["sha256"]) == ("запис №1.pdf", digest)
    unknown = await court.api.get(path.rpartition("/")[0] + f"/{uuid4()}", by=FILER)
    assert unknown.status_code == 404


async def test_what_is_no_evidence_is_not_kept(court: Court) -> None:
    """Another kind of file, an empty one, a large one, and one of who is not heard."""
    await court.under_review()
    for content, media_type, by, code in (
        (PDF, "text/html", FILER, "file_type_not_taken"),
        (PDF, "image/svg+xml", FILER, "file_type_not_taken"),
        (b"", "application/pdf", FILER, "file_size_not_taken"),
        (PDF, "application/pdf", OTHER, "not_heard"),
    ):
        refused = await bring(court, content, media_type, by)
        assert refused.json()["code"] == code, refused.text
    large = await bring(court, b"x" * (FILE_BYTES + 1))
    assert large.status_code == 413
    assert (await court.read())["version"] == court.version
