"""Which addresses a webhook may lead to, as they stand and as their names resolve."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.webhooks.reaching import AddressNotAllowed, NetworkWithinReach, Reach, reach, wrong_with

PUBLIC = Reach()
BOTH = reach("public 127.0.0.0/8 ::1/128")
INSIDE = (
    *("127.0.0.1", "0.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
    *("::", "::1", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
)
WRONG = (
    *("", "x", "//club.example", "https://", "https:///mafia", "ftp://club.example", "file:///etc/passwd"),
    *("http://club.example/mafia", "https://me:secret@club.example/", "https://club.example/#here"),
    *("https://club.example:99999/", "https://club.example/a b", "https://club.example/\r\nHost: x"),
    *("https://клуб.example/", "https://localhost/", "https://db.internal/", "https://printer.local/"),
    *("https://2130706433/x y", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://" + "a" * 2000),
    *(f"https://{address}/" for address in INSIDE if ":" not in address),
)


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_that_is_not_public_is_not_called(address: str) -> None:
    """Loopback, private, link-local, carrier's, multicast, reserved, and IPv4 in IPv6 clothes."""
    assert not PUBLIC.allows(ip_address(address))


@given(st.ip_addresses(v=4))
def test_dressing_an_address_up_opens_nothing(address: IPv4Address) -> None:
    """Mapped into IPv6 an address is what it was; translated it is never allowed."""
    assert PUBLIC.allows(IPv6Address(f"::ffff:{address}")) == PUBLIC.allows(address)
    assert not PUBLIC.allows(IPv6Address(f"64:ff9b::{address}"))


@pytest.mark.parametrize("url", WRONG)
def test_an_address_that_cannot_be_right_is_said_to_be_wrong(url: str) -> None:
    """It is refused when it is registered, with what was expected."""
    assert wrong_with(url, PUBLIC)


def test_a_network_that_the_settings_allow_may_be_called_without_tls() -> None:
    """There, and nowhere else."""
    assert wrong_with("http://127.0.0.1:8000/mafia", BOTH) is None
    assert wrong_with("https://club.example/mafia", BOTH) is None
    assert wrong_with("http://10.0.0.1/mafia", BOTH)
    assert wrong_with("http://club.example/mafia", BOTH)


def test_what_is_not_named_is_out_of_reach() -> None:
    """Without the word "public" nothing of the internet is called; an empty setting calls nobody."""
    assert wrong_with("https://1.1.1.1/", reach("10.0.0.0/8"))
    assert wrong_with("http://10.0.0.1/", reach("10.0.0.0/8")) is None
    assert wrong_with("https://1.1.1.1/", reach(""))
    with pytest.raises(SystemExit, match="CONSIGLIERE_WEBHOOK_NETWORKS: 'pubic'"):
        reach("pubic")


async def test_a_name_is_looked_at_when_it_is_called() -> None:
    """A name that leads inside is not connected to, whatever it led to when it was registered."""
    with pytest.raises(AddressNotAllowed, match=r"localhost stands for .*, which is not within reach"):
        await NetworkWithinReach(PUBLIC).connect_tcp("localhost", 1, timeout=5)
