"""Every event ever stored or said decodes for ever."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.contracts.make_golden import GOLDEN, codecs

SAMPLES = sorted(path.relative_to(GOLDEN) for path in GOLDEN.rglob("*.json"))
CODECS = codecs()


def holds(written: Any, sample: Any) -> bool:
    """Tell whether all of a sample is written as it stands; fields that came later may stand beside."""
    if isinstance(sample, dict):
        return isinstance(written, dict) and all(
            key in written and holds(written[key], value) for key, value in sample.items()
        )
    if isinstance(sample, list):
        return isinstance(written, list) and len(written) == len(sample) and all(map(holds, written, sample))
    return bool(written == sample)


@pytest.mark.parametrize("path", SAMPLES, ids=str)
def test_a_golden_sample_decodes(path: Path) -> None:
    """The sample gives an event, and a current sample is written again as it stands, field by field."""
    text = (GOLDEN / path).read_text(encoding="utf-8")
    match = re.fullmatch(r"(\w+)\.v(\d+)", path.stem)
    assert match is not None
    name, version = match[1], int(match[2])
    codec = CODECS[str(path.parent)]
    event = codec.decode(name, version, text)
    assert type(event).__name__ == name
    if version == codec.version_of(name):
        written = json.loads(msgspec.json.encode(event))
        assert holds(written, json.loads(text))


@pytest.mark.parametrize("folder", CODECS)
def test_every_event_has_a_golden_sample_of_its_current_version(folder: str) -> None:
    """An event without a sample could change unseen: run make_golden.py and commit what it wrote."""
    codec = CODECS[folder]
    for event_type in codec.types:
        name = event_type.__name__
        assert (GOLDEN / folder / f"{name}.v{codec.version_of(name)}.json").exists(), name
