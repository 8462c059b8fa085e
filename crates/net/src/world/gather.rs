//! Gathering: cells that have left their last ordering point and can meet nothing on their way to
//! the host are brought there a frame at a time.

use cellwise_units::{Span, Time};

use super::World;
use crate::element::Element;
use crate::ids::HopId;
use crate::train::Train;

impl World {
    /// Keeps accepted cells back until the last of their frame, if nothing on their way to the
    /// host depends on them. `cells` are as they came; the last one's transmission ends at `end`.
    #[inline(always)]
    pub(super) fn gather(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        let hop = &self.elements.hops[cells.hop];
        if let Some(data) = hop.data_hop {
            // RM cells do not overtake data.
            self.release(data);
        } else if hop.gathering.is_none() {
            return false;
        }
        self.gather_at_hop(cells, end, now)
    }

    /// Keeps cells back if their hop is one where that is done.
    #[inline(always)]
    fn gather_at_hop(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        let Some(gathering) = &mut self.elements.hops[cells.hop].gathering else { return false };
        if end + gathering.to_host > self.gather_until {
            return self.gather_near_mark(cells, end, now);
        }
        let held = &mut gathering.cells;
        if held.count > 0 && (held.frame != cells.frame || held.index + held.count != cells.index) {
            self.release(cells.hop);
            return self.gather_again(cells, end, now);
        }
        if held.count == 0 {
            *held = *cells;
        } else {
            held.count += cells.count;
            // What counts is what the last cell met.
            held.label = cells.label.damaged_as(held.label);
        }
        gathering.last_end = end;
        if cells.ends_frame() {
            self.release(cells.hop);
        }
        true
    }

    /// Keeps cells back after others have been released.
    #[cold]
    fn gather_again(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        self.gather_at_hop(cells, end, now)
    }

    /// Near the end of the warm-up and of the run each cell must be counted at its own time.
    #[cold]
    pub(super) fn gather_near_mark(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        self.passes_mark(now) && self.gather_again(cells, end, now)
    }

    /// Brings on all that is kept back, near the end of the warm-up or of the run; says whether the
    /// warm-up has ended by `now`, so that cells may be kept back again. Adapters are beyond it then: see
    /// [`World::run`].
    #[cold]
    pub(super) fn passes_mark(&mut self, now: Time) -> bool {
        let ends_warmup = now > self.warmup_mark && self.gather_until < self.end;
        if !ends_warmup && self.gather_until == Time::ZERO {
            // Nothing has been kept back since this was found out.
            return false;
        }
        self.release_all();
        if ends_warmup {
            self.end_warmup();
            return true;
        }
        if now <= self.warmup_mark {
            self.gather_until = Time::ZERO;
        }
        false
    }

    /// The first instant after the warm-up; [`Time::NEVER`] without one or after it.
    #[inline]
    pub(super) fn after_warmup(&self) -> Time {
        self.warmup_mark + Span::from_ps(1)
    }

    /// Brings the elements that gathered cells pass unseen beyond the warm-up, which has ended:
    /// whatever arrives anywhere by then has been brought there.
    pub(super) fn end_warmup(&mut self) {
        let after = self.after_warmup();
        self.warmup_mark = Time::NEVER;
        self.gather_until = self.end;
        for host in self.elements.hosts.ids() {
            self.end_arrival_warmup(host);
        }
        for port in &mut self.elements.ports {
            port.pass_marks(after);
        }
    }

    /// Brings every cell that is kept back to its host.
    pub(super) fn release_all(&mut self) {
        for hop in self.elements.hops.ids() {
            self.release(hop);
            self.let_out(hop);
        }
    }

    /// Brings the cells that a hop keeps back to their host, through ports that are always empty.
    pub(super) fn release(&mut self, hop: HopId) {
        let Some(gathering) = &mut self.elements.hops[hop].gathering else { return };
        let cells = gathering.cells;
        if cells.count == 0 {
            return;
        }
        gathering.cells.count = 0;
        let (last_end, hops) = (gathering.last_end, gathering.hops_to_host);
        let mut at = last_end;
        let mut next = hop;
        for behind in 0..hops {
            let here = next;
            next = here.next();
            let Element::Port(port) = self.elements.hops[here].element else { continue };
            if behind > 0 {
                let lane = self.elements.hops[here].lane;
                at = self.elements.ports.fifo(port).pass_gathered(at, &cells, lane);
            }
            at += self.elements.ports[port].settings().delay;
            if let Element::Host(host) = self.elements.hops[next].element {
                let train = Train { hop: next, ..cells };
                self.take(host, &train, at);
            }
        }
    }

    /// Brings what a hop keeps back to the host before cells follow, sent by `end`, that are not
    /// gathered; near the end of the warm-up all that is kept back anywhere.
    pub(super) fn release_before(&mut self, hop: HopId, end: Time) {
        let Some(gathering) = &self.elements.hops[hop].gathering else { return };
        if end + gathering.to_host > self.gather_until {
            self.release_all();
        } else {
            self.release(hop);
        }
    }
}
