//! The devices on the way of cells: switches and their ports, adapters, routers.

use cellwise_atm::Category;
use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::rate_rule::RateRuleConfig;
use cellwise_atm::scheduler::Discipline;
use cellwise_packet::discipline::DisciplineConfig;
use cellwise_units::{Capacity, Cells, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::architecture::Architecture;
use super::values::ForwardingRate;

/// Which cells a drop policy counts as in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occupancy {
    /// The cells that wait, without the one in transmission.
    #[default]
    Waiting,
    /// The cells that wait and the one in transmission.
    WithService,
}

/// Whether backward RM cells wait in the queues of a switch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BackwardRm {
    /// They do not wait: each crosses its port in one cell time, in parallel with the other cells.
    #[default]
    Unqueued,
    /// They wait and may be lost like the data cells of their connection.
    Queued,
}

/// Every switch and the output queue of each of its ports, unless the node or the port says
/// otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SwitchDefaults {
    /// Cells that may wait at a port, or "unlimited".
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub buffer: Capacity,
    /// Which cells a port refuses.
    pub drop: DropPolicyConfig,
    /// A port refuses cells with CLP=1 while at least this many cells wait; at most the buffer. If not given,
    /// only the drop policy may treat them differently.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clp1_threshold: Option<Cells>,
    /// Which cells the drop policy counts as in the queue.
    pub occupancy: Occupancy,
    /// Which of a port's waiting cells is sent next.
    pub scheduler: Discipline,
    /// Cells that may wait at a port for each service category, in addition to the buffer that all share.
    #[serde(skip_serializing_if = "Reserved::is_nothing")]
    pub reserved: Reserved,
    /// The rule by which a port answers the RM cells of ABR connections. If not given, it does not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_rule: Option<RateRuleConfig>,
    /// Whether backward RM cells wait in the queues.
    pub backward_rm: BackwardRm,
    /// Whether the switch is a virtual destination and a virtual source: it ends the control loop
    /// of each ABR connection and begins a new one.
    pub vs_vd: bool,
    /// Cells of a connection that may wait at such a switch before it asks for less than its own
    /// source may send.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub vs_queue: Cells,
    /// Where cells wait inside the switch.
    pub architecture: Architecture,
}

impl Default for SwitchDefaults {
    fn default() -> Self {
        Self {
            buffer: Capacity::Unlimited,
            drop: DropPolicyConfig::default(),
            clp1_threshold: None,
            occupancy: Occupancy::default(),
            scheduler: Discipline::default(),
            reserved: Reserved::default(),
            rate_rule: None,
            backward_rm: BackwardRm::default(),
            vs_vd: false,
            vs_queue: Cells::new(100),
            architecture: Architecture::default(),
        }
    }
}

/// Cells reserved for each service category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reserved {
    /// For constant bit rate.
    #[serde(skip_serializing_if = "nothing")]
    pub cbr: Cells,
    /// For real-time variable bit rate.
    #[serde(skip_serializing_if = "nothing")]
    pub rt_vbr: Cells,
    /// For non-real-time variable bit rate.
    #[serde(skip_serializing_if = "nothing")]
    pub nrt_vbr: Cells,
    /// For available bit rate.
    #[serde(skip_serializing_if = "nothing")]
    pub abr: Cells,
    /// For guaranteed frame rate.
    #[serde(skip_serializing_if = "nothing")]
    pub gfr: Cells,
    /// For unspecified bit rate.
    #[serde(skip_serializing_if = "nothing")]
    pub ubr: Cells,
}

/// Whether nothing is reserved for a category.
fn nothing(cells: &Cells) -> bool {
    cells.is_zero()
}

impl Reserved {
    /// Whether nothing is reserved.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// The cells of each category, by [`Category::index`].
    #[must_use]
    pub fn by_category(&self) -> [Cells; Category::COUNT] {
        Category::ALL.map(|category| match category {
            Category::Cbr => self.cbr,
            Category::RtVbr => self.rt_vbr,
            Category::NrtVbr => self.nrt_vbr,
            Category::Abr => self.abr,
            Category::Gfr => self.gfr,
            Category::Ubr => self.ubr,
        })
    }
}

/// The adapters of every host and router: where the cells of a virtual connection wait before
/// they are sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdapterDefaults {
    /// Cells of one virtual connection that may wait, or "unlimited".
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub buffer: Capacity,
    /// Which cells the adapter refuses.
    pub drop: DropPolicyConfig,
}

impl Default for AdapterDefaults {
    fn default() -> Self {
        Self { buffer: Capacity::Unlimited, drop: DropPolicyConfig::default() }
    }
}

/// Every router, unless the node says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RouterDefaults {
    /// The rate of the router's FIFO of packets in front of its adapters, or "line": the rate of
    /// its ATM link.
    pub rate: ForwardingRate,
    /// Which of several next hops a router takes that lead to ways of equal cost.
    #[serde(skip_serializing_if = "EqualCost::is_first")]
    #[schemars(extend("default" = "first"))]
    pub equal_cost: EqualCost,
    /// A number that changes the choices of `equal_cost = "hash"`.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(extend("default" = 0))]
    pub hash_salt: u64,
    /// How long after a packet link has gone down, or has returned, routing knows: flows over packet links then go around it,
    /// or back. Flows keep their ways if it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconverges_after: Option<Span>,
}

/// Which of several next hops of equal cost a router takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EqualCost {
    /// The link whose name comes first; the packets back pass the same links, if that is also their cheapest way.
    #[default]
    First,
    /// One for each flow and direction, by a hash at each router (ECMP, equal-cost multipath).
    // spec: rfc2992
    Hash,
}

impl EqualCost {
    #[allow(clippy::trivially_copy_pass_by_ref)] // serde calls it so
    fn is_first(&self) -> bool {
        matches!(self, Self::First)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde calls it so
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Every packet link, unless the link says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PacketDefaults {
    /// Which of the packets that wait in front of a link is sent next, and which are dropped or marked.
    pub queue: DisciplineConfig,
}
