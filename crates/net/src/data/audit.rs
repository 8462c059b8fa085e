//! What has to balance when a run ends.

/// Cells, or packets on packet links, over the whole run, warm-up included: `sent + duplicated = delivered + lost + held`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Those that hosts and routers handed to their adapters or packet links.
    pub sent: u64,
    /// Copies that packet links have made.
    pub duplicated: u64,
    /// Those that reached a host or router.
    pub delivered: u64,
    /// Those lost, for all reasons.
    pub lost: u64,
    /// Those under way at the end.
    pub held: u64,
}
