"""numpy, loaded when something of it is first used: that takes longer than loading all of this package.

For the modules that ``import cellwise`` and the quick commands load; any other imports numpy itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["np"]


class _Lazy:
    """A library that is loaded when one of its names is first asked for."""

    def __init__(self, name: str) -> None:
        self._library = name

    def __getattr__(self, name: str) -> Any:
        # From then on all its names are found without coming here; one that is made later comes here again.
        library = import_module(self._library)
        self.__dict__.update(library.__dict__)
        return getattr(library, name)


if TYPE_CHECKING:
    import numpy as np
else:
    np = _Lazy("numpy")
