//! What a run is to capture.

use cellwise_capture::{Format, Sink};
use cellwise_scenario::CapturePoint;

/// What a run is to capture, and where it goes.
#[derive(Debug)]
pub struct Capture {
    /// Where to look; of the run's own network.
    pub point: CapturePoint,
    /// The name of the point, for those who read the capture.
    pub name: String,
    /// What the capture is of, for those who read it, if the format has room for that.
    pub about: String,
    /// How it is written; it holds what the point shows.
    pub format: Format,
    /// Where it goes.
    pub sink: Box<dyn Sink>,
    /// The name of where it goes, for errors.
    pub target: String,
}
