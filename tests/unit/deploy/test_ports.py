"""Choosing TCP ports."""

import socket

from deploy.local.ports import HOST, free_port, free_ports


def test_a_free_port_is_kept() -> None:
    """The preferred port is chosen where nobody has it."""
    (port,) = free_ports(1)
    assert free_port(port) == port


def test_a_taken_port_gives_way_to_the_next_free_one() -> None:
    """A listener on the preferred port is left alone."""
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert free_port(port) > port


def test_several_ports_are_distinct_and_below_those_of_outgoing_connections() -> None:
    """A server must find its port free after a restart."""
    ports = free_ports(20)
    assert len(set(ports)) == 20
    assert max(ports) < 32_768
