//! The timetable of switched connections: when each call is set up, refused and released.
//!
//! Source: ATM Forum UNI 3.0 and ITU-T Q.2931, reduced to what takes time and room. SETUP goes from
//! node to node; each node that has processed it reserves room at its own ports for both
//! directions and passes it on. The far end answers with CONNECT, which is processed by every node
//! on its way back; the call is connected when it reaches the caller. A node without room sends
//! RELEASE COMPLETE back, and every node that it passes gives back what it had reserved. RELEASE
//! goes the way of SETUP and gives back likewise. A node processes its messages one after the
//! other, in the order in which they arrive.
//!
//! Left out: CALL PROCEEDING, CONNECT ACKNOWLEDGE and the RELEASE COMPLETE that answers RELEASE, which
//! have meaning between neighbours only and delay nothing; timers and lost messages. Messages take
//! the links' delays and no room on them: they are on virtual channels of their own.
//!
//! Parameters: the calls with their ways, the processing time of each node. State: what is under
//! way. The timetable is a pure function: the calls depend on each other, not on the data sent.

mod timetable;

pub use timetable::timetable;

use cellwise_units::{Span, Time};

use crate::admission::Shortage;

/// A call that will be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallPlan {
    /// When the caller sends SETUP.
    pub setup_at: Time,
    /// How long it is held.
    pub hold: Hold,
    /// The nodes on its way, the caller first; one more than the legs.
    pub nodes: Vec<usize>,
    /// What lies between one node and the next; at least one.
    pub legs: Vec<Leg>,
}

/// How long a call is held once it is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// For so long.
    For(Span),
    /// Until an instant, or for no time if it is connected only later.
    Until(Time),
    /// Always.
    Forever,
}

/// What lies between two nodes that signal to each other: a link, or a virtual path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The delay away from the caller, and back.
    pub delays: [Span; 2],
    /// The places where room is needed, away from the caller and back, as [`Rooms`] numbers them.
    pub places: [usize; 2],
}

/// Who knows what room is left.
pub trait Rooms {
    /// Reserves room for a direction (0: away from the caller) of a call at a place.
    ///
    /// # Errors
    /// If the room is too small.
    fn reserve(&mut self, place: usize, call: usize, direction: usize) -> Result<(), Shortage>;

    /// Gives back what was reserved.
    fn release(&mut self, place: usize, call: usize, direction: usize);
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallRecord {
    /// When the caller sent SETUP.
    pub asked_at: Time,
    /// What came of it.
    pub outcome: Answer,
    /// Messages sent for it, over all legs.
    pub messages: Messages,
}

/// Whether a call got through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It did.
    Connected {
        /// When CONNECT reached the caller.
        at: Time,
        /// When the caller sent RELEASE; `None` if it is never released.
        released_at: Option<Time>,
    },
    /// It did not.
    Refused {
        /// When the caller knew.
        at: Time,
        /// The node that had no room: a position in [`CallPlan::nodes`].
        node: usize,
        /// The place where the room was too small.
        place: usize,
        /// What was missing there.
        shortage: Shortage,
    },
}

/// Messages sent for a call, over all legs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Messages {
    /// SETUP.
    pub setup: u32,
    /// CONNECT.
    pub connect: u32,
    /// RELEASE.
    pub release: u32,
    /// RELEASE COMPLETE that refuses.
    pub release_complete: u32,
}

impl Messages {
    /// All of them.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.setup + self.connect + self.release + self.release_complete
    }
}
