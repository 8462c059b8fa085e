//! The memory of a switch, shared by the queues of all its ports.
//!
//! Source of the dynamic thresholds: Choudhury and Hahne, "Dynamic queue length thresholds for
//! shared-memory packet switches", IEEE/ACM ToN, April 1998. A queue i takes a cell while
//! `Q_i` < alpha (B - sum of Q), so that a part of the memory always stays free for queues that
//! become active.

use cellwise_units::catalogue::{Entry, Status, Written};

/// The family's name in the catalogue.
pub const FAMILY: &str = "memory-sharing";

/// How the ports of a switch share its memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MemorySharing {
    /// Any port may take what is free.
    #[default]
    Complete,
    /// Each port has an equal part of its own.
    Partitioned,
    /// Each port may hold alpha times what is free.
    DynamicThresholds {
        /// Above 0. With alpha = 1 a lone queue gets half of the memory.
        alpha: f64,
    },
}

impl MemorySharing {
    /// Every way with its default parameters, in catalogue order.
    pub const ALL: [Self; 3] = [Self::Complete, Self::Partitioned, Self::DynamicThresholds { alpha: 1.0 }];

    /// The name that scenarios use.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partitioned => "partitioned",
            Self::DynamicThresholds { .. } => "dynamic-thresholds",
        }
    }
}

/// The rows of the family, as `cellwise list memory-sharing` prints them.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    let describe = |sharing: &MemorySharing| match sharing {
        MemorySharing::Complete => (
            "Complete sharing: a port's queue may take all that is free of the switch's memory.",
            "Kamoun and Kleinrock, IEEE Trans. Commun., July 1980",
            Status::Experimental,
        ),
        MemorySharing::Partitioned => (
            "Complete partitioning: each port has an equal part of the switch's memory.",
            "Kamoun and Kleinrock, IEEE Trans. Commun., July 1980",
            Status::Experimental,
        ),
        MemorySharing::DynamicThresholds { .. } => (
            "Dynamic thresholds: each port may hold alpha times what is free of the switch's memory.",
            "Choudhury and Hahne, IEEE/ACM ToN, April 1998",
            Status::Validated,
        ),
    };
    let entry = |sharing: &MemorySharing| {
        let (summary, source, status) = describe(sharing);
        Entry {
            family: FAMILY,
            name: sharing.name(),
            summary,
            source,
            status,
            written: Written::Here(file!()),
        }
    };
    MemorySharing::ALL.iter().map(entry).collect()
}

/// The memory of a switch and what each port holds of it.
#[derive(Clone, Debug)]
pub struct SharedMemory {
    memory_cells: u64,
    sharing: MemorySharing,
    /// A port's part when the memory is partitioned, rounded down.
    part_cells: u64,
    total: u64,
    used: Vec<u64>,
}

impl SharedMemory {
    /// The empty memory of a switch with so many ports; `u64::MAX` cells: without limit.
    #[must_use]
    pub fn new(memory_cells: u64, sharing: MemorySharing, ports: usize) -> Self {
        let parts = ports.max(1) as u64;
        let part_cells = if memory_cells == u64::MAX { u64::MAX } else { memory_cells / parts };
        Self { memory_cells, sharing, part_cells, total: 0, used: vec![0; ports] }
    }

    /// Whether a cell for a port (from 0) finds room.
    ///
    /// # Panics
    /// If there is no such port; so do the methods below.
    #[inline]
    #[must_use]
    pub fn has_room(&self, port: usize) -> bool {
        let used = self.used[port];
        match self.sharing {
            MemorySharing::Complete => self.total < self.memory_cells,
            MemorySharing::Partitioned => used < self.part_cells,
            MemorySharing::DynamicThresholds { alpha } => {
                let free = self.memory_cells.saturating_sub(self.total);
                free > 0 && (used as f64) < alpha * free as f64
            }
        }
    }

    /// Takes a cell in, for which there is [room](Self::has_room).
    #[inline]
    pub fn enter(&mut self, port: usize) {
        debug_assert!(self.has_room(port), "a cell enters a memory without room");
        self.used[port] += 1;
        self.total += 1;
    }

    /// Lets a cell out that had entered.
    #[inline]
    pub fn leave(&mut self, port: usize) {
        debug_assert!(self.used[port] > 0, "a cell leaves a memory that it is not in");
        self.used[port] -= 1;
        self.total -= 1;
    }

    /// Cells of a port.
    #[inline]
    #[must_use]
    pub fn used(&self, port: usize) -> u64 {
        self.used[port]
    }

    /// Cells of all ports.
    #[inline]
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Lets ports take cells in turn until none finds room.
    fn filled(memory_cells: u64, sharing: MemorySharing, ports: &[usize]) -> SharedMemory {
        let mut memory = SharedMemory::new(memory_cells, sharing, 4);
        while ports.iter().any(|&port| memory.has_room(port)) {
            for &port in ports {
                if memory.has_room(port) {
                    memory.enter(port);
                }
            }
        }
        memory
    }

    #[test]
    fn complete_sharing_gives_a_lone_port_everything_and_partitioning_its_part() {
        let complete = filled(1000, MemorySharing::Complete, &[2]);
        assert_eq!((complete.used(2), complete.has_room(0)), (1000, false));
        let parts = filled(1003, MemorySharing::Partitioned, &[2]);
        assert_eq!((parts.used(2), parts.has_room(0)), (250, true));
    }

    #[test]
    fn busy_ports_settle_at_the_dynamic_threshold_of_the_paper_and_leave_the_rest_free() {
        // Q = alpha B / (1 + n alpha) for each of n busy queues.
        for (alpha, ports, wanted) in
            [(1.0, 1, 500), (1.0, 3, 250), (2.0, 1, 667), (2.0, 2, 400), (0.5, 2, 250), (1e6, 1, 1000)]
        {
            let busy: Vec<usize> = (0..ports).collect();
            let memory = filled(1000, MemorySharing::DynamicThresholds { alpha }, &busy);
            for &port in &busy {
                assert!(memory.used(port).abs_diff(wanted) <= 1, "{alpha}, {ports}: {}", memory.used(port));
            }
            assert_eq!(memory.has_room(3), memory.total() < 1000);
        }
    }

    #[test]
    fn a_queue_at_its_threshold_takes_cells_again_when_others_leave() {
        let mut memory = filled(900, MemorySharing::DynamicThresholds { alpha: 1.0 }, &[0, 1]);
        assert!(!memory.has_room(0));
        memory.leave(1);
        memory.leave(1);
        assert!(memory.has_room(0));
    }

    #[test]
    fn the_catalogue_names_every_way() {
        let names: Vec<_> = catalogue().iter().map(|row| row.name).collect();
        assert_eq!(names, ["complete", "partitioned", "dynamic-thresholds"]);
    }

    proptest! {
        #[test]
        fn no_way_of_sharing_holds_more_than_the_memory_or_forgets_a_cell(
            memory_cells in 4u64..60, alpha in 0.1f64..4.0,
            steps in prop::collection::vec((0usize..4, any::<bool>()), 0..300),
        ) {
            let [complete, partitioned, _] = MemorySharing::ALL;
            for sharing in [complete, partitioned, MemorySharing::DynamicThresholds { alpha }] {
                let mut memory = SharedMemory::new(memory_cells, sharing, 4);
                for &(port, enters) in &steps {
                    if enters && memory.has_room(port) {
                        memory.enter(port);
                    } else if !enters && memory.used(port) > 0 {
                        memory.leave(port);
                    }
                    prop_assert_eq!(memory.total(), (0..4).map(|port| memory.used(port)).sum::<u64>());
                    prop_assert!(memory.total() <= memory_cells);
                    prop_assert!(memory.total() > 0 || memory.has_room(port), "{} refuses all", sharing.name());
                }
            }
        }
    }
}
