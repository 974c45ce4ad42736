"""With each known bug brought back, the tests named beside it fail: they can."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.local.databases import PostgresServer
from tests.bugs.switches import SWITCHES

ROOT = Path(__file__).parents[2]
SHARED = "tests/integration/shared"
STORE, RELAY, CONSUMER, WEB = (
    f"{SHARED}/test_{name}.py" for name in ("store_contract", "relay", "consumer", "web")
)
POISON = f"{CONSUMER}::test_a_poisoned_event_freezes_the_consumer_which_says_so_and_goes_on_when_mended"
CATCH = {
    "bigserial_cursor": f"{STORE}::test_concurrent_writers_leave_dense_positions_in_commit_order",
    "no_expected_version": f"{STORE}::test_another_expected_version_is_a_conflict_that_names_both",
    "no_expected_sequence": f"{RELAY}::test_a_zombie_that_believes_an_old_sequence_is_refused",
    "checkpoint_before_commit": POISON,
    "skipped_gaps": f"{CONSUMER}::test_a_gap_is_filled_from_the_feed_and_a_duplicate_does_nothing",
    "skipped_poison": POISON,
    "followed_surplus": f"{RELAY}::test_a_stream_ahead_of_the_outbox_halts_the_relay",
    "forgotten_keys": f"{WEB}::test_the_same_key_with_the_same_request_gives_the_same_answer_once",
    "returned_mid_transaction": (
        f"{SHARED}/test_cancelled_commands.py::test_what_follows_a_cancelled_command_is_kept"
    ),
}
"""The test that catches each bug. Without the bug all of them pass: they are part of the suite."""


def test_every_bug_has_its_catch() -> None:
    """No switch is without a test that it must break."""
    assert set(CATCH) == set(SWITCHES)


ALWAYS = ("bigserial_cursor", "no_expected_sequence", "checkpoint_before_commit", "skipped_gaps")
"""Tried in every run of the suite; `make bugs` tries all."""
TRIED = sorted(CATCH) if "ALL_BUGS" in os.environ else sorted(ALWAYS)


@pytest.mark.parametrize("bug", TRIED)
def test_the_suite_fails_with(bug: str, postgres_server: PostgresServer) -> None:
    """The named test fails when the bug is back, by what it says itself and not by an accident."""
    arguments = ["-q", "-x", "-p", "tests.bugs.switches", "-p", "no:cacheprovider", "--timeout", "10"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, CATCH[bug]],
        cwd=ROOT,
        env=os.environ
        | {"BUG": bug, "TEST_POSTGRES_URL": postgres_server.admin_url, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    last = run.stdout.splitlines()[-1] if run.stdout else run.stderr
    assert run.returncode == pytest.ExitCode.TESTS_FAILED, run.stdout + run.stderr
    assert "1 failed" in last
    assert "error" not in last
