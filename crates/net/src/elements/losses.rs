//! Lost cells: from the logs of hops to the rows of a table.

use super::Elements;
use crate::circuit::hop::Hop;
use crate::data::growth::Growth as _;
use crate::data::ids::CircuitId;
use crate::data::loss_records::Carried;
use crate::data::losses::{Loss, Losses};
use crate::data::packet::Sdu;
use crate::data::train::Train;
use crate::host::endpoint::Transport;

impl Elements {
    /// Forgets a frame with its last cell, if that is among lost cells: without it nothing of the frame will reach the
    /// host.
    #[inline]
    pub(crate) fn lose(&mut self, cells: &Train) {
        if cells.ends_frame() {
            let circuit = self.hops[cells.hop].circuit;
            self.circuits[circuit].frames.forget(cells.frame);
        }
    }

    /// Notes what the hops of all circuits have logged.
    pub(crate) fn note_all_losses(&mut self) {
        if self.losses.is_some() {
            self.circuits.ids().for_each(|circuit| self.note_losses(circuit));
        }
    }

    /// Notes what the hops of a circuit have logged.
    #[cold]
    pub(crate) fn note_losses(&mut self, circuit: CircuitId) {
        for hop in self.circuits[circuit].way() {
            let Hop { element, lane, .. } = self.hops[hop];
            let log = self.lanes_mut(element).map(|lanes| lanes.take_log(lane));
            for run in log.unwrap_or_default() {
                let frame = self.circuits[circuit].kept(run.cells.frame);
                let carried = frame.map_or(Carried::RM, |frame| Carried::by(frame, self.octet_near(frame)));
                let losses: &mut Losses = self.losses.get_or_insert_default();
                losses.rows.make_room();
                losses.rows.push(Loss { run, is_numbered: true, carried });
            }
        }
    }

    /// An octet near those that a frame is about: the first that is not acknowledged.
    pub(crate) fn octet_near(&self, frame: &Sdu) -> u64 {
        let (host, endpoint) = self.flows[frame.flow].ends[0];
        match &self.hosts[host].endpoints[endpoint].transport {
            Transport::TcpSender(sender) => sender.snd_una_offset(),
            _ => 0,
        }
    }
}
