//! The probes: one row each, and what follows from it.
//!
//! A row of a series is `key: Table, finder -> Quantity(Watched), "unit";`, with what it records as its doc comment:
//! the key of `[probes]`, which is the first word of a series' name, and the table that it takes; the method of the
//! resolver that finds what such a table names; the [`Quantity`], with what it is a quantity of; the unit of its values.
//! A row of records has a table and what notes in [`Records`](crate::Records) what the table names.
//!
//! A new series is a row here and the arm in the simulator that says how its value is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::network::{FlowIndex, Network, PacketBacklog, Port, PortQueue, PortVc, VcIndex, Watched};
use crate::resolve::Resolver;
use crate::schema::{
    BacklogProbe, BusyProbe, CellsProbe, DelaysProbe, ErrorsProbe, FlowProbe, LossesProbe, OccupancyProbe,
    OneOrMany, PacketsProbe, ProbabilityProbe, QueueProbe, SegmentsProbe, SojournProbe, TransmittedProbe,
    VcProbe,
};

/// What is known of a probe of any scenario.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProbeKind {
    /// The key of `[probes]`.
    pub name: &'static str,
    /// The unit of the recorded values; `None` for events and counts, which have a table of the probe's name.
    pub unit: Option<&'static str>,
    /// The type of its tables.
    #[serde(skip)]
    pub(crate) table: &'static str,
    /// Adds to the network what the tables of a scenario name.
    #[serde(skip)]
    pub(crate) resolve: for<'s> fn(&mut Resolver<'s>, &'s Probes),
}

macro_rules! probes {
    (
        series { $($(#[$doc:meta])+ $key:ident: $table:ident, $find:ident -> $quantity:ident($watched:ty), $unit:literal;)+ }
        records { $($(#[$record_doc:meta])+ $record:ident: $record_table:ident, $note:ident;)+ }
    ) => {
        /// What to record over time. Each key takes one table or an array of tables.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct Probes {
            $($(#[$doc])+ #[serde(skip_serializing_if = "Option::is_none")] pub $key: Option<OneOrMany<$table>>,)+
            $(
                $(#[$record_doc])+ #[serde(skip_serializing_if = "Option::is_none")]
                pub $record: Option<OneOrMany<$record_table>>,
            )+
        }

        #[cfg(feature = "arbitrary")]
        impl Probes {
            /// Any of all probes, of all that there is and of some `ports`.
            pub fn arbitrary(ports: &'static [&'static str]) -> impl proptest::strategy::Strategy<Value = Self> {
                use proptest::option::weighted;
                use proptest::strategy::{Just, Strategy};

                let drawn = Just(Self::default()).boxed();
                $(let drawn = (drawn, weighted(0.25, $table::arbitrary(ports)))
                    .prop_map(|(drawn, table)| Self { $key: table.map(OneOrMany::One), ..drawn }).boxed();)+
                $(let drawn = (drawn, weighted(0.25, $record_table::arbitrary(ports)))
                    .prop_map(|(drawn, table)| Self { $record: table.map(OneOrMany::One), ..drawn }).boxed();)+
                drawn
            }
        }

        /// A quantity that is recorded over time, and of what.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Quantity {
            $($(#[$doc])+ $quantity($watched),)+
        }

        impl Quantity {
            /// The key of `[probes]`, and the first word of a probe's name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$quantity(_) => stringify!($key),)+ }
            }

            /// The unit of the recorded values.
            #[must_use]
            pub const fn unit(&self) -> &'static str {
                match self { $(Self::$quantity(_) => $unit,)+ }
            }

            /// The name of what it is a quantity of.
            pub(crate) fn target(&self, network: &Network) -> String {
                match self { $(Self::$quantity(watched) => watched.name(network),)+ }
            }
        }

        /// Every probe, in the order of the schema.
        pub const PROBES: &[ProbeKind] = &[
            $(ProbeKind {
                name: stringify!($key),
                unit: Some($unit),
                table: stringify!($table),
                resolve: |resolver, probes| {
                    resolver.series(stringify!($key), probes.$key.as_ref(), Resolver::$find, Quantity::$quantity);
                },
            },)+
            $(ProbeKind {
                name: stringify!($record),
                unit: None,
                table: stringify!($record_table),
                resolve: |resolver, probes| {
                    resolver.tables(stringify!($record), probes.$record.as_ref(), Resolver::$note);
                },
            },)+
        ];
    };
}

probes! {
    series {
        /// Cells in a port's queue.
        queue: QueueProbe, queues -> Queue(PortQueue), "cells";
        /// Cells of one virtual connection in a port's queue.
        occupancy: OccupancyProbe, passed_ports -> Occupancy(PortVc), "cells";
        /// The congestion window of a TCP flow, in octets.
        cwnd: FlowProbe, tcp_flows -> Cwnd(FlowIndex), "bytes";
        /// The slow start threshold of a TCP flow, in octets.
        ssthresh: FlowProbe, tcp_flows -> Ssthresh(FlowIndex), "bytes";
        /// The sequence number that a TCP flow sends next, in octets since its start.
        sequence: FlowProbe, tcp_flows -> Sequence(FlowIndex), "bytes";
        /// The sequence number up to which a TCP flow's data are acknowledged, in octets since its start.
        acknowledgment: FlowProbe, tcp_flows -> Acknowledgment(FlowIndex), "bytes";
        /// The allowed cell rate of an ABR connection's source at its first end, in cells/s.
        acr: VcProbe, abr_sources -> Acr(VcIndex), "cells/s";
        /// CCR: the current cell rate in the forward RM cell that the source at an ABR connection's first end last
        /// sent, in cells/s.
        ccr: VcProbe, abr_sources -> Ccr(VcIndex), "cells/s";
        /// The explicit rate that a port's rate rule last wrote into a backward RM cell of an ABR
        /// connection, in cells/s.
        er: OccupancyProbe, ruled_ports -> Er(PortVc), "cells/s";
        /// Cells that wait in a virtual connection's adapter at its first end.
        adapter: VcProbe, adapters -> Adapter(VcIndex), "cells";
        /// Cells that a port has sent since the start, whatever they carry.
        transmitted: TransmittedProbe, sending_ports -> Transmitted(Port), "cells";
        /// Cells that noise has errored so far on the link behind a port; every one is recorded.
        errors: ErrorsProbe, noisy_ports -> Errors(Port), "cells";
        /// How long the packet that left a packet port's queue last had waited in it, in seconds.
        sojourn: SojournProbe, waiting_ports -> Sojourn(Port), "s";
        /// Packets that wait in a packet port's queue, all or those of one flow.
        backlog: BacklogProbe, backlogs -> Backlog(PacketBacklog), "packets";
        /// Octets that wait in a packet port's queue, as queues count them, of all packets or those of one flow.
        backlog_bytes: BacklogProbe, backlogs -> BacklogBytes(PacketBacklog), "bytes";
        /// The probability with which a packet port's discipline drops or marks a packet, by its own estimate.
        drop_probability: ProbabilityProbe, probable_ports -> DropProbability(Port), "1";
        /// How long the line behind a packet port has been taken since the start, in seconds.
        busy: BusyProbe, lined_ports -> Busy(Port), "s";
    }
    records {
        /// Every lost cell: where, when, why, of which frame, and what of that frame went on in vain; the table
        /// `losses`.
        losses: LossesProbe, record_losses;
        /// Every segment that a TCP flow sends, and every acknowledgment that comes back; the table `segments`.
        segments: SegmentsProbe, record_segments;
        /// How many packets of a flow had which delay, over the measured time; the table `delays`.
        delays: DelaysProbe, record_delays;
        /// Every cell that is offered to a port, and what became of it; the table `cells`.
        cells: CellsProbe, record_cells;
        /// Every packet that comes to a packet port, and what became of it; the table `packets`.
        packets: PacketsProbe, record_packets;
    }
}

impl Probes {
    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
