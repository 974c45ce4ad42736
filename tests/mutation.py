"""What became of the mutants: a table by file, and a failure where too many live on.

`make mutation` runs mutmut first (an hour on one core; `mutants/` keeps its state): this reads what it left.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

FOLDER = Path("mutants/services/gameplay/domain")
AIM = 0.9
FOUND = {0: "survived", 1: "killed", 3: "killed", 33: "survived", 5: "survived", None: "to do"}
"""By mutmut's exit codes; 33 and 5 are mutants that no test reaches, others ran out of time: killed."""


def counted(meta: Path) -> Counter[str]:
    """Count the mutants of a file by what became of them."""
    codes = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].values()
    return Counter(FOUND.get(code, "killed") for code in codes)


def main() -> None:
    """Print the table; exit with 1 where fewer than nine of ten were killed, or some are still to do."""
    table = Table("file", "mutants", "killed", "survived", "to do", "share")
    total: Counter[str] = Counter()
    for meta in sorted(FOLDER.rglob("*.meta")):
        count = counted(meta)
        if count:
            table.add_row(meta.name.removesuffix(".py.meta"), *_figures(count))
            total += count
    table.add_section()
    table.add_row("all", *_figures(total))
    Console().print(table)
    sys.exit(total["to do"] > 0 or total["killed"] < AIM * total.total())


def _figures(count: Counter[str]) -> list[str]:
    judged = count["killed"] + count["survived"]
    share = f"{100 * count['killed'] / judged:.1f} %" if judged else ""
    return [str(count.total()), str(count["killed"]), str(count["survived"]), str(count["to do"]), share]


if __name__ == "__main__":
    main()
