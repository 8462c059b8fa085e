"""Captures for Wireshark, tshark and tcptrace: where they look, how they are written.

>>> checked({"ip@s1": "s1.pcap", "cells@sw1.trunk": "trunk.erf"})
[('ip@s1', 's1.pcap'), ('cells@sw1.trunk', 'trunk.erf')]
"""

import os
from collections.abc import Mapping
from pathlib import Path

from cellwise.scenario import Scenario, config_error
from cellwise.targets import require_file

#: Suffixes of capture files, each with a description of such files.
SUFFIXES = {
    ".pcap": "classic pcap, in nanoseconds: for every tool",
    ".pcapng": "pcapng, in nanoseconds, with the fate of cells and packets: for Wireshark and tshark",
    ".erf": "ERF records, of cells only: for Wireshark and tshark",
}


def checked(captures: Mapping[str, str | os.PathLike[str]]) -> list[tuple[str, str]]:
    """Give points and files as the simulator takes them.

    Raises `ConfigError` if a suffix is not known or does not go with the point, or if a file is named twice.
    Raises `ResultsError` if a file is a link, a folder or a device, or cannot be written.
    """
    files = {point: os.fspath(file) for point, file in captures.items()}
    for point, file in files.items():
        suffix = Path(file).suffix
        if suffix not in SUFFIXES:
            known = ", ".join(SUFFIXES)
            raise config_error("captures", repr(file), f"give a file whose suffix is one of {known}")
        if suffix == ".erf" and not point.startswith("cells@"):
            raise config_error(
                "captures", repr(file), f"holds cells only; give {point} a .pcap or .pcapng file"
            )
        if point.endswith(":arriving") and suffix != ".pcapng":
            what = "lost cells" if point.startswith("cells@") else "dropped packets"
            rule = f"cannot distinguish {what} from others; give it a .pcapng file, which has comments"
            raise config_error(
                "captures", repr(file), f"{rule}, or capture {point.removesuffix(':arriving')}"
            )
        if [Path(other).absolute() for other in files.values()].count(Path(file).absolute()) > 1:
            raise config_error(
                "captures", repr(file), "is named twice; give each capture point a file of its own"
            )
    for file in files.values():
        require_file(Path(file))
    return list(files.items())


def about(scenario: Scenario) -> str:
    """Say what a capture is of, in one line."""
    document = scenario.to_dict()
    title = document.get("title") or "untitled scenario"
    seed, replication = document.get("seed", 1), document.get("replication", 0)
    return f"{title}, scenario {scenario.id}, seed {seed}, replication {replication}"


def lua_path() -> Path:
    """Give the file of the dissector that shows the fields of RM cells in Wireshark and tshark."""
    return Path(__file__).with_name("rm.lua")
