"""Topologies from files: what each format says, scenarios that check and run, mistakes with their place."""

import itertools
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import cellwise as cw
from cellwise.topologies import read_topology, scenario_text

Cli = Callable[..., object]

GRAPHML = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key attr.name="label" attr.type="string" for="node" id="d1" />
  <key attr.name="Longitude" attr.type="double" for="node" id="d2" />
  <key attr.name="Latitude" attr.type="double" for="node" id="d3" />
  <key attr.name="LinkSpeedRaw" attr.type="double" for="edge" id="d4" />
  <graph edgedefault="undirected">
    <node id="0"><data key="d1">New York</data><data key="d2">-74.00597</data>
      <data key="d3">40.71427</data></node>
    <node id="1"><data key="d1">London</data><data key="d2">-0.12574</data>
      <data key="d3">51.50853</data></node>
    <node id="2"><data key="d1">None</data></node>
    <node id="3"><data key="d1">None</data></node>
    <edge source="0" target="1"><data key="d4">1000000000.0</data></edge>
    <edge source="0" target="1" />
    <edge source="1" target="2" />
    <edge source="2" target="3" />
    <edge source="3" target="3" />
  </graph>
</graphml>
"""

SNDLIB = """<?xml version="1.0" encoding="ISO-8859-1"?>
<network xmlns="http://sndlib.zib.de/network" version="1.0">
 <networkStructure>
  <nodes coordinatesType="geographical">
   <node id="A"><coordinates><x>0.0</x><y>0.0</y></coordinates></node>
   <node id="B"><coordinates><x>90.0</x><y>0.0</y></coordinates></node>
   <node id="C"><coordinates><x>0.0</x><y>90.0</y></coordinates></node>
  </nodes>
  <links>
   <link id="L1"><source>A</source><target>B</target>
    <preInstalledModule><capacity>9920.0</capacity><cost>0.0</cost></preInstalledModule></link>
   <link id="L2"><source>B</source><target>C</target>
    <additionalModules><addModule><capacity>40.0</capacity><cost>9.0</cost></addModule></additionalModules></link>
   <link id="L3"><source>A</source><target>C</target></link>
  </links>
 </networkStructure>
 <demands>
  <demand id="D1"><source>A</source><target>C</target><demandValue>1.5</demandValue></demand>
  <demand id="D2"><source>C</source><target>A</target><demandValue>0.25</demandValue></demand>
  <demand id="D3"><source>B</source><target>A</target><demandValue>0.0</demandValue></demand>
 </demands>
</network>
"""

#: A quarter of the equator in nanoseconds at 5 us/km.
QUARTER_NS = 50_037_786

#: The links of Abilene in SNDlib.
ABILENE = """
ATLAM5 ATLAng\nATLAng HSTNng\nATLAng IPLSng\nATLAng WASHng\nCHINng IPLSng\nCHINng NYCMng\nDNVRng KSCYng
DNVRng SNVAng\nDNVRng STTLng\nHSTNng KSCYng\nHSTNng LOSAng\nIPLSng KSCYng\nLOSAng SNVAng\nNYCMng WASHng
SNVAng STTLng
"""


def _read(folder: Path, text: str) -> dict[str, object]:
    file = folder / "topology"
    file.write_text(text)
    return tomllib.loads(scenario_text(read_topology(file), "t"))


def test_graphml_has_rates_and_delays_by_distance(tmp_path: Path) -> None:
    scenario = _read(tmp_path, GRAPHML)
    links = scenario["links"]
    assert list(links) == [
        "New-York-London",
        "New-York-London-2",
        "London-None",
        "None-None-3",
        "None-3-host-link",
        "New-York-host-link",
    ]
    assert links["New-York-London"]["rate"] == "1000000000 bit/s"
    assert links["New-York-London-2"]["rate"] == "10 Gbit/s"
    # 5570 km of great circle between New York and London.
    assert int(links["New-York-London"]["delay"].split()[0]) == pytest.approx(5570 * 5000, rel=1e-3)
    assert links["London-None"]["delay"] == "1 ms"
    assert {flow["kind"] for flow in scenario["flows"].values()} == {"tcp", "ping"}


def test_sndlib_has_capacities_and_demands_in_its_unit(tmp_path: Path) -> None:
    file = tmp_path / "net.xml"
    file.write_text(SNDLIB)
    for unit, factor in (("1 Mbit/s", 1), ("1 Gbit/s", 1000)):
        scenario = tomllib.loads(scenario_text(read_topology(file), "t", unit=unit))
        rates = {name: link["rate"] for name, link in scenario["links"].items()}
        assert rates["L1"] == f"{9_920_000_000 * factor} bit/s"
        assert rates["L2"] == f"{40_000_000 * factor} bit/s"
        assert rates["L3"] == "10 Gbit/s"
        flows = {name: flow["udp"]["rate"] for name, flow in scenario["flows"].items()}
        assert flows == {"A-C": f"{1_500_000 * factor} bit/s", "C-A": f"{250_000 * factor} bit/s"}
        assert list(scenario["nodes"]) == ["A", "B", "C", "A-host", "C-host"]
        delays = {int(scenario["links"][name]["delay"].split()[0]) for name in ("L1", "L2", "L3")}
        assert delays == {QUARTER_NS}


def test_sndlib_may_name_its_unit(tmp_path: Path) -> None:
    for name, rate in (("BITSPERSEC", "9920 bit/s"), ("GBITPERSEC", "9920000000000 bit/s")):
        meta = f"<meta><unit>{name}</unit></meta><networkStructure>"
        links = _read(tmp_path, SNDLIB.replace("<networkStructure>", meta))["links"]
        assert links["L1"]["rate"] == rate


def test_a_list_of_edges_has_rates_and_delays_where_it_says_them(tmp_path: Path) -> None:
    for text in (
        "source,target\na,b,2.5 Gbit/s,3 ms\nb,c\n",
        "# comment\na b 2.5 Gbit/s 3 ms # more\n\nb c\n",
        "a\tb\t2.5Gbit/s\t3ms\nb c",
    ):
        links = _read(tmp_path, text)["links"]
        assert cw.Scenario(_read(tmp_path, text)).check() == []
        assert links["a-b"]["rate"].replace(" ", "") == "2.5Gbit/s"
        assert links["a-b"]["delay"].replace(" ", "") == "3ms"
        assert (links["b-c"]["rate"], links["b-c"]["delay"]) == ("10 Gbit/s", "1 ms")


@pytest.mark.parametrize("text", [GRAPHML, SNDLIB, "a b\nb c\n", ABILENE])
def test_what_is_written_checks_and_runs(tmp_path: Path, text: str) -> None:
    scenario = cw.Scenario(_read(tmp_path, text)).with_(duration="200 ms")
    assert scenario.check() == []
    run = cw.run(scenario)
    assert sum(run.columns("flows")["delivered_bytes"]) > 0


def test_a_network_of_many_ways_is_drawn_without_them(tmp_path: Path) -> None:
    nodes = _read(tmp_path, ABILENE)
    hosts = {f"{name}h": {"kind": "host"} for name in ("ATLAng", "NYCMng", "SNVAng", "DNVRng", "HSTNng")}
    access = {"kind": "raw", "rate": "1 Gbit/s", "delay": "0 s"}
    links = {f"{name}l": {"ends": [name, name[:-1]], **access} for name in hosts}
    flows = {f"{a}{b}": {"kind": "udp", "from": a, "to": b} for a, b in itertools.permutations(hosts, 2)}
    whole = cw.Scenario(
        {
            "duration": "1 s",
            "nodes": {**nodes["nodes"], **hosts},
            "links": {**nodes["links"], **links},
            "flows": flows,
        }
    )
    drawing = cw.plots.plot("network", whole)
    assert "without 20 ways" in drawing.title
    assert len(drawing.to_svg()) < 100_000


def test_no_pair_of_abilene_is_refused_and_ways_are_symmetric(tmp_path: Path) -> None:
    scenario = _read(tmp_path, ABILENE)
    routers = [name for name, node in scenario["nodes"].items() if node["kind"] == "router"]
    assert len(routers) == 12
    nodes = {name: {"kind": "router"} for name in routers} | {
        f"{name}-host": {"kind": "host"} for name in routers
    }
    link = {"kind": "raw", "rate": "10 Gbit/s", "delay": "1 ms"}
    links = {name: one for name, one in scenario["links"].items() if not name.endswith("host-link")}
    links |= {f"{name}-access": {"ends": [f"{name}-host", name], **link} for name in routers}
    flows = {
        f"{a}-{b}": {"kind": "ping", "from": f"{a}-host", "to": f"{b}-host"}
        for a, b in itertools.permutations(routers, 2)
    }
    for equal_cost in ("first", "hash"):
        whole = cw.Scenario(
            {
                "duration": "300 ms",
                "router": {"equal_cost": equal_cost},
                "nodes": nodes,
                "links": links,
                "flows": flows,
            }
        )
        assert whole.check() == []
        answered = [rtt for rtt in cw.run(whole).columns("pings")["rtt_s"] if rtt > 0]
        assert len(answered) > 2 * len(flows)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a\n", ["line 1", "'a'"]),
        ("a b 10\n", ["line 1", "'10'", "10 Gbit/s"]),
        ("a b 10 Gbit/s soon\n", ["line 1", "'soon'", "5 ms"]),
        ("", ["no link"]),
        ("a a\n", ["no link"]),
        ("<graphml", ["is not XML"]),
        ("<html></html>", ["<html>", "<graphml>"]),
        ('<!DOCTYPE a [<!ENTITY b "c">]><graphml>&b;</graphml>', ["DTD"]),
        ('<graphml><node id="a"/><edge source="a" target="z"/></graphml>', ["'z'", "no such node"]),
    ],
)
def test_mistakes_have_a_place_and_a_rule(tmp_path: Path, text: str, parts: list[str]) -> None:
    file = tmp_path / "topology"
    file.write_text(text)
    with pytest.raises(ValueError, match=r".") as found:
        read_topology(file)
    assert all(part in str(found.value) for part in parts), found.value


def test_new_writes_a_scenario_from_a_topology(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "net.xml").write_text(SNDLIB)
    done = cli("new", "net.toml", "--from", "net.xml", "--rate", "1 Gbit/s")
    assert (done.returncode, done.stderr) == (0, "")
    assert tomllib.loads((tmp_path / "net.toml").read_text())["links"]["L3"]["rate"] == "1 Gbit/s"
    assert cli("check", "net.toml").stdout == "net.toml: good\n"
    for words, part in (
        (("--from", "none.xml"), "none.xml"),
        (("--from", "net.xml", "--rate", "fast"), "--rate"),
        (("--from", "net.xml", "--template", "two-node"), "give one of them"),
    ):
        refused = cli("new", "other.toml", *words)
        assert refused.returncode == 2
        assert part in refused.stderr
        assert not (tmp_path / "other.toml").exists()
