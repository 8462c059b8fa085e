// What the fuzz target of scripts checks. The bounded property tests of crates/packetdrill include this file too.

use cellwise_packetdrill::{Outcome, judge};
use cellwise_tcp::Settings;

/// Any text is replayed, or skipped for a reason, at one of its lines.
pub(crate) fn packetdrill(text: &str) {
    let verdict = judge(text, &Settings::default());
    assert!(verdict.line <= 1 + text.matches('\n').count());
    if let Outcome::Skipped(reason) = verdict.outcome {
        assert!(!reason.is_empty());
    }
}
