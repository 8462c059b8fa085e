//! A scheduled port that continues alone: data that enter it, and leave it, while no other element is involved.
//!
//! A cell of data that is sure to be taken touches only the port when it comes and when it leaves. It has no effect
//! elsewhere before it has reached the next element; and if it does not end its frame and is then held for its host, it
//! has none. So for as long as nothing else is due no element has to be asked what time it is elsewhere.

use std::cmp::Ordering;

use cellwise_engine::Key;
use cellwise_units::{CellClock, ClockPoint, Time};

use crate::circuit::held::Uncounted;
use crate::circuit::hop::Hop;
use crate::circuit::merge::Merge;
use crate::data::ids::{List, MergeId, PortId, kind};
use crate::data::train::Train;
use crate::element::Element;
use crate::element::port::Scheduled;
use crate::elements::Elements;

/// A cell that a port has sent alone, and that is brought on when the port asks again what is due elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SentAlone {
    pub(crate) cell: Train,
    /// When its transmission has begun, and when it ends.
    pub(crate) start: Time,
    pub(crate) end: ClockPoint,
}

/// How far an ordering point may continue by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Before this nothing is due elsewhere that could come here.
    pub(crate) end: Time,
    /// Until when cells that arrive at their host may be held.
    pub(crate) hold_until: Time,
    /// The most that may be done, in events.
    pub(crate) most: u64,
}

/// A port that continues alone, and until when.
struct Alone<'w> {
    number: PortId,
    port: &'w mut Scheduled,
    merge: &'w mut Merge,
    hops: &'w mut List<Hop, kind::Hop>,
    uncounted: &'w mut List<Uncounted>,
    sent: &'w mut Vec<SentAlone>,
    window: Window,
    /// What it has done, in events.
    events: u64,
}

/// Continues at a port with cells of data, for as long as these are all that is due; gives how much that was, in events.
/// The cells that then have an effect elsewhere are added to `sent`.
#[inline(never)]
pub(crate) fn go_on_alone(
    (place, number): (MergeId, PortId),
    window: Window,
    sent: &mut Vec<SentAlone>,
    elements: &mut Elements,
) -> u64 {
    let Elements { merges, ports, hops, clocks, uncounted, .. } = elements;
    let (merge, port) = (&mut merges[place], ports.scheduled(number));
    let window = Window { end: window.end.min(port.buffer.looks_again_after()), ..window };
    // The port's own slot is out of the queue of keys meanwhile.
    merge.set_own(port.next_departure(number), Key::NEVER);
    let mut alone = Alone { number, port, merge, hops, uncounted, sent, window, events: 0 };
    while alone.goes_on(clocks) {}
    alone.merge.set_own(Key::NEVER, alone.port.next_departure(number));
    alone.events
}

impl Alone<'_> {
    /// Takes or sends what is due first; says whether that was possible.
    #[inline]
    fn goes_on(&mut self, clocks: &[CellClock]) -> bool {
        let (first, departs_at) = (self.merge.first(), self.port.departs_at());
        if departs_at.min(first.time()) >= self.window.end || self.events >= self.window.most {
            return false;
        }
        let is_sent_first = match departs_at.cmp(&first.time()) {
            Ordering::Less => true,
            Ordering::Equal => self.port.next_departure(self.number) < first,
            Ordering::Greater => false,
        };
        let is_done = if is_sent_first { self.send() } else { self.take(first.time(), clocks) };
        self.events += u64::from(is_done);
        is_done
    }

    /// Takes the cell that is due first.
    #[inline]
    fn take(&mut self, now: Time, clocks: &[CellClock]) -> bool {
        let Some(cell) = self.merge.cell_due_first() else { return false };
        let hop = &self.hops[cell.hop];
        let lane = hop.lane;
        if hop.element != Element::Port(self.number)
            || hop.data_hop.is_some()
            || !self.port.takes_for_sure(lane, 1)
        {
            return false;
        }
        let end = self.port.end_if_idle(now);
        if let Some(end) = end
            && !self.bring_on(&cell, now, end)
        {
            return false;
        }
        self.merge.take_cell(clocks);
        self.port.take_for_sure(now, &cell, lane, end);
        true
    }

    /// Sends the next cell, if it is one of data that may be brought on later.
    #[inline]
    fn send(&mut self) -> bool {
        let Some(sending) = self.port.next_to_send() else { return false };
        if self.hops[sending.cell.hop].data_hop.is_some()
            || !self.bring_on(&sending.cell, self.port.buffer.sent_by.at, sending.end)
        {
            return false;
        }
        self.port.send_alone(&sending);
        true
    }

    /// Holds a cell of data for its host, or keeps it to be brought on; says whether that is possible. Whether it
    /// continues, or its frame is released with it, it has no effect before it has reached the next element.
    #[inline(always)]
    fn bring_on(&mut self, cell: &Train, start: Time, end: ClockPoint) -> bool {
        if let Some(held) = &mut self.hops[cell.hop].for_host {
            if end.at + held.to_host > self.window.hold_until || !held.takes(cell) {
                return false;
            }
            held.hold(cell, end.at, self.uncounted);
            if !cell.ends_frame() {
                return true;
            }
        }
        self.window.end = self.window.end.min(end.at + self.port.buffer.settings.delay);
        self.sent.push(SentAlone { cell: *cell, start, end });
        true
    }
}
