"""Networks from files of other programs: GraphML, SNDlib and lists of edges, written as scenarios."""

from cellwise.topologies.graph import Demand, Graph, Link, Node
from cellwise.topologies.read import read_topology
from cellwise.topologies.write import scenario_text

__all__ = ["Demand", "Graph", "Link", "Node", "read_topology", "scenario_text"]
