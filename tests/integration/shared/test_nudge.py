"""Nudges never harm the connection that they go over."""

import asyncio

from deploy.local.nats import EmbeddedNats
from shared.messaging.connecting import connect
from shared.messaging.nudge import nudger
from tests.chaos.proxy import Proxy
from tests.eventually import eventually


async def test_a_connection_that_stood_still_under_a_nudge_goes_on(nats_server: EmbeddedNats) -> None:
    """A line that lets nothing through for a while costs the nudge, and not the connection."""
    direct = await connect(nats_server.url, "direct", "test")
    async with Proxy(lambda: nats_server.port) as proxy:
        url = nats_server.url.replace(f":{nats_server.port}", f":{proxy.port}")
        client = await connect(url, "held", "test")
        heard = asyncio.Event()

        async def hear(_message: object) -> None:
            heard.set()

        await client.subscribe("said", cb=hear)
        await client.flush()
        proxy.hold()
        before = asyncio.all_tasks()
        nudger(client, "scoring")()
        await asyncio.gather(*(asyncio.all_tasks() - before))
        proxy.let_go()

        async def said() -> bool:
            await direct.publish("said", b"")
            return heard.is_set()

        await eventually(said, "a message over the connection that had stood still")
        await client.close()
    await direct.close()
