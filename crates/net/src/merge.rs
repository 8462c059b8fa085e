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

    /// When the next cell of another stream is due.
    #[inline]
    pub(crate) fn second(&self) -> Time {
        self.lineup.second().time()
    }

    /// The train whose first cell is next.
    #[inline]
    pub(crate) fn head(&self) -> &Train {
        self.streams[self.first().slot() as usize].head()
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

    /// Takes the next cell.
    #[inline]
    pub(crate) fn take_cell(&mut self, clocks: &[CellClock]) -> Train {
        let stream = &mut self.streams[self.lineup.first().slot() as usize];
        let cell = stream.take_cell(clocks);
        self.lineup.move_first(stream.key());
        cell
    }

    /// Takes the first `count` cells of the train that is next, which has at least as many.
    #[inline]
    pub(crate) fn take_run(&mut self, count: u16, clocks: &[CellClock]) -> Train {
        let stream = &mut self.streams[self.lineup.first().slot() as usize];
        let run = stream.take_run(count, clocks);
        self.lineup.move_first(stream.key());
        run
    }
}
