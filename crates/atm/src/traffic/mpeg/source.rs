//! The cells of the frames, and when they are due.
//!
//! The bits of all frames fill cells one after the other; bits that do not fill one wait for the
//! next frame. So no frame rounds its cells for itself, and the mean rate is exact. The cells of a frame
//! are spread evenly over its time, or follow each other at the peak rate; then those of a frame that
//! needs more than its time hold up the next.

use cellwise_engine::RandomStream;
use cellwise_units::{CellClock, ClockPoint, Span, Time};

use super::Config;
use super::frames::Frames;
use crate::traffic::{CellSource, Unit};

const PS_PER_S: f64 = 1e12;

/// Cells of MPEG-like video.
#[derive(Clone, Debug)]
pub struct Mpeg {
    frames: Frames,
    /// Bits of video in a cell.
    cell_bits: u64,
    frame_time: Span,
    /// The clock of the peak rate, if the cells of a frame are not spread over its time.
    peak: Option<CellClock>,
    start: Time,
    /// How far the film has run when the source starts.
    ahead: Span,
    /// When the frame begins; this and `next` are times of the film.
    frame_from: Time,
    /// Cells of the frame, at least 1, and how many of them are sent.
    cells: u64,
    sent: u64,
    /// Bits that wait for the next frame; less than a cell.
    left_bits: u64,
    next: ClockPoint,
}

impl Mpeg {
    pub(super) fn new(config: &Config, unit: Unit, start: Time, random: RandomStream) -> Self {
        let mut frames = Frames::new(config, random);
        let frame_time = Span::from_ps((PS_PER_S / config.frame_rate()).round() as u64);
        let (ahead, left_bits) = if config.random_phase {
            (Span::from_ps(frames.below(frame_time.get())), frames.below(unit.data_bits))
        } else {
            (Span::ZERO, 0)
        };
        let mut source = Self {
            frames,
            cell_bits: unit.data_bits,
            frame_time,
            peak: config.peak_rate.map(|rate| unit.clock(rate)),
            start,
            ahead,
            frame_from: Time::ZERO,
            cells: 0,
            sent: 0,
            left_bits,
            next: ClockPoint::exactly(Time::ZERO),
        };
        source.fill();
        if source.cells == 0 {
            source.next_frame();
        }
        source.next = ClockPoint::exactly(source.frame_from);
        while source.next.at < Time::ZERO + ahead {
            source.emit();
        }
        source
    }

    /// Fills cells with the next frame.
    fn fill(&mut self) {
        let bits = self.left_bits.saturating_add(self.frames.next_bits());
        self.sent = 0;
        self.cells = bits / self.cell_bits;
        self.left_bits = bits % self.cell_bits;
    }

    /// Continues with the next frame that fills a cell.
    fn next_frame(&mut self) {
        loop {
            self.frame_from += self.frame_time;
            self.fill();
            if self.cells > 0 {
                return;
            }
        }
    }

    /// How long after the beginning of the frame its next cell is due, if they are spread evenly.
    fn offset(&self) -> Span {
        let parts = u128::from(self.frame_time.get()) * u128::from(self.sent);
        Span::from_ps((parts / u128::from(self.cells)) as u64)
    }
}

impl CellSource for Mpeg {
    #[inline]
    fn next_emission(&self) -> Time {
        match self.next.at {
            Time::NEVER => Time::NEVER,
            at => self.start + Span::from_ps(at.ps().saturating_sub(self.ahead.get())),
        }
    }

    fn emit(&mut self) {
        self.sent += 1;
        if self.sent >= self.cells {
            self.next_frame();
        }
        self.next = match &self.peak {
            None => ClockPoint::exactly(self.frame_from + self.offset()),
            Some(clock) => {
                let free = clock.step(self.next);
                if free.at >= self.frame_from { free } else { ClockPoint::exactly(self.frame_from) }
            }
        };
    }
}
