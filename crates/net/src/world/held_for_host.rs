//! Held for the host: cells that have left their last ordering point and can meet nothing on their way to
//! the host are brought there a frame at a time.

use cellwise_units::Time;

use super::World;
use crate::circuit::hop::Hop;
use crate::circuit::merge::Server;
use crate::data::ids::HopId;
use crate::data::train::Train;
use crate::element::Element;

impl World {
    /// Holds accepted cells until the last of their frame, if nothing on their way to the
    /// host depends on them. `cells` are as they came; the last one's transmission ends at `end`.
    #[inline(always)]
    pub(super) fn hold_for_host(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        let hop = &self.elements.hops[cells.hop];
        if let Some(data) = hop.data_hop {
            // RM cells do not overtake data.
            self.release_to_host(data);
        } else if hop.for_host.is_none() {
            return false;
        }
        self.hold_at_hop(cells, end, now)
    }

    /// Holds cells if their hop is one where that is done.
    #[inline(always)]
    pub(super) fn hold_at_hop(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        let Some(held) = &mut self.elements.hops[cells.hop].for_host else { return false };
        if end + held.to_host > self.period.hold_until {
            return self.hold_near_mark(cells, end, now);
        }
        if !held.takes(cells) {
            self.release_to_host(cells.hop);
            return self.hold_after_release(cells, end, now);
        }
        held.hold(cells, end, &mut self.elements.uncounted);
        if cells.ends_frame() {
            self.release_to_host(cells.hop);
        }
        true
    }

    /// Holds cells after others have been released.
    #[cold]
    fn hold_after_release(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        self.hold_at_hop(cells, end, now)
    }

    /// Near the end of the warm-up and of the run each cell must be counted at its own time.
    #[cold]
    fn hold_near_mark(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        self.passes_mark(now) && self.hold_after_release(cells, end, now)
    }

    /// Releases all that is held, near the end of the warm-up or of the run; says whether the
    /// warm-up has ended by `now`, so that cells may be held again. Adapters are beyond it then: see
    /// [`World::run`].
    #[cold]
    pub(super) fn passes_mark(&mut self, now: Time) -> bool {
        let ends_warmup = self.period.must_end_warmup(now);
        if !ends_warmup && self.period.hold_until == Time::ZERO {
            // Nothing has been held since this was found out.
            return false;
        }
        self.release_all();
        if ends_warmup {
            self.end_warmup();
            self.hold_what_waits(now);
            return true;
        }
        if self.period.is_warmup(now) {
            self.period.hold_nothing();
        }
        false
    }

    /// Brings the elements that held cells pass unseen beyond the warm-up, which has ended:
    /// whatever arrives anywhere by then has been brought there.
    pub(super) fn end_warmup(&mut self) {
        let after = self.period.after_warmup();
        self.period.end_warmup();
        for host in self.elements.hosts.ids() {
            self.end_arrival_warmup(host);
        }
        self.elements.count_all_passed(after);
        for port in &mut self.elements.ports {
            port.come_to(after);
        }
    }

    /// Holds, at `now`, the cells that wait one by one for ports that others now pass uncounted: nothing may pass them.
    fn hold_what_waits(&mut self, now: Time) {
        for uncounted in self.elements.uncounted.ids() {
            for (cell, end) in self.elements.take_what_waits(uncounted, self.period.hold_until) {
                self.hold_at_hop(&cell, end, now);
            }
            self.note_first(self.elements.uncounted[uncounted].stream.0);
        }
    }

    /// Brings every cell that is held to its host.
    pub(super) fn release_all(&mut self) {
        for hop in self.elements.hops.ids() {
            self.release_to_host(hop);
        }
    }

    /// Brings the cells that a hop holds to their host.
    pub(super) fn release_to_host(&mut self, hop: HopId) {
        let Some(cells) = self.elements.release_held(hop) else { return };
        let Hop { element: Element::Host(host), stream, .. } = self.elements.hops[cells.hop] else { return };
        match stream {
            Some(stream) => self.push(stream, cells),
            None => self.take(host, &cells, cells.first.at),
        }
    }

    /// Gives hosts that take cells in order the cells, of frames that have not ended, that have reached them by now
    /// and were released when all else had happened.
    pub(super) fn take_released(&mut self, now: Time) {
        for merge in self.elements.merges.ids() {
            let Server::Host(host) = self.elements.merges[merge].server else { continue };
            while self.elements.merges[merge].has_part_by(now) {
                self.serve_host(merge, host, Time::NEVER);
            }
            self.note_first(merge);
        }
    }

    /// Brings what a hop holds to the host before cells follow, sent by `end`, that are not
    /// held; near the end of the warm-up all that is held anywhere.
    pub(super) fn release_before(&mut self, hop: HopId, end: Time) {
        let Some(held) = &self.elements.hops[hop].for_host else { return };
        if end + held.to_host > self.period.hold_until {
            self.release_all();
        } else {
            self.release_to_host(hop);
        }
    }
}
