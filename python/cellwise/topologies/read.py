"""Reading topologies: the format is found by the content."""

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from cellwise.quantity import rate_bps, span_s
from cellwise.topologies.graph import Demand, Graph, Link, Node
from cellwise.untrusted_files import plain_file

#: A longer file is refused.
MOST_OCTETS = 64_000_000

#: The units of SNDlib; a file without one usually means Mbit/s.
_UNITS = {
    "BITSPERSEC": "1 bit/s",
    "KBITPERSEC": "1 kbit/s",
    "MBITPERSEC": "1 Mbit/s",
    "GBITPERSEC": "1 Gbit/s",
}

#: The first words of a list of edges that names its columns.
_HEADERS = {("source", "target"), ("from", "to")}


def read_topology(path: Path) -> Graph:
    """Read a topology: GraphML (as the Internet Topology Zoo), SNDlib's XML, or a list of edges.

    A list of edges has a line for each link: two names, then its rate and its delay if they are known,
    separated by white space or commas; ``#`` begins a comment.

    Rates of GraphML (``LinkSpeedRaw``, bit/s) and of lists of edges are quantities; SNDlib's capacities and
    demands are numbers in `Graph.unit`.

    Raises `OSError` if the file cannot be read. Raises `ValueError` if it has more than 64 MB or another
    format, names a node that it does not have, or has no link.
    """
    with plain_file(path) as file:
        content = file.read(MOST_OCTETS + 1)
    if len(content) > MOST_OCTETS:
        raise ValueError(f"has more than {MOST_OCTETS // 10**6} MB")
    graph = (
        _of_xml(content) if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else _of_lines(content)
    )
    if not graph.links:
        raise ValueError("has no link between two nodes")
    return graph


def _of_xml(content: bytes) -> Graph:
    # An entity of a document type may stand for any amount of text.
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise ValueError("has a document type (DTD), which is not read; delete it")
    try:
        root = ElementTree.fromstring(content)
    except (ElementTree.ParseError, ValueError) as error:
        raise ValueError(f"is not XML: {error}") from None
    for part in root.iter():
        part.tag = str(part.tag).rpartition("}")[2]
    match root.tag:
        case "graphml":
            return _of_graphml(root)
        case "network" if root.find("networkStructure") is not None:
            return _of_sndlib(root)
    raise ValueError(f"begins with <{root.tag}>; GraphML begins with <graphml>, SNDlib with <network>")


def _of_graphml(root: ElementTree.Element) -> Graph:
    keys = {key.get("id"): str(key.get("attr.name", "")).lower() for key in root.iter("key")}

    def about(part: ElementTree.Element) -> dict[str, str]:
        return {keys.get(data.get("key"), ""): (data.text or "").strip() for data in part.findall("data")}

    names: dict[str, str] = {}
    nodes: dict[str, Node] = {}
    for part in root.iter("node"):
        known, number = about(part), part.get("id", "")
        label = known.get("label") or number
        # The same label may be given to several nodes.
        names[number] = label if label not in nodes else f"{label}-{number}"
        nodes[names[number]] = Node(names[number], _degrees(known, "longitude", "latitude"))
    graph = Graph(nodes)
    for part in root.iter("edge"):
        known = about(part)
        speed = _number(known.get("linkspeedraw", ""))
        ends = part.get("source", ""), part.get("target", "")
        rate = f"{round(speed)} bit/s" if speed and speed > 0 else ""
        _add(graph, Link((names.get(ends[0], ends[0]), names.get(ends[1], ends[1])), rate=rate))
    return graph


def _of_sndlib(root: ElementTree.Element) -> Graph:
    geographical = any(part.get("coordinatesType") == "geographical" for part in root.iter("nodes"))
    nodes = {}
    for part in root.iter("node"):
        name = part.get("id", "")
        known = {axis: part.findtext(f"coordinates/{axis}", "") for axis in ("x", "y")}
        nodes[name] = Node(name, _degrees(known, "x", "y") if geographical else None)
    unit = root.findtext("meta/unit", "").strip().upper()
    graph = Graph(nodes, unit=_UNITS.get(unit, Graph.unit))
    for part in root.iterfind("networkStructure/links/link"):
        capacities = (_number(capacity.text or "") for capacity in part.iter("capacity"))
        capacity = next((known for known in capacities if known), None)
        ends = part.findtext("source", "").strip(), part.findtext("target", "").strip()
        # Capacities are in the unit of the demands, which the writer knows.
        _add(graph, Link(ends, part.get("id", ""), rate=f"{capacity:g}" if capacity else ""))
    for part in root.iter("demand"):
        ends = part.findtext("source", "").strip(), part.findtext("target", "").strip()
        amount = _number(part.findtext("demandValue", ""))
        _require(graph, ends)
        if amount and amount > 0 and ends[0] != ends[1]:
            graph.demands.append(Demand(ends, amount))
    return graph


def _of_lines(content: bytes) -> Graph:
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ValueError("is neither XML nor text in UTF-8") from None
    graph = Graph()
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        words = [word.strip() for word in text.split(",")] if "," in text else _words(text)
        if not text or tuple(word.lower() for word in words[:2]) in _HEADERS:
            continue
        if not 2 <= len(words) <= 4 or not all(words[:2]):
            raise ValueError(f"line {number}: {text!r} is not two names, a rate and a delay")
        rate, delay = (*words[2:], "", "")[:2]
        for word, read, example in ((rate, rate_bps, "10 Gbit/s"), (delay, span_s, "5 ms")):
            try:
                read(word or example)
            except ValueError as error:
                raise ValueError(f"line {number}: {word!r}: {error}; write it as {example}") from None
        for name in words[:2]:
            graph.nodes.setdefault(name, Node(name))
        _add(graph, Link((words[0], words[1]), rate=rate, delay=delay))
    return graph


def _words(text: str) -> list[str]:
    """Split at white space, but not between a number and its unit."""
    return re.findall(r"\d[\d.]*\s+(?=[A-Za-z])[A-Za-z/]+|\S+", text)


def _add(graph: Graph, link: Link) -> None:
    _require(graph, link.ends)
    # No packet takes a link from a node to itself.
    if link.ends[0] != link.ends[1]:
        graph.links.append(link)


def _require(graph: Graph, ends: tuple[str, str]) -> None:
    for end in ends:
        if end not in graph.nodes:
            raise ValueError(f"has a link or a demand of {end!r}, but no such node")


def _degrees(known: Mapping[str, str], east: str, north: str) -> tuple[float, float] | None:
    degrees = _number(known.get(east, "")), _number(known.get(north, ""))
    return None if degrees[0] is None or degrees[1] is None else (degrees[0], degrees[1])


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None
