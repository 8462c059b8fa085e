//! A sender of RFC 8985 (RACK-TLP), RFC 9937 (PRR), RFC 5681 and RFC 6298, written from their text and from nothing of the crate.
//!
//! It is slow and plain: one list of segments, every rule a loop over it. What the RFCs leave open is as our pages have it:
//! the smoothed round trip of RACK-TLP takes a sample from each acknowledgment, that of the retransmission timer from one
//! segment at a time; the retransmission timer runs in addition to the other one, and again when a recovery begins;
//! PRR's share is rounded up to whole segments; data is sent in whole segments except the last.

/// Octets of a whole segment.
pub(super) const MSS: u64 = 1_000;
pub(super) const MS: u64 = 1_000_000_000;
const DUP_THRESH: usize = 3;
const NEVER: u64 = u64::MAX;
const LONGEST_RTO: u64 = 64_000 * MS;

/// What may differ between two transfers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    pub(super) octets: u64,
    pub(super) initial_window: u64,
    pub(super) uses_prr: bool,
    pub(super) min_rto: u64,
    pub(super) granularity: u64,
    /// How long the receiver may delay an acknowledgment; 0 if it does not.
    pub(super) max_ack_delay: u64,
}

/// How a connection has come about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opening {
    /// It is taken as open.
    None,
    /// By a handshake that took so long.
    Measured(u64),
    /// By a handshake whose SYN was sent again.
    SynLost,
}

/// An acknowledgment; blocks and numbers are octets since the start.
#[derive(Clone, Debug)]
pub(super) struct Ack {
    pub(super) ack: u64,
    pub(super) blocks: Vec<(u64, u64)>,
}

/// What leaves: first octet and length.
pub(super) type Sent = Vec<(u64, u64)>;

#[derive(Clone, Copy, Debug, Default)]
struct Segment {
    start: u64,
    end: u64,
    xmit_ts: u64,
    retransmitted: bool,
    sacked: bool,
    lost: bool,
}

impl Segment {
    fn octets(&self) -> u64 {
        self.end - self.start
    }

    /// RACK_sent_after's order.
    fn key(&self) -> (u64, u64) {
        (self.xmit_ts, self.end)
    }
}

/// RFC 6298's two numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Estimate {
    srtt: i64,
    rttvar: i64,
    is_measured: bool,
}

impl Estimate {
    // spec: rfc6298 2.2, 2.3
    fn sample(&mut self, rtt: u64) {
        let rtt = rtt as i64;
        if self.is_measured {
            self.rttvar += ((self.srtt - rtt).abs() - self.rttvar) / 4;
            self.srtt += (rtt - self.srtt) / 8;
        } else {
            *self = Self { srtt: rtt, rttvar: rtt / 2, is_measured: true };
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Fast { point: u64 },
    Rto { point: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    Reordering,
    Probe,
}

/// RFC 9937's variables.
#[derive(Clone, Copy, Debug, Default)]
struct Prr {
    delivered: u64,
    out: u64,
    recover_fs: u64,
}

/// What one event says and has done so far.
#[derive(Clone, Copy, Debug, Default)]
struct Event {
    /// DeliveredData.
    delivered: u64,
    advances: bool,
    has_dsack: bool,
    ends_recovery: bool,
    finds_loss: bool,
}

#[derive(Debug)]
pub(super) struct Model {
    choices: Choices,
    segments: Vec<Segment>,
    una: u64,
    nxt: u64,
    pub(super) cwnd: u64,
    pub(super) ssthresh: u64,
    state: State,
    /// Octets of limited transmit since the last advance.
    limited: u64,
    prr: Option<Prr>,
    for_rto: Estimate,
    for_rack: Estimate,
    timed: Option<(u64, u64)>,
    rto: u64,
    rto_at: u64,
    /// The octet that the last timeout has sent again.
    timed_out: Option<u64>,
    waits: Waits,
    waits_until: u64,
    /// Whether new data was sent or acknowledged since the probe's timer was tested.
    is_moved: bool,
    min_rtt: u64,
    rack: (u64, u64),
    rack_rtt: u64,
    fack: u64,
    pub(super) reordering_seen: bool,
    reo_wnd_mult: u64,
    reo_wnd_persist: u64,
    dsack_round: Option<u64>,
    /// TLP.end_seq and TLP.is_retrans.
    probe: Option<(u64, bool)>,
    /// Whether a round trip was measured since the last probe.
    may_probe: bool,
    out: Sent,
}

impl Model {
    /// A connection that is open.
    pub(super) fn new(choices: Choices, opening: Opening) -> Self {
        let mut model = Self {
            choices,
            segments: Vec::new(),
            una: 0,
            nxt: 0,
            cwnd: choices.initial_window,
            ssthresh: u64::MAX,
            state: State::Open,
            limited: 0,
            prr: None,
            for_rto: Estimate::default(),
            for_rack: Estimate::default(),
            timed: None,
            // spec: rfc6298 2.1
            rto: (1_000 * MS).max(choices.min_rto),
            rto_at: NEVER,
            timed_out: None,
            waits: Waits::Probe,
            waits_until: NEVER,
            is_moved: false,
            min_rtt: NEVER,
            rack: (0, 0),
            rack_rtt: 0,
            fack: 0,
            reordering_seen: false,
            reo_wnd_mult: 1,
            reo_wnd_persist: 16,
            dsack_round: None,
            probe: None,
            may_probe: true,
            out: Sent::new(),
        };
        match opening {
            Opening::None => {}
            Opening::Measured(rtt) => {
                model.sample_rto(rtt);
                model.for_rack.sample(rtt);
                model.min_rtt = rtt;
            }
            // spec: rfc6298 5.7, rfc5681 3.1
            Opening::SynLost => (model.rto, model.cwnd) = ((3_000 * MS).max(choices.min_rto), MSS),
        }
        model
    }

    pub(super) fn start(&mut self, now: u64) -> Sent {
        self.send(now);
        self.set_timer(now);
        std::mem::take(&mut self.out)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.una == self.choices.octets
    }

    pub(super) fn next_deadline(&self) -> u64 {
        self.rto_at.min(self.waits_until)
    }

    /// Does what is due.
    pub(super) fn on_deadline(&mut self, now: u64) -> Sent {
        if self.waits_until <= now {
            self.waits_until = NEVER;
            match self.waits {
                Waits::Reordering => {
                    let mut event = Event::default();
                    self.detect_loss(now, &mut event);
                    self.proportional(&event);
                    self.send(now);
                }
                Waits::Probe => self.send_probe(now),
            }
            self.set_timer(now);
        }
        if self.rto_at <= now {
            self.on_rto(now);
        }
        std::mem::take(&mut self.out)
    }

    pub(super) fn on_ack(&mut self, now: u64, ack: &Ack) -> Sent {
        if ack.ack > self.nxt {
            return Sent::new();
        }
        let advances = ack.ack > self.una;
        let has_dsack = has_dsack(ack, ack.ack.max(self.una));
        let mut event = Event { advances, has_dsack, ..Event::default() };
        if advances {
            self.measure(now, ack.ack);
        }
        let fresh = self.take(ack);
        event.delivered = fresh.iter().map(Segment::octets).sum();
        self.rack_update(now, fresh);
        if advances {
            self.advance(now, ack.ack, &mut event);
        }
        self.process_probe(ack, &event);
        self.detect_loss(now, &mut event);
        self.proportional(&event);
        self.send(now);
        self.set_timer(now);
        std::mem::take(&mut self.out)
    }

    /// Round trips by cumulative acknowledgments: of the newest segment, unless one was sent twice (Karn).
    fn measure(&mut self, now: u64, ack: u64) {
        let acked = || self.segments.iter().filter(|segment| segment.end <= ack);
        if let (Some(newest), false) = (acked().next_back(), acked().any(|segment| segment.retransmitted)) {
            self.for_rack.sample(now - newest.xmit_ts);
        }
        if let Some((_, sent)) = self.timed.take_if(|(start, _)| ack > *start) {
            self.sample_rto(now - sent);
        }
    }

    // spec: rfc6298 2.3, 2.4
    fn sample_rto(&mut self, rtt: u64) {
        self.for_rto.sample(rtt);
        let Estimate { srtt, rttvar, .. } = self.for_rto;
        let timeout = srtt as u64 + (4 * rttvar as u64).max(self.choices.granularity);
        self.rto = timeout.clamp(self.choices.min_rto, LONGEST_RTO);
    }

    /// Takes what an acknowledgment says off the list and marks the rest; returns what is new of it, in order.
    fn take(&mut self, ack: &Ack) -> Vec<Segment> {
        let above = ack.ack.max(self.una);
        let is_reported = |segment: &Segment| {
            let holds = |&(start, end): &(u64, u64)| {
                start > above && end <= self.nxt && start <= segment.start && segment.end <= end
            };
            ack.blocks.iter().any(holds)
        };
        let is_new = |segment: &Segment| !segment.sacked && (segment.end <= above || is_reported(segment));
        let fresh: Vec<_> = self.segments.iter().copied().filter(is_new).collect();
        for segment in &mut self.segments {
            if fresh.iter().any(|new| new.start == segment.start) {
                (segment.sacked, segment.lost) = (true, false);
            }
        }
        self.segments.retain(|segment| segment.end > above);
        fresh
    }

    // spec: rfc8985 6.2 steps 1 to 3
    fn rack_update(&mut self, now: u64, mut fresh: Vec<Segment>) {
        for segment in fresh.iter().filter(|segment| !segment.retransmitted) {
            self.min_rtt = self.min_rtt.min(now - segment.xmit_ts);
            self.may_probe = true;
        }
        for segment in &fresh {
            if segment.end > self.fack {
                self.fack = segment.end;
            } else if segment.end < self.fack && !segment.retransmitted {
                self.reordering_seen = true;
            }
        }
        fresh.sort_by_key(Segment::key);
        for segment in fresh {
            let rtt = now - segment.xmit_ts;
            if segment.retransmitted && (self.min_rtt == NEVER || rtt < self.min_rtt) {
                continue;
            }
            self.rack_rtt = rtt;
            self.rack = self.rack.max(segment.key());
        }
    }

    fn advance(&mut self, now: u64, ack: u64, event: &mut Event) {
        let acked = ack - self.una;
        let was_fast = matches!(self.state, State::Fast { .. });
        (self.una, self.limited, self.is_moved) = (ack, 0, true);
        if let State::Fast { point } | State::Rto { point } = self.state
            && ack >= point
        {
            event.ends_recovery = true;
            self.state = State::Open;
            // spec: rfc9937 6.2, at the end
            if self.prr.take().is_some() {
                self.cwnd = self.ssthresh;
            }
        }
        // spec: rfc6298 5.2, 5.3
        self.rto_at = if ack == self.nxt { NEVER } else { now + self.rto };
        if !was_fast {
            self.open_window(acked);
        }
    }

    // spec: rfc5681 3.1
    fn open_window(&mut self, acked: u64) {
        self.cwnd += if self.cwnd < self.ssthresh { acked.min(MSS) } else { MSS * MSS / self.cwnd };
    }

    // spec: rfc5681 3.1 (4), 3.2 step 1
    fn lower_threshold(&mut self) {
        self.ssthresh = ((self.nxt - self.una - self.limited) / 2).max(2 * MSS);
    }

    // spec: rfc8985 7.4.2
    fn process_probe(&mut self, ack: &Ack, event: &Event) {
        let Some((end, is_retrans)) = self.probe.filter(|(end, _)| ack.ack >= *end) else { return };
        if !is_retrans || event.has_dsack {
            self.probe = None;
        } else if ack.ack > end {
            self.probe = None;
            self.lower_threshold();
            self.cwnd = self.cwnd.min(self.ssthresh);
        } else if !event.advances && ack.blocks.is_empty() {
            self.probe = None;
        }
    }

    // spec: rfc8985 6.2 step 4
    fn update_reo_wnd(&mut self, event: &Event) -> u64 {
        if self.dsack_round.is_some_and(|round| self.una >= round) {
            self.dsack_round = None;
        }
        if self.dsack_round.is_none() && event.has_dsack {
            self.dsack_round = Some(self.nxt);
            self.reo_wnd_mult += 1;
            self.reo_wnd_persist = 16;
        } else if event.ends_recovery {
            self.reo_wnd_persist = self.reo_wnd_persist.saturating_sub(1);
            if self.reo_wnd_persist == 0 {
                self.reo_wnd_mult = 1;
            }
        }
        let sacked = self.segments.iter().filter(|segment| segment.sacked).count();
        let is_plain = self.state != State::Open || sacked >= DUP_THRESH;
        if self.min_rtt == NEVER || !self.reordering_seen && is_plain {
            return 0;
        }
        let window = self.reo_wnd_mult * self.min_rtt / 4;
        if self.for_rack.is_measured { window.min(self.for_rack.srtt as u64) } else { window }
    }

    // spec: rfc8985 6.2 step 5
    fn detect_loss(&mut self, now: u64, event: &mut Event) {
        let window = self.update_reo_wnd(event);
        let mut timeout = 0;
        for segment in self.segments.iter_mut().filter(|segment| !segment.sacked && !segment.lost) {
            if self.rack > segment.key() {
                let due = segment.xmit_ts + self.rack_rtt + window;
                if due <= now {
                    segment.lost = true;
                    event.finds_loss = true;
                } else {
                    timeout = timeout.max(due - now);
                }
            }
        }
        if timeout > 0 {
            (self.waits, self.waits_until) = (Waits::Reordering, now + timeout);
        } else if self.waits == Waits::Reordering {
            self.waits_until = NEVER;
        }
        if event.finds_loss && self.state == State::Open {
            self.enter(now, event);
        }
    }

    fn enter(&mut self, now: u64, event: &Event) {
        self.state = State::Fast { point: self.nxt };
        self.probe = None;
        if self.waits == Waits::Probe {
            self.waits_until = NEVER;
        }
        self.lower_threshold();
        if self.choices.uses_prr {
            // spec: rfc9937 6.2, at the start
            let recover_fs = self.nxt - self.una - self.octets(|segment| segment.sacked) + event.delivered;
            self.prr = Some(Prr { delivered: 0, out: 0, recover_fs });
        } else {
            self.cwnd = self.cwnd.min(self.ssthresh);
        }
        self.rto_at = now + self.rto;
        // spec: rfc5681 3.2 step 2
        if self.prr.is_none()
            && let Some(first) = self.segments.iter().position(|segment| segment.lost)
        {
            self.retransmit(now, first);
        }
    }

    // spec: rfc9937 6.2, for every acknowledgment
    fn proportional(&mut self, event: &Event) {
        let in_flight = self.in_flight();
        let Some(prr) = &mut self.prr else { return };
        prr.delivered += event.delivered;
        if event.delivered == 0 && prr.out > 0 {
            return;
        }
        let mut sndcnt = if in_flight > self.ssthresh {
            let share = (prr.delivered * self.ssthresh).div_ceil(prr.recover_fs);
            share.next_multiple_of(MSS).saturating_sub(prr.out)
        } else {
            let is_safe = event.advances && !event.finds_loss;
            let conserved = prr.delivered.saturating_sub(prr.out).max(event.delivered);
            (conserved + if is_safe { MSS } else { 0 }).min(self.ssthresh - in_flight)
        };
        if prr.out == 0 && sndcnt == 0 {
            sndcnt = MSS;
        }
        self.cwnd = (in_flight + sndcnt).max(MSS);
    }

    // spec: rfc6298 5.4 to 5.6, rfc5681 3.1, rfc8985 6.3
    fn on_rto(&mut self, now: u64) {
        let is_repeated = self.timed_out == Some(self.una);
        self.timed_out = Some(self.una);
        self.rto = (2 * self.rto).min(LONGEST_RTO);
        self.state = State::Rto { point: self.nxt };
        (self.prr, self.probe, self.waits_until, self.timed) = (None, None, NEVER, None);
        let window = self.update_reo_wnd(&Event::default());
        for segment in self.segments.iter_mut().filter(|segment| !segment.sacked) {
            segment.lost |= segment.start == self.una || segment.xmit_ts + self.rack_rtt + window <= now;
        }
        if !is_repeated {
            self.lower_threshold();
        }
        (self.cwnd, self.limited) = (MSS, 0);
        self.rto_at = now + self.rto;
        self.retransmit(now, 0);
    }

    /// Lost segments, then new data, while the window has room for another whole segment in the network; new data alone
    /// while all is in order.
    fn send(&mut self, now: u64) {
        let is_disordered = self.segments.iter().any(|segment| segment.sacked || segment.lost);
        let fills = is_disordered || self.state != State::Open;
        loop {
            let len = MSS.min(self.choices.octets - self.nxt);
            let room = self.cwnd.saturating_sub(self.in_flight());
            if room < if fills { MSS } else { len } {
                return;
            }
            if let Some(index) = self.segments.iter().position(|segment| segment.lost) {
                self.retransmit(now, index);
            } else if len == 0 {
                return;
            } else {
                self.transmit(now, len);
                // spec: rfc5681 3.2 step 1, rfc3042 2
                if self.state == State::Open && self.nxt - self.una > self.cwnd {
                    self.limited += len;
                }
            }
        }
    }

    fn transmit(&mut self, now: u64, len: u64) {
        let (start, end) = (self.nxt, self.nxt + len);
        self.segments.push(Segment { start, end, xmit_ts: now, ..Segment::default() });
        self.timed = self.timed.or(Some((start, now)));
        (self.nxt, self.is_moved) = (end, true);
        self.left(now, start, len);
    }

    fn retransmit(&mut self, now: u64, index: usize) {
        let segment = &mut self.segments[index];
        (segment.xmit_ts, segment.retransmitted, segment.lost) = (now, true, false);
        let (start, len) = (segment.start, segment.octets());
        self.timed = None;
        self.left(now, start, len);
    }

    fn left(&mut self, now: u64, start: u64, len: u64) {
        self.out.push((start, len));
        if let Some(prr) = &mut self.prr {
            prr.out += len;
        }
        // spec: rfc6298 5.1
        if self.rto_at == NEVER {
            self.rto_at = now + self.rto;
        }
    }

    // spec: rfc8985 7.2
    fn set_timer(&mut self, now: u64) {
        if self.waits == Waits::Reordering && self.waits_until != NEVER || !std::mem::take(&mut self.is_moved)
        {
            return;
        }
        let is_disordered = self.segments.iter().any(|segment| segment.sacked || segment.lost);
        let is_calm = self.state == State::Open && !is_disordered && !self.segments.is_empty();
        let delay = if self.segments.len() == 1 { self.choices.max_ack_delay } else { 0 };
        let srtt = self.for_rack.srtt as u64;
        let pto = if self.for_rack.is_measured { 2 * srtt + delay } else { 1_000 * MS };
        self.waits = Waits::Probe;
        self.waits_until = if is_calm { (now + pto).min(self.rto_at) } else { NEVER };
    }

    // spec: rfc8985 7.3
    fn send_probe(&mut self, now: u64) {
        if self.probe.is_none() && std::mem::take(&mut self.may_probe) {
            let len = MSS.min(self.choices.octets - self.nxt);
            if len > 0 {
                self.transmit(now, len);
            } else if let Some(last) = self.segments.iter().rposition(|segment| !segment.sacked) {
                self.retransmit(now, last);
            }
            self.probe = Some((self.nxt, len == 0));
            self.is_moved = false;
        }
        if self.nxt > self.una {
            self.rto_at = now + self.rto;
        }
    }

    fn octets(&self, which: impl Fn(&Segment) -> bool) -> u64 {
        self.segments.iter().filter(|segment| which(segment)).map(Segment::octets).sum()
    }

    fn in_flight(&self) -> u64 {
        self.octets(|segment| !segment.sacked && !segment.lost)
    }
}

/// Whether the first block lies below the acknowledgment or within the second one.
// spec: rfc2883 4
fn has_dsack(ack: &Ack, above: u64) -> bool {
    let Some((first, rest)) = ack.blocks.split_first() else { return false };
    first.1 <= above || rest.first().is_some_and(|second| second.0 <= first.0 && first.1 <= second.1)
}
