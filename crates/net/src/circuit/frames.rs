//! The frames of a circuit: those that may still arrive, and those that may be asked for.

use crate::data::growth::Growth as _;
use std::collections::VecDeque;

use crate::data::packet::{Packet, Sdu};
use cellwise_units::Time;

/// The frames that may still arrive, by their number on the circuit.
///
/// Frames arrive in the order in which they were sent, so whatever was sent before an arriving
/// frame will not arrive any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    /// `None` once the frame's last cell is lost; never so at the front.
    under_way: VecDeque<Option<Sdu>>,
    /// Number of the frame at the front.
    front: u32,
}

impl Frames {
    pub(super) fn push(&mut self, frame: Sdu) -> u32 {
        let number = self.front.wrapping_add(self.under_way.len() as u32);
        self.under_way.make_room();
        self.under_way.push_back(Some(frame));
        number
    }

    /// Takes out the frame of a number, and all before it.
    #[inline(always)]
    pub(super) fn take(&mut self, number: u32) -> Sdu {
        let before = number.wrapping_sub(self.front) as usize;
        self.under_way.drain(..before);
        self.front = number.wrapping_add(1);
        let frame = self.under_way.pop_front().flatten().expect("a frame that arrives has been sent");
        self.drop_lost();
        frame
    }

    /// The frame of a number, unless it is lost.
    pub(super) fn get(&self, number: u32) -> Option<&Sdu> {
        self.under_way.get(number.wrapping_sub(self.front) as usize).and_then(Option::as_ref)
    }

    /// The same, to change.
    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut Sdu> {
        let place = number.wrapping_sub(self.front) as usize;
        self.under_way.get_mut(place).and_then(Option::as_mut)
    }

    /// Forgets the frame of a number, whose last cell is lost or comes after the end of the run.
    pub(crate) fn forget(&mut self, number: u32) {
        let place = number.wrapping_sub(self.front) as usize;
        if let Some(frame) = self.under_way.get_mut(place) {
            *frame = None;
        }
        self.drop_lost();
    }

    /// Adds the frame of a number, which comes from another part of the network, or replaces it; not if later ones
    /// have arrived.
    pub(crate) fn adopt(&mut self, number: u32, frame: Sdu) {
        if number.wrapping_sub(self.front) > u32::MAX / 2 {
            return;
        }
        if self.under_way.is_empty() {
            self.front = number;
        }
        let place = number.wrapping_sub(self.front) as usize;
        while self.under_way.len() <= place {
            self.under_way.push_back(None);
        }
        self.under_way[place] = Some(frame);
    }

    /// Forgets the frame of a number, whose last cell has left for another part of the network, and all before it.
    pub(crate) fn forget_until(&mut self, number: u32) {
        let before = number.wrapping_sub(self.front);
        if before <= u32::MAX / 2 {
            self.under_way.drain(..self.under_way.len().min(before as usize + 1));
            self.front = number.wrapping_add(1);
        }
        self.drop_lost();
    }

    #[inline]
    fn drop_lost(&mut self) {
        while let Some(None) = self.under_way.front() {
            self.under_way.pop_front();
            self.front = self.front.wrapping_add(1);
        }
    }
}

/// The frames that captures may ask for: all since the last that has arrived, also lost ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) frames: Frames,
    /// The packets of transports outside whose frames could not be put together.
    unfit: Vec<(u32, Sdu, Time)>,
}

impl Kept {
    /// Notes that a frame could not be put together, if its packet is one that the outside may ask for.
    pub(super) fn note_unfit(&mut self, number: u32, frame: Sdu, now: Time) {
        if matches!(frame.packet, Packet::Outside(_)) {
            self.unfit.push((number, frame, now));
        }
    }

    pub(super) fn take_unfit(&mut self) -> Vec<(u32, Sdu, Time)> {
        std::mem::take(&mut self.unfit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ids::FlowId;
    use cellwise_tcp::udp::Datagram;

    fn frame(number: u64) -> Sdu {
        Sdu::new(Packet::Udp(Datagram { number, len: 1 }), FlowId::new(0), Time::ZERO)
    }

    fn number(frame: &Sdu) -> u64 {
        match frame.packet {
            Packet::Udp(datagram) => datagram.number,
            packet => panic!("only datagrams are sent here, not {packet:?}"),
        }
    }

    #[test]
    fn an_arriving_frame_takes_those_before_it_along() {
        let mut frames = Frames::default();
        for n in 0..5 {
            assert_eq!(frames.push(frame(u64::from(n))), n);
        }
        assert_eq!(number(&frames.take(2)), 2);
        assert_eq!(frames.under_way.len(), 2);
        assert_eq!(number(&frames.take(3)), 3);
    }

    #[test]
    fn lost_frames_are_kept_no_longer_than_those_before_them() {
        let mut frames = Frames::default();
        for n in 0..5 {
            frames.push(frame(n));
        }
        frames.forget(1);
        frames.forget(3);
        assert_eq!(frames.under_way.len(), 5, "frame 0 may still arrive");
        frames.forget(0);
        assert_eq!(frames.under_way.len(), 3);
        assert_eq!(number(&frames.take(2)), 2);
        assert_eq!(frames.under_way.len(), 1, "frame 3 went with frame 2");
        assert_eq!(number(&frames.take(4)), 4);
        assert_eq!(frames.push(frame(5)), 5);
    }

    #[test]
    fn numbers_go_on_from_0_after_the_largest() {
        let mut frames = Frames { front: u32::MAX, ..Frames::default() };
        let given = [frames.push(frame(7)), frames.push(frame(8)), frames.push(frame(9))];
        assert_eq!(given, [u32::MAX, 0, 1]);
        frames.forget(u32::MAX);
        assert_eq!(number(&frames.take(1)), 9);
    }

    #[test]
    fn frames_from_elsewhere_keep_their_numbers() {
        let mut frames = Frames::default();
        frames.adopt(3, frame(3));
        frames.adopt(5, frame(5));
        assert!(frames.get_mut(4).is_none(), "it is lost on the way");
        frames.adopt(5, frame(50));
        assert_eq!(number(&frames.take(3)), 3);
        frames.adopt(3, frame(30));
        assert!(frames.get_mut(3).is_none(), "a later one has arrived");
        assert_eq!(number(&frames.take(5)), 50, "what has changed on the way counts");
    }

    #[test]
    fn frames_that_have_left_are_forgotten_with_those_before_them() {
        let mut frames = Frames::default();
        for n in 0..4 {
            frames.push(frame(n));
        }
        frames.forget_until(1);
        assert_eq!((frames.under_way.len(), frames.get_mut(1).is_none()), (2, true));
        frames.forget_until(0);
        assert_eq!(frames.under_way.len(), 2, "they are gone already");
        frames.forget_until(9);
        assert_eq!((frames.under_way.len(), frames.push(frame(7))), (0, 10));
    }

    #[test]
    fn what_is_kept_is_forgotten_once_a_later_frame_has_arrived() {
        let mut kept = Frames { front: u32::MAX, ..Frames::default() };
        for (place, n) in [u32::MAX, 0, 1].into_iter().enumerate() {
            kept.adopt(n, frame(place as u64));
        }
        assert_eq!(kept.get(0).map(number), Some(1));
        kept.forget_until(u32::MAX);
        assert_eq!((kept.under_way.len(), kept.get(u32::MAX).is_none()), (2, true));
        assert_eq!(kept.get(1).map(number), Some(2));
        kept.forget_until(8);
        assert_eq!(kept.under_way.len(), 0);
    }
}
