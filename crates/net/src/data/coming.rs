//! Frames that have come by on their way to a port, until the port has said what became of their cells.

use std::collections::VecDeque;

/// What is known of the frames of one circuit, by number.
#[derive(Clone, Debug)]
pub(crate) struct Coming<T> {
    frames: VecDeque<(u32, T)>,
}

impl<T> Default for Coming<T> {
    fn default() -> Self {
        Self { frames: VecDeque::new() }
    }
}

impl<T> Coming<T> {
    /// Notes a frame some cells of which come by.
    pub(crate) fn push(&mut self, number: u32, known: T) {
        if self.frames.back().is_none_or(|(last, _)| *last != number) {
            self.frames.push_back((number, known));
        }
    }

    /// The frame of a number; earlier ones on its circuit are forgotten.
    pub(crate) fn take_up_to(&mut self, number: u32) -> Option<&T> {
        while self.frames.front()?.0 != number {
            self.frames.pop_front();
        }
        self.frames.front().map(|(_, known)| known)
    }
}
