"""Check an archive with nothing but Python: `python -m second_scorer FILE`, or `-` for standard input.

Writes one line for each check and each difference, or with `--json` all of it as JSON; ends with 1
where something differs.
"""

import json
import sys
from pathlib import Path

from second_scorer.archive import check
from second_scorer.differences import told


def main(arguments: list[str]) -> int:
    """Check the archive that is named; return how the program ends."""
    names = [one for one in arguments if one != "--json"]
    if len(names) != 1:
        sys.stderr.write("usage: python -m second_scorer [--json] FILE\n")
        return 2
    text = sys.stdin.buffer.read() if names[0] == "-" else Path(names[0]).read_bytes()
    checks = check(json.loads(text))
    if "--json" in arguments:
        sys.stdout.write(json.dumps(checks))
    else:
        sys.stdout.write("\n".join(told(checks)) + "\n")
    return 1 if any(one.differences for one in checks) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
