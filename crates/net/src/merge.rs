//! A merge: an ordering point, where the cells of several streams are taken in order of time.

use cellwise_engine::{Key, Lineup};
use cellwise_units::{CellClock, Time};

use crate::hop::Element;
use crate::stream::Stream;
use crate::train::Train;

/// An ordering point.
#[derive(Debug)]
pub(crate) struct Merge {
    /// The element that takes the cells.
    pub(crate) element: Element,
    pub(crate) streams: Vec<Stream>,
    lineup: Lineup,
}

impl Merge {
    pub(crate) fn new(element: Element, streams: Vec<Stream>) -> Self {
        let lineup = Lineup::new(streams.len());
        Self { element, streams, lineup }
    }

    /// When the next cell is due, and the number of its stream.
    #[inline]
    pub(crate) fn first(&self) -> Key {
        self.lineup.first()
    }

    /// Adds a train to a stream.
    #[inline]
    pub(crate) fn push(&mut self, stream: u32, train: Train) {
        let stream = &mut self.streams[stream as usize];
        if stream.push(train) {
            let key = stream.key();
            self.lineup.add(key);
        }
    }

    /// Takes the next cell, and those behind it in its train that come before anything else: the
    /// cells of other streams, and `bound`. The lineup is not empty.
    #[inline]
    pub(crate) fn take(&mut self, bound: Time, clocks: &[CellClock]) -> Train {
        let bound = bound.min(self.lineup.second().time());
        let stream = &mut self.streams[self.lineup.first().slot() as usize];
        let train = stream.take(bound, clocks);
        self.lineup.move_first(stream.key());
        train
    }
}
