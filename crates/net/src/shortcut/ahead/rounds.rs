//! Whole rounds: cells that leave a port which serves its queues by turns, all at once.
//!
//! While no queue runs dry, none becomes busy and no frame ends, each queue sends one cell in each round. Cells that
//! enter busy queues meanwhile change nothing ([`sleepers`](super::sleepers)).

use cellwise_units::{Span, Time};

use super::sleepers::Sleeper;
use crate::data::ids::{MergeId, PortId};
use crate::element::port::{Scheduled, before};
use crate::elements::Elements;

/// What an ordering point knows of the turns of its only port.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    pub(super) merge: MergeId,
    pub(super) port: PortId,
    pub(super) sleepers: Vec<Sleeper>,
    /// Cells of streams that sleep.
    pub(super) asleep: u64,
    /// So many more departures are not tested for whole rounds.
    singly: u64,
}

impl Rounds {
    /// Those of an ordering point and its port before any cell has come.
    pub(super) fn new(merge: MergeId, port: PortId) -> Self {
        Self { merge, port, sleepers: Vec::new(), asleep: 0, singly: 0 }
    }

    /// Lets whole rounds leave the port whose cells meet nothing any more before their hosts, the last one not after
    /// `last`; says whether any did.
    #[inline]
    pub(crate) fn leave(&mut self, last: Time, hold_until: Time, elements: &mut Elements) -> bool {
        if self.singly > 0 {
            self.singly -= 1;
            return false;
        }
        let most = most_by(last, elements.ports.scheduled(self.port));
        most > 1 && self.send(most, hold_until, elements)
    }

    fn send(&mut self, most: u64, hold_until: Time, elements: &mut Elements) -> bool {
        let Elements { ports, hops, uncounted, .. } = elements;
        let scheduled = ports.scheduled(self.port);
        let (mut queues, mut least, mut to_host) = (0, u16::MAX, Span::ZERO);
        for front in scheduled.fronts() {
            let hop = &hops[front.hop];
            let held = hop
                .for_host
                .as_ref()
                .filter(|held| hop.data_hop.is_none() && held.uncounted.is_none() && held.takes(&front));
            // With its last cell a frame continues.
            least = least.min(if held.is_some() { front.count - 1 } else { 0 });
            to_host = held.map_or(to_host, |held| to_host.max(held.to_host));
            queues += 1;
        }
        let rounds = most.checked_div(queues).map_or(0, |rounds| rounds.min(u64::from(least)));
        if rounds == 0 || scheduled.sent_after(rounds * queues) + to_host > hold_until {
            // Not looked for again before so many cells have left.
            self.singly = queues;
            return false;
        }
        scheduled.send_rounds(queues, rounds as u16, |cells, end| {
            if let Some(held) = &mut hops[cells.hop].for_host {
                held.hold(cells, end, uncounted);
            }
        });
        true
    }
}

/// How many cells may leave a port by `last`, and before anything reads it.
#[inline]
fn most_by(last: Time, port: &Scheduled) -> u64 {
    let (first, last) = (port.buffer.sent_by.at, last.min(before(port.buffer.looks_again_after())));
    if last < first {
        0
    } else {
        (last - first).get() / port.buffer.settings.clock.cell_time_ceiling().get() + 1
    }
}
