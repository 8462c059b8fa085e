"""What the pages of settings know that the JSON Schema does not say: their order, models and examples."""

#: The tables in the order of the pages, with the pages of models that each belongs to.
TABLES: dict[str, tuple[str, ...]] = {
    "topology": ("index",),
    "nodes": ("links-and-ports",),
    "links": ("links-and-ports", "packet-links"),
    "switch": ("links-and-ports", "schedulers", "buffer-sharing"),
    "adapter": ("links-and-ports",),
    "router": ("links-and-ports",),
    "host": ("host-processing",),
    "packet": ("packet-queues", "packet-links"),
    "atm": ("aal5", "contracts", "shapers"),
    "vcs": ("contracts", "signalling"),
    "vps": ("contracts",),
    "abr": ("abr-end-systems", "rm-cell"),
    "admission": ("admission",),
    "signalling": ("signalling",),
    "flow": ("tcp-machinery", "udp", "cell-sources", "web", "ping"),
    "flows": ("tcp-machinery", "udp", "cell-sources", "web", "ping"),
    "tcp": ("tcp-machinery", "profiles"),
    "udp": ("udp",),
    "cells": ("cell-sources",),
    "web": ("web",),
    "ping": ("ping",),
    "probes": (),
    "limits": (),
}
#: Forms that several tables share are explained here, although other pages come earlier.
EARLY = ("tie", "cells")
#: Tables that refer to the forms of others: what they share is explained on the page of another.
LATE = ("links", "nodes", "vcs", "vps", "flows", "topology")

#: The families of models whose names are the words of a form or key.
FAMILIES = {
    "Topology": "templates",
    "CellSourceConfig": "cell-sources",
    "PolicerConfig": "policers",
    "ShaperConfig": "shapers",
    "ErrorModelConfig": "error-models",
    "DisciplineConfig": "disciplines",
    "DropPolicyConfig": "drop-policies",
    "RateRuleConfig": "rate-rules",
    "AckDelayConfig": "ack-delays",
    "SlowStartConfig": "slow-starts",
    "PacingConfig": "pacings",
    "UndoConfig": "undos",
    "JitterConfig": "packet-jitter",
    "LineConfig": "packet-lines",
    "PacketErrorsConfig": "packet-errors",
    "LowerConfig": "lower-buffers",
    "Encapsulation": "encapsulations",
    "Discipline": "schedulers",
    "Sharing2": "memory-sharing",
    "AdmissionRule": "admission-rules",
    "RecoveryKind": "recoveries",
    "ProfileName": "tcp-profiles",
    "LinkKind": "framings",
}

#: Examples by the path or the last word of a key, where neither its default nor its form gives one.
EXAMPLES = {
    "atm.contract.mbs": '"2000 cells"',
    "connection": '"tcp2"',
    "description": '"Two sources on one trunk."',
    "ends": '["s1", "sw1"]',
    "file": '"down.trace"',
    "flow": '"tcp1"',
    "from": '"s1"',
    "links.X.outages": '[{ from = "10 s", until = "12 s" }]',
    "links.X.outages.from": '"10 s"',
    "links.X.outages.until": '"12 s"',
    "links.X.reverse_outages": '[{ from = "10 s", until = "12 s" }]',
    "path": '["s1", "sw1", "sw2", "d1"]',
    "port": '"sw1.trunk"',
    "tcp.max_rto": '"64 s"',
    "tcp.max_rto_ticks": "128",
    "title": '"Two sources on one trunk"',
    "to": '"d1"',
    "udp.gap_s.most": "2",
    "vc": '"vc1"',
    "vp": '"vp1"',
}

QUANTITIES = {
    "span": "time",
    "bit-rate": "bit rate",
    "bytes": "octets",
    "cells": "cells",
    "capacity": "cells or `unlimited`",
    "threshold": "threshold",
    "queue-limit": "packets, octets or time",
}
