//! Models of PIE, from the pseudocode of RFC 8033 and RFC 8034, of ns-3 and of Linux. All delays are in seconds.

use std::collections::VecDeque;

use super::RATE;

/// A packet of a model: its number, when it came in microseconds, its octets.
pub(super) type Waiting = (u32, u64, u32);

/// A packet's own random number.
pub(super) fn random(number: u32) -> f64 {
    let mixed = u64::from(number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((mixed ^ (mixed >> 32)) >> 11) as f64 / (1u64 << 53) as f64
}

fn scaled(step: f64, probability: f64) -> f64 {
    let [a, b, c, d, e, f] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1].map(|level| probability < level);
    step / if a {
        2048.0
    } else if b {
        512.0
    } else if c {
        128.0
    } else if d {
        32.0
    } else if e {
        8.0
    } else if f {
        2.0
    } else {
        1.0
    }
}

/// What a model does with packets.
pub(super) trait Model {
    /// The first update, and the time from one to the next.
    const FIRST_US: u64 = 0;
    const EVERY_US: u64;
    fn update(&mut self, queue: &VecDeque<Waiting>);
    /// Whether a packet that comes is dropped early.
    fn drops(&mut self, number: u32, octets: u32, queue: &VecDeque<Waiting>) -> bool;
    /// A packet leaves now, after so long, and `is_last` says whether none stays.
    fn leaves(&mut self, now_us: u64, after_s: f64, is_last: bool);
}

fn octets_of(queue: &VecDeque<Waiting>) -> u32 {
    queue.iter().map(|(_, _, octets)| octets).sum()
}

/// RFC 8033, appendix A, with the cap of steps of 5.5.
#[derive(Default)]
pub(super) struct Rfc8033 {
    current: f64,
    old: f64,
    probability: f64,
    burst_us: u64,
}

impl Rfc8033 {
    /// With the whole allowance.
    pub(super) fn new() -> Self {
        Self { burst_us: 150_000, ..Self::default() }
    }
}

impl Model for Rfc8033 {
    const EVERY_US: u64 = 15_000;

    fn update(&mut self, _: &VecDeque<Waiting>) {
        let step = 0.125 * (self.current - 0.015) + 1.25 * (self.current - self.old);
        let mut step = scaled(step, self.probability);
        if self.probability >= 0.1 && step > 0.02 {
            step = 0.02;
        }
        self.probability += step;
        if self.current == 0.0 && self.old == 0.0 {
            self.probability *= 0.98;
        }
        self.probability = self.probability.clamp(0.0, 1.0);
        self.old = self.current;
        self.burst_us = self.burst_us.saturating_sub(15_000);
    }

    fn drops(&mut self, number: u32, _: u32, queue: &VecDeque<Waiting>) -> bool {
        if self.probability == 0.0 && self.current < 0.0075 && self.old < 0.0075 {
            self.burst_us = 150_000;
        }
        let is_safe = self.old < 0.0075 && self.probability < 0.2 || octets_of(queue) <= 2 * 1024;
        self.burst_us == 0 && !is_safe && random(number) < self.probability
    }

    fn leaves(&mut self, _: u64, after_s: f64, is_last: bool) {
        self.current = if is_last { 0.0 } else { after_s };
    }
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Activity {
    #[default]
    Inactive,
    Quiescent,
    Active,
}

/// RFC 8034, appendix A, with one rate and a buffer of 100 ms.
#[derive(Default)]
pub(super) struct Rfc8034 {
    old: f64,
    probability: f64,
    accumulated: f64,
    burst_ms: u64,
    reset_ms: u64,
    activity: Activity,
}

pub(super) const DOCSIS_BUFFER: u32 = 125_000;

impl Model for Rfc8034 {
    const EVERY_US: u64 = 16_000;

    fn update(&mut self, queue: &VecDeque<Waiting>) {
        let delay = f64::from(octets_of(queue)) * 8.0 / RATE as f64;
        if self.burst_ms > 0 {
            self.probability = 0.0;
            self.burst_ms = self.burst_ms.saturating_sub(16);
        } else {
            let step = 0.25 * (delay - 0.010) + 2.5 * (delay - self.old);
            let mut step = match self.probability {
                p if p < 0.1 => scaled(step, p),
                p if p < 1.0 => step / 0.5,
                p if p < 10.0 => step / 0.125,
                _ => step / 0.03125,
            };
            if self.probability >= 0.1 && step > 0.02 {
                step = 0.02;
            }
            self.probability += step;
            if delay < 0.005 && self.old < 0.005 {
                self.probability *= 0.98;
            } else if delay > 0.2 {
                self.probability += 0.02;
            }
            self.probability = self.probability.clamp(0.0, 0.85 * 1024.0 / 64.0);
        }
        let is_quiet = delay < 0.005 && self.old < 0.005 && self.probability == 0.0 && self.burst_ms == 0;
        if self.activity == Activity::Active && is_quiet {
            (self.activity, self.reset_ms) = (Activity::Quiescent, 0);
        } else if self.activity == Activity::Quiescent {
            self.reset_ms = if is_quiet { self.reset_ms + 16 } else { 0 };
            if self.reset_ms > 1000 {
                (self.activity, self.reset_ms) = (Activity::Inactive, 0);
            }
        }
        self.old = delay;
    }

    fn drops(&mut self, number: u32, octets: u32, queue: &VecDeque<Waiting>) -> bool {
        if self.burst_ms > 0 {
            return false;
        }
        if self.probability == 0.0 {
            self.accumulated = 0.0;
        }
        if self.activity == Activity::Inactive {
            if octets_of(queue) * 3 < DOCSIS_BUFFER {
                return false;
            }
            self.activity = Activity::Quiescent;
        }
        let own = (self.probability * f64::from(octets) / 1024.0).min(0.85);
        self.accumulated += own;
        if self.old < 0.005 && self.probability < 0.2 || octets_of(queue) <= 2048 {
            return false;
        }
        if self.accumulated < 0.85 || self.accumulated < 8.5 && random(number) > own {
            return false;
        }
        self.accumulated = 0.0;
        if self.activity == Activity::Quiescent {
            (self.activity, self.burst_ms) = (Activity::Active, 142);
        }
        true
    }

    fn leaves(&mut self, _: u64, _: f64, _: bool) {}
}

/// `PieQueueDisc` of ns-3 with a limit in packets.
#[derive(Default)]
pub(super) struct Ns3 {
    current: f64,
    old: f64,
    probability: f64,
    burst_us: u64,
    /// NO_BURST, IN_BURST_PROTECTING, IN_BURST.
    state: u8,
    reset: u32,
}

impl Model for Ns3 {
    const EVERY_US: u64 = 15_000;

    fn update(&mut self, _: &VecDeque<Waiting>) {
        let mut next = 0.0;
        if self.burst_us > 0 {
            self.probability = 0.0;
        } else {
            next = 0.125 * (self.current - 0.015) + 1.25 * (self.current - self.old);
            next = scaled(next, self.probability);
            if self.probability >= 0.1 && next > 0.02 {
                next = 0.02;
            }
        }
        next += self.probability;
        if self.current == 0.0 && self.old == 0.0 {
            next *= 0.98;
        }
        self.probability = next.clamp(0.0, 1.0);
        self.burst_us = self.burst_us.saturating_sub(15_000);
        let is_quiet = self.current < 0.0075 && self.old < 0.0075 && self.probability == 0.0;
        match self.state {
            1 if is_quiet && self.burst_us == 0 => (self.state, self.reset) = (2, 0),
            2 if is_quiet && self.burst_us == 0 => {
                self.reset += 1;
                if self.reset > 100 {
                    (self.state, self.reset) = (0, 0);
                }
            }
            2 => self.reset = 0,
            _ => {}
        }
        self.old = self.current;
    }

    fn drops(&mut self, number: u32, _: u32, queue: &VecDeque<Waiting>) -> bool {
        if self.burst_us > 0 {
            return false;
        }
        if self.state == 0 {
            (self.state, self.burst_us) = (1, 150_000);
        }
        let is_safe = self.old < 0.0075 && self.probability < 0.2 || queue.len() <= 2;
        !is_safe && random(number) <= self.probability
    }

    fn leaves(&mut self, _: u64, after_s: f64, is_last: bool) {
        self.current = if is_last { 0.0 } else { after_s };
    }
}

/// `sch_pie` of Linux.
#[derive(Default)]
pub(super) struct Linux {
    current: f64,
    old: f64,
    probability: f64,
    accumulated: f64,
    burst_us: u64,
    left_us: Option<u64>,
}

impl Linux {
    /// With the whole allowance.
    pub(super) fn new() -> Self {
        Self { burst_us: 150_000, ..Self::default() }
    }
}

impl Model for Linux {
    const FIRST_US: u64 = 500_000;
    const EVERY_US: u64 = 15_000;

    fn update(&mut self, queue: &VecDeque<Waiting>) {
        let step = 0.125 * (self.current - 0.015) + 1.25 * (self.current - self.old);
        let mut step = scaled(step, self.probability);
        if self.probability >= 0.1 && step > 0.02 {
            step = 0.02;
        }
        if self.current > 0.25 {
            step += 0.02;
        }
        self.probability = (self.probability + step).clamp(0.0, 1.0);
        if self.current == 0.0 && self.old == 0.0 && queue.is_empty() {
            self.probability -= self.probability / 64.0;
        }
        if self.current < 0.0075 && self.old < 0.0075 && self.probability == 0.0 {
            (self.burst_us, self.accumulated, self.left_us) = (150_000, 0.0, None);
        }
        self.old = self.current;
    }

    fn drops(&mut self, number: u32, _: u32, queue: &VecDeque<Waiting>) -> bool {
        let is_safe = self.current < 0.0075 && self.probability < 0.2 || octets_of(queue) < 2 * 1514;
        if self.burst_us > 0 || is_safe {
            return false;
        }
        self.accumulated = if self.probability == 0.0 { 0.0 } else { self.accumulated + self.probability };
        if self.accumulated < 0.85 || self.accumulated < 8.5 && random(number) >= self.probability {
            return false;
        }
        self.accumulated = 0.0;
        true
    }

    fn leaves(&mut self, now_us: u64, after_s: f64, is_last: bool) {
        self.current = if is_last { 0.0 } else { after_s };
        if let Some(before_us) = self.left_us.replace(now_us) {
            self.burst_us = self.burst_us.saturating_sub(now_us - before_us);
        }
    }
}
