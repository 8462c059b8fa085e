//! Closed forms of the GCRA: bursts, trains of frames, pauses between frames.
//!
//! All are computed exactly from the rates; equation (1) is [`burst_tolerance`]. With T_P = 1/PCR, T_S = 1/SCR and tau the burst tolerance:
//! equations (1) to (3) of Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?",
//! 1996, after ATM Forum UNI 3.0.

pub use crate::contract::burst_tolerance;

use cellwise_units::{BitRate, CELL_BITS, CellClock, Cells, Span};

const PS_PER_S: i128 = 1_000_000_000_000;

/// T_S - T_P as a fraction of picoseconds, of which a `unit` is 1 / (PCR SCR), reduced.
#[derive(Clone, Copy)]
struct Difference {
    units: i128,
    units_per_ps: i128,
}

impl Difference {
    /// None if SCR is not below PCR.
    fn of(pcr: BitRate, scr: BitRate) -> Option<Self> {
        let (pcr, scr) = (i128::from(pcr.get()), i128::from(scr.get().max(1)));
        if scr >= pcr {
            return None;
        }
        let units = i128::from(CELL_BITS) * PS_PER_S * (pcr - scr);
        let units_per_ps = pcr.saturating_mul(scr);
        let common = gcd(units, units_per_ps);
        Some(Self { units: units / common, units_per_ps: units_per_ps / common })
    }

    fn times(self, cells: u64) -> i128 {
        self.units.saturating_mul(i128::from(cells))
    }

    fn of_span(self, span: Span) -> i128 {
        self.units_per_ps.saturating_mul(i128::from(span.get()))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The inverse of equation (1): how many cells conform at the peak rate, 1 + tau / (T_S - T_P)
/// rounded down. None if SCR is not below PCR: then all do.
#[must_use]
pub fn max_burst(pcr: BitRate, scr: BitRate, tolerance: Span) -> Option<Cells> {
    Difference::of(pcr, scr).map(|difference| {
        let cells = difference.of_span(tolerance) / difference.units;
        Cells::new(u64::try_from(cells).unwrap_or(u64::MAX).saturating_add(1))
    })
}

/// Equation (2): the largest number of frames of `frame_cells` cells, sent at the peak rate to an
/// idle bucket with `idle` between the end of one frame's last cell slot and the first cell of the
/// next, of which every cell conforms. None if there is no limit.
///
/// Source: Bonaventure et al., 1996, equation (2).
#[must_use]
pub fn conforming_frames(
    pcr: BitRate,
    scr: BitRate,
    tolerance: Span,
    frame_cells: Cells,
    idle: Span,
) -> Option<u64> {
    let difference = Difference::of(pcr, scr)?;
    // The last cell of a frame is the nearest to its limit. Frame k needs
    // k (c (T_S - T_P) - I_p) + (c - 1) (T_S - T_P) <= tau.
    let cells = frame_cells.get().max(1);
    let room = difference.of_span(tolerance) - difference.times(cells - 1);
    if room < 0 {
        return Some(0);
    }
    let per_frame = difference.times(cells) - difference.of_span(idle);
    (per_frame > 0).then(|| u64::try_from(room / per_frame).unwrap_or(u64::MAX).saturating_add(1))
}

/// Equation (3): cells of the longest frame that conforms in an endless flow at the peak rate with
/// `idle` from the last cell of a frame to the first of the next; 0 if none does, none if SCR is
/// not below PCR: then all do.
///
/// Source: Bonaventure et al., 1996, equation (3), where this idle time is T_I of UNI 3.0.
#[must_use]
pub fn longest_paced_frame(pcr: BitRate, scr: BitRate, tolerance: Span, idle: Span) -> Option<Cells> {
    let difference = Difference::of(pcr, scr)?;
    let slot = cell_time_ceiling(scr);
    Some(match idle.get().checked_sub(slot.get()) {
        None => Cells::ZERO,
        Some(saved) => {
            let room = difference.of_span(Span::from_ps(saved).min(tolerance));
            Cells::new(u64::try_from(room / difference.units).unwrap_or(u64::MAX).saturating_add(1))
        }
    })
}

/// The inverse of equation (3): the least idle time, from the last cell of a frame of `frame_cells`
/// cells sent at the peak rate to the first cell of the next, after which the bucket is as before:
/// T_S + (c - 1) (T_S - T_P), rounded up to picoseconds.
#[must_use]
pub fn idle_time(pcr: BitRate, scr: BitRate, frame_cells: Cells) -> Span {
    cell_time_ceiling(scr) + credit_of_frame(pcr, scr, frame_cells)
}

/// (c - 1) (T_S - T_P), rounded up to picoseconds: what the last of c cells at the peak rate needs
/// of the burst tolerance beyond what the first needs. 0 if SCR is not below PCR.
#[must_use]
pub fn credit_of_frame(pcr: BitRate, scr: BitRate, frame_cells: Cells) -> Span {
    burst_tolerance(pcr, scr, frame_cells)
}

fn cell_time_ceiling(rate: BitRate) -> Span {
    CellClock::of(rate.max(BitRate::from_bps(1))).cell_time_ceiling()
}

#[cfg(test)]
mod tests;
