//! The sender's transmission control block: sequence space, windows and timers of one connection.
//!
//! Source: RFC 9293 3.3.1, with the variables of 4.4BSD under their names. Numbers are octets since
//! the start of the connection; timers are numbers of ticks.

use cellwise_units::{Bytes, Span, Time};

use crate::application::Application;
use crate::choices::{AfterTimeout, BackoffUntil};
use crate::config::Settings;
use crate::congestion::{Congestion, LossCause, LossEvent};
use crate::recovery::Connection;
use crate::rtt::RttEstimator;
use crate::segment::Output;
use crate::seq::Seq;
use crate::stats::SenderStats;
use crate::tick::{TickClock, TickCursor};
use crate::window::CongestionWindow;

/// Bounds of the persist timer, as BSD has them.
const PERSIST_MIN: Span = Span::from_ps(5_000_000_000_000);
const PERSIST_MAX: Span = Span::from_ps(60_000_000_000_000);

/// A timer that counts ticks: the number of the tick at which it fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TickTimer(u64);

impl TickTimer {
    /// A stopped timer.
    pub(crate) const OFF: Self = Self(u64::MAX);

    #[inline]
    pub(crate) const fn is_running(self) -> bool {
        self.0 != Self::OFF.0
    }
}

/// The segment whose round-trip time is being measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    /// Its first octet.
    pub(crate) start: u64,
    /// The number of ticks when it was sent.
    pub(crate) sent_tick: u64,
}

/// The state of a sender.
#[derive(Clone, Debug)]
pub struct ControlBlock {
    /// First octet not acknowledged.
    pub(crate) snd_una: u64,
    /// Next octet to send; back at `snd_una` after a timeout.
    pub(crate) snd_nxt: u64,
    /// First octet never sent.
    pub(crate) snd_max: u64,
    /// Octets that the receiver offers beyond `snd_una`.
    pub(crate) snd_wnd: u64,
    /// The acknowledgment that last set `snd_wnd`.
    pub(crate) snd_wl2: u64,
    /// The largest window offered so far.
    pub(crate) max_sndwnd: u64,
    /// Duplicate acknowledgments in a row.
    pub dupacks: u32,
    /// Timeouts since the last acknowledgment of new data.
    pub(crate) timeouts_in_a_row: u32,
    /// The congestion window and the slow-start threshold.
    pub window: CongestionWindow,
    pub(crate) rtt: RttEstimator,
    pub(crate) timed: Option<Timed>,
    pub(crate) ticks: TickCursor,
    pub(crate) rexmt: TickTimer,
    pub(crate) persist: TickTimer,
    persist_bounds_ticks: (u32, u32),
    /// Ticks counted when the last segment arrived.
    pub(crate) last_arrival_tick: u64,
    /// Octets that the application has written, or will ever write.
    pub(crate) written: u64,
    pub(crate) send_buffer: u64,
    pub(crate) nagle: bool,
    pub(crate) idle_restart: bool,
    pub(crate) after_timeout: AfterTimeout,
    backoff_until: BackoffUntil,
    pub(crate) initial_seq: Seq,
    /// The acknowledgment and the window that outgoing segments carry: no data comes back.
    pub(crate) back_ack: Seq,
    pub(crate) back_window: u32,
    pub(crate) stats: SenderStats,
    deadline: Time,
    deadline_tick: u64,
}

impl ControlBlock {
    pub(crate) fn new(settings: &Settings, application: Application, ticks: TickClock) -> Self {
        let offered = u64::from(settings.advertised_window());
        Self {
            snd_una: 0,
            snd_nxt: 0,
            snd_max: 0,
            snd_wnd: offered,
            snd_wl2: 0,
            max_sndwnd: offered,
            dupacks: 0,
            timeouts_in_a_row: 0,
            window: CongestionWindow::new(settings),
            rtt: RttEstimator::new(settings),
            timed: None,
            ticks: TickCursor::new(ticks),
            rexmt: TickTimer::OFF,
            persist: TickTimer::OFF,
            persist_bounds_ticks: (settings.in_ticks(PERSIST_MIN), settings.in_ticks(PERSIST_MAX)),
            last_arrival_tick: 0,
            written: match application {
                Application::Greedy => u64::MAX,
                Application::Finite { octets } => octets,
            },
            send_buffer: settings.send_buffer.map_or(u64::MAX, Bytes::get),
            nagle: settings.nagle,
            idle_restart: settings.idle_restart,
            after_timeout: settings.after_timeout,
            backoff_until: settings.backoff_until,
            initial_seq: Seq(0),
            back_ack: Seq(0),
            back_window: settings.advertised_window(),
            stats: SenderStats::default(),
            deadline: Time::NEVER,
            deadline_tick: u64::MAX,
        }
    }

    /// Octets between the first unacknowledged one and the last one sent.
    #[inline]
    #[must_use]
    pub const fn flight(&self) -> u64 {
        self.snd_max - self.snd_una
    }

    /// Octets that wait in the send buffer for acknowledgment, sent or not.
    #[inline]
    pub(crate) fn buffered(&self) -> u64 {
        (self.written - self.snd_una).min(self.send_buffer)
    }

    #[inline]
    pub(crate) fn start_rexmt(&mut self) {
        self.rexmt = TickTimer(self.ticks.count() + u64::from(self.rtt.rto_ticks()));
    }

    /// Sets the persist timer; each time in a row its interval doubles.
    // spec: rfc9293 3.8.6.1
    pub(crate) fn start_persist(&mut self) {
        let (min, max) = self.persist_bounds_ticks;
        let ticks = self.rtt.next_persist_ticks().clamp(min, max);
        self.persist = TickTimer(self.ticks.count() + u64::from(ticks));
    }

    pub(crate) fn stop_persist(&mut self) {
        self.persist = TickTimer::OFF;
        self.rtt.forget_backoff();
    }

    /// Takes an acknowledgment of new data off the sequence space and restarts the timer.
    #[inline]
    pub(crate) fn acknowledge(&mut self, ack: u64) {
        if let Some(timed) = self.timed
            && ack > timed.start
        {
            let ticks = 1 + self.ticks.count() - timed.sent_tick;
            self.rtt.sample(u32::try_from(ticks).unwrap_or(u32::MAX));
            self.timed = None;
            self.stats.rtt_samples += 1;
        }
        if self.backoff_until == BackoffUntil::NewAck {
            self.rtt.end_backoff();
        }
        self.snd_una = ack;
        self.timeouts_in_a_row = 0;
        // What the receiver had cached beyond the hole need not be sent again.
        self.snd_nxt = self.snd_nxt.max(ack);
        if ack == self.snd_max {
            self.rexmt = TickTimer::OFF;
        } else if !self.persist.is_running() {
            self.start_rexmt();
        }
    }

    /// Whether a timer has reached its tick.
    pub(crate) fn is_due(&self, timer: TickTimer) -> bool {
        timer.0 <= self.ticks.count()
    }

    /// When the first timer fires.
    #[inline]
    pub(crate) const fn deadline(&self) -> Time {
        self.deadline
    }

    /// Recomputes the deadline after any change of a timer.
    #[inline]
    pub(crate) fn refresh_deadline(&mut self) {
        let tick = self.rexmt.0.min(self.persist.0);
        if tick != self.deadline_tick {
            self.deadline_tick = tick;
            self.deadline = if tick == u64::MAX { Time::NEVER } else { self.ticks.clock().time_of(tick) };
        }
    }

    /// Ends the connection: no timer runs and nothing more is sent.
    pub(crate) fn give_up(&mut self) {
        self.stats.gave_up = true;
        self.rexmt = TickTimer::OFF;
        self.persist = TickTimer::OFF;
    }
}

impl Connection<'_> {
    /// Closes the window to one segment and leaves the threshold that the congestion control wants.
    pub fn close_window(&mut self, cause: LossCause) {
        let block = &mut *self.block;
        let loss = LossEvent { now: self.now, cause, flight: block.flight(), snd_wnd: block.snd_wnd };
        let ssthresh = self.congestion.ssthresh_after(&loss, &block.window);
        block.window.set_ssthresh(ssthresh);
        block.window.set(block.window.mss());
    }

    /// Resends the first outstanding segment at once and goes on where sending was; the window is
    /// left at one segment.
    // spec: rfc2581 3.2 steps 1 and 2
    pub fn fast_retransmit(&mut self) {
        self.close_window(LossCause::DuplicateAcks);
        let block = &mut *self.block;
        block.stats.fast_retransmits += 1;
        block.rexmt = TickTimer::OFF;
        block.timed = None;
        block.resend_first(self.out);
    }
}

impl ControlBlock {
    /// Sends one window from the first outstanding octet, then goes on where sending was.
    pub(crate) fn resend_first(&mut self, out: &mut Output) {
        let onward = self.snd_nxt;
        self.snd_nxt = self.snd_una;
        self.output(out);
        self.snd_nxt = self.snd_nxt.max(onward);
    }
}
