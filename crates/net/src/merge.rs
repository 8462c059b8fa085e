//! A merge: an ordering point, where the cells of several streams are taken in order of time.

use cellwise_engine::{Key, Lineup};
use cellwise_units::{CellClock, Time};

use crate::stream::Stream;
use crate::train::Train;

/// What takes the cells of an ordering point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    /// A FIFO port, which settles departures on arrival.
    Fifo(u32),
    /// A host or a router.
    Host(u32),
    /// A shaper of a virtual path.
    Shaper(u32),
    /// Ports with a scheduler, each with a slot of its own for its next departure.
    Scheduled,
    /// The adapter of an ABR end, with a slot of its own for its next cell.
    Paced(u32),
}

/// An ordering point.
#[derive(Debug)]
pub(crate) struct Merge {
    /// What takes the cells.
    pub(crate) server: Server,
    pub(crate) streams: Vec<Stream>,
    /// The ports with slots of their own, which follow those of the streams.
    pub(crate) own: Vec<u32>,
    lineup: Lineup,
}

impl Merge {
    pub(crate) fn new(server: Server, streams: Vec<Stream>, own: Vec<u32>) -> Self {
        let lineup = Lineup::new(streams.len() + own.len());
        Self { server, streams, own, lineup }
    }

    /// When something is due next, and in which slot: the number of a stream, or behind those one
    /// of [`Merge::own`].
    #[inline]
    pub(crate) fn first(&self) -> Key {
        self.lineup.first()
    }

    /// The port whose own slot is due first; `None` if a stream is.
    #[inline]
    pub(crate) fn first_own(&self) -> Option<u32> {
        let slot = self.lineup.first().slot() as usize;
        slot.checked_sub(self.streams.len()).map(|own| self.own[own])
    }

    /// Adds a train to a stream.
    #[inline]
    pub(crate) fn push(&mut self, stream: u32, train: Train) {
        let slot = stream;
        let stream = &mut self.streams[stream as usize];
        let was_promised = stream.is_promised();
        if stream.push(train) {
            let key = stream.key();
            if was_promised {
                self.lineup.set(slot, key);
            } else {
                self.lineup.add(key);
            }
        }
    }

    /// Sets until when certainly nothing comes from the source of a stream.
    #[inline]
    pub(crate) fn set_promise(&mut self, slot: u32, at: Time) {
        let stream = &mut self.streams[slot as usize];
        let before = stream.key();
        if stream.set_promise(at) && stream.key() != before {
            let key = stream.key();
            self.lineup.set(slot, key);
        }
    }

    /// Takes the promise of a stream, which is due first, out: its source is asked now.
    #[inline]
    pub(crate) fn redeem(&mut self, slot: u32) {
        self.streams[slot as usize].set_promise(Time::NEVER);
        self.lineup.move_first(Key::NEVER);
    }

    /// Takes the next cell, and those behind it in its train that come before anything else: what
    /// is in other slots, and `bound`. A stream is due first.
    #[inline]
    pub(crate) fn take(&mut self, bound: Time, clocks: &[CellClock]) -> Train {
        let bound = bound.min(self.lineup.second().time());
        let stream = &mut self.streams[self.lineup.first().slot() as usize];
        let train = stream.take(bound, clocks);
        self.lineup.move_first(stream.key());
        train
    }

    /// Gives the own slot that is due first its next key.
    #[inline]
    pub(crate) fn move_own(&mut self, key: Key) {
        self.lineup.move_first(key);
    }

    /// Gives an own slot that is not due its key.
    #[inline]
    pub(crate) fn add_own(&mut self, key: Key) {
        self.lineup.add(key);
    }

    /// Gives an own slot that may be due at any time another key.
    #[inline]
    pub(crate) fn set_own(&mut self, slot: u32, key: Key) {
        self.lineup.set(slot, key);
    }
}
