"""A scenario for every member of every family that takes part in runs."""

import cellwise as cw

#: Two hosts with a packet link between them. Its settings replace LINK.
PACKETS = """
    nodes.a.kind = "host"
    nodes.b.kind = "host"
    flows.f = { from = "a", to = "b" }
    links.l = { ends = ["a", "b"], rate = "10 Mbit/s", delay = "1 ms", LINK }
"""

#: A scenario for each family. A member's name replaces NAME.
USES = {
    "encapsulations": 'topology.template = "n-source"\natm.encapsulation = "NAME"',
    "drop-policies": """
        topology.template = "n-source"
        switch = { buffer = "4000 cells", drop = { policy = "NAME" } }
    """,
    "schedulers": 'topology.template = "n-source"\nswitch.scheduler = "NAME"',
    "memory-sharing": """
        topology.template = "n-source"
        switch = { buffer = "4000 cells", architecture = { kind = "shared-memory", sharing = "NAME" } }
    """,
    "abr": 'topology.template = "n-source"\natm.category = "abr"',
    "rate-rules": """
        topology.template = "n-source"
        atm.category = "abr"
        switch.rate_rule.rule = "NAME"
    """,
    "cell-sources": """
        topology.template = "n-source"
        atm.category = "abr"
        flow.kind = "cells"
        cells.source.pattern = "NAME"
    """,
    "policers": """
        topology = { template = "policed-vc", mbs = "4000 cells", policing = { kind = "NAME" } }
    """,
    "shapers": """
        topology = { template = "policed-vc", shaping = { kind = "NAME" } }
    """,
    "admission-rules": 'topology.template = "policed-vc"\nadmission.rule = "NAME"',
    "error-models": """
        topology = { template = "adsl", lines = 1, noise = { model = "NAME" } }
    """,
    "disciplines": PACKETS.replace("LINK", 'kind = "ethernet", queue = { discipline = "NAME" }'),
    "framings": PACKETS.replace("LINK", 'kind = "NAME"'),
    "packet-errors": PACKETS.replace("LINK", 'kind = "ethernet", packet_errors = { model = "NAME" }'),
    "packet-jitter": PACKETS.replace("LINK", 'kind = "ethernet", jitter = { distribution = "NAME" }'),
    "lower-buffers": PACKETS.replace("LINK", 'kind = "ethernet", lower = { lower = "NAME" }'),
    "packet-lines": PACKETS.replace("LINK", 'kind = "ptm", line = { line = "NAME" }'),
    "tcp-variants": 'topology.template = "n-source"\ntcp.variant = "NAME"',
    "slow-starts": 'topology.template = "n-source"\ntcp.slow_start.rule = "NAME"',
    "pacings": 'topology.template = "n-source"\ntcp.pacing.rule = "NAME"',
    "tcp-profiles": 'topology.template = "n-source"\ntcp.profile = "NAME"',
    "ack-delays": 'topology.template = "n-source"\ntcp.ack_delay.rule = "NAME"',
    "undos": 'topology.template = "n-source"\ntcp.undo.rule = "NAME"',
    "applications": 'topology.template = "n-source"\nflow.kind = "NAME"',
}

#: Families that a run does not list by themselves: parts of TCP variants, and templates of a graph.
NOT_OF_RUNS = {"congestion-controls", "recoveries", "templates"}

MEMBERS = [
    (entry.family, entry.name)
    for entry in cw.catalogue()
    # Without a rule, and without errors, nothing is modelled; the standard slow start is every control's own.
    if entry.family not in NOT_OF_RUNS and entry.name not in ("none", "standard", "fast-timer")
]


def scenario(family: str, name: str, duration: str) -> cw.Scenario:
    """Make a scenario in which a member of a family takes part."""
    lines = [line.strip() for line in USES[family].splitlines()]
    text = "\n".join([f'duration = "{duration}"', *lines]).replace("NAME", name)
    return cw.Scenario.from_toml(text)
