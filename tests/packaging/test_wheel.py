"""The package that pip installs needs no Rust and no clone: in an empty environment it runs the tutorial."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.docs.typed import Place

#: A wheel that is there, as in the workflow that publishes it; else what `make build` has built is packed.
GIVEN = "CELLWISE_WHEEL"
BUILD_TIMEOUT_S, INSTALL_TIMEOUT_S = 1800, 600


def unable(missing: str) -> None:
    """Leave a test out for want of something; in continuous integration nothing may be missing."""
    pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for this machine."""
    if given := os.environ.get(GIVEN):
        return Path(given).absolute()
    maturin = shutil.which("maturin", path=Path(sys.executable).parent) or shutil.which("maturin")
    if maturin is None or shutil.which("cargo") is None:
        unable("maturin or cargo is not installed: no wheel can be built")
    folder = tmp_path_factory.mktemp("wheel")
    if not (repository / "python" / "cellwise" / "_core.wasm").exists():
        unable("the module for browsers is not built: make build says why")
    command = [str(maturin), "build", "--release", "--locked", "--quiet", "--out", str(folder)]
    done = subprocess.run(
        command,
        cwd=repository,
        # As `make build` says it: with another interpreter everything would be compiled again.
        env={**os.environ, "VIRTUAL_ENV": sys.prefix},
        capture_output=True,
        text=True,
        check=False,
        timeout=BUILD_TIMEOUT_S,
    )
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def user(repository: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("user") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    lock = repository / "requirements" / "runtime.lock"
    needs = pip(folder, "install", "--quiet", "--require-hashes", "--requirement", str(lock))
    if needs.returncode:
        unable(f"what the wheel needs cannot be installed: {needs.stderr}")
    for arguments in (("install", "--quiet", "--no-index", "--no-deps", str(wheel)), ("check",)):
        done = pip(folder, *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


def pip(environment: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [str(environment / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=INSTALL_TIMEOUT_S, env=without_clone()
    )


def without_clone(**more: str) -> Mapping[str, str]:
    """What the shell says, but not where the clone is."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | more


def test_one_wheel_serves_every_python_and_says_what_is_in_it(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (needs,) = (packed.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    assert {"cellwise/_core.pyi", "cellwise/py.typed", "cellwise/_web/index.html"} <= names
    assert "cellwise/_core.wasm" in names, "the simulator for browsers"
    (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
    assert {f"{info}/licenses/LICENSE", f"{info}/licenses/THIRD-PARTY.txt"} <= names
    assert any(name.startswith(f"{info}/sboms/") for name in names), "the list of what is linked into it"
    assert "Requires-Python: >=3.11" in needs


@pytest.mark.slow
def test_the_installed_wheel_goes_through_the_tutorial(repository: Path, user: Path, tmp_path: Path) -> None:
    # Nothing else is found: no compiler, no clone.
    environment = without_clone(PATH=str(user / "bin"), HOME=str(tmp_path))
    assert shutil.which("cargo", path=environment["PATH"]) is None
    place = Place(tmp_path, str(user / "bin" / "python"), environment)
    place.python("import cellwise; print(cellwise.__file__)")
    assert Path(place.printed.strip()).is_relative_to(user)
    place.follow(repository / "docs" / "tutorial" / "index.md")
    assert list(tmp_path.glob("**/*.svg")), "the tutorial draws pictures"
