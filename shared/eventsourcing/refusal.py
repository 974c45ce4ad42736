"""Refusals: rules that were broken, as named errors with a stable code.

A refusal is anticipated and harmless: nothing was changed. The layers below HTTP know no status
numbers; the four bases say which kind of rule was broken and `shared.web` gives each a status.
"""

import re
from typing import ClassVar


class Refusal(Exception):  # noqa: N818 - a refusal is named after its rule, never "Error"
    """A command breaks a rule. Subclasses are named after the rule: ProtestWindowClosed.

    `code` is the class name in snake case and never changes; `clause` names the clause of the
    regulations where there is one; `facts` are machine-readable details for the answer.
    """

    code: ClassVar[str]

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Derive the stable code from the class name."""
        super().__init_subclass__(**kwargs)
        cls.code = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls.__name__).lower()

    def __init__(self, message: str, *, clause: str | None = None, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.facts = facts


class Forbidden(Refusal):
    """The person may not do this, whatever the state."""


class Missing(Refusal):
    """The thing the command names does not exist, or may not be known to exist."""


class Conflicting(Refusal):
    """The command is well formed, but the state does not allow it now."""


class ConcurrencyConflict(Exception):  # noqa: N818
    """A stream was not at the expected version: somebody else was faster."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream} is at version {actual}, expected {expected}")
        self.stream = stream
        self.expected = expected
        self.actual = actual
