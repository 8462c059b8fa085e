//! The congestion window after an idle time.
//!
//! Source: RFC 5681 4.1; 4.4BSD `tcp_output`; FreeBSD `newreno_cc_after_idle`; Linux `tcp_cwnd_restart`, RFC 2861 3.1.
//! Parameters: `idle_restart`, `after_idle`, `initial_cwnd`. State: when data was last sent, where the rule needs it.

use crate::choices::AfterIdle;
use crate::config::Settings;
use crate::control_block::ControlBlock;
use crate::rtt::Moment;

/// The rule of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Idle {
    /// Whether an idle time reduces the window.
    pub(crate) restarts: bool,
    rule: AfterIdle,
    /// The window of a restart, in octets.
    restart_cwnd: u64,
    last_sent: Moment,
}

impl Idle {
    pub(crate) fn new(settings: &Settings) -> Self {
        let congestion = settings.variant.variant().congestion;
        let has_own = congestion.models_path() || congestion.is_external();
        Self {
            restarts: settings.idle_restart && !has_own,
            rule: settings.after_idle,
            restart_cwnd: settings.restart_cwnd_octets(),
            last_sent: Moment::default(),
        }
    }

    /// Whether it needs to know when data leaves.
    pub(crate) fn needs_sending(&self) -> bool {
        self.restarts && self.rule == AfterIdle::Halving
    }

    #[inline]
    pub(crate) const fn note_sending(&mut self, now: Moment) {
        self.last_sent = now;
    }
}

impl ControlBlock {
    /// Reduces the window if nothing has been outstanding for a retransmission timeout.
    pub(crate) fn restart_after_idle(&mut self) {
        let since = if self.idle.needs_sending() { self.idle.last_sent } else { self.last_arrival };
        if !self.rtt.has_passed(since, self.now) {
            return;
        }
        let (cwnd, mss, restart) = (self.window.cwnd(), self.window.mss(), self.idle.restart_cwnd);
        let (kept, to) = match self.idle.rule {
            AfterIdle::Restart => (0, restart),
            AfterIdle::RestartBelowThreshold => (cwnd - cwnd / 4, restart),
            AfterIdle::Halving => {
                let segments = cwnd / mss;
                let timeouts = self.now.since(since).get() / self.rtt.rto().get().max(1);
                let halved = segments >> timeouts.min(63);
                ((segments / 2 + segments / 4) * mss, (halved * mss).max(restart))
            }
        };
        if kept > self.window.ssthresh() {
            self.window.set_ssthresh(kept);
        }
        if cwnd > to {
            self.window.set(to);
            self.stats.idle_restarts += 1;
        }
    }
}
