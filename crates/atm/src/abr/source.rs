//! The source of a control loop: which cell goes when, and what feedback does to the rate.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.4, rules 1 to 13; one method per rule. Optional behaviour
//! is settled here as follows.
//!
//! - A cell goes one cell interval (1 / ACR, rounded up to a picosecond) after the last one. If ACR
//!   has changed meanwhile, its present value counts: a cell is advanced when ACR rises and put off
//!   when it falls (appendix I).
//! - The first forward RM cell waits until there is something to send. Later ones go as soon as
//!   rule 3a lets them, also from a source that has fallen idle.
//! - Out-of-rate forward RM cells are sent while ACR < TCR and something waits, in addition to
//!   those that ACR allows in rate.
//! - "At least" and "at most" of rules 5, 6, 8 and 9 are taken as "exactly".

use cellwise_units::{Span, Time};

use super::rm_cell::{RmCell, RmDirection};
use super::settings::AbrSettings;
use crate::cell::Pti;

const PS_PER_S: f64 = 1e12;

/// What a source sends at an opportunity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sent {
    /// The first waiting data cell, with EFCI = 0 and CLP = 0.
    Data,
    /// A forward RM cell, in rate: CLP = 0.
    Forward(RmCell),
    /// The backward RM cell that waits goes now, in rate: CLP = 0.
    Backward,
    /// A forward RM cell out of rate: CLP = 1.
    OutOfRate(RmCell),
}

impl Sent {
    /// CLP: only what goes out of rate may be lost first.
    // spec: af-tm-0056 5.10.4 rules 4 and 11
    #[must_use]
    pub const fn clp(&self) -> bool {
        matches!(self, Self::OutOfRate(_))
    }
}

/// The payload type with which a source sends a data cell: EFCI is reset, also on cells from another
/// control loop.
// spec: af-tm-0056 5.10.4 rule 12
#[must_use]
pub const fn data_pti(pti: Pti) -> Pti {
    match pti {
        Pti::User { end_of_frame, .. } => Pti::User { congestion: false, end_of_frame },
        other => other,
    }
}

/// An ABR source.
#[derive(Clone, Debug)]
pub struct AbrSource {
    settings: AbrSettings,
    /// No cell goes earlier.
    start: Time,
    /// ACR, cells/s. Rule 1: from MCR to PCR.
    acr: f64,
    /// 1 / ACR; longer than every run if ACR is 0.
    interval: Span,
    /// Since the last in-rate forward RM cell; `None` before the first.
    since_forward: Option<SinceForward>,
    /// When the last in-rate cell was sent, if one was.
    last_in_rate: Option<Time>,
    /// When the last forward RM cell of either kind was sent, if one was.
    last_forward: Option<Time>,
    /// In-rate forward RM cells sent since the last backward RM cell with BN = 0 came.
    unacknowledged: u64,
}

/// What was sent after an in-rate forward RM cell.
#[derive(Clone, Copy, Debug)]
struct SinceForward {
    /// When it was sent.
    at: Time,
    /// In-rate cells sent since, without it.
    cells: u32,
    /// Whether one of them was a backward RM cell.
    backward_sent: bool,
}

impl AbrSource {
    /// A source that sends nothing before `start`.
    #[must_use]
    pub fn new(settings: &AbrSettings, start: Time) -> Self {
        let mut source = Self {
            settings: settings.clone(),
            start,
            acr: 0.0,
            interval: Span::ZERO,
            since_forward: None,
            last_in_rate: None,
            last_forward: None,
            unacknowledged: 0,
        };
        source.rule_2_initial_rate();
        source
    }

    /// ACR: the allowed cell rate, cells/s.
    #[inline]
    #[must_use]
    pub const fn acr(&self) -> f64 {
        self.acr
    }

    /// When the next cell may go, given what waits; in the past if it could have gone already,
    /// [`Time::NEVER`] if nothing can go until more waits or feedback comes.
    #[must_use]
    pub fn next_opportunity(&self, data_waiting: bool, backward_waiting: bool) -> Time {
        let waiting = data_waiting || backward_waiting;
        let in_rate = self.next_in_rate(waiting);
        if waiting { in_rate.min(self.next_out_of_rate()) } else { in_rate }
    }

    /// Sends one cell at `now`, at or after [`next_opportunity`](Self::next_opportunity) of the same
    /// waiting cells.
    pub fn send(&mut self, now: Time, data_waiting: bool, backward_waiting: bool) -> Sent {
        debug_assert!(now >= self.next_opportunity(data_waiting, backward_waiting), "{now} is too early");
        if now < self.next_in_rate(data_waiting || backward_waiting) {
            return self.rule_11_out_of_rate(now);
        }
        let sent = if now >= self.rule_3a_forward_due() {
            self.send_forward(now)
        } else if self.rule_3b_backward_goes(data_waiting, backward_waiting) {
            Sent::Backward
        } else {
            Sent::Data
        };
        self.count_in_rate(now, &sent);
        sent
    }

    /// How many data cells, at most `waiting`, go at a constant distance, beginning with `first`, and that distance, if
    /// the first of them is the [next](Self::next_opportunity) to go, no backward RM cell waits and no feedback comes
    /// meanwhile; none where it is not sure that the next is one.
    #[must_use]
    pub fn data_run(&self, first: Time, waiting: u64) -> (u64, Span) {
        let none = (0, self.interval);
        let Some(since) = self.since_forward else { return none };
        // Rule 11: what goes out of rate goes between.
        if self.acr < self.settings.tcr || self.interval.is_zero() {
            return none;
        }
        // Rule 3a: Nrm - 1 cells between two forward RM cells, fewer if Trm ends first.
        let until_nrm = u64::from(self.settings.nrm).saturating_sub(u64::from(since.cells) + 1);
        let until_mrm = u64::from(self.settings.mrm.saturating_sub(since.cells));
        let until_trm = (since.at + self.settings.trm).ps().saturating_sub(first.ps());
        let by_time = until_trm.div_ceil(self.interval.get()).max(until_mrm);
        (waiting.min(until_nrm).min(by_time), self.interval)
    }

    /// Notes that a [run](Self::data_run) of data cells was sent, the last of them at `last`.
    pub fn send_run(&mut self, cells: u32, last: Time) {
        self.last_in_rate = Some(last);
        if let Some(since) = &mut self.since_forward {
            since.cells += cells;
        }
    }

    /// The distance of in-rate cells at the present rate.
    #[inline]
    #[must_use]
    pub const fn interval(&self) -> Span {
        self.interval
    }

    /// Takes a backward RM cell, in rate or out of rate.
    pub fn on_backward(&mut self, rm: &RmCell) {
        if !rm.bn {
            self.unacknowledged = 0;
        }
        let acr = self.rule_8_ci_and_ni(rm);
        let acr = rule_9_explicit_rate(acr, rm);
        self.rule_1_set_acr(acr);
    }

    /// ACR stays between MCR and PCR, whatever the other rules ask for.
    // spec: af-tm-0056 5.10.4 rule 1
    fn rule_1_set_acr(&mut self, acr: f64) {
        self.acr = acr.min(self.settings.pcr).max(self.settings.mcr);
        self.interval = interval(self.acr);
    }

    /// In-rate cells never go faster than ACR.
    // spec: af-tm-0056 5.10.4 rule 1, appendix I
    #[inline]
    fn rule_1_next_slot(&self) -> Time {
        match self.last_in_rate {
            Some(last) => last + self.interval,
            None if self.acr > 0.0 => self.start,
            None => Time::NEVER,
        }
    }

    /// Before the first cell ACR is ICR.
    // spec: af-tm-0056 5.10.4 rule 2
    fn rule_2_initial_rate(&mut self) {
        self.rule_1_set_acr(self.settings.icr);
    }

    /// From when on the next in-rate cell is a forward RM cell. The first is; then one that follows
    /// Nrm - 1 others, or at least Mrm others once Trm has passed.
    // spec: af-tm-0056 5.10.4 rules 2 and 3a
    #[inline]
    fn rule_3a_forward_due(&self) -> Time {
        match self.since_forward {
            None => self.start,
            Some(since) if since.cells + 1 >= self.settings.nrm => since.at,
            Some(since) if since.cells >= self.settings.mrm => since.at + self.settings.trm,
            Some(_) => Time::NEVER,
        }
    }

    /// Whether a waiting backward RM cell precedes data: only one does between two forward RM
    /// cells, unless no data waits.
    // spec: af-tm-0056 5.10.4 rule 3b
    #[inline]
    fn rule_3b_backward_goes(&self, data_waiting: bool, backward_waiting: bool) -> bool {
        let first = self.since_forward.is_none_or(|since| !since.backward_sent);
        backward_waiting && (first || !data_waiting)
    }

    /// A source that sent no forward RM cell for ADTF starts again from ICR.
    // spec: af-tm-0056 5.10.4 rule 5
    fn rule_5_idle(&mut self, now: Time) {
        let Some(since) = self.since_forward else { return };
        if self.acr > self.settings.icr && now > since.at + self.settings.adtf {
            self.rule_1_set_acr(self.settings.icr);
        }
    }

    /// Without feedback for CRM forward RM cells, each further one cuts the rate.
    // spec: af-tm-0056 5.10.4 rule 6
    fn rule_6_missing_feedback(&mut self) {
        if self.unacknowledged >= self.settings.crm {
            self.rule_1_set_acr(self.acr - self.acr * self.settings.cdf);
        }
    }

    /// CCR is ACR as the rules before have left it. The forward RM cell itself goes at the time that
    /// the old rate gave it; the new one binds the cells after it.
    // spec: af-tm-0056 5.10.4 rule 7
    fn rule_7_ccr(&self) -> f64 {
        self.acr
    }

    /// CI takes a part of the rate; without CI and NI a part of PCR is added.
    // spec: af-tm-0056 5.10.4 rule 8
    fn rule_8_ci_and_ni(&self, rm: &RmCell) -> f64 {
        if rm.ci {
            self.acr - self.acr * self.settings.rdf
        } else if rm.ni {
            self.acr
        } else {
            self.acr + self.settings.rif * self.settings.pcr
        }
    }

    /// The fields of a forward RM cell.
    // spec: af-tm-0056 5.10.4 rule 10, Table 5-4
    fn rule_10_forward(&self) -> RmCell {
        let settings = &self.settings;
        let rm = RmCell {
            direction: RmDirection::Forward,
            bn: false,
            ci: false,
            ni: false,
            er: settings.pcr,
            ccr: self.rule_7_ccr(),
            mcr: settings.mcr,
        };
        rm.carried(settings.rate_encoding)
    }

    /// A forward RM cell in addition to the allowed rate, so that a source with a rate of 0 hears of a new
    /// one.
    // spec: af-tm-0056 5.10.4 rule 11
    fn rule_11_out_of_rate(&mut self, now: Time) -> Sent {
        self.last_forward = Some(now);
        Sent::OutOfRate(self.rule_10_forward())
    }

    /// Lets an unused rate be lost, down to the rate used plus its headroom or ICR.
    // spec: af-tm-0056 5.10.4 rule 13, appendix I.8
    fn rule_13_use_it_or_lose_it(&mut self, now: Time) {
        let (Some(headroom), Some(since)) = (self.settings.use_it_or_lose_it, self.since_forward) else {
            return;
        };
        if now == since.at {
            return;
        }
        let cells = f64::from(since.cells) + 1.0;
        let used = cells / (now - since.at).as_secs_f64();
        let kept = used * (1.0 + headroom.fraction) + headroom.rate;
        if self.acr > kept {
            self.rule_1_set_acr(self.acr.min(kept.max(self.settings.icr)));
        }
    }

    fn send_forward(&mut self, now: Time) -> Sent {
        self.rule_5_idle(now);
        self.rule_6_missing_feedback();
        self.rule_13_use_it_or_lose_it(now);
        self.last_forward = Some(now);
        self.unacknowledged += 1;
        Sent::Forward(self.rule_10_forward())
    }

    fn count_in_rate(&mut self, now: Time, sent: &Sent) {
        self.last_in_rate = Some(now);
        match (sent, &mut self.since_forward) {
            (Sent::Forward(_), since) => {
                *since = Some(SinceForward { at: now, cells: 0, backward_sent: false });
            }
            (sent, Some(since)) => {
                since.cells += 1;
                since.backward_sent |= *sent == Sent::Backward;
            }
            (_, None) => {}
        }
    }

    /// When the next in-rate cell may go. Without anything waiting that is a forward RM cell, once
    /// rule 3a makes one due; the first one waits for something to follow it.
    #[inline]
    fn next_in_rate(&self, waiting: bool) -> Time {
        match (waiting, self.since_forward) {
            (true, _) => self.rule_1_next_slot(),
            (false, Some(_)) => self.rule_1_next_slot().max(self.rule_3a_forward_due()),
            (false, None) => Time::NEVER,
        }
    }

    /// When the next out-of-rate forward RM cell may go: 1 / TCR after the last forward RM cell.
    // spec: af-tm-0056 5.10.4 rule 11
    #[inline]
    fn next_out_of_rate(&self) -> Time {
        if self.acr >= self.settings.tcr {
            return Time::NEVER;
        }
        self.last_forward.map_or(self.start, |last| last + interval(self.settings.tcr))
    }
}

/// ACR is at most ER.
// spec: af-tm-0056 5.10.4 rule 9
fn rule_9_explicit_rate(acr: f64, rm: &RmCell) -> f64 {
    acr.min(rm.er)
}

/// The time between two cells at `rate` (cells/s), rounded up to a picosecond; longer than every run
/// at a rate of 0.
fn interval(rate: f64) -> Span {
    if rate <= 0.0 {
        return Span::from_ps(u64::MAX);
    }
    let exact = PS_PER_S / rate;
    let floor = exact as u64;
    Span::from_ps(floor.saturating_add(u64::from((floor as f64) < exact)))
}

#[cfg(test)]
mod tests;
