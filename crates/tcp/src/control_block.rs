//! The sender's transmission control block: sequence space, windows and timers of one connection.
//!
//! Source: RFC 9293 3.3.1, with the variables of 4.4BSD under their names. Numbers are octets since
//! the start of the connection: the SYN is before octet 0, the FIN after the last one.

use cellwise_units::{Bytes, Span, Time};

use crate::ack_congestion::AckMarkEcho;
use crate::application::Application;
use crate::burst::Burst;
use crate::choices::{AfterFastRetransmit, AfterTimeout, BackoffUntil, RetransmissionTimer, SsthreshRule};
use crate::config::Settings;
use crate::ecn::EcnSender;
use crate::fine_timing::FineTiming;
use crate::idle::Idle;
use crate::options::Timestamps;
use crate::pacing::{AnyPacing, Pacing as _};
use crate::ranges::Ranges;
use crate::rate_pacer::RatePacer;
use crate::rtt::{Moment, RttEstimator};
use crate::segment::{Output, Segment};
use crate::segment_log::SegmentLog;
use crate::seq::Seq;
use crate::slow_start::{AnySlowStart, SlowStart as _};
use crate::stats::SenderStats;
use crate::tick::{TickClock, TickCursor};
use crate::undo::Watch;
use crate::window::CongestionWindow;
use crate::window_use::WindowUse;
use crate::writer::Writer;

/// When a timer fires; never if it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timer(pub(crate) Time);

impl Timer {
    /// A stopped timer.
    pub(crate) const OFF: Self = Self(Time::NEVER);

    #[inline]
    pub(crate) fn is_running(self) -> bool {
        self != Self::OFF
    }
}

/// The segment whose round-trip time is being measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timed {
    /// Its first octet.
    pub(crate) start: u64,
    /// When it was sent.
    pub(crate) sent: Moment,
}

/// The state of a sender.
#[derive(Clone, Debug)]
pub struct ControlBlock {
    /// First octet not acknowledged.
    pub(crate) snd_una: u64,
    /// Next octet to send; back at `snd_una` after a timeout, and after a fast
    /// retransmission that goes back.
    pub(crate) snd_nxt: u64,
    /// First octet never sent. One beyond `written` once the FIN was sent.
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
    pub(crate) slow_start: AnySlowStart,
    /// How much of the window is in use, where it grows only while it is the limit. Boxed, as most connections have none.
    pub(crate) window_use: Option<Box<WindowUse>>,
    pub(crate) rtt: RttEstimator,
    pub(crate) timed: Option<Timed>,
    pub(crate) ticks: TickCursor,
    pub(crate) rexmt: Timer,
    pub(crate) persist: Timer,
    /// The timer of a recovery that has one in addition to that of retransmissions.
    pub(crate) recovery_timer: Timer,
    /// The present instant.
    pub(crate) now: Moment,
    /// When the last segment arrived.
    pub(crate) last_arrival: Moment,
    /// Octets that the application has written; or will ever write, if not in blocks.
    pub(crate) written: u64,
    /// The application, if it writes in blocks.
    pub(crate) writer: Option<Writer>,
    pub(crate) send_buffer: u64,
    pub(crate) nagle: bool,
    pub(crate) idle: Idle,
    pub(crate) after_timeout: AfterTimeout,
    /// Whether timeouts of one segment in a row lower the threshold once.
    pub(crate) holds_threshold: bool,
    pub(crate) after_fast_retransmit: AfterFastRetransmit,
    backoff_until: BackoffUntil,
    /// Whether the retransmission timer runs from when the oldest outstanding segment was sent.
    pub(crate) times_oldest: bool,
    /// Whether a FIN follows the last octet written.
    pub(crate) closing: bool,
    /// Whether a recovery that lasts until an acknowledgment of its own is under way.
    pub in_recovery: bool,
    /// Whether the recovery reads selective acknowledgments.
    pub(crate) reads_sack: bool,
    /// Whether acknowledgments are noted: in the scoreboard, in the records of segments, or for what they report as
    /// duplicates.
    pub(crate) notes_acks: bool,
    /// What was acknowledged selectively, beyond `snd_una`.
    pub(crate) scoreboard: Ranges,
    /// Octets that the acknowledgment just taken was the first to report selectively.
    pub(crate) newly_sacked: u64,
    /// Octets that were known to have arrived before the acknowledgment just taken, or before the timer that fires.
    pub(crate) delivered_before: u64,
    /// What the acknowledgment just taken acknowledges up to; below `snd_una` if it was overtaken.
    pub(crate) ack_taken: u64,
    /// Whether something is done with segments as they leave, beyond what all need.
    pub(crate) dresses: bool,
    /// A record of each segment outstanding, for the recoveries and the congestion controls that need one.
    pub(crate) log: Option<Box<SegmentLog>>,
    /// Whether the acknowledgment just taken reports octets as duplicates.
    pub(crate) reports_duplicate: bool,
    /// The watch over the last reduction, where the settings have a rule that may take it back.
    pub(crate) undo: Option<Box<Watch>>,
    /// Sending times, for the congestion controls that need them.
    pub(crate) fine_timing: Option<Box<FineTiming>>,
    pub(crate) ecn: EcnSender,
    pub(crate) ack_marks: AckMarkEcho,
    pub(crate) burst: Burst,
    pub(crate) pacing: AnyPacing,
    /// Pacing by the rate of a congestion control that models the path, in place of the rule.
    pub(crate) rate_pacer: Option<Box<RatePacer>>,
    /// Whether pacing holds anything back.
    pub(crate) paces: bool,
    /// Whether duplicates before the threshold send new segments.
    pub(crate) limited_transmit: bool,
    /// Octets that they have sent since the last acknowledgment of new data.
    pub(crate) limited_octets: u64,
    /// The timestamps that outgoing segments carry; the value is set as they leave.
    pub(crate) timestamps: Option<Timestamps>,
    pub(crate) initial_seq: Seq,
    /// The acknowledgment and the window that outgoing segments carry: no data comes back.
    pub(crate) back_ack: Seq,
    /// Octets of data less in a new segment, for options that it will carry.
    pub(crate) left_room: u32,
    pub(crate) back_window: u32,
    pub(crate) stats: SenderStats,
}

impl ControlBlock {
    pub(crate) fn new(settings: &Settings, application: Application, ticks: TickClock) -> Self {
        let offered = u64::from(settings.advertised_window());
        let variant = settings.variant.variant();
        let recovery = settings.recovery_kind();
        let times_oldest = settings.retransmission_timer == RetransmissionTimer::OldestSegment;
        let slow_start = settings.slow_start_rule();
        let pacing = settings.pacing_rule();
        let models_path = variant.congestion.models_path();
        let paces = pacing.paces() || models_path;
        let log = (recovery.needs_records() || models_path)
            .then(|| Box::new(SegmentLog::new(recovery.needs_records(), models_path)));
        let timed = variant.congestion.needs_timing()
            || recovery.needs_timing()
            || settings.max_burst.is_some()
            || times_oldest
            || paces
            || slow_start.needs_timing();
        let octets = application.octets();
        let writer = Writer::new(settings, octets);
        let idle = Idle::new(settings);
        let undo = Watch::new(settings);
        let timestamps = settings.uses_timestamps();
        Self {
            snd_una: 0,
            snd_nxt: 0,
            snd_max: 0,
            snd_wnd: offered,
            snd_wl2: 0,
            max_sndwnd: offered,
            dupacks: 0,
            timeouts_in_a_row: 0,
            window: CongestionWindow::new(&settings.basics()),
            slow_start,
            window_use: settings.grows_while_limited().then(Box::default),
            rtt: RttEstimator::new(settings),
            timed: None,
            ticks: TickCursor::new(ticks),
            rexmt: Timer::OFF,
            persist: Timer::OFF,
            recovery_timer: Timer::OFF,
            now: Moment::default(),
            last_arrival: Moment::default(),
            written: if writer.is_some() { 0 } else { octets },
            writer,
            send_buffer: settings.send_buffer.map_or(u64::MAX, Bytes::get),
            nagle: settings.nagle,
            idle,
            after_timeout: settings.after_timeout,
            holds_threshold: settings.ssthresh_rule == SsthreshRule::Rfc5681,
            after_fast_retransmit: settings.after_fast_retransmit(),
            backoff_until: settings.backoff_until,
            times_oldest,
            closing: false,
            in_recovery: false,
            reads_sack: recovery.uses_sack(),
            notes_acks: recovery.uses_sack()
                || log.is_some()
                || (undo.is_some() && settings.reports_duplicates()),
            scoreboard: Ranges::default(),
            newly_sacked: 0,
            delivered_before: 0,
            ack_taken: 0,
            dresses: timestamps
                || settings.uses_ecn()
                || settings.ack_congestion_control
                || timed
                || undo.is_some()
                || idle.needs_sending(),
            log,
            reports_duplicate: false,
            undo,
            fine_timing: timed.then(Box::default),
            ecn: EcnSender::new(settings),
            ack_marks: AckMarkEcho::new(settings),
            burst: Burst::new(settings.max_burst),
            pacing,
            rate_pacer: None,
            paces,
            limited_transmit: settings.limited_transmit,
            limited_octets: 0,
            timestamps: timestamps.then_some(Timestamps { value: 0, echo: 0 }),
            initial_seq: Seq(0),
            back_ack: Seq(0),
            left_room: 0,
            back_window: settings.advertised_window(),
            stats: SenderStats::default(),
        }
    }

    /// Moves on to `now`, at which a segment arrives or the application acts.
    #[inline]
    pub(crate) fn advance(&mut self, now: Time) {
        self.ticks.advance(now);
        self.now = Moment::new(now, &self.ticks);
    }

    /// Moves on to `now`, at which a timer fires.
    pub(crate) fn advance_past(&mut self, now: Time) {
        self.ticks.advance_past(now);
        self.now = Moment::new(now, &self.ticks);
    }

    /// Octets between the first unacknowledged one and the last one sent.
    #[inline]
    #[must_use]
    pub const fn flight(&self) -> u64 {
        self.snd_max - self.snd_una
    }

    /// Whether the congestion control models the path, and so sets window and rate itself.
    pub(crate) const fn is_modelled(&self) -> bool {
        self.rate_pacer.is_some()
    }

    /// Takes note that there is too little to send, if that is so, for samples of delivery.
    // spec: draft-ietf-ccwg-bbr, "Detecting application-limited phases"
    pub(crate) fn note_app_limit(&mut self) {
        let has_unsent = self.written.saturating_sub(self.snd_max) >= self.window.mss();
        let usable = self.window.usable();
        if let (false, Some(log)) = (has_unsent, &mut self.log)
            && log.next_lost().is_none()
            && log.octets_in_flight() < usable
        {
            log.mark_app_limited();
        }
    }

    /// Octets that are known to have arrived since the start.
    pub(crate) fn delivered(&self) -> u64 {
        self.snd_una + self.scoreboard.octets()
    }

    /// Octets that wait in the send buffer for acknowledgment, sent or not.
    #[inline]
    pub(crate) fn buffered(&self) -> u64 {
        self.written.saturating_sub(self.snd_una).min(self.send_buffer)
    }

    /// Starts the retransmission timer: from now, or from when the oldest outstanding segment was sent.
    #[inline]
    pub(crate) fn start_rexmt(&mut self) {
        let oldest = if self.times_oldest { self.oldest_sent_at() } else { None };
        self.start_rexmt_from(oldest.unwrap_or(self.now));
    }

    /// Starts the retransmission timer as if at an instant that may have passed.
    #[inline]
    pub(crate) fn start_rexmt_from(&mut self, from: Moment) {
        self.rexmt = Timer(self.rtt.rexmt_deadline(from, self.now, self.ticks.clock()));
    }

    /// When the first outstanding segment was sent last, where that is kept.
    pub(crate) fn oldest_sent_at(&self) -> Option<Moment> {
        self.fine_timing.as_ref().and_then(|timing| timing.sent_at(self.snd_una))
    }

    /// Sets the persist timer; each time in a row its interval doubles.
    pub(crate) fn start_persist(&mut self) {
        self.persist = Timer(self.rtt.next_persist_deadline(self.now, self.ticks.clock()));
    }

    pub(crate) fn stop_persist(&mut self) {
        self.persist = Timer::OFF;
        self.rtt.forget_backoff();
    }

    /// Takes an acknowledgment of new data off the sequence space and restarts the timer.
    #[inline]
    pub(crate) fn acknowledge(&mut self, ack: u64, segment: &Segment) {
        if let Some(timestamps) = segment.options.timestamps {
            self.sample_echo(timestamps);
        } else if let Some(timed) = self.timed
            && ack > timed.start
        {
            self.rtt.sample(timed.sent, self.now);
            self.timed = None;
            self.stats.rtt_samples += 1;
        }
        if self.backoff_until == BackoffUntil::NewAck {
            self.rtt.end_backoff();
        }
        self.snd_una = ack;
        self.limited_octets = 0;
        self.timeouts_in_a_row = 0;
        // What the receiver had cached beyond the hole need not be sent again.
        self.snd_nxt = self.snd_nxt.max(ack);
        if ack == self.snd_max {
            self.rexmt = Timer::OFF;
        } else if !self.persist.is_running() {
            self.start_rexmt();
        }
    }

    /// Measures by an echoed timestamp, which covers also what was sent again.
    // spec: rfc7323 4
    #[cold]
    fn sample_echo(&mut self, timestamps: Timestamps) {
        let segments = self.flight().div_ceil(self.window.mss());
        self.rtt.sample_echo(timestamps.echo, self.now, segments);
        self.timestamps = Some(Timestamps { value: 0, echo: timestamps.value });
        self.timed = None;
        self.stats.rtt_samples += 1;
    }

    /// Whether a timer is due.
    pub(crate) fn is_due(&self, timer: Timer) -> bool {
        timer.0 <= self.now.at
    }

    /// When the first timer fires.
    #[inline]
    pub(crate) fn deadline(&self) -> Time {
        self.rexmt.0.min(self.persist.0).min(self.burst.timer.0).min(self.recovery_timer.0)
    }

    /// Ends the connection: no timer runs and nothing more is sent.
    pub(crate) fn give_up(&mut self) {
        self.stats.gave_up = true;
        self.rexmt = Timer::OFF;
        self.persist = Timer::OFF;
        self.burst.timer = Timer::OFF;
        self.recovery_timer = Timer::OFF;
    }

    /// The exact round-trip time that an acknowledgment up to `ack` measures, and the smoothed one.
    pub(crate) fn measure(&mut self, ack: u64) -> (Option<Span>, Option<Span>) {
        let rtt = self.fine_timing.as_mut().and_then(|timing| timing.on_ack(ack, self.now.at));
        (rtt, self.fine_srtt())
    }

    /// Takes the round trip of the opening for the first one, where round trips are kept in exact time.
    // spec: rfc6298 2.2, rfc8985 6.2 step 1, 7.2
    #[cold]
    pub(crate) fn note_opening(&mut self) {
        let Some(rtt) = self.rtt.opening() else { return };
        if let Some(timing) = &mut self.fine_timing {
            timing.note_opening(rtt);
        }
        if let Some(log) = &mut self.log {
            log.note_round_trip(rtt);
        }
    }

    /// Smoothed round-trip time in exact time, where it is kept.
    pub(crate) fn fine_srtt(&self) -> Option<Span> {
        self.fine_timing.as_ref().and_then(|timing| timing.srtt())
    }

    /// Goes back to the first outstanding octet and sends from it what the window allows.
    pub(crate) fn go_back(&mut self, out: &mut Output) {
        self.snd_nxt = self.snd_una;
        self.output(out);
    }

    /// Sends one window from the first outstanding octet, then continues where sending was.
    pub(crate) fn resend_first(&mut self, out: &mut Output) {
        let onward = self.snd_nxt;
        self.go_back(out);
        self.snd_nxt = self.snd_nxt.max(onward);
    }
}
