//! Rounds of queues: lists from which any queue can be taken at once, from any place.

/// No queue.
const NONE: u16 = u16::MAX;

/// The first and the last queue of a list.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u16,
    last: u16,
}

/// Some lists of queues; a queue is in at most one.
#[derive(Clone, Debug)]
pub(super) struct Lists<const N: usize> {
    ends: [Ends; N],
    /// The queues before and after each.
    neighbours: Vec<[u16; 2]>,
}

impl<const N: usize> Lists<N> {
    pub(super) fn new(queues: usize) -> Self {
        Self { ends: [Ends { first: NONE, last: NONE }; N], neighbours: vec![[NONE; 2]; queues] }
    }

    pub(super) fn first(&self, list: usize) -> Option<usize> {
        let first = self.ends[list].first;
        (first != NONE).then_some(usize::from(first))
    }

    /// The queues of a list, in order.
    pub(super) fn all(&self, list: usize) -> impl Iterator<Item = usize> {
        let after = |queue: &usize| match self.neighbours[*queue][1] {
            NONE => None,
            after => Some(usize::from(after)),
        };
        std::iter::successors(self.first(list), after)
    }

    /// Puts a queue that is in no list at the end of one.
    pub(super) fn push(&mut self, list: usize, queue: usize) {
        let last = std::mem::replace(&mut self.ends[list].last, queue as u16);
        self.neighbours[queue] = [last, NONE];
        match last {
            NONE => self.ends[list].first = queue as u16,
            last => self.neighbours[usize::from(last)][1] = queue as u16,
        }
    }

    /// Puts the first queue of a list at its end.
    pub(super) fn rotate(&mut self, list: usize) {
        let Ends { first, last } = self.ends[list];
        if first == last {
            return;
        }
        let after = self.neighbours[usize::from(first)][1];
        self.neighbours[usize::from(after)][0] = NONE;
        self.neighbours[usize::from(last)][1] = first;
        self.neighbours[usize::from(first)] = [last, NONE];
        self.ends[list] = Ends { first: after, last: first };
    }

    /// Takes a queue off the list in which it is.
    pub(super) fn remove(&mut self, list: usize, queue: usize) {
        let [before, after] = self.neighbours[queue];
        match before {
            NONE => self.ends[list].first = after,
            before => self.neighbours[usize::from(before)][1] = after,
        }
        match after {
            NONE => self.ends[list].last = before,
            after => self.neighbours[usize::from(after)][0] = before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_all(lists: &mut Lists<2>, list: usize) -> Vec<usize> {
        std::iter::from_fn(|| {
            let first = lists.first(list)?;
            lists.remove(list, first);
            Some(first)
        })
        .collect()
    }

    #[test]
    fn the_first_queue_goes_to_the_end_as_if_it_was_taken_off_and_put_there() {
        for queues in 0..4 {
            let mut lists = Lists::new(4);
            (0..queues).for_each(|queue| lists.push(1, queue));
            lists.rotate(1);
            let expected: Vec<usize> = (1..queues).chain(0..queues.min(1)).collect();
            assert_eq!(lists.all(1).collect::<Vec<_>>(), expected);
            assert_eq!(take_all(&mut lists, 1), expected);
        }
    }

    #[test]
    fn queues_leave_in_the_order_in_which_they_came_wherever_one_is_taken_out() {
        for gone in 0..4 {
            let mut lists = Lists::new(5);
            (0..4).for_each(|queue| lists.push(0, queue));
            lists.remove(0, gone);
            lists.push(1, gone);
            lists.push(0, 4);
            let expected: Vec<usize> = (0..5).filter(|queue| *queue != gone).collect();
            assert_eq!(lists.all(0).collect::<Vec<_>>(), expected);
            assert_eq!((take_all(&mut lists, 0), take_all(&mut lists, 1)), (expected, vec![gone]));
        }
    }
}
