"""The regulations documents that the product ships."""

import functools

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.registration.api.schemas import RegulationsListed
from services.registration.domain.errors import RegulationsFlawed, RegulationsUnknown
from shared.contracts.checking import problems_of
from shared.contracts.regulations import Regulations, Slug, shipped
from shared.web.reads import Reads


@functools.cache
def documents() -> dict[str, Regulations]:
    """Return the shipped documents by id."""
    return shipped()


def given(regulations: Slug | Regulations) -> Regulations:
    """Return the document that a body means: a shipped one by its id, or its own, checked as a whole.

    Raises RegulationsUnknown; RegulationsFlawed with everything that is wrong, each with its path.
    """
    if isinstance(regulations, str):
        return document(regulations)
    problems = problems_of(regulations)
    if problems:
        raise RegulationsFlawed(
            f"The document {regulations.id!r} cannot be meant so: "
            + "; ".join(f"{problem.path}: {problem.message}" for problem in problems),
            problems=[msgspec.structs.asdict(problem) for problem in problems],
        )
    return regulations


def document(identity: str) -> Regulations:
    """Return a shipped document. Raises RegulationsUnknown."""
    found = documents().get(identity)
    if found is None:
        raise RegulationsUnknown(
            f"No document {identity!r} is shipped; there are {', '.join(documents())}, or send a whole one."
        )
    return found


class RegulationsController(Controller):
    """Read the shipped documents."""

    path = "/v1/regulations"
    tags = ("regulations",)

    @get(opt={"public": True})
    async def listed(self) -> list[RegulationsListed]:
        """List the shipped documents."""
        return [
            RegulationsListed(id=found.id, version=found.version, title=found.title)
            for found in documents().values()
        ]

    @get("/{regulations_id:str}", opt={"public": True})
    async def read(
        self, regulations_id: FromPath[Slug], reads: NamedDependency[Reads]
    ) -> Response[Regulations]:
        """Show a shipped document."""
        found = document(regulations_id)
        return reads.answer(found, version=found.version)
