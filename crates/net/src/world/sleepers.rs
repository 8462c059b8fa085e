//! Streams that sleep at scheduled ports: see [`element/port/sleepers.rs`](crate::element::port).

use cellwise_engine::Key;
use cellwise_units::Time;

use crate::data::ids::{MergeId, PortId};
use crate::data::train::Train;
use crate::element::port::Port;
use crate::elements::Elements;

impl Elements {
    /// Lets the stream of a cell that has joined its queue at `now` sleep, if the rest of its train may.
    #[inline]
    pub(super) fn let_sleep(&mut self, merge: MergeId, port: PortId, stream: u32, now: Time, cell: &Train) {
        let Elements { merges, ports, hops, clocks, .. } = self;
        let Some(&rest) = merges[merge].streams[stream as usize].head() else { return };
        let lane = hops[cell.hop].lane;
        if rest.follows(cell) && ports.scheduled(port).lets_sleep(now, &rest, lane, clocks) {
            ports.scheduled(port).add_sleeper(stream, lane, rest.count);
            merges[merge].sleep(stream, clocks);
        }
    }

    /// Draws what a stream that sleeps has before a key, which is due at `now`; says whether there is anything.
    fn draw(&mut self, merge: MergeId, port: PortId, stream: u32, before: Key, now: Time) -> bool {
        let Elements { merges, ports, clocks, .. } = self;
        let Some(drawn) = merges[merge].streams[stream as usize].draw(before, now, clocks) else {
            return false;
        };
        ports.scheduled(port).take_drawn(stream, now, &drawn);
        true
    }

    /// Draws cells for the queue that a port serves when a transmission ends, if it would run dry; wakes its stream if
    /// there are no cells.
    #[inline]
    pub(super) fn feed(&mut self, merge: MergeId, port: PortId, due: Key) {
        let Some(stream) = self.ports.scheduled(port).sleeper_in_need() else { return };
        if !self.draw(merge, port, stream, due, due.time()) {
            self.wake(merge, port, stream);
        }
    }

    fn wake(&mut self, merge: MergeId, port: PortId, stream: u32) {
        let Elements { merges, ports, clocks, .. } = self;
        ports.scheduled(port).forget_sleeper(stream);
        merges[merge].wake(stream, clocks);
    }

    /// Wakes the stream that is due first, if it sleeps: its last cell is due.
    pub(super) fn wake_first(&mut self, merge: MergeId, now: Time) {
        let first = self.merges[merge].first();
        // Ports that are one ordering point share a memory, and have no sleepers.
        let port = self.merges[merge].own[0];
        self.draw(merge, port, first.slot(), first, now);
        self.wake(merge, port, first.slot());
    }

    /// Lets a port that may not take all that sleep, and a cell that is due first at `now`, handle every cell.
    #[cold]
    pub(super) fn wake_all(&mut self, merge: MergeId, port: PortId, before: Key, now: Time) {
        let streams: Vec<u32> = self.ports.scheduled(port).sleepers().collect();
        for &stream in &streams {
            self.draw(merge, port, stream, before, now);
            self.wake(merge, port, stream);
        }
        self.ports.scheduled(port).note_longest();
    }

    /// Draws whatever has come by the instant at which a run is stopped.
    pub(super) fn wake_all_by(&mut self, reached: Time) {
        for merge in self.merges.ids() {
            for port in self.merges[merge].own.clone() {
                let Port::Scheduled(scheduled) = &self.ports[port] else { continue };
                if scheduled.sleepers().next().is_some() {
                    let now = reached.max(scheduled.changed_at());
                    self.wake_all(merge, port, Key::NEVER, now);
                }
            }
        }
    }
}
