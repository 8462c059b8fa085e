//! Uncounted cells in the world: see [`element/port/uncounted.rs`](crate::element::port).

use cellwise_units::Time;

use super::World;
use crate::circuit::hop::Hop;
use crate::data::ids::{HopId, Id, List, kind};
use crate::data::train::Train;
use crate::element::port::Uncounted;
use crate::elements::Elements;

impl Elements {
    /// Has a port count the cells that have passed it before an instant.
    #[inline]
    pub(crate) fn notify(&mut self, uncounted: Id<Uncounted>, instant: Time) {
        let uncounted = &mut self.uncounted[uncounted];
        while let Some(cell) = uncounted.next_before(instant) {
            self.ports[uncounted.port].pass_uncounted(cell);
        }
    }

    /// Has all ports count the cells that have passed them before an instant.
    pub(crate) fn notify_all(&mut self, instant: Time) {
        self.uncounted.ids().for_each(|uncounted| self.notify(uncounted, instant));
    }
}

impl World {
    /// Holds, at `now`, the cells that wait one by one for ports that others now pass uncounted: nothing may pass them.
    pub(super) fn hold_what_waits(&mut self, now: Time) {
        for uncounted in self.elements.uncounted.ids() {
            let (merge, stream) = self.elements.uncounted[uncounted].stream;
            let (hold_until, Elements { merges, hops, .. }) = (self.period.hold_until(), &mut self.elements);
            let may_be_held = |cell: &Train| sent_before(hops, cell, hold_until).is_some();
            for cell in merges[merge].take_out(stream, may_be_held) {
                if let Some((hop, end)) = sent_before(&self.elements.hops, &cell, hold_until) {
                    self.hold_at_hop(&Train { hop, ..cell }, end, now);
                }
            }
            self.note_first(merge);
        }
    }
}

/// The hop at which a cell could have been held that waits for a port, and when its transmission there has ended.
fn sent_before(hops: &List<Hop, kind::Hop>, cell: &Train, hold_until: Time) -> Option<(HopId, Time)> {
    let from = HopId::new(cell.hop.number() - 1);
    let held = hops[from].for_host.as_ref()?;
    let end = Time::from_ps(cell.first.at.ps() - held.uncounted?.after.get());
    (end + held.to_host <= hold_until).then_some((from, end))
}
