"""`benches/acts`: which instructions count for which module, and which modules for which act."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from tests.benches.programs import ROOT, program

acts = program("acts")

#: As callgrind writes it: names have numbers, and addresses are steps from the one before.
PROFILE = """positions: instr line
events: Ir

ob=(1) /somewhere/run
fl=(1) crates/net/src/world/mod.rs
fn=(1) cellwise_net::world::World::serve
0x100 7 5
+4 8 6
fi=(2) /library/vec.rs
+4 * 7
cob=(2) /lib/libc.so
cfn=(2) malloc
calls=3 0x50
* 9 1000
fe=(1)
-8 9 8

ob=(2)
fn=(2)
0x50 0 9

ob=(1)
fn=(3) core::<impl core::fmt::Debug>::fmt
0x200 0 10
"""
LINES = {
    0x100: [
        "/library/option.rs:3",
        "/crates/units/src/span.rs:1",
        "/crates/net/src/element/port/fifo.rs:9",
    ],
    0x104: ["/crates/net/src/data/ids.rs:1", "/crates/net/src/world/mod.rs:2 (discriminator 3)"],
    0x108: ["/crates/engine/src/key.rs:2", "/crates/net/src/world/mod.rs:2"],
}


def test_a_line_counts_for_our_innermost_module_and_another_for_its_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "profile"
    profile.write_text(PROFILE)
    monkeypatch.setattr(acts, "lines_of", lambda _, found: [LINES.get(one, ["??:0"]) for one in found])
    assert acts.by_module(Path("/elsewhere/run"), profile, "") == {
        "cellwise_net::element::port::fifo": 5 + 8,
        "cellwise_net::world": 6,
        "cellwise_engine::key": 7,
        "malloc": 9,
        "core::fmt": 10,
    }


def test_each_name_of_an_act_is_that_of_a_module() -> None:
    """One that was renamed would count for another act."""
    modules = [acts.module_of([f"{path.as_posix()}:1"], "") for path in ROOT.glob("crates/*/src/**/*.rs")]
    named = [one for act, names in acts.ACTS.items() if act != "memory" for one in names.split()]
    first = Counter(next((one for one in named if re.search(one, module)), "") for module in modules)
    assert [one for one in named if not first[one]] == []


@pytest.mark.skipif(os.name != "posix", reason="a program that is a script of a shell")
def test_lines_are_those_of_each_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lookup = tmp_path / "addr2line"
    lookup.write_text("#!/bin/sh\nwhile read one; do echo $one; echo $4:1; echo lib.rs:2; done\n")
    lookup.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert acts.lines_of(Path("run"), [256, 0]) == [["run:1", "lib.rs:2"]] * 2
