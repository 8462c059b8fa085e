//! Preventive tagging: the sender itself marks whole frames that would not conform.
//!
//! The sender runs the bucket of the sustainable rate on its cells. A frame of which every cell
//! conforms is sent with CLP = 0. Of any other, all cells are sent with CLP = 1 except the last, which
//! keeps CLP = 0 because losing it usually also costs the next frame. So a policer that tags finds
//! nothing to tag within frames: each is high or low priority as a whole.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section 5.3.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Departure;
use crate::policing::{Arrivals, Terms, VirtualScheduling};

/// Whether a sender tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tagging {
    /// Cells keep their CLP.
    #[default]
    None,
    /// Frames that do not conform to the sustainable rate are sent with CLP = 1, except the last cell.
    Preventive,
}

impl Tagging {
    /// The tagger of a contract; none without tagging or without a sustainable rate.
    #[must_use]
    pub fn build(self, terms: &Terms) -> Option<PreventiveTagger> {
        let sustained = terms.sustained.filter(|_| self == Self::Preventive)?;
        Some(PreventiveTagger { bucket: sustained.bucket.gcra(), frame: Frame::Between })
    }
}

/// What was decided about the current frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Between,
    Conforming,
    Tagged,
}

/// Preventive tagging of one connection.
#[derive(Clone, Copy, Debug)]
pub struct PreventiveTagger {
    bucket: VirtualScheduling,
    frame: Frame,
}

impl PreventiveTagger {
    /// Whether the next cell begins a frame, so that [`decide`](Self::decide) must come first.
    #[must_use]
    pub fn is_between_frames(&self) -> bool {
        self.frame == Frame::Between
    }

    /// Decides about a frame from when all its cells will depart.
    pub fn decide<'a>(&mut self, cells: impl Iterator<Item = Arrivals<'a>>) {
        let mut trial = self.bucket;
        let mut conforms = true;
        for run in cells {
            trial.judge_run(&run, |run| conforms &= run.conforming);
        }
        self.frame = if conforms { Frame::Conforming } else { Frame::Tagged };
    }

    /// Marks cells of the frame that was decided about and takes into account what a policer will.
    /// `ends_frame` if the last of them ends the frame.
    pub fn mark<'a>(
        &mut self,
        departures: &mut Vec<Departure>,
        ends_frame: bool,
        arrivals: impl Fn(&Departure) -> Arrivals<'a>,
    ) {
        if self.frame == Frame::Tagged {
            for departure in departures.iter_mut() {
                departure.clp = true;
            }
            if ends_frame {
                free_last(departures, &arrivals);
            }
        }
        for departure in departures.iter().filter(|departure| !departure.clp) {
            self.bucket.judge_run(&arrivals(departure), |_| ());
        }
        if ends_frame {
            self.frame = Frame::Between;
        }
    }
}

/// Gives the last cell CLP = 0, as a departure of its own.
fn free_last<'a>(departures: &mut Vec<Departure>, arrivals: &impl Fn(&Departure) -> Arrivals<'a>) {
    let Some(mut last) = departures.pop() else { return };
    if last.count > 1 {
        let before = last.count - 1;
        departures.push(Departure { count: before, ..last });
        last.first = arrivals(&last).after(before).first;
    }
    departures.push(Departure { count: 1, clp: false, ..last });
}
