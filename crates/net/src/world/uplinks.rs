//! The packet queues of hosts in the world.

use cellwise_units::{Span, Time};

use super::World;
use crate::element::{Uplink, Waiting};
use crate::hop::Hop;
use crate::ids::{Id, MergeId};
use crate::train::Train;

impl World {
    /// Sees to what is due at `now` at a packet queue: the line is free, or a packet arrives.
    pub(super) fn serve_uplink(&mut self, merge: MergeId, uplink: Id<Uplink>, now: Time) {
        self.elements.uplinks[uplink].come_to(now);
        if self.elements.merges[merge].first_own().is_some() {
            self.send_from_uplink(uplink, now);
            let next = self.elements.uplinks[uplink].next_departure();
            return self.elements.merges[merge].move_own(next);
        }
        // All cells of a frame are handed over at once.
        let train = self.elements.merges[merge].take(now + Span::from_ps(1), &self.elements.clocks);
        let before = self.elements.uplinks[uplink].next_departure();
        let Hop { circuit, lane, .. } = self.elements.hops[train.hop];
        let frame = self.elements.circuits[circuit].enter_queue(train.frame);
        let losses = &mut self.elements.losses;
        let sends = self.elements.uplinks[uplink].arrive(now, train, lane, frame, &mut |lost, reason| {
            if let Some(losses) = losses {
                losses.note_queued(now, &lost.train, &lost.frame, reason);
            }
        });
        if sends {
            self.send_from_uplink(uplink, now);
        }
        let next = self.elements.uplinks[uplink].next_departure();
        if next != before {
            self.elements.merges[merge].set_own(before, next);
        }
    }

    fn send_from_uplink(&mut self, uplink: Id<Uplink>, now: Time) {
        let Some(Waiting { train, frame, .. }) = self.elements.uplinks[uplink].send(now) else { return };
        let circuit = self.elements.hops[train.hop].circuit;
        let number = self.elements.circuits[circuit].leave_queue(frame);
        self.deliver(Train { hop: train.hop.next(), frame: number, ..train });
    }
}
