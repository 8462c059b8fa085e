//! Interleaved trains at FIFO ports: whole rounds of cells, one of each train, see
//! [`element/port/interleaved.rs`](crate::element::port).

use cellwise_units::{Span, Time};

use super::World;
use crate::data::ids::{MergeId, PortId};
use crate::data::train::{INSTANT, PACED};
use crate::element::port::before;
use crate::elements::Elements;

/// So many rounds at least are worth a test of all streams.
const WORTH: u16 = 2;

/// Whole rounds of cells that may be taken at once.
struct Rounds {
    trains: u16,
    rounds: u64,
    /// When the last cell comes, or later.
    last: Time,
    to_host: Span,
}

impl World {
    /// Takes whole rounds of cells, one of each train that comes before the first one's next cell is due at `now`, if they
    /// meet nothing any more before their hosts and none of them ends its frame; nothing else comes before `end`. Says
    /// whether any were taken.
    #[inline]
    pub(super) fn take_interleaved(&mut self, merge: MergeId, port: PortId, now: Time, end: Time) -> bool {
        let cell_time = self.elements.ports.fifo(port).buffer.settings.clock.cell_time();
        let merge_at = &self.elements.merges[merge];
        merge_at.second().time() < now + cell_time
            && now < end
            && merge_at.has_two_trains_of(WORTH + 1)
            && self.take_rounds(merge, port, now, end)
    }

    fn take_rounds(&mut self, merge: MergeId, port: PortId, now: Time, end: Time) -> bool {
        let Some(found) = self.find_rounds(merge, port, now, end) else { return false };
        let Rounds { trains, rounds, last, to_host } = found;
        let cells = rounds * u64::from(trains);
        let Elements { ports, hops, merges, clocks, untold, .. } = &mut self.elements;
        let fifo = ports.fifo(port);
        if rounds < u64::from(WORTH)
            || fifo.sent_after(cells).at + to_host > self.hold_until
            || !fifo.has_room_for_interleaved(cells, now, last)
        {
            fifo.goes_on_singly(trains.max(merges[merge].streams.len() as u16 / 4));
            return false;
        }
        let mut runs = std::mem::take(&mut self.runs);
        merges[merge].take_runs(usize::from(trains), rounds as u16, clocks, &mut runs);
        let mut sent = fifo.sent_after(cells - u64::from(trains));
        let clock = &clocks[usize::from(runs[0].1.clock)];
        fifo.take_interleaved(now, runs.iter().map(|(_, train)| train), clock);
        // The last round says when the last cell of each has been sent.
        runs.sort_unstable_by_key(|(last, _)| *last);
        for (_, train) in &runs {
            sent = fifo.buffer.settings.clock.step(sent);
            fifo.accept_within_frame(hops[train.hop].lane);
            if let Some(held) = &mut hops[train.hop].for_host {
                held.hold(train, sent.at, untold);
            }
        }
        runs.clear();
        self.runs = runs;
        true
    }

    /// Finds the trains that take turns since `now`, and how many rounds come before anything else.
    fn find_rounds(&mut self, merge: MergeId, port: PortId, now: Time, end: Time) -> Option<Rounds> {
        let Elements { ports, hops, merges, clocks, .. } = &mut self.elements;
        let fifo = ports.fifo(port);
        let slot = merges[merge].first().slot();
        let first = merges[merge].streams[slot as usize].head()?;
        if first.clock == INSTANT || first.clock == PACED {
            return None;
        }
        let clock = &clocks[usize::from(first.clock)];
        let mut last = fifo.takes_interleaved_until(clock)?.min(before(end));
        let (mut trains, mut least, mut to_host, mut latest) = (0u16, u16::MAX, Span::ZERO, now);
        // Rounds come one after the other, whatever is rounded.
        let next_round = Time::from_ps((now + clock.cell_time()).ps().saturating_sub(1));
        for (at, train) in merges[merge].heads() {
            if at >= next_round {
                last = last.min(before(at));
                continue;
            }
            let usable = train.filter(|train| {
                let hop = &hops[train.hop];
                train.clock == first.clock
                    && hop.data_hop.is_none()
                    && hop.for_host.as_ref().is_some_and(|held| held.takes(train))
                    && fifo.takes(hop.lane)
            });
            trains += 1;
            latest = latest.max(at);
            // With its last cell a frame continues.
            least = least.min(usable.map_or(0, |train| train.count - 1));
            let held = usable.and_then(|train| hops[train.hop].for_host.as_ref());
            to_host = held.map_or(to_host, |held| to_host.max(held.to_host));
        }
        let by_time =
            last.ps().checked_sub(latest.ps()).map_or(0, |ps| ps / clock.cell_time_ceiling().get() + 1);
        let rounds = if trains > 1 { by_time.min(u64::from(least)) } else { 0 };
        let last = latest + clock.cell_time() * rounds.saturating_sub(1);
        Some(Rounds { trains, rounds, last, to_host })
    }
}
