//! One buffer of a port: cells reserved per service category, and the rest shared by all.
//!
//! A cell uses its category's reservation first, then the shared part. The parts have no cells of
//! their own: a category that holds n cells uses min(n, reserved) of its reservation, so a cell
//! that leaves gives back a shared place first. How many cells the shared part holds is for its port to say.

use crate::Category;

/// A buffer with a part per category and a shared part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    reserved: [u64; Category::COUNT],
    shared_used: u64,
    used: [u64; Category::COUNT],
}

impl Pool {
    /// An empty buffer with so many cells reserved for each category, by [`Category::index`].
    #[must_use]
    pub const fn new(reserved: [u64; Category::COUNT]) -> Self {
        Self { reserved, shared_used: 0, used: [0; Category::COUNT] }
    }

    /// Whether a cell of a category finds room that is its category's own.
    #[inline]
    #[must_use]
    pub const fn has_reserved_room(&self, category: Category) -> bool {
        self.used[category.index()] < self.reserved[category.index()]
    }

    /// Takes so many cells in.
    #[inline]
    pub const fn enter(&mut self, category: Category, cells: u64) {
        let shared = self.beyond_reservation(category);
        self.used[category.index()] += cells;
        self.shared_used += self.beyond_reservation(category) - shared;
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
    use Category::{Abr, NrtVbr};
    use proptest::prelude::*;

    /// With 2 cells for VBR.
    fn with(cells: &[(Category, u64)]) -> Pool {
        let mut pool = Pool::new([0, 0, 2, 0, 0, 0]);
        for &(category, cells) in cells {
            pool.enter(category, cells);
        }
        pool
    }

    #[test]
    fn what_is_reserved_for_one_category_is_room_for_no_other() {
        let pool = with(&[(Abr, 4), (NrtVbr, 1)]);
        assert_eq!((pool.has_reserved_room(NrtVbr), pool.has_reserved_room(Abr)), (true, false));
        assert_eq!(pool.shared_used(), 4);
    }

    #[test]
    fn a_category_uses_its_reservation_before_the_shared_part() {
        let mut pool = with(&[(NrtVbr, 2)]);
        assert_eq!((pool.shared_used(), pool.used(NrtVbr)), (0, 2));
        pool.enter(NrtVbr, 4);
        assert_eq!((pool.shared_used(), pool.has_reserved_room(NrtVbr)), (4, false));
    }

    #[test]
    fn a_cell_that_leaves_gives_back_a_shared_place_first() {
        let mut pool = with(&[(NrtVbr, 3), (Abr, 3)]);
        pool.leave(NrtVbr, 1);
        assert_eq!((pool.shared_used(), pool.used(NrtVbr)), (3, 2));
    }

    proptest! {
        #[test]
        fn the_shared_part_holds_what_exceeds_the_reservations_however_many_cells_come_or_leave_together(
            reserved in prop::array::uniform6(0u64..6),
            steps in prop::collection::vec((0usize..Category::COUNT, any::<bool>(), 0u64..12), 0..100),
        ) {
            let mut together = Pool::new(reserved);
            let mut singly = together;
            for (index, enters, cells) in steps {
                let category = Category::ALL[index];
                let before = together.used(category);
                if enters {
                    together.enter(category, cells);
                    (0..cells).for_each(|_| singly.enter(category, 1));
                    prop_assert_eq!(together.used(category), before + cells);
                } else {
                    let cells = cells.min(before);
                    together.leave(category, cells);
                    (0..cells).for_each(|_| singly.leave(category, 1));
                    prop_assert_eq!(together.used(category), before - cells);
                }
                prop_assert_eq!(together, singly);
                let beyond = Category::ALL.map(|other| together.used(other).saturating_sub(reserved[other.index()]));
                prop_assert_eq!(together.shared_used(), beyond.iter().sum::<u64>());
            }
        }
    }
}
