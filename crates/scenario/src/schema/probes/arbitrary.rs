//! Arbitrary tables of probes, for tests: each is sound in any network of some milliseconds that has the `ports`.

use cellwise_units::Span;
use proptest::option::{of, weighted};
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::sample::select;

use super::{
    BacklogProbe, BusyProbe, CellsProbe, DelaysProbe, ErrorsProbe, FlowProbe, Keep, LossesProbe,
    OccupancyProbe, PacketsProbe, ProbabilityProbe, QueueProbe, SegmentsProbe, SojournProbe,
    TransmittedProbe, VcProbe,
};

const PS_PER_US: u64 = 1_000_000;

type Ports = &'static [&'static str];

fn all() -> String {
    "*".to_owned()
}

fn port(ports: Ports) -> impl Strategy<Value = String> {
    prop_oneof![1 => Just(all()), 2 => select(ports).prop_map(str::to_owned)]
}

fn period() -> impl Strategy<Value = Span> {
    select(vec![1000 * PS_PER_US, 10 * PS_PER_US, 123_456_789]).prop_map(Span::from_ps)
}

/// A period, or every change.
fn periods() -> impl Strategy<Value = Option<Span>> {
    weighted(0.75, period())
}

impl QueueProbe {
    pub(crate) fn arbitrary(ports: Ports) -> impl Strategy<Value = Self> {
        let kept = prop_oneof![
            3 => periods().prop_map(|every| (every, Keep::Last)),
            1 => period().prop_map(|every| (Some(every), Keep::Most)),
        ];
        (port(ports), kept).prop_map(|(port, (every, keep))| Self { port, every, keep })
    }
}

impl OccupancyProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        periods().prop_map(|every| Self { port: all(), vc: all(), every })
    }
}

impl FlowProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        periods().prop_map(|every| Self { flow: all(), every })
    }
}

impl VcProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        periods().prop_map(|every| Self { vc: all(), every })
    }
}

impl TransmittedProbe {
    pub(crate) fn arbitrary(ports: Ports) -> impl Strategy<Value = Self> {
        (port(ports), period()).prop_map(|(port, every)| Self { port, every })
    }
}

impl ErrorsProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        Just(Self { port: all() })
    }
}

impl SojournProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        periods().prop_map(|every| Self { port: all(), every })
    }
}

impl BacklogProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        (of(Just(all())), periods()).prop_map(|(flow, every)| Self { port: all(), flow, every })
    }
}

impl BusyProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        period().prop_map(|every| Self { port: all(), every })
    }
}

impl ProbabilityProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        period().prop_map(|every| Self { port: all(), every })
    }
}

impl LossesProbe {
    pub(crate) fn arbitrary(ports: Ports) -> impl Strategy<Value = Self> {
        port(ports).prop_map(|port| Self { port })
    }
}

impl SegmentsProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        Just(Self { flow: all() })
    }
}

impl DelaysProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        Just(Self { flow: all() })
    }
}

impl CellsProbe {
    pub(crate) fn arbitrary(ports: Ports) -> impl Strategy<Value = Self> {
        (port(ports), window(), 1u64..2000).prop_map(|(port, (from, until), limit)| Self {
            port,
            from,
            until,
            limit,
        })
    }
}

impl PacketsProbe {
    pub(crate) fn arbitrary(_: Ports) -> impl Strategy<Value = Self> {
        (window(), 1u64..2000).prop_map(|((from, until), limit)| Self { port: all(), from, until, limit })
    }
}

/// Since when and until when something is recorded.
fn window() -> impl Strategy<Value = (Span, Option<Span>)> {
    (0u64..50, of(1u64..5000)).prop_map(|(from, length)| {
        let at = |us| Span::from_ps(us * PS_PER_US);
        (at(from), length.map(|length| at(from + length)))
    })
}
