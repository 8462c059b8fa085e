"""Programs of `benches` as modules: their files have no ending."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

ROOT = Path(__file__).parents[2]


def program(name: str) -> ModuleType:
    """Load a program, which finds the modules next to it."""
    path = ROOT / "benches" / name
    spec = spec_from_loader(name, SourceFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with patch.object(sys, "path", [str(path.parent), *sys.path]):
        spec.loader.exec_module(module)
    return module
