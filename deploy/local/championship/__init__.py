"""A sample championship, played through the public API by a driver that knows no rule."""

from deploy.local.championship.performance import play

__all__ = ["play"]
