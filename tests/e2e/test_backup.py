"""A backup made while a championship lies there, brought back into another folder and started."""

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from deploy.backup.saving import BackupFailed
from deploy.local.championship.front import Front
from deploy.local.keeping import backed_up, brought_back
from deploy.local.ports import free_ports
from deploy.local.program import ProgramFailed
from deploy.local.stack import Stack
from deploy.local.verification import verified
from tests.e2e.conftest import Played

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_backup_is_started_elsewhere_with_all_that_it_held(played: Played) -> None:
    """Standings, rulings and the admin's secret are as they were, and every promise is kept there too."""
    folder = Path(mkdtemp(prefix="consigliere-backup-"))
    try:
        note = await backed_up(played.stack.folder, folder / "backup")
        assert await brought_back(folder / "backup", folder / "data") == note
        async with Stack(folder / "data", port=free_ports(1)[0], durable=False) as stack:
            front = Front(stack.base_url, keyed="brought back")
            copy = Played(stack, front, played.going)
            assert await copy.by_nick() == await played.by_nick()
            assert await copy.rulings() == await played.rulings()
            admin = played.stack.keys.admin
            await front.sign_in(client_id=str(admin.id), client_secret=admin.secret)
            assert [f for f in await verified(stack.folder) if f.wrong and f.invariant != "I1"] == []
            await front.close()
        with pytest.raises(ProgramFailed, match="holds data already"):
            await brought_back(folder / "backup", folder / "data")
        (folder / "backup" / "scoring.dump").write_bytes(b"PGDMP nothing")
        with pytest.raises(BackupFailed, match="scoring"):
            await brought_back(folder / "backup", folder / "other")
        assert not (folder / "other" / "postgres").exists()
        assert not (folder / "other" / "keys").exists()
    finally:
        rmtree(folder, ignore_errors=True)
