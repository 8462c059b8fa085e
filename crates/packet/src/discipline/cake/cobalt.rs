//! COBALT: CoDel, which signals a flow that keeps packets waiting, and BLUE, which drops from one that does not listen.
//!
//! In Linux a flow that never was signalled begins with 0 for the reciprocal root, not 1, and its second long wait is
//! signalled without waiting for an interval: [`Cobalt::as_in_linux`]. ns-3 begins with 1.

use cellwise_units::{Span, Time};

use crate::discipline::Draw;
use crate::packet::{MarkReason, Packet};

/// What a tin's flows are managed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Targets {
    /// The wait from which on a flow is signalled.
    pub(super) target: Span,
    /// For how long it may wait for longer before that.
    pub(super) interval: Span,
    /// How long the longest packet takes at the tin's rate.
    pub(super) mtu_time: Span,
}

/// A probability, in parts of 2^32.
const RISE: u32 = 1 << 24;
const FALL: u32 = 1 << 20;

/// 1 / sqrt(count) for the first counts, in parts of 2^32: for larger ones a step from one to the next is exact enough.
const ROOTS: [u32; 16] = roots();

const fn roots() -> [u32; 16] {
    let mut roots = [u32::MAX; 16];
    let mut count = 1;
    while count < 16 {
        let mut root = roots[count - 1];
        let mut step = 0;
        while step < 4 {
            root = newton(root, count as u32);
            step += 1;
        }
        roots[count] = root;
        count += 1;
    }
    roots
}

/// One step of Newton's method towards 1 / sqrt(count).
const fn newton(root: u32, count: u32) -> u32 {
    let square = (root as u64 * root as u64) >> 32;
    let rest = ((3 << 32) - (count as u64) * square) >> 2;
    ((rest * root as u64) >> 31) as u32
}

/// What is known of a flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cobalt {
    count: u32,
    root: u32,
    is_dropping: bool,
    drop_next: Time,
    blue: u32,
    blue_changed: Time,
}

impl Default for Cobalt {
    fn default() -> Self {
        Self {
            count: 0,
            root: ROOTS[0],
            is_dropping: false,
            drop_next: Time::ZERO,
            blue: 0,
            blue_changed: Time::ZERO,
        }
    }
}

impl Cobalt {
    /// With Linux' first reciprocal root.
    // spec: linux net/sched/sch_cake.c, cobalt_vars_init
    pub(super) fn as_in_linux() -> Self {
        Self { root: 0, ..Self::default() }
    }

    /// Whether a packet that is about to leave is to be dropped; it may be marked instead. `bulk_flows` makes the
    /// target longer with their number; 0 if it does not matter.
    pub(super) fn should_drop(
        &mut self,
        targets: &Targets,
        packet: &mut Packet,
        bulk_flows: u64,
        now: Time,
        draw: Draw<'_>,
    ) -> bool {
        let waited = now - packet.arrived;
        let is_over = waited > targets.target
            && waited > targets.mtu_time * 4
            && waited > targets.mtu_time * 2 * bulk_flows;
        // Both are of before this packet, whatever it changes.
        let mut is_late = now > self.drop_next;
        let is_due = self.count > 0 && now >= self.drop_next;
        if is_over && !self.is_dropping {
            self.drop_next = self.next_after(now, targets);
        }
        self.is_dropping = is_over;
        if is_over {
            self.count = self.count.max(1);
        }
        let mut drops = false;
        if is_due && self.is_dropping {
            drops = !packet.mark(MarkReason::Aqm);
            self.set_count(self.count.saturating_add(1));
            self.drop_next = self.next_after(self.drop_next, targets);
            is_late = now > self.drop_next;
        } else if is_due {
            is_late = self.decay(targets, now);
        }
        // BLUE is for flows that do not listen: marks do not spare them.
        drops |= self.blue > 0 && draw() < f64::from(self.blue) / 4_294_967_296.0;
        if self.count == 0 {
            self.drop_next = now + targets.interval;
        } else if is_late && !drops {
            self.drop_next = now;
        }
        drops
    }

    /// Takes back signals, one for each time that one was due; whether the next is overdue.
    fn decay(&mut self, targets: &Targets, now: Time) -> bool {
        while self.count > 0 && now >= self.drop_next {
            self.set_count(self.count - 1);
            self.drop_next = self.next_after(self.drop_next, targets);
        }
        now > self.drop_next
    }

    /// A packet of the flow was dropped because there was no room.
    pub(super) fn on_overflow(&mut self, targets: &Targets, now: Time) {
        if now - self.blue_changed > targets.target {
            self.blue = self.blue.saturating_add(RISE);
            self.blue_changed = now;
        }
        self.is_dropping = true;
        self.drop_next = now;
        self.count = self.count.max(1);
    }

    /// The flow's turn came and it had no packet.
    pub(super) fn on_empty(&mut self, targets: &Targets, now: Time) {
        if self.blue > 0 && now - self.blue_changed > targets.target {
            self.blue = self.blue.saturating_sub(FALL);
            self.blue_changed = now;
        }
        self.is_dropping = false;
        if self.count > 0 && now >= self.drop_next {
            self.set_count(self.count - 1);
            self.drop_next = self.next_after(self.drop_next, targets);
        }
    }

    /// Whether it would matter if a new flow took its place.
    pub(super) fn is_at_rest(&self, now: Time) -> bool {
        self.blue == 0 && self.count == 0 && now >= self.drop_next
    }

    fn set_count(&mut self, count: u32) {
        self.count = count;
        self.root = match ROOTS.get(count as usize) {
            Some(root) => *root,
            None => newton(self.root, count),
        };
    }

    fn next_after(&self, at: Time, targets: &Targets) -> Time {
        let wait = (u128::from(targets.interval.get()) * u128::from(self.root)) >> 32;
        at + Span::from_ps(wait as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::packet;
    use crate::packet::Codepoint;

    const MS: u64 = 1_000_000_000;

    fn targets() -> Targets {
        Targets {
            target: Span::from_ps(5 * MS),
            interval: Span::from_ps(100 * MS),
            mtu_time: Span::from_ps(MS / 8),
        }
    }

    /// The instants in us at which packets are dropped, among packets that leave each 10 us and waited for 50 ms.
    fn signals(cobalt: &mut Cobalt, from_ms: u64, for_ms: u64) -> Vec<u64> {
        (100 * from_ms..100 * (from_ms + for_ms))
            .filter(|at| {
                let now = Time::from_ps(at * MS / 100);
                let mut packet = Packet { arrived: Time::from_ps(now.ps() - 50 * MS), ..packet(0, 1500) };
                cobalt.should_drop(&targets(), &mut packet, 0, now, &mut || 0.5)
            })
            .map(|at| 10 * at)
            .collect()
    }

    #[test]
    fn roots_are_those_of_four_newton_steps() {
        let exact = |count: f64| (4_294_967_296.0 / count.sqrt()) as i64;
        assert_eq!(ROOTS[..2], [u32::MAX; 2]);
        assert_eq!((f64::from(ROOTS[2]) / 4_294_967_296.0 * 1e5).round(), 70_671.0, "exactly 0.70711");
        for (count, root) in ROOTS.into_iter().enumerate().skip(3) {
            let off = i64::from(root) - exact(count as f64);
            assert!(off.abs() < 1 << 12, "{count}: {off}");
        }
    }

    #[test]
    fn signals_follow_the_cached_roots() {
        let mut cobalt = Cobalt::default();
        let targets = targets();
        let mut at = Time::ZERO;
        let instants: Vec<u64> = (1..6)
            .map(|count| {
                cobalt.set_count(count);
                at = cobalt.next_after(at, &targets);
                (at.ps() + 500_000) / 1_000_000
            })
            .collect();
        assert_eq!(instants, [100_000, 170_671, 228_406, 278_406, 323_127]);
    }

    #[test]
    fn a_flow_seen_below_its_target_lately_is_signalled_an_interval_later() {
        let mut cobalt = Cobalt::default();
        let mut short = Packet { arrived: Time::from_ps(199 * MS), ..packet(0, 1500) };
        assert!(!cobalt.should_drop(&targets(), &mut short, 0, Time::from_ps(200 * MS), &mut || 0.5));
        let first = signals(&mut cobalt, 201, 450);
        assert_eq!(first[0], 301_000);
        // Each is found by the first packet after it.
        let after: Vec<u64> = first.iter().map(|at| at - 301_000).collect();
        assert_eq!(after[..5], [0, 70_680, 128_410, 178_410, 223_130]);
    }

    #[test]
    fn as_in_linux_the_second_long_wait_is_signalled_at_once_and_later_ones_as_elsewhere() {
        // Both were seen below the target at 200 ms, and wait for too long after 201 ms.
        let first = |mut cobalt: Cobalt| {
            let mut short = Packet { arrived: Time::from_ps(199 * MS), ..packet(0, 1500) };
            assert!(!cobalt.should_drop(&targets(), &mut short, 0, Time::from_ps(200 * MS), &mut || 0.5));
            signals(&mut cobalt, 201, 250)
        };
        let (linux, other) = (first(Cobalt::as_in_linux()), first(Cobalt::default()));
        assert_eq!((linux[0], other[0]), (201_010, 301_000));
        // After the first signal, which sets the root; each is found by the first packet after it, within 10 us.
        assert!((linux[1] - linux[0]).abs_diff(other[1] - other[0]) <= 10, "{linux:?} {other:?}");
    }

    #[test]
    fn a_flow_whose_state_is_stale_is_signalled_at_its_second_long_wait() {
        assert_eq!(signals(&mut Cobalt::default(), 1000, 1), [1_000_010]);
    }

    #[test]
    fn a_packet_that_can_be_marked_is_marked_instead() {
        let mut cobalt = Cobalt::default();
        let fates: Vec<_> = (0..3)
            .map(|at| {
                let now = Time::from_ps((1000 + at) * MS);
                let mut packet = Packet { codepoint: Codepoint::Ect0, ..packet(0, 1500) };
                (cobalt.should_drop(&targets(), &mut packet, 0, now, &mut || 0.5), packet.marked)
            })
            .collect();
        assert_eq!(fates, [(false, None), (false, Some(MarkReason::Aqm)), (false, None)]);
    }

    #[test]
    fn blue_grows_by_a_256th_with_each_target_of_overflow_and_falls_by_a_4096th() {
        let mut cobalt = Cobalt::default();
        let at = |step: u64| Time::from_ps(6 * MS * step);
        (1..=10).for_each(|step| {
            cobalt.on_overflow(&targets(), at(step));
            cobalt.on_overflow(&targets(), at(step));
        });
        assert_eq!(f64::from(cobalt.blue) / 4_294_967_296.0, 10.0 / 256.0);
        (11..=20).for_each(|step| cobalt.on_empty(&targets(), at(step)));
        assert_eq!(f64::from(cobalt.blue) / 4_294_967_296.0, 10.0 / 256.0 - 10.0 / 4096.0);
        let mut packet = Packet { codepoint: Codepoint::Ect0, arrived: at(20), ..packet(0, 100) };
        assert!(cobalt.should_drop(&targets(), &mut packet, 0, at(20), &mut || 0.0), "marks do not spare");
    }

    #[test]
    fn many_bulk_flows_make_a_longer_wait_tolerable() {
        let over = |bulk_flows| {
            let mut cobalt = Cobalt::default();
            let mut packet = packet(0, 1500);
            cobalt.should_drop(&targets(), &mut packet, bulk_flows, Time::from_ps(10 * MS), &mut || 0.5);
            cobalt.is_dropping
        };
        assert_eq!([0, 39, 40].map(over), [true, true, false]);
    }
}
