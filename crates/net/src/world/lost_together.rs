//! Cells that are lost together: those behind a lost one of a frame that may not continue.

use super::World;
use crate::data::ids::{MergeId, PortId};
use crate::data::shortcut::Shortcut;
use crate::data::train::{PACED, Train};
use crate::elements::Elements;

impl Elements {
    /// Forgets a frame with its last cell, if that is among the lost cells: without it nothing of
    /// the frame will reach the host.
    pub(super) fn lose(&mut self, cells: &Train) {
        if cells.ends_frame() {
            let circuit = self.hops[cells.hop].circuit;
            self.circuits[circuit].forget(cells.frame);
        }
    }
}

impl World {
    /// Loses a cell that has come by a stream, and with it those behind it in its train that are lost whatever happens
    /// meanwhile, up to the port's next mark: the frame was refused, or has lost a cell and may not continue. Nothing
    /// but counters sees them.
    #[cold]
    pub(super) fn lose_with_rest(&mut self, (merge, stream): (MergeId, u32), port: PortId, cell: &Train) {
        self.elements.lose(cell);
        let Elements { merges, ports, hops, clocks, .. } = &mut self.elements;
        let Some(&rest) = merges[merge].streams[stream as usize].head() else { return };
        if !self.shortcuts.has(Shortcut::LostTogether) || !rest.follows(cell) || rest.clock == PACED {
            return;
        }
        let lane = hops[cell.hop].lane;
        let Some((cells, reason, mark)) = ports[port].sure_losses(&rest, lane) else { return };
        let last = mark.min(self.period.stop());
        let Some(lost) = merges[merge].leave_out(stream, cells, last, clocks) else { return };
        ports[port].buffer_mut().refuse_run(reason, &lost, lane);
        self.elements.lose(&lost);
    }
}
