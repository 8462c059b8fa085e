//! Everything that captures need while a run is on.

use super::{Addresses, CellTap, PacketTap, QueueTap};
use crate::data::error::RunError;
use crate::data::ids::{List, kind};

/// Everything that captures need.
#[derive(Debug, Default)]
pub(crate) struct Taps {
    pub(crate) cells: List<CellTap, kind::CellTap>,
    pub(crate) packets: Vec<PacketTap>,
    pub(crate) queues: List<QueueTap, kind::QueueTap>,
    pub(crate) addresses: Addresses,
}

impl Clone for Taps {
    fn clone(&self) -> Self {
        let is_empty = self.cells.is_empty() && self.packets.is_empty() && self.queues.is_empty();
        assert!(is_empty, "a run that captures is not copied: what it writes is its own");
        Self { addresses: self.addresses.clone(), ..Self::default() }
    }
}

impl Taps {
    /// Keeps what was written.
    pub(crate) fn commit(self) -> Result<(), RunError> {
        let cells = self.cells.into_iter().map(|tap| tap.output);
        let queues = self.queues.into_iter().map(|tap| tap.output);
        let mut outputs = cells.chain(self.packets.into_iter().map(|tap| tap.output)).chain(queues);
        outputs.try_for_each(|mut output| output.commit())
    }
}
