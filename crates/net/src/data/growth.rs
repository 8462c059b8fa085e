//! Growth in small steps: a list that grows with a run, and may become most of its memory, asks for little more than
//! it needs, so that a limit of memory can be used up and is not passed by far; many lists never have more than one
//! element.

use std::collections::VecDeque;

/// Longer lists grow by a sixteenth instead of twofold.
const LONG: usize = 4_096;

/// A list that makes room for one more.
pub(crate) trait Growth {
    /// Makes room for one more element, if necessary.
    fn make_room(&mut self);
}

impl<T> Growth for Vec<T> {
    #[inline]
    fn make_room(&mut self) {
        if self.len() == self.capacity() && (self.is_empty() || self.len() >= LONG) {
            self.reserve_exact((self.len() / 16).max(1));
        }
    }
}

impl<T> Growth for VecDeque<T> {
    #[inline]
    fn make_room(&mut self) {
        if self.len() == self.capacity() && (self.is_empty() || self.len() >= LONG) {
            self.reserve_exact((self.len() / 16).max(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_has_room_for_a_sixteenth_more() {
        let (mut list, mut queue) = (Vec::new(), VecDeque::new());
        for n in 0..100_000u32 {
            list.make_room();
            list.push(n);
            queue.make_room();
            queue.push_back(n);
        }
        assert!(list.capacity() <= 106_500 && queue.capacity() <= 106_500);
    }

    #[test]
    fn a_list_of_one_element_has_room_for_it_alone() {
        let (mut list, mut queue) = (Vec::new(), VecDeque::new());
        list.make_room();
        list.push(1_u32);
        queue.make_room();
        queue.push_back(1_u32);
        assert_eq!((list.capacity(), queue.capacity()), (1, 1));
    }
}
