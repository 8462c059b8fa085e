//! Lost cells in the world: from the logs of hops to the rows of a table.

use super::World;
use crate::circuit::{Frame, Role};
use crate::endpoint::Transport;
use crate::growth::Growth as _;
use crate::hop::Hop;
use crate::ids::CircuitId;
use crate::losses::{Carried, Loss, Losses};

impl World {
    /// Notes every lost cell from now on.
    pub(crate) fn log_losses(&mut self) {
        self.losses = Some(Box::default());
        for port in &mut self.ports {
            port.buffer_mut().lanes.log_losses();
        }
        for stage in self.stages.elements() {
            if let Some(lanes) = self.stages.lanes_mut(stage) {
                lanes.log_losses();
            }
        }
        for circuit in self.circuits.iter_mut().filter(|circuit| circuit.role == Role::Data) {
            circuit.keep_frames();
        }
    }

    /// Notes what the hops of all circuits have logged.
    pub(super) fn note_all_losses(&mut self) {
        if self.losses.is_some() {
            self.circuits.ids().for_each(|circuit| self.note_losses(circuit));
        }
    }

    /// Notes what the hops of a circuit have logged.
    #[cold]
    pub(super) fn note_losses(&mut self, circuit: CircuitId) {
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
    pub(super) fn octet_near(&self, frame: &Frame) -> u64 {
        let (host, endpoint) = self.flows[frame.flow].ends[0];
        match &self.hosts[host].endpoints[endpoint].transport {
            Transport::TcpSender(sender) => sender.snd_una_offset(),
            _ => 0,
        }
    }
}
