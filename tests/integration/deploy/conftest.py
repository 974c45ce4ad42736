"""Folders for servers. Under root PostgreSQL runs as another user, who must be able to get there."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest


@contextmanager
def outside_of_pytest() -> Iterator[Path]:
    """Give a folder beside pytest's own, which every pytest that starts closes to other users again."""
    folder = Path(mkdtemp(prefix="consigliere-test-"))
    yield folder
    rmtree(folder)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Give a folder for the servers of one test."""
    with outside_of_pytest() as folder:
        yield folder


@pytest.fixture(scope="module")
def folder_of_module() -> Iterator[Path]:
    """Give a folder for the servers of one module."""
    with outside_of_pytest() as folder:
        yield folder
