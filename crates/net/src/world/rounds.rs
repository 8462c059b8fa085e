//! Whole rounds of departures at scheduled ports: see [`element/port/rounds.rs`](crate::element::port).

use cellwise_units::{Span, Time};

use super::World;
use crate::data::ids::PortId;
use crate::data::shortcut::Shortcut;
use crate::elements::Elements;

impl Elements {
    fn send_rounds(&mut self, port: PortId, most: u64, hold_until: Time) -> bool {
        let Elements { ports, hops, uncounted, .. } = self;
        let scheduled = ports.scheduled(port);
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
            scheduled.goes_on_singly(queues);
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

impl World {
    /// Lets whole rounds leave a port whose cells meet nothing any more before their hosts, the last one not after
    /// `last`; says whether any did.
    #[inline]
    pub(super) fn depart_in_rounds(&mut self, port: PortId, last: Time) -> bool {
        if !self.shortcuts.has(Shortcut::Rounds) {
            return false;
        }
        let most = self.elements.ports.scheduled(port).most_in_rounds(last);
        most > 1 && self.elements.send_rounds(port, most, self.period.hold_until())
    }
}
