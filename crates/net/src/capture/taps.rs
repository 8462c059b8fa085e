//! Everything that captures need while a run is on.

use super::{Addresses, CellTap, Output, PacketTap, QueueTap};
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
    /// The outputs of all captures.
    pub(crate) fn outputs(&mut self) -> impl Iterator<Item = &mut Output> {
        let cells = self.cells.iter_mut().map(|tap| &mut tap.output);
        let packets = self.packets.iter_mut().map(|tap| &mut tap.output);
        cells.chain(packets).chain(self.queues.iter_mut().map(|tap| &mut tap.output))
    }

    /// Keeps what was written.
    pub(crate) fn commit(mut self) -> Result<(), RunError> {
        self.outputs().try_for_each(Output::commit)
    }
}
