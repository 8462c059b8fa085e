//! What a run may still take of events and memory before it is stopped.

use cellwise_engine::memory::{self, AddressSpace};
use cellwise_scenario::Limits;
use cellwise_units::Bytes;

use crate::data::slice::Slice;
use crate::world::World;

/// Octets that an event is taken to ask for at most, on the whole.
const BYTES_PER_EVENT: u64 = 2_000;
/// The fewest events between two tests of all that is held.
const FEWEST_EVENTS: u64 = 200;
/// Address space that is left alone: who has started the run needs some to report on it.
const SPARE_BYTES: u64 = 128 << 20;
/// So many times what a run has taken is left as well: a long list that grows may need its own length again, and
/// results are copied when they are read and written.
const TIMES_TAKEN: u64 = 3;

/// The limits of a run, and what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    limits: Limits,
    /// What the system sets besides, if it does.
    space: Option<AddressSpace>,
    /// Octets held, if the program counts them: [`cellwise_engine::memory::Counting`].
    held: i64,
    /// Octets that may be held for more to wait outside.
    most_with_outside: i64,
}

impl Allowance {
    pub(crate) fn new(limits: Limits, held: i64) -> Self {
        let limit = i64::try_from(limits.memory.get()).unwrap_or(i64::MAX);
        let most_with_outside = held.saturating_add(limit.saturating_sub(held) / 2);
        Self { limits, space: AddressSpace::of_this_process(), held, most_with_outside }
    }

    /// Notes that so many octets more are held.
    pub(crate) fn hold(&mut self, octets: i64) {
        self.held += octets;
    }

    /// Whether there is room for more that waits outside: it may take half of the network's share of the limit, so that
    /// this can take it in.
    ///
    /// # Errors
    /// The limit that is passed, as path and rule.
    #[inline]
    pub(crate) fn has_room_outside(&self) -> Result<(), String> {
        if self.held <= self.most_with_outside { Ok(()) } else { Err(self.lacks_room_outside()) }
    }

    #[cold]
    fn lacks_room_outside(&self) -> String {
        let (limit, held) = (self.limits.memory, Bytes::new(self.held.unsigned_abs()));
        format!(
            "limits.memory: what waits would take more than half of what the network leaves of {limit}; {held} are \
             held: let time go on, take what has arrived, or give more"
        )
    }

    /// The work before the next test, if so many events are handled, and tables of so many octets must be made of their
    /// records.
    ///
    /// # Errors
    /// The limit that is passed, as path and rule.
    pub(crate) fn look(&self, events: u64, tables: u64) -> Result<Slice, String> {
        let limits = &self.limits;
        if events >= limits.events {
            return Err(format!("limits.events: the run has taken all of its {} events", limits.events));
        }
        let taken = self.taken_with(tables);
        if taken > limits.memory.get() {
            return Err(format!("limits.memory: the run needs more than {}", limits.memory));
        }
        let room = (limits.memory.get() - taken).min(self.room_in_space(taken)?);
        let slice = (room / BYTES_PER_EVENT).max(FEWEST_EVENTS);
        Ok(Slice { events: slice.min(limits.events - events), octets: room })
    }

    /// Writes samples that are outstanding when everything else is done, in so many pieces at most, as far as there is room
    /// in addition to tables of so many octets.
    pub(crate) fn write_outstanding(&mut self, world: &mut World, tables: u64, pieces: usize) {
        for _ in 0..pieces {
            let taken = self.taken_with(tables);
            let room = self.limits.memory.get().saturating_sub(taken);
            // Lists may double.
            let events = room.min(self.room_in_space(taken).unwrap_or(0)) / (2 * BYTES_PER_EVENT);
            if events == 0 {
                return;
            }
            let (is_all, held) = memory::measured(|| world.write_outstanding(events));
            self.hold(held);
            if is_all {
                return;
            }
        }
    }

    fn taken_with(&self, tables: u64) -> u64 {
        u64::try_from(self.held).unwrap_or(0).saturating_add(tables)
    }

    /// The octets that may be taken of the address space.
    fn room_in_space(&self, taken: u64) -> Result<u64, String> {
        let Some(space) = self.space else { return Ok(u64::MAX) };
        let room = space.left().saturating_sub(taken.saturating_mul(TIMES_TAKEN).saturating_add(SPARE_BYTES));
        let room = room / (1 + TIMES_TAKEN);
        if room == 0 {
            let (limit, taken) = (Bytes::new(space.limit()), Bytes::new(taken));
            return Err(format!(
                "memory: the system lets this process have {limit} of address space (ulimit -v); \
                 the run has taken {taken}, and what is left is needed for its results"
            ));
        }
        Ok(room)
    }
}
