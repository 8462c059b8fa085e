"""The simulator for a notebook's page: one model has it, packed, for all widgets."""

import gzip
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ipywidgets import Widget

_MODULE = "_core.wasm"


def simulator() -> "Widget":
    """Give the model whose trait ``octets`` is the simulator for browsers, packed by gzip.

    They are empty if it is not built.

    Raises
    ------
    ImportError
        If ipywidgets is not installed.
    """
    found = _made()
    if found.comm is None:
        # The user has closed all widgets.
        _made.cache_clear()
        found = _made()
    return found


@cache
def _made() -> "Widget":
    model: Any = _model_class()
    made: Widget = model(octets=_packed())
    return made


@cache
def _model_class() -> "type[Widget]":
    import ipywidgets
    import traitlets

    class Simulator(ipywidgets.Widget):  # type: ignore[misc]
        """Nothing to be seen."""

        octets = traitlets.Bytes().tag(sync=True)

        def __repr__(self) -> str:
            return "<the simulator of widgets>"

    return Simulator


@cache
def _packed() -> bytes:
    module = files("cellwise") / _MODULE
    # Where it is not built the widget says so, and what builds it.
    return gzip.compress(module.read_bytes(), mtime=0) if module.is_file() else b""
