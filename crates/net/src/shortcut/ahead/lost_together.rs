//! Cells that are lost together: those behind a lost one of a frame that may not continue.

use cellwise_units::Time;

use super::Ahead;
use crate::data::ids::{MergeId, PortId};
use crate::data::train::{PACED, Train};
use crate::elements::Elements;

impl Ahead {
    /// Loses the cells that have reached a port by a stream behind a lost one, those in its train that are lost whatever
    /// happens meanwhile: the frame was refused, or has lost a cell and may not continue. They come by `last` and by the
    /// port's next mark: nothing but counters sees them.
    #[cold]
    pub(crate) fn lose_rest(
        &self,
        (merge, stream): (MergeId, u32),
        port: PortId,
        lost: &Train,
        last: Time,
        elements: &mut Elements,
    ) {
        let Elements { merges, ports, hops, clocks, .. } = elements;
        let Some(&rest) = merges[merge].streams[stream as usize].head() else { return };
        if !self.loses_together || !rest.follows(lost) || rest.clock == PACED {
            return;
        }
        let lane = hops[lost.hop].lane;
        let Some((cells, reason, mark)) = ports[port].sure_losses(&rest, lane) else { return };
        let Some(lost) = merges[merge].leave_out(stream, cells, mark.min(last), clocks) else { return };
        ports[port].buffer_mut().refuse_run(reason, &lost, lane);
        elements.lose(&lost);
    }
}
