//! How many segments must be acknowledged for one more, by the cube of the time since a loss.

use super::super::cubic::root::cube_root;
use super::{BETA, BETA_SCALE};

/// The constant C: 41 x 10 of 1024 (`bic_scale`, `cube_rtt_scale`).
const SCALE: u64 = 410;
/// Times are in 1/1024 s (`BICTCP_HZ`); cubes of them, and C, are divided by this power of two.
const CUBE_BITS: u32 = 10 + 3 * 10;
/// Acknowledged segments for one more in a window that Reno would have, in eighths of the window (`beta_scale`): 15.
const RENO_EIGHTHS: u64 = 8 * (BETA_SCALE + BETA) / 3 / (BETA_SCALE - BETA);
/// Before the first loss at most so many: at least 5 % in a round trip.
const BEFORE_A_LOSS: u64 = 20;
/// Below the curve the window hardly grows: by a segment in so many windows.
const HARDLY: u64 = 100;
/// The window grows at most by half of the acknowledged octets.
const LEAST: u64 = 2;

/// The growth since a loss; windows in segments, times in jiffies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Growth {
    /// The window at the last loss, less for fast convergence; 0 before the first (`last_max_cwnd`).
    last_max: u64,
    count: u64,
    /// The window and the time for which that was found.
    found_for: (u64, u64),
    epoch: Option<Epoch>,
    /// What was acknowledged, and what Reno would have by now (`ack_cnt`, `tcp_cwnd`).
    acked: u64,
    reno: u64,
}

#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: u64,
    /// The plateau of the curve (`bic_origin_point`).
    origin: u64,
    /// Until then, in 1/1024 s (`bic_K`).
    k: u64,
}

impl Epoch {
    fn new(start: u64, cwnd: u64, last_max: u64) -> Self {
        let below = last_max.saturating_sub(cwnd);
        let k = cube_root((below as f64) * (1u64 << CUBE_BITS) as f64 / SCALE as f64) as u64;
        Self { start, origin: last_max.max(cwnd), k }
    }

    /// The curve after so long, in 1/1024 s.
    fn curve(&self, t: u64) -> u64 {
        let off = u128::from(t.abs_diff(self.k));
        let delta = u64::try_from((u128::from(SCALE) * off * off * off) >> CUBE_BITS).unwrap_or(u64::MAX);
        if t < self.k { self.origin.saturating_sub(delta) } else { self.origin.saturating_add(delta) }
    }
}

impl Growth {
    /// For how many acknowledged segments a window of `cwnd` opens by one: `acked` more are acknowledged at `now`, and the
    /// curve is read a shortest round trip of `delay` later.
    // source: bictcp_update
    pub(super) fn count(&mut self, cwnd: u64, acked: u64, now: u64, delay: u64, hz: u64) -> u64 {
        self.acked += acked;
        let (found_cwnd, found_at) = self.found_for;
        if found_cwnd == cwnd && now.saturating_sub(found_at) <= hz / 32 {
            return self.count;
        }
        let epoch = match self.epoch {
            Some(epoch) if now == found_at => epoch,
            epoch => {
                self.found_for = (cwnd, now);
                let epoch = epoch.unwrap_or_else(|| self.begin_epoch(now, cwnd, acked));
                self.count =
                    self.count_to(epoch.curve((now.saturating_sub(epoch.start) + delay) * 1024 / hz), cwnd);
                epoch
            }
        };
        self.epoch = Some(epoch);
        self.count = self.count.min(self.reno_count(cwnd)).max(LEAST);
        self.count
    }

    fn begin_epoch(&mut self, now: u64, cwnd: u64, acked: u64) -> Epoch {
        (self.acked, self.reno) = (acked, cwnd);
        Epoch::new(now, cwnd, self.last_max)
    }

    /// The count with which the window goes to the curve in a round trip.
    fn count_to(&self, target: u64, cwnd: u64) -> u64 {
        let count = if target > cwnd { cwnd / (target - cwnd) } else { HARDLY * cwnd };
        if self.last_max == 0 { count.min(BEFORE_A_LOSS) } else { count }
    }

    /// Moves Reno's window by the acknowledged segments, and gives the count with which the real one keeps up with it.
    fn reno_count(&mut self, cwnd: u64) -> u64 {
        let each = (cwnd * RENO_EIGHTHS) >> 3;
        while self.acked > each {
            self.acked -= each;
            self.reno += 1;
        }
        if self.reno > cwnd { cwnd / (self.reno - cwnd) } else { u64::MAX }
    }

    /// The epoch has begun less than `jiffies` ago.
    pub(super) fn is_younger_than(&self, jiffies: u64, now: u64) -> bool {
        self.epoch.is_some_and(|epoch| now.saturating_sub(epoch.start) < jiffies)
    }

    /// Nothing was sent meanwhile: the epoch begins later by that, but not in the future.
    pub(super) fn stand_still(&mut self, from: u64, now: u64) {
        if let Some(epoch) = &mut self.epoch {
            epoch.start = (epoch.start + now.saturating_sub(from)).min(now);
        }
    }

    /// A loss at a window of `cwnd`.
    pub(super) fn end_epoch(&mut self, cwnd: u64, fast_convergence: bool) {
        let converges = fast_convergence && cwnd < self.last_max;
        self.last_max = if converges { cwnd * (BETA_SCALE + BETA) / (2 * BETA_SCALE) } else { cwnd };
        self.epoch = None;
    }

    #[cfg(test)]
    pub(super) fn plateau(&self) -> (u64, Option<(u64, u64)>) {
        (self.last_max, self.epoch.map(|epoch| (epoch.k, epoch.origin)))
    }
}
