//! MPEG-like video: frames in groups of pictures, with lognormal sizes that follow the scene.
//!
//! Source: Rose, Statistical properties of MPEG video traffic and their impact on traffic modeling
//! in ATM systems, University of Wuerzburg, report 101, 1995.
//!
//! - `frames`: the sizes of the frames, one after the other.
//! - `source`: the cells of the frames, and when they are due.

mod frames;
mod source;

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, PAYLOAD_BYTES, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Unit, bounded};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, perhaps, select};
use frames::FrameLaw;
pub use source::Mpeg;

/// Bits of video in a cell.
const PAYLOAD_BITS: u64 = 8 * PAYLOAD_BYTES;
const MOST_FRAMES_PER_S: f64 = 1000.0;
const MOST_FRAMES: usize = 64;
const MOST_BITS: u64 = 1_000_000_000;
/// With more, the level of the groups hardly moves in any run.
const MOST_CORRELATION: f64 = 0.999;

/// Parameters of [`Mpeg`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The types of the frames of a group of pictures, in the order in which they are sent: letters
    /// I, P and B, the first an I. Up to 64.
    pub gop: String,
    /// Frames per second.
    #[schemars(extend("minimum" = 1, "maximum" = MOST_FRAMES_PER_S))]
    pub frames_per_s: f64,
    /// Mean size of the I frames, in bits of video.
    #[schemars(range(min = PAYLOAD_BITS, max = MOST_BITS))]
    pub i_mean_bits: u64,
    /// Standard deviation of the sizes of the I frames, in bits.
    #[schemars(range(max = MOST_BITS))]
    pub i_sd_bits: u64,
    /// Mean size of the P frames, in bits of video.
    #[schemars(range(min = PAYLOAD_BITS, max = MOST_BITS))]
    pub p_mean_bits: u64,
    /// Standard deviation of the sizes of the P frames, in bits.
    #[schemars(range(max = MOST_BITS))]
    pub p_sd_bits: u64,
    /// Mean size of the B frames, in bits of video.
    #[schemars(range(min = PAYLOAD_BITS, max = MOST_BITS))]
    pub b_mean_bits: u64,
    /// Standard deviation of the sizes of the B frames, in bits.
    #[schemars(range(max = MOST_BITS))]
    pub b_sd_bits: u64,
    /// Correlation of the level of a group of pictures with that of the next.
    #[schemars(extend("minimum" = 0, "maximum" = MOST_CORRELATION))]
    pub gop_correlation: f64,
    /// The part of the variance of the logarithm of a frame's size that the level of its group causes; the
    /// rest is the frame's own.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub scene_share: f64,
    /// The rate at which the cells of a frame are sent, headers included, starting when the frame begins. At
    /// least the mean rate. If not given, they are spread evenly over the time of the frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_rate: Option<BitRate>,
    /// Whether the source starts anywhere in a group of pictures, as if it had always been running, instead of
    /// with the first frame of one.
    pub random_phase: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            gop: "IBBPBBPBBPBB".to_owned(),
            frames_per_s: 25.0,
            i_mean_bits: 60_000,
            i_sd_bits: 17_000,
            p_mean_bits: 23_000,
            p_sd_bits: 13_000,
            b_mean_bits: 9_300,
            b_sd_bits: 6_000,
            gop_correlation: 0.9,
            scene_share: 0.8,
            peak_rate: None,
            random_phase: false,
        }
    }
}

impl Config {
    /// The source, which begins at `start`.
    #[must_use]
    pub fn build(&self, unit: Unit, start: Time, random: RandomStream) -> Mpeg {
        Mpeg::new(self, unit, start, random)
    }

    /// A pattern that is no group of pictures, a peak rate below the mean.
    #[must_use]
    pub fn check(&self, unit: Unit) -> Vec<ConfigIssue> {
        let is_group = self.gop.starts_with('I') && self.gop.chars().all(|frame| "IPB".contains(frame));
        if is_group && self.gop.len() <= MOST_FRAMES {
            return self.check_peak(unit).into_iter().collect();
        }
        let rule = format!("give up to {MOST_FRAMES} letters I, P and B, the first an I");
        vec![ConfigIssue::new("gop", format!("\"{}\"", self.gop), rule)]
    }

    fn check_peak(&self, unit: Unit) -> Option<ConfigIssue> {
        let mean = self.mean_rate(unit);
        let peak = self.peak_rate.filter(|&peak| peak < mean)?;
        let rule = format!("give at least the mean rate, {mean}");
        Some(ConfigIssue::new("peak_rate", peak, rule))
    }

    /// The rate of the cells in the long run, rounded up.
    fn mean_rate(&self, unit: Unit) -> BitRate {
        BitRate::from_bps((self.mean_per_s(unit) * unit.rate_bits as f64).ceil() as u64)
    }

    /// The rate at which cells follow each other at most; `None` if there is no such rate.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        self.peak_rate
    }

    /// Cells or datagrams per second in the long run.
    #[must_use]
    pub fn mean_per_s(&self, unit: Unit) -> f64 {
        let laws = self.laws();
        let bits: f64 = laws.iter().map(FrameLaw::mean_bits).sum();
        bits / laws.len() as f64 * self.frame_rate() / unit.data_bits as f64
    }

    /// The laws of the frames of a group; one I frame if it has none.
    fn laws(&self) -> Vec<FrameLaw> {
        let law = |frame| match frame {
            'P' => FrameLaw::new(self.p_mean_bits, self.p_sd_bits),
            'B' => FrameLaw::new(self.b_mean_bits, self.b_sd_bits),
            _ => FrameLaw::new(self.i_mean_bits, self.i_sd_bits),
        };
        let gop = if self.gop.is_empty() { "I" } else { &self.gop };
        gop.chars().take(MOST_FRAMES).map(law).collect()
    }

    /// Frames per second, within their range.
    fn frame_rate(&self) -> f64 {
        bounded(self.frames_per_s, 1.0, MOST_FRAMES_PER_S)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let bits = || (PAYLOAD_BITS..100_000, 0u64..100_000);
        let group = (select(vec!["I", "IBBPBBPBBPBB", "IPPP", "IBIB"]), 1.0..200.0f64);
        let level = (0.0..MOST_CORRELATION, 0.0..1.0f64);
        (group, bits(), bits(), bits(), level, perhaps(0u64..20_000_000), any::<bool>()).prop_map(
            |(
                (gop, frames_per_s),
                i,
                p,
                b,
                (gop_correlation, scene_share),
                beyond_the_mean,
                random_phase,
            )| {
                let spread = Self {
                    gop: gop.to_owned(),
                    frames_per_s,
                    i_mean_bits: i.0,
                    i_sd_bits: i.1,
                    p_mean_bits: p.0,
                    p_sd_bits: p.1,
                    b_mean_bits: b.0,
                    b_sd_bits: b.1,
                    gop_correlation,
                    scene_share,
                    peak_rate: None,
                    random_phase,
                };
                let mean = spread.mean_rate(Unit::CELL);
                Self { peak_rate: beyond_the_mean.map(|bps| BitRate::from_bps(mean.get() + bps)), ..spread }
            },
        )
    }
}

#[cfg(test)]
mod tests;
