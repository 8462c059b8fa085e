//! A window that is set from outside: nothing that the connection meets moves it.
//!
//! The caller that drives the connection is the congestion control ([`crate::Sender::set_cwnd`]); losses are found and
//! repaired as usual. Until the window is set it is the initial one. State: the window, and the round-trip times seen,
//! from which the one outside decides.

use cellwise_units::Span;

use super::{AckEvent, Congestion, LossEvent};
use crate::basics::Basics;
use crate::window::CongestionWindow;

/// The exact round-trip times that new data was acknowledged after, outside of recoveries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundTrips {
    /// How many.
    pub count: u64,
    /// Their sum, in picoseconds.
    pub sum_ps: u128,
    /// The last one.
    pub last: Option<Span>,
    /// The shortest one.
    pub shortest: Option<Span>,
}

impl RoundTrips {
    fn add(&mut self, rtt: Span) {
        self.count += 1;
        self.sum_ps += u128::from(rtt.get());
        self.last = Some(rtt);
        self.shortest = Some(self.shortest.map_or(rtt, |shortest| shortest.min(rtt)));
    }
}

/// The control.
#[derive(Clone, Debug)]
pub struct External {
    /// What was set last, in octets.
    cwnd: u64,
    round_trips: RoundTrips,
}

impl External {
    /// The window at the start.
    #[must_use]
    pub fn new(basics: &Basics) -> Self {
        Self { cwnd: basics.initial_cwnd, round_trips: RoundTrips::default() }
    }

    /// What was set last, in octets.
    #[must_use]
    pub const fn cwnd(&self) -> u64 {
        self.cwnd
    }

    /// The round-trip times seen so far.
    #[must_use]
    pub const fn round_trips(&self) -> &RoundTrips {
        &self.round_trips
    }

    pub(crate) fn set(&mut self, octets: u64) {
        self.cwnd = octets;
    }
}

impl Congestion for External {
    const NEEDS_TIMING: bool = true;
    const OWN_SLOW_START: bool = true;
    const IS_EXTERNAL: bool = true;

    /// A timeout and the end of a recovery leave another window until here.
    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
        window.set(self.cwnd);
        if let Some(rtt) = ack.rtt {
            self.round_trips.add(rtt);
        }
    }

    fn ssthresh_after(&mut self, _: &LossEvent, window: &CongestionWindow) -> u64 {
        self.cwnd.max(2 * window.mss())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use crate::congestion::LossCause;
    use cellwise_units::Time;

    #[test]
    fn acknowledgments_bring_back_what_was_set_and_losses_leave_it_as_the_threshold() {
        let settings = Settings::default();
        let (mut external, mut window) =
            (External::new(&settings.basics()), CongestionWindow::new(&settings.basics()));
        external.set(7 * 512);
        let loss = LossEvent { now: Time::ZERO, cause: LossCause::Timeout, flight: 512, snd_wnd: u64::MAX };
        assert_eq!(external.ssthresh_after(&loss, &window), 7 * 512);
        window.set(512);
        let rtts = [5, 3, 4].map(|ms| Some(Span::from_ps(ms * 1_000_000_000)));
        for rtt in rtts.into_iter().chain([None]) {
            let ack = AckEvent { now: Time::ZERO, acked: 512, flight: 512, rtt, srtt: None };
            external.on_ack(&ack, &mut window);
            assert_eq!(window.cwnd(), 7 * 512);
        }
        let sum_ps = 12_000_000_000;
        assert_eq!(
            *external.round_trips(),
            RoundTrips { count: 3, sum_ps, last: rtts[2], shortest: rtts[1] }
        );
    }
}
