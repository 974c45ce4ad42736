"""The content of files that were brought as evidence, beside the events that tell their hashes.

A side table: no read model, so that a rebuild leaves it alone; written in the transaction of its event.
"""

from uuid import UUID

from sqlalchemy import Column, Index, LargeBinary, MetaData, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.events import EvidenceFile

evidence_files = Table(
    "evidence_files",
    MetaData(),
    Column("file", Uuid, primary_key=True),
    Column("protest", Uuid, nullable=False),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Index("evidence_files_of_a_protest", "protest"),
)


async def keep(connection: AsyncConnection, protest: UUID, file: EvidenceFile, content: bytes) -> None:
    """Keep a file's content."""
    row = {
        "file": file.file,
        "protest": protest,
        "name": file.name,
        "media_type": file.media_type,
        "sha256": file.sha256,
        "content": content,
    }
    await connection.execute(insert(evidence_files).values(row))


def one(protest: UUID, file: UUID) -> Select[tuple[str, str, str, bytes]]:
    """Select a file of a protest."""
    return select(
        evidence_files.c.name, evidence_files.c.media_type, evidence_files.c.sha256, evidence_files.c.content
    ).where(evidence_files.c.protest == protest, evidence_files.c.file == file)
