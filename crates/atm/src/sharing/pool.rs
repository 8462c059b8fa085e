//! One buffer of a port: cells reserved per service category, and the rest shared by all.
//!
//! A cell uses its category's reservation first, then the shared part. The parts have no cells of
//! their own: a category that holds n cells uses min(n, reserved) of its reservation, so a cell
//! that leaves gives back a shared place first.

use crate::Category;

/// A buffer with a part per category and a shared part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    shared: u64,
    reserved: [u64; Category::COUNT],
    shared_used: u64,
    used: [u64; Category::COUNT],
}

impl Pool {
    /// An empty buffer of `shared` cells for all (`u64::MAX`: without limit), and so many
    /// `reserved` ones for each category, by [`Category::index`].
    #[must_use]
    pub const fn new(shared: u64, reserved: [u64; Category::COUNT]) -> Self {
        Self { shared, reserved, shared_used: 0, used: [0; Category::COUNT] }
    }

    /// Whether a cell of a category finds room.
    #[inline]
    #[must_use]
    pub const fn has_room(&self, category: Category) -> bool {
        let index = category.index();
        self.used[index] < self.reserved[index] || self.shared_used < self.shared
    }

    /// Whether a cell of a category finds room that is its category's own.
    #[inline]
    #[must_use]
    pub const fn has_reserved_room(&self, category: Category) -> bool {
        self.used[category.index()] < self.reserved[category.index()]
    }

    /// Takes so many cells in, for all of which there is [room](Self::has_room).
    #[inline]
    pub const fn enter(&mut self, category: Category, cells: u64) {
        let shared = self.beyond_reservation(category);
        self.used[category.index()] += cells;
        self.shared_used += self.beyond_reservation(category) - shared;
        debug_assert!(self.shared_used <= self.shared, "cells enter a buffer without room");
    }

    /// Lets so many cells out that had entered.
    #[inline]
    pub const fn leave(&mut self, category: Category, cells: u64) {
        let index = category.index();
        debug_assert!(self.used[index] >= cells, "a cell leaves a buffer that it is not in");
        let shared = self.beyond_reservation(category);
        self.used[index] -= cells;
        self.shared_used -= shared - self.beyond_reservation(category);
    }

    /// Cells of a category in the shared part.
    #[inline]
    const fn beyond_reservation(&self, category: Category) -> u64 {
        let index = category.index();
        self.used[index].saturating_sub(self.reserved[index])
    }

    /// Cells in the shared part.
    #[inline]
    #[must_use]
    pub const fn shared_used(&self) -> u64 {
        self.shared_used
    }

    /// Cells of a category, in its reservation and in the shared part.
    #[inline]
    #[must_use]
    pub const fn used(&self, category: Category) -> u64 {
        self.used[category.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::{Abr, Cbr, NrtVbr, Ubr};
    use proptest::prelude::*;

    /// 4 shared cells, 2 for VBR.
    const POOL: Pool = Pool::new(4, [0, 0, 2, 0, 0, 0]);

    fn with(cells: &[(Category, u64)]) -> Pool {
        let mut pool = POOL;
        for &(category, cells) in cells {
            pool.enter(category, cells);
        }
        pool
    }

    #[test]
    fn what_is_reserved_for_one_category_is_room_for_no_other() {
        let full_of_abr = with(&[(Abr, 4)]);
        assert!(full_of_abr.has_room(NrtVbr));
        assert!([Cbr, Abr, Ubr].iter().all(|&category| !full_of_abr.has_room(category)));
    }

    #[test]
    fn a_category_uses_its_reservation_before_the_shared_part() {
        let mut pool = with(&[(NrtVbr, 2)]);
        assert_eq!((pool.shared_used(), pool.used(NrtVbr)), (0, 2));
        pool.enter(NrtVbr, 4);
        assert_eq!((pool.shared_used(), pool.has_room(NrtVbr)), (4, false));
    }

    #[test]
    fn a_cell_that_leaves_gives_back_a_shared_place_first() {
        let mut pool = with(&[(NrtVbr, 3), (Abr, 3)]);
        assert!(!pool.has_room(Abr));
        pool.leave(NrtVbr, 1);
        assert!(pool.has_room(Abr));
        assert_eq!((pool.shared_used(), pool.used(NrtVbr)), (3, 2));
    }

    #[test]
    fn without_limit_there_is_always_room() {
        let mut pool = Pool::new(u64::MAX, [1; Category::COUNT]);
        pool.enter(Abr, 1000);
        assert!(pool.has_room(Abr));
    }

    proptest! {
        #[test]
        fn the_shared_part_holds_what_exceeds_the_reservations_and_never_more_than_there_is(
            shared in 0u64..20, reserved in prop::array::uniform6(0u64..6),
            steps in prop::collection::vec((0usize..Category::COUNT, any::<bool>()), 0..300),
        ) {
            let mut pool = Pool::new(shared, reserved);
            for (index, enters) in steps {
                let category = Category::ALL[index];
                let before = pool.used(category);
                if enters && pool.has_room(category) {
                    pool.enter(category, 1);
                    prop_assert_eq!(pool.used(category), before + 1);
                } else if enters {
                    prop_assert!(before >= reserved[index] && pool.shared_used() == shared);
                } else if before > 0 {
                    pool.leave(category, 1);
                    prop_assert_eq!(pool.used(category), before - 1);
                }
                let beyond = Category::ALL.map(|other| pool.used(other).saturating_sub(reserved[other.index()]));
                prop_assert_eq!(pool.shared_used(), beyond.iter().sum::<u64>());
                prop_assert!(pool.shared_used() <= shared);
            }
        }

        #[test]
        fn cells_that_come_or_leave_together_count_as_they_would_one_after_the_other(
            shared in 0u64..20, reserved in prop::array::uniform6(0u64..6),
            entering in prop::array::uniform6(0u64..12), leaving in prop::array::uniform6(0u64..12),
        ) {
            let mut singly = Pool::new(shared, reserved);
            let mut together = singly;
            for category in Category::ALL {
                let tries = 0..entering[category.index()];
                let has_entered = |_: &u64| {
                    let has_room = singly.has_room(category);
                    if has_room {
                        singly.enter(category, 1);
                    }
                    has_room
                };
                let entered = tries.filter(has_entered).count() as u64;
                together.enter(category, entered);
                prop_assert_eq!(together, singly, "{} cells of {:?} enter", entered, category);
            }
            for category in Category::ALL {
                let cells = leaving[category.index()].min(singly.used(category));
                (0..cells).for_each(|_| singly.leave(category, 1));
                together.leave(category, cells);
                prop_assert_eq!(together, singly, "{} cells of {:?} leave", cells, category);
            }
        }
    }
}
