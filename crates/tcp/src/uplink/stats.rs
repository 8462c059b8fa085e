//! What an uplink queue counts.

/// Counters of a [`super::UplinkQueue`], in packets. What has arrived was sent, dropped or filtered, or
/// waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UplinkStats {
    /// Packets that have arrived.
    pub arrived: u64,
    /// Packets that have left for the line.
    pub sent: u64,
    /// Packets dropped because the queue was full.
    pub dropped: u64,
    /// Acknowledgments removed because a newer one had arrived.
    pub filtered: u64,
    /// Packets marked by RED.
    pub marked: u64,
    /// Packets of data sent before waiting acknowledgments, because of their octets in a row.
    pub forced: u64,
    /// The most packets that waited at once, since the start.
    pub most_waiting: u64,
}

crate::stats::counted_since!(UplinkStats: arrived, sent, dropped, filtered, marked, forced; most_waiting);
