//! The sizes of the frames.
//!
//! A group of pictures has a *level*, standard normal: an AR(1) process from group to group, which
//! stands for the scenes. The logarithm of a frame's size is normal with the mean and the standard
//! deviation that its type has; the level makes a part of its variance and the frame itself the rest.
//! So successive groups are correlated, while every type has exactly its own distribution.

use cellwise_engine::RandomStream;

use super::{Config, MOST_CORRELATION, PAYLOAD_BITS};
use crate::traffic::bounded;
use cellwise_engine::chance::{self, uniform};

/// The lognormal distribution of the sizes of frames of one type.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameLaw {
    mean_bits: f64,
    /// Mean of the logarithm.
    mu: f64,
    /// Standard deviation of the logarithm.
    sigma: f64,
}

impl FrameLaw {
    pub(super) fn new(mean_bits: u64, sd_bits: u64) -> Self {
        let (mean, sd) = (mean_bits.max(PAYLOAD_BITS) as f64, sd_bits as f64);
        let variance = libm::log1p((sd / mean) * (sd / mean));
        Self { mean_bits: mean, mu: libm::log(mean) - variance / 2.0, sigma: libm::sqrt(variance) }
    }

    pub(super) fn mean_bits(&self) -> f64 {
        self.mean_bits
    }
}

/// Frames, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    /// The laws of the frames of a group.
    laws: Vec<FrameLaw>,
    /// Of the next frame in its group.
    position: usize,
    /// Of the group, standard normal.
    level: f64,
    correlation: f64,
    /// Weights of the level and of the frame's own draw; their squares add up to 1.
    weights: (f64, f64),
    random: RandomStream,
}

impl Frames {
    /// Frames, beginning at a random position in the group or at its first.
    pub(super) fn new(config: &Config, mut random: RandomStream) -> Self {
        let laws = config.laws();
        let position = if config.random_phase { random.below(laws.len() as u64) as usize } else { 0 };
        let share = bounded(config.scene_share, 0.0, 1.0);
        Self {
            laws,
            position,
            level: normal(&mut random),
            correlation: bounded(config.gop_correlation, 0.0, MOST_CORRELATION),
            weights: (libm::sqrt(share), libm::sqrt(1.0 - share)),
            random,
        }
    }

    /// The size of the next frame in bits; at least 1.
    pub(super) fn next_bits(&mut self) -> u64 {
        if self.position == self.laws.len() {
            self.position = 0;
            let innovation = libm::sqrt(1.0 - self.correlation * self.correlation);
            self.level = self.correlation * self.level + innovation * normal(&mut self.random);
        }
        let law = self.laws[self.position];
        self.position += 1;
        let standard = self.weights.0 * self.level + self.weights.1 * normal(&mut self.random);
        // A float-to-integer cast saturates.
        (libm::exp(law.mu + law.sigma * standard).round() as u64).max(1)
    }

    /// A whole number below `bound`, from the stream of the frames.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound)
    }
}

/// A standard normal draw: always two uniform ones.
fn normal(random: &mut RandomStream) -> f64 {
    chance::normal([uniform(random), uniform(random)])
}
