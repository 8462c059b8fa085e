"""The compiled simulator: scenarios in as text, columns out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "MOST_SHOWN",
    "AuditError",
    "ConfigError",
    "SimulationError",
    "abr_adapters",
    "address_space",
    "bottleneck",
    "catalogue",
    "change",
    "check",
    "decimate",
    "decode_frame",
    "decode_header",
    "decode_rm",
    "described",
    "efficiency",
    "encode_frame",
    "encode_header",
    "encode_rm",
    "expand",
    "identity",
    "jain_index",
    "json_schema",
    "loss_sentences",
    "lost_by_reason",
    "overhead",
    "parse",
    "partition",
    "passing",
    "places",
    "quantity",
    "queueing",
    "replay_packetdrill",
    "resolved",
    "run",
    "sendings",
    "set_values",
    "shared_ports",
    "shown",
    "stop_told",
    "template",
    "to_toml",
    "version",
    "vocabulary",
    "waiting_told",
    "wire",
    "wire_clean",
    "wire_doctor",
    "wire_ports",
    "wire_replay",
]

#: A table: arrays of numbers, and of names, by column.
_Columns: TypeAlias = Mapping[str, NDArray[Any]]

MOST_SHOWN: Final[int]
"""The most issues that are told; behind them stands one that counts the others."""

class ConfigError(ValueError):
    """A scenario breaks a rule; `issues` holds every broken rule."""

    issues: list[dict[str, Any]]

class SimulationError(RuntimeError):
    """A run cannot go on."""

class AuditError(SimulationError):
    """The books of a finished run do not balance: a fault of the simulator."""

def version() -> str: ...
def address_space() -> tuple[int, int] | None: ...
def parse(
    text: str, format: str, file: str | None = None, folder: str | None = None
) -> tuple[str, list[dict[str, Any]]]: ...
def check(scenario_json: str) -> list[dict[str, Any]]: ...
def expand(scenario_json: str, sound: bool = False) -> str: ...
def identity(scenario_json: str, sound: bool = False) -> str: ...
def to_toml(scenario_json: str, sound: bool = False) -> str: ...
def change(scenario_json: str, changes_json: str, folder: str) -> tuple[str, list[dict[str, Any]]]: ...
def set_values(scenario_json: str, changes: Sequence[tuple[str, str]], folder: str) -> str: ...
def resolved(scenario_json: str) -> str: ...
def vocabulary() -> str: ...
def quantity(format: str, text: str) -> int: ...
def template(name: str) -> str: ...
def json_schema() -> str: ...
def catalogue() -> str: ...
def partition(scenario_json: str, threads: int) -> dict[str, Any]: ...
def decimate(x: NDArray[np.float64], y: NDArray[np.float64], columns: int) -> NDArray[np.int64]: ...
def shown(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    begin: float | None,
    end: float | None,
    columns: int,
) -> NDArray[np.int64]: ...
def places(ways: Sequence[Sequence[str]], nodes: Sequence[str]) -> list[tuple[float, float]]: ...
def bottleneck(ports: _Columns, vcs: _Columns, packet_ports: _Columns | None) -> str: ...
def queueing(ports: _Columns) -> list[int]: ...
def abr_adapters(ports: _Columns, vcs: _Columns) -> list[str]: ...
def passing(flows: _Columns, vcs: _Columns) -> dict[str, tuple[list[int], list[int]]]: ...
def shared_ports(flows: _Columns, vcs: _Columns, ports: _Columns) -> dict[str, dict[str, float]]: ...
def jain_index(goodput_bps: NDArray[np.float64]) -> float: ...
def efficiency(
    throughput_bps: NDArray[np.float64], payload_fraction: NDArray[np.float64], rate_bps: float
) -> float: ...
def lost_by_reason(ports: _Columns, vcs: _Columns) -> dict[str, int]: ...
def loss_sentences(table: _Columns) -> list[str]: ...
def sendings(sent: Sequence[tuple[int, float]], lost: Sequence[tuple[int, float]]) -> list[int]: ...
def waiting_told(waiting_json: str, simulated_s: float) -> str | None: ...
def stop_told(stopped_json: str) -> str | None: ...
def described(
    scenario_json: str,
    tables: Sequence[tuple[str, _Columns]],
    summary_json: str,
    series: Sequence[tuple[str, str, str, str, NDArray[np.float64]]],
) -> str: ...
def overhead(sizes: Sequence[str], encapsulation: str | None = None) -> list[dict[str, Any]]: ...
def replay_packetdrill(script: str, tcp: str) -> dict[str, Any]: ...
def wire(scenario_json: str | None, asked: Mapping[str, Any], tell: Callable[[str], None]) -> str:
    """Put hosts onto a network until the time is over or Ctrl-C is pressed.

    Without a scenario, onto a line that takes no time. `tell` gets JSON: `null` when hosts may begin, then a report
    every second. A report comes back as JSON. What is asked: `netns`, `addresses` (lists, by port), `mtu` in octets,
    `queue` in packets, `cell_ps`, `full_packet_ps`, `most_ps` or None, `record`: a file or None.
    """

def wire_clean() -> None: ...
def wire_doctor() -> str: ...
def wire_ports(scenario_json: str) -> tuple[list[str], int]: ...
def wire_replay(text: str, scenario_json: str | None = None) -> str: ...
def encode_header(vpi: int, vci: int, pti: int, clp: bool, gfc: int = 0, nni: bool = False) -> bytes: ...
def decode_header(octets: bytes, nni: bool = False) -> dict[str, Any]: ...
def encode_frame(sdu: bytes, uu: int = 0, cpi: int = 0) -> list[bytes]: ...
def decode_frame(payloads: Sequence[bytes]) -> tuple[bytes, int, int]: ...
def encode_rm(
    er: float,
    ccr: float,
    mcr: float,
    backward: bool = False,
    bn: bool = False,
    ci: bool = False,
    ni: bool = False,
) -> bytes: ...
def decode_rm(payload: bytes) -> dict[str, Any]: ...
def run(
    scenario_json: str,
    progress: Callable[[float], None] | None = None,
    captures: Sequence[tuple[str, str]] = ...,
    about: str = "",
    threads: int = 1,
) -> dict[str, Any]: ...
