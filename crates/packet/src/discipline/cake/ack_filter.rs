//! The filter of acknowledgments: what a later acknowledgment of the same connection says as well is dropped.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::discipline::fifo::Fifo;
use crate::packet::{Acknowledgment, Packet};

/// Whether acknowledgments that wait are dropped for later ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AckFilter {
    /// Never.
    #[default]
    Off,
    /// Such that of each run at least two stay.
    On,
    /// Such that one stays.
    Aggressive,
}

fn is_after(number: u32, other: u32) -> bool {
    (number.wrapping_sub(other) as i32) > 0
}

fn blocks(ack: &Acknowledgment) -> &[(u32, u32)] {
    &ack.sack[..usize::from(ack.sack_blocks).min(ack.sack.len())]
}

fn octets(blocks: &[(u32, u32)]) -> u32 {
    blocks.iter().fold(0, |sum, (first, next)| sum.wrapping_add(next.wrapping_sub(*first)))
}

/// Whether all that `old` acknowledges selectively is also in `new`, and whether `new` has more; `None` if not.
fn sack_grows(old: &Acknowledgment, new: &Acknowledgment) -> Option<bool> {
    let (old_blocks, new_blocks) = (blocks(old), blocks(new));
    let is_covered = |&(first, next): &(u32, u32)| {
        // A block below the acknowledgment reports a duplicate, and is sent only once.
        let is_duplicate = is_after(old.ack, first);
        let holds = |block: &(u32, u32)| !is_after(block.0, first) && !is_after(next, block.1);
        !is_duplicate && new_blocks.iter().any(holds)
    };
    old_blocks.iter().all(is_covered).then(|| octets(new_blocks) > octets(old_blocks))
}

/// Whether `new` says all that `old` says, and more.
fn is_superseded(old: &Acknowledgment, new: &Acknowledgment) -> bool {
    // spec: linux net/sched/sch_cake.c, cake_tcph_may_drop: neither the value nor the echo may be later
    let is_newer = old.timestamps.is_some_and(|old| {
        let new = new.timestamps.unwrap_or_default();
        is_after(old[0], new[0]) || is_after(old[1], new[1])
    });
    if !old.pure || is_newer || is_after(old.ack, new.ack) {
        return false;
    }
    sack_grows(old, new).is_some_and(|grows| grows || old.ack != new.ack)
}

/// The place in the queue of the packet that its last one makes needless.
pub(super) fn needless(filter: AckFilter, queue: &Fifo) -> Option<usize> {
    if filter == AckFilter::Off {
        return None;
    }
    let last = queue.backlog().packets.checked_sub(1)? as usize;
    let acknowledgment = |at: usize| queue.get(at).and_then(|packet: &Packet| packet.acknowledgment);
    let trigger = acknowledgment(last)?;
    let flow = queue.get(last)?.flow;
    let mut kept: Option<(usize, u8)> = None;
    let mut found = 0;
    for at in (0..last).filter(|&at| queue.get(at).is_some_and(|packet| packet.flow == flow)) {
        let Some(ack) = acknowledgment(at) else { continue };
        if kept.is_some_and(|(_, flags)| flags != ack.ecn_flags) {
            // What its flags say would be lost.
            kept = None;
            found -= 1;
        }
        if is_superseded(&ack, &trigger) {
            let (first, _) = *kept.get_or_insert((at, ack.ecn_flags));
            if found > 0 {
                return Some(first);
            }
            found += 1;
        }
    }
    let (at, flags) = kept.filter(|_| filter == AckFilter::Aggressive)?;
    (at + 1 == last && flags == trigger.ecn_flags).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::{acknowledgment as ack, packet};

    fn sack(number: u32, block: (u32, u32)) -> Acknowledgment {
        Acknowledgment { sack: [block, (0, 0), (0, 0), (0, 0)], sack_blocks: 1, ..ack(number) }
    }

    fn first_needless(filter: AckFilter, acks: &[Acknowledgment]) -> Option<usize> {
        let mut queue = Fifo::default();
        for ack in acks {
            queue.push(Packet { acknowledgment: Some(*ack), ..packet(0, 60) });
        }
        needless(filter, &queue)
    }

    #[test]
    fn the_oldest_goes_once_two_are_superseded() {
        let acks = [ack(1), ack(2), ack(3)];
        assert_eq!(first_needless(AckFilter::On, &acks[..2]), None);
        assert_eq!(first_needless(AckFilter::On, &acks), Some(0));
        assert_eq!(first_needless(AckFilter::Off, &acks), None);
    }

    #[test]
    fn aggressively_one_is_enough_if_it_is_next_to_the_last() {
        assert_eq!(first_needless(AckFilter::Aggressive, &[ack(1), ack(2)]), Some(0));
        let data = Acknowledgment { pure: false, ..ack(1) };
        assert_eq!(first_needless(AckFilter::Aggressive, &[ack(1), data, ack(2)]), None);
        let ece = Acknowledgment { ecn_flags: 1, ..ack(2) };
        assert_eq!(first_needless(AckFilter::Aggressive, &[ack(1), ece]), None);
    }

    #[test]
    fn data_duplicates_and_later_acknowledgments_stay() {
        let data = Acknowledgment { pure: false, ..ack(1) };
        assert_eq!(first_needless(AckFilter::On, &[data, data, ack(3)]), None);
        assert_eq!(first_needless(AckFilter::On, &[ack(3), ack(3), ack(3)]), None);
        assert_eq!(first_needless(AckFilter::On, &[ack(4), ack(5), ack(3)]), None);
        assert_eq!(first_needless(AckFilter::On, &[ack(u32::MAX - 1), ack(u32::MAX), ack(3)]), Some(0));
        let stamped = |number, stamps| Acknowledgment { timestamps: Some(stamps), ..ack(number) };
        let by_stamps =
            |old, new| first_needless(AckFilter::On, &[stamped(1, old), stamped(1, old), stamped(3, new)]);
        assert_eq!(by_stamps([8, 5], [8, 5]), Some(0));
        assert_eq!(by_stamps([9, 5], [8, 5]), None, "a later value stays");
        assert_eq!(by_stamps([8, 6], [8, 5]), None, "a later echo stays");
    }

    #[test]
    fn selective_acknowledgments_go_only_for_those_that_hold_them() {
        let old = sack(1, (10, 20));
        assert_eq!(first_needless(AckFilter::On, &[old, old, sack(1, (10, 21))]), Some(0));
        assert_eq!(
            first_needless(AckFilter::On, &[old, old, sack(1, (10, 20))]),
            None,
            "duplicates show losses"
        );
        assert_eq!(first_needless(AckFilter::On, &[old, old, sack(2, (10, 20))]), Some(0));
        assert_eq!(first_needless(AckFilter::On, &[old, old, sack(2, (11, 30))]), None);
        assert_eq!(first_needless(AckFilter::On, &[old, old, ack(25)]), None);
        let duplicate = sack(15, (10, 20));
        assert_eq!(first_needless(AckFilter::On, &[duplicate, duplicate, sack(16, (10, 30))]), None);
    }

    #[test]
    fn a_change_of_the_ecn_flags_starts_anew() {
        let ece = |number| Acknowledgment { ecn_flags: 1, ..ack(number) };
        assert_eq!(first_needless(AckFilter::On, &[ack(1), ece(2), ece(3)]), None);
        assert_eq!(first_needless(AckFilter::On, &[ack(1), ece(2), ece(3), ece(4)]), Some(1));
    }
}
