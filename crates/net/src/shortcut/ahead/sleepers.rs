//! Sleepers: streams whose cells join a busy queue of a port that serves by turns, without an event each.
//!
//! A queue that is served by turns keeps its turn as long as it has a cell, whenever the others came. So while it is
//! busy, and every cell of a train is sure to be taken, no element has to handle them one by one: the stream *sleeps*
//! until the train's last cell, and the port *draws* the cells that have come when the queue runs dry, or when they are
//! counted. A stream sleeps only if its cells come at least as often as the port sends one. Then the queue is never
//! longer than when a cell comes that matters by itself: between two cells of a sleeper at most one cell leaves.

use cellwise_engine::Key;
use cellwise_units::{CellClock, Time};

use super::rounds::Rounds;
use crate::circuit::merge::Merge;
use crate::data::train::{INSTANT, PACED, Train};
use crate::element::LaneId;
use crate::element::port::Scheduled;
use crate::elements::Elements;

/// So many cells must wait in a queue, and come in a train, so that it pays to let its stream sleep.
const WORTH: u64 = 4;

/// A stream that sleeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sleeper {
    stream: u32,
    queue: u32,
    lane: LaneId,
    /// Its cells that are not drawn, the last one among them.
    left: u16,
}

/// The port of an ordering point, its streams, and the clocks of these.
struct Place<'e> {
    port: &'e mut Scheduled,
    merge: &'e mut Merge,
    clocks: &'e [CellClock],
}

impl Rounds {
    #[inline]
    fn place<'e>(&self, elements: &'e mut Elements) -> Place<'e> {
        let Elements { merges, ports, clocks, .. } = elements;
        Place { port: ports.scheduled(self.port), merge: &mut merges[self.merge], clocks }
    }

    /// Lets the stream of a cell that has joined its queue at `now` sleep, if the rest of its train may.
    #[inline]
    pub(crate) fn let_sleep(&mut self, stream: u32, now: Time, cell: &Train, elements: &mut Elements) {
        let lane = elements.hops[cell.hop].lane;
        let Place { port, merge, clocks } = self.place(elements);
        let Some(&rest) = merge.streams[stream as usize].head() else { return };
        if rest.follows(cell) && self.may_sleep(port, (now, &rest), lane, clocks) {
            self.sleepers.push(Sleeper { stream, queue: port.queue_of(lane), lane, left: rest.count });
            self.asleep += u64::from(rest.count);
            merge.sleep(stream, clocks);
        }
    }

    /// Whether the rest of a train may sleep, of which a cell has joined its queue at `now`.
    fn may_sleep(
        &self,
        port: &Scheduled,
        (now, rest): (Time, &Train),
        lane: LaneId,
        clocks: &[CellClock],
    ) -> bool {
        let (queue, cells) = (port.queue_of(lane), u64::from(rest.count));
        let waiting = port.waiting_in(queue);
        cells >= WORTH
            && waiting >= WORTH
            && !self.has_sleeper(queue)
            && port.takes_for_sure(lane, self.asleep + cells)
            && port.may_hold(waiting + cells)
            && keeps_up(port, now, rest, clocks)
            && rest.last_arrival(clocks) < port.buffer.looks_again_after()
    }

    fn has_sleeper(&self, queue: u32) -> bool {
        self.sleepers.iter().any(|sleeper| sleeper.queue == queue)
    }

    /// Draws cells for the queue that the port serves when a transmission ends, if it would run dry; wakes its stream
    /// if there are no cells.
    #[inline]
    pub(crate) fn feed(&mut self, due: Key, elements: &mut Elements) {
        if self.sleepers.is_empty() {
            return;
        }
        let mut place = self.place(elements);
        let Some(queue) = place.port.runs_dry() else { return };
        let Some(sleeper) = self.sleepers.iter().position(|sleeper| sleeper.queue == queue) else { return };
        if !self.draw(sleeper, due, due.time(), &mut place) {
            self.wake(sleeper, &mut place);
        }
    }

    /// Draws what a stream that sleeps has before a key, which is due at `now`; says whether there is anything.
    fn draw(&mut self, sleeper: usize, before: Key, now: Time, place: &mut Place<'_>) -> bool {
        let Place { port, merge, clocks } = place;
        let Sleeper { stream, lane, left, .. } = &mut self.sleepers[sleeper];
        let Some(drawn) = merge.streams[*stream as usize].draw(before, now, clocks) else { return false };
        *left -= drawn.cells.count;
        self.asleep -= u64::from(drawn.cells.count);
        port.take_drawn(now, *lane, &drawn);
        true
    }

    fn wake(&mut self, sleeper: usize, place: &mut Place<'_>) {
        let Sleeper { stream, left, .. } = self.sleepers.swap_remove(sleeper);
        self.asleep -= u64::from(left);
        place.merge.wake(stream, place.clocks);
    }

    /// Wakes the stream that is due first, if it sleeps: its last cell is due.
    #[inline]
    pub(crate) fn wake_first(&mut self, first: Key, elements: &mut Elements) {
        let Some(sleeper) = self.sleepers.iter().position(|sleeper| sleeper.stream == first.slot()) else {
            return;
        };
        let mut place = self.place(elements);
        self.draw(sleeper, first, first.time(), &mut place);
        self.wake(sleeper, &mut place);
    }

    /// Lets the port handle every cell if one of a lane comes, due first, that may not be taken for sure in addition to
    /// all that sleep, or joins the queue of one that does.
    #[inline]
    pub(crate) fn look_at(&mut self, lane: LaneId, first: Key, elements: &mut Elements) {
        if self.sleepers.is_empty() {
            return;
        }
        let port = elements.ports.scheduled(self.port);
        if !port.takes_for_sure(lane, self.asleep + 1) || self.has_sleeper(port.queue_of(lane)) {
            self.wake_all(first, first.time(), elements);
        }
    }

    /// Wakes every stream; draws what they have before a key, at `now`.
    #[cold]
    fn wake_all(&mut self, before: Key, now: Time, elements: &mut Elements) {
        let mut place = self.place(elements);
        while !self.sleepers.is_empty() {
            self.draw(0, before, now, &mut place);
            self.wake(0, &mut place);
        }
        place.port.note_longest();
    }

    /// Draws whatever has come by the instant at which a run is stopped.
    pub(super) fn wake_all_by(&mut self, reached: Time, elements: &mut Elements) {
        if !self.sleepers.is_empty() {
            let now = reached.max(elements.ports.scheduled(self.port).changed_at());
            self.wake_all(Key::NEVER, now, elements);
        }
    }
}

/// Whether a train that continues after a cell which has come at `now` has a cell for every one that leaves.
///
/// On one clock arrivals and departures alternate if their phases are more than the rounding apart.
fn keeps_up(port: &Scheduled, now: Time, rest: &Train, clocks: &[CellClock]) -> bool {
    if rest.clock == INSTANT || rest.clock == PACED {
        return false;
    }
    let (settings, cell_ps) = (&port.buffer.settings, port.buffer.settings.clock.cell_time().get());
    if rest.clock == settings.clock_index {
        let gap_ps = port.buffer.sent_by.at.ps().saturating_sub(now.ps());
        return gap_ps >= 2 && gap_ps + 2 < cell_ps;
    }
    clocks[usize::from(rest.clock)].cell_time_ceiling().get() + 2 <= cell_ps
}
