"""What is pinned: users, builds and tests each have what they need, in one version, with hashes."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("runtime", "build", "dev", "wheels")
#: What a user may ask for besides.
EXTRAS = ("notebook", "cluster", "pandas", "polars", "search", "gym")
#: What only tests, checks and the documentation need.
TOOLS = {"pytest", "mypy", "ruff", "sphinx", "playwright", "maturin", "hypothesis", "pip-audit"}


def pinned(lock: str) -> dict[str, str]:
    """Give the version of each package of a lock."""
    text = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", text, re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    """Give the names of requirements as locks have them."""
    found = (re.match(r"[\w.-]+", one) for one in requirements)
    return {re.sub(r"[-_.]+", "-", one[0]).lower() for one in found if one}


@pytest.fixture(scope="module")
def project() -> dict[str, object]:
    content: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    return content


@pytest.mark.parametrize("lock", LOCKS)
def test_everything_is_pinned_with_hashes(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    packages = re.split(r"^(?=[a-z0-9])", text.partition("\n")[2], flags=re.MULTILINE)[1:]
    assert packages
    assert [one.split()[0] for one in packages if "==" not in one or "--hash=sha256:" not in one] == []


def test_users_get_what_the_package_needs_and_no_tool(project: dict[str, list[str]]) -> None:
    runtime = pinned("runtime")
    assert names(project["dependencies"]) <= runtime.keys()
    assert runtime.keys().isdisjoint(TOOLS)


def test_a_package_has_one_version_in_all_locks() -> None:
    everything = pinned("dev")
    assert pinned("runtime").items() <= everything.items()
    assert pinned("build").items() <= pinned("wheels").items()
    assert pinned("build").items() <= everything.items()


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_resolves_together_with_all_others(
    extra: str, project: dict[str, dict[str, list[str]]]
) -> None:
    # The lock of the tools is resolved with all extras: what is in it can be installed at once.
    wanted = names(project["optional-dependencies"][extra])
    assert wanted <= pinned("dev").keys()
    assert '--extra "$extra"' in (lock := (ROOT / "tools" / "lock").read_text(encoding="utf-8"))
    assert extra in re.findall(r"for extra in (.*?);", lock)[0].split()


def test_every_package_of_the_page_has_its_hash() -> None:
    text = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: one for name, one in json.loads(text)["packages"].items() if name}
    assert packages
    hashed = re.compile(r"sha512-[A-Za-z0-9+/]{86}==")
    assert [name for name, one in packages.items() if not hashed.fullmatch(one.get("integrity", ""))] == []


def test_images_that_ours_is_made_from_are_named_by_their_digests() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    images = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert [image.partition(":")[0] for image in images] == ["rust", "python"]
    assert [image for image in images if not re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image)] == []
