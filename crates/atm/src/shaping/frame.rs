//! Frame pacing: a frame is held back until all its cells conform at the peak rate, then sent at once.
//!
//! Two rules say when the driver hands a frame over:
//! - `bucket`: as soon as the bucket of the sustainable rate can take all its c cells at the peak rate,
//!   TAT - t <= tau - (c - 1) (T_S - T_P). Bursts up to MBS cells are used. A longer frame than MBS waits
//!   for an empty bucket, and its cells depart as the bucket allows.
//! - `idle-time`: not before a fixed idle time after the last cell of the frame before, by default
//!   T_S + (c - 1) (T_S - T_P) with the c cells of that frame, as equation (3) requires.
//!
//! A frame that may go when it comes, or when the cells of the frame before have departed, goes at
//! once. One that must wait longer goes at the next tick of the driver's timer (`timer_tick`; 0: to
//! the picosecond). Cells of a frame that come apart, not at once, are held back until the same
//! instant and otherwise depart as they come.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section
//! 5.3, equation (3), and its 10 ms `softclock`.

use cellwise_units::{BitRate, CellClock, Cells, ClockPoint, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spacer::Spacer;
use super::{Departure, Pace, Shaper};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, micros, perhaps};
use crate::policing::{CellTrain, Terms, theory};

/// When a frame is released.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// When the bucket of the sustainable rate can take all its cells at the peak rate.
    #[default]
    Bucket,
    /// A fixed idle time after the last cell of the preceding frame.
    IdleTime,
}

/// Parameters of [`FramePacing`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// When a frame is released.
    pub release: Release,
    /// With `release = "idle-time"`: from the last cell of a frame to the first of the next; by equation (3) if
    /// not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_time: Option<Span>,
    /// The granularity of the driver's timer; 0 for exact time.
    pub timer_tick: Span,
}

impl Config {
    /// The shaper of a contract.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> FramePacing {
        let spacer = match self.release {
            Release::Bucket => Spacer::of_both(terms),
            Release::IdleTime => Spacer::of_peak(terms),
        };
        FramePacing {
            spacer,
            pcr: terms.peak.rate,
            scr: terms.sustained.map_or(terms.peak.rate, |sustained| sustained.bucket.rate),
            config: *self,
            handed_over: Time::ZERO,
            cells_before: 0,
            inside: false,
        }
    }

    /// A contract without a sustainable rate; an idle time that nothing uses.
    #[must_use]
    pub fn check(&self, terms: &Terms) -> Vec<ConfigIssue> {
        let mut issues: Vec<_> = super::needs_sustained("frame", terms).into_iter().collect();
        if let (Release::Bucket, Some(idle_time)) = (self.release, self.idle_time) {
            issues.push(ConfigIssue::new(
                "idle_time",
                idle_time,
                "give it with release = \"idle-time\" only",
            ));
        }
        issues
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (any::<bool>(), perhaps(micros(0..400)), micros(0..1_000)).prop_map(
            |(by_bucket, idle_time, timer_tick)| {
                if by_bucket {
                    Self { release: Release::Bucket, idle_time: None, timer_tick }
                } else {
                    Self { release: Release::IdleTime, idle_time, timer_tick }
                }
            },
        )
    }
}

/// Frame pacing.
#[derive(Clone, Copy, Debug)]
pub struct FramePacing {
    spacer: Spacer,
    pcr: BitRate,
    scr: BitRate,
    config: Config,
    /// When the current frame, or the last one, was given to the link.
    handed_over: Time,
    /// Cells of the frame before; 0 before the first.
    cells_before: u16,
    /// Whether the last cell seen did not end its frame.
    inside: bool,
}

impl FramePacing {
    /// When a frame that comes now may be given to the link: at most now if at once.
    fn may_go(&self, frame_cells: u16) -> Time {
        if self.config.release == Release::IdleTime {
            return match self.cells_before {
                0 => Time::ZERO,
                cells => self.spacer.last_departure() + self.idle_after(cells),
            };
        }
        let Some(bucket) = self.spacer.sustained() else { return Time::ZERO };
        let cells = Cells::new(u64::from(frame_cells));
        let credit = theory::credit_of_frame(self.pcr, self.scr, cells).min(bucket.tolerance());
        let point = bucket.earliest_with(Span::from_ps(bucket.tolerance().get() - credit.get()));
        // Rounded up: the last cell needs the whole credit.
        let exact = point == ClockPoint::exactly(point.at);
        if exact { point.at } else { point.at + Span::from_ps(1) }
    }

    fn idle_after(&self, cells: u16) -> Span {
        let cells = Cells::new(u64::from(cells));
        // The last departure is known rounded down: one picosecond for what was lost of it.
        let by_equation = || theory::idle_time(self.pcr, self.scr, cells) + Span::from_ps(1);
        self.config.idle_time.unwrap_or_else(by_equation)
    }

    /// The first tick of the timer at or after an instant.
    fn tick(&self, at: Time) -> Time {
        match self.config.timer_tick.get() {
            0 => at,
            tick => Time::from_ps(at.ps().div_ceil(tick).saturating_mul(tick)),
        }
    }
}

impl Shaper for FramePacing {
    fn shape(&mut self, train: &CellTrain<'_>, out: &mut Vec<Departure>) {
        if !self.inside {
            let cells = train.frame_cells.saturating_sub(train.index);
            // While cells of the frame before depart, a frame is not late.
            let ready = train.first.at.max(self.handed_over).max(self.spacer.next_slot());
            let may_go = self.may_go(cells);
            self.handed_over = if may_go <= ready { ready } else { self.tick(may_go) };
            self.cells_before = cells;
        }
        self.spacer.send(train, self.handed_over, out);
        self.inside = !train.ends_frame();
    }

    fn clock(&self, pace: Pace) -> Option<CellClock> {
        self.spacer.clock(pace)
    }
}
