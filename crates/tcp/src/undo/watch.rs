//! The watch over the last reduction: what the windows were before, and what they become when it is taken back.

use super::{AnyUndo, Reduction, Resent, Response, Seen, Undo, Verdict};
use crate::config::Settings;
use crate::congestion::LossCause;
use crate::window::CongestionWindow;

/// What was before a reduction.
#[derive(Clone, Copy, Debug)]
struct Saved {
    cwnd: u64,
    ssthresh: u64,
    /// What was outstanding, or the threshold if that was more (pipe_prev).
    pipe: u64,
    /// The octet after the last one sent.
    end: u64,
    is_timeout: bool,
    /// Whether a mark has shown congestion since: the reduction stays.
    stays: bool,
}

/// What the sender takes back by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undone {
    /// Whether it was a timeout.
    pub(crate) is_timeout: bool,
}

/// A rule with the state that it needs to undo.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    rule: AnyUndo,
    response: Response,
    /// The initial window, in octets.
    initial_cwnd: u64,
    saved: Option<Saved>,
    /// The octets that the last acknowledgment reports as duplicates.
    pub(crate) duplicate: Option<(u64, u64)>,
}

impl Watch {
    /// The rule as the settings have it; none if it watches nothing.
    pub(crate) fn new(settings: &Settings) -> Option<Box<Self>> {
        let rule = settings.undo.build();
        let watch = || Self {
            rule: settings.undo.build(),
            response: settings.undo.response(),
            initial_cwnd: settings.initial_cwnd_octets(),
            saved: None,
            duplicate: None,
        };
        rule.watches().then(watch).map(Box::new)
    }

    /// Whether a reduction may still be taken back.
    pub(crate) fn is_on(&self) -> bool {
        self.saved.is_some()
    }

    /// The window is about to be reduced; whether the congestion control must also keep the earlier state.
    ///
    /// A reduction before all that was outstanding at an earlier one is acknowledged is of the same loss.
    pub(crate) fn on_reduction(&mut self, reduction: &Reduction) -> bool {
        // spec: rfc4015 3.2: what a mark has shown is congestion
        if reduction.cause == LossCause::Mark {
            self.keep();
            return false;
        }
        let goes_on = self.saved.is_some_and(|saved| reduction.snd_una < saved.end);
        if !self.rule.on_reduction(reduction, goes_on) {
            self.saved = None;
            return false;
        }
        if goes_on {
            return false;
        }
        let Reduction { cause, snd_una, snd_max, cwnd, ssthresh } = *reduction;
        let pipe = ssthresh.max(snd_max - snd_una);
        let is_timeout = cause == LossCause::Timeout;
        self.saved = Some(Saved { cwnd, ssthresh, pipe, end: snd_max, is_timeout, stays: false });
        true
    }

    /// The last reduction stays, but the rule continues: it may still have to send what was lost.
    pub(crate) fn keep(&mut self) {
        if let Some(saved) = &mut self.saved {
            saved.stays = true;
        }
    }

    /// The last reduction stays, and the watch ends.
    pub(crate) fn cancel(&mut self) {
        self.saved = None;
    }

    /// Something is sent again.
    pub(crate) fn on_resent(&mut self, resent: &Resent) {
        if self.saved.is_some() {
            self.rule.on_resent(resent);
        }
    }

    /// What an acknowledgment says; nothing while there is no reduction to be taken back.
    pub(crate) fn on_ack(&mut self, seen: &Seen) -> Verdict {
        let verdict = self.rule.on_ack(seen);
        if self.saved.is_none() {
            return Verdict::Open;
        }
        if verdict == Verdict::Real {
            self.saved = None;
        }
        verdict
    }

    /// Takes the reduction back, with so much outstanding and so much just acknowledged.
    pub(crate) fn restore(
        &mut self,
        window: &mut CongestionWindow,
        flight: u64,
        acked: u64,
    ) -> Option<Undone> {
        let saved = self.saved.take().filter(|saved| !saved.stays)?;
        match self.response {
            Response::Prior => {
                window.set_ssthresh(window.ssthresh().max(saved.ssthresh));
                window.set(window.cwnd().max(saved.cwnd));
            }
            // spec: rfc4015 3.2 steps 7 and 8
            Response::Rfc4015 => {
                window.set_ssthresh(saved.pipe.max(2 * window.mss()));
                window.set(flight + acked.min(self.initial_cwnd));
            }
        }
        Some(Undone { is_timeout: saved.is_timeout })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::reduction;
    use super::*;
    use crate::undo::{UndoConfig, dsack, f_rto};

    fn parts(response: Response) -> (Box<Watch>, CongestionWindow) {
        let undo = UndoConfig::Dsack(dsack::Config { response });
        let settings = Settings { undo, initial_cwnd_segments: 2, ..Settings::default() };
        (Watch::new(&settings).expect("a rule"), CongestionWindow::new(&settings.basics()))
    }

    fn restored(response: Response) -> (u64, u64) {
        let (mut watch, mut window) = parts(response);
        assert!(watch.on_reduction(&Reduction { ssthresh: 3_000, ..reduction(LossCause::Timeout) }));
        window.set_ssthresh(2_000);
        window.set(512);
        watch.restore(&mut window, 1_000, 1_500).expect("something to take back");
        assert!(watch.restore(&mut window, 1_000, 1_500).is_none(), "only once");
        (window.cwnd(), window.ssthresh())
    }

    #[test]
    fn the_windows_before_come_back_or_what_is_outstanding_and_an_initial_window() {
        assert_eq!(restored(Response::Prior), (4_000, 3_000));
        assert_eq!(restored(Response::Rfc4015), (1_000 + 2 * 512, 4_000));
    }

    #[test]
    fn larger_windows_stay() {
        let (mut watch, mut window) = parts(Response::Prior);
        watch.on_reduction(&Reduction { ssthresh: 3_000, ..reduction(LossCause::DuplicateAcks) });
        window.set(9_000);
        window.set_ssthresh(5_000);
        watch.restore(&mut window, 0, 0);
        assert_eq!((window.cwnd(), window.ssthresh()), (9_000, 5_000));
    }

    #[test]
    fn a_second_reduction_of_the_same_loss_keeps_the_first_windows() {
        let (mut watch, mut window) = parts(Response::Prior);
        watch.on_reduction(&reduction(LossCause::DuplicateAcks));
        let second = Reduction { snd_una: 1_000, cwnd: 2_000, ..reduction(LossCause::Timeout) };
        assert!(!watch.on_reduction(&second), "the control keeps what it has kept");
        window.set(512);
        assert!(!watch.restore(&mut window, 0, 0).expect("the first").is_timeout);
        assert_eq!(window.cwnd(), 4_000);
    }

    #[test]
    fn a_mark_and_a_loss_that_the_rule_does_not_watch_end_the_watch() {
        let (mut watch, _) = parts(Response::Prior);
        let mut window = CongestionWindow::new(&Settings::default().basics());
        watch.on_reduction(&reduction(LossCause::Timeout));
        watch.on_reduction(&reduction(LossCause::Mark));
        assert!(watch.restore(&mut window, 0, 0).is_none() && !watch.is_on());
        let undo = UndoConfig::FRto(f_rto::Config::default());
        let mut watch = Watch::new(&Settings { undo, ..Settings::default() }).expect("a rule");
        watch.on_reduction(&reduction(LossCause::Timeout));
        assert!(watch.is_on());
        watch.on_reduction(&reduction(LossCause::DuplicateAcks));
        assert!(!watch.is_on());
    }
}
