//! Duplicates: packets that a link delivers twice.

use cellwise_engine::RandomStream;
use cellwise_engine::chance::uniform;

/// Which of the packets that arrive do so twice.
#[derive(Clone, Debug)]
pub(super) struct Duplicates {
    ratio: f64,
    random: RandomStream,
}

impl Duplicates {
    /// Of each packet with this probability; `None` of none.
    pub(super) fn new(ratio: f64, random: RandomStream) -> Option<Self> {
        (ratio > 0.0).then_some(Self { ratio, random })
    }

    /// Whether a packet arrives twice. To be asked once for each that arrives, in the order in which they are sent.
    pub(super) fn is_next(&mut self) -> bool {
        uniform(&mut self.random) < self.ratio
    }
}
