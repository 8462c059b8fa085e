//! Events: how many were handled, and how many more are before the caller is asked again.

use cellwise_engine::memory;

/// Octets that an event is taken to ask for at most: a long queue that is full doubles.
const BYTES_AT_ONCE: u64 = 128 << 10;
/// Events between two tests of the memory.
const FEWEST_BETWEEN_LOOKS: u64 = 8;
const MOST_BETWEEN_LOOKS: u64 = 1_000;

/// A count of events, and how far it may come in the present slice.
#[derive(Clone, Debug)]
pub(super) struct Events {
    /// What was handled: cells or trains at ordering points, and host timers.
    count: u64,
    /// The count at which the present slice ends; long work makes it shorter.
    last_event: u64,
    /// The count at which it is asked whether what is held still leaves room; no later than `last_event`.
    look_at: u64,
    /// Octets that this thread may hold at most.
    most_held: i64,
}

impl Events {
    /// One without events and without room for any.
    pub(super) fn new() -> Self {
        Self { count: 0, last_event: 0, look_at: 0, most_held: i64::MAX }
    }

    /// Begins a slice of so many events; it comes on by some, however little room there is.
    pub(super) fn begin(&mut self, budget: u64) {
        self.last_event = self.count.saturating_add(budget);
        self.look_in(0);
    }

    /// Ends the slice earlier, because an event was as long as so many more.
    pub(super) fn shorten(&mut self, events: u64) {
        self.last_event = self.last_event.saturating_sub(events);
        self.look_at = self.look_at.min(self.last_event);
    }

    /// Lets this thread hold so many octets more until it is asked again; a run that holds more ends its slice.
    pub(super) fn allow(&mut self, octets: u64) {
        self.most_held = memory::held().saturating_add_unsigned(octets);
    }

    /// Whether another event may be handled without a test of the memory.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.count < self.look_at
    }

    /// Whether the slice continues, and until when without a test of the memory.
    #[inline]
    pub(super) fn goes_on(&mut self) -> bool {
        self.has_room() || self.looks()
    }

    fn looks(&mut self) -> bool {
        let room = self.most_held.saturating_sub(memory::held());
        if room <= 0 || self.count >= self.last_event {
            return false;
        }
        self.look_in((room as u64 / BYTES_AT_ONCE).min(MOST_BETWEEN_LOOKS));
        true
    }

    fn look_in(&mut self, events: u64) {
        self.look_at = self.count.saturating_add(events.max(FEWEST_BETWEEN_LOOKS)).min(self.last_event);
    }

    /// Whether the present event is still within the slice.
    pub(super) fn has_present(&self) -> bool {
        self.count <= self.last_event
    }

    /// Events that the slice has room for, with the present one, which is counted.
    #[inline]
    pub(super) fn left(&self) -> u64 {
        self.last_event.saturating_sub(self.count).saturating_add(1)
    }

    /// What was handled so far.
    pub(super) const fn so_far(&self) -> u64 {
        self.count
    }

    /// Counts so many events more.
    #[inline]
    pub(super) fn count(&mut self, events: u64) {
        self.count += events;
    }

    /// Takes the present event off the count: it continues as the next one.
    #[inline]
    pub(super) fn continue_present(&mut self) {
        self.count -= 1;
    }
}
