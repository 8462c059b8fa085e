"""The version, taken from the compiled simulator so that the two can never differ."""

from cellwise import _core

__version__: str = _core.version()
