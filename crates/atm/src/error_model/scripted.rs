//! Scripted errors: exactly the listed cells are errored.
//!
//! For timelines that are worked out by hand, where chance would be in the way: a TCP sender that loses
//! these segments and no others.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spells::Spell;
use super::{ErrorModel, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, btree_set};
use crate::policing::Arrivals;

/// Parameters of [`Scripted`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The errored cells, numbered from 1 in the order in which cells of all connections arrive on the line; in
    /// rising order. If not given, no cell is errored.
    #[schemars(inner(range(min = 1)))]
    pub cells: Vec<u64>,
}

impl Config {
    /// The noise on a line.
    #[must_use]
    pub fn build(&self, _: BitRate, _: RandomStream) -> Scripted {
        let mut cells: Vec<u64> = self.cells.iter().copied().filter(|cell| *cell > 0).collect();
        cells.sort_unstable();
        cells.dedup();
        Scripted { cells, spell: Spell { clear: 0, errored: 0, burst: 0 }, next: 0 }
    }

    /// A number that is 0, or not above the one before it.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let before = std::iter::once(0).chain(self.cells.iter().copied());
        let pairs = before.zip(&self.cells).enumerate();
        let wrong = pairs.filter(|(_, (before, cell))| before >= *cell);
        wrong
            .map(|(place, (before, cell))| {
                let rule = format!("give a number above the one before, {before}; the first cell is 1");
                ConfigIssue::new(&format!("cells[{place}]"), cell, rule)
            })
            .collect()
    }

    /// The part of the cells that is errored, in the long run: none, for the list has an end.
    #[must_use]
    pub fn mean_cell_error_ratio(&self, _: BitRate) -> f64 {
        0.0
    }

    /// Noise delays nothing.
    #[must_use]
    pub fn latency(&self, _: BitRate) -> Option<Span> {
        None
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        btree_set(1u64..4_000, 0..60).prop_map(|cells| Self { cells: cells.into_iter().collect() })
    }
}

/// Scripted errors.
#[derive(Clone, Debug)]
pub struct Scripted {
    /// Rising.
    cells: Vec<u64>,
    spell: Spell,
    /// How many of them have been taken into spells.
    next: usize,
}

impl Scripted {
    /// Begins the next spell if the last one is used up.
    fn begin(&mut self) {
        if self.spell.clear == 0 && self.spell.errored == 0 {
            self.spell = draw(&self.cells, &mut self.next);
        }
    }
}

/// The cells from behind the last errored one up to the next, each error outside any noisy period.
fn draw(cells: &[u64], next: &mut usize) -> Spell {
    let Some(cell) = cells.get(*next) else { return Spell { clear: u64::MAX, errored: 0, burst: 0 } };
    let before = next.checked_sub(1).map_or(0, |place| cells[place]);
    let burst = *next as u64;
    *next += 1;
    Spell { clear: cell - before - 1, errored: 1, burst }
}

impl ErrorModel for Scripted {
    #[inline]
    fn take_clear(&mut self, _: Time, count: u16) -> bool {
        self.begin();
        self.spell.take_clear(count)
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        let Self { cells, spell, next } = self;
        spell.judge(arrivals.count, out, || draw(cells, next));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;
    use cellwise_units::{CellClock, ClockPoint};

    fn model(cells: &[u64]) -> Scripted {
        let name = StreamName { seed: 1, replication: 0, element: "line", purpose: "errors" };
        Config { cells: cells.to_vec() }.build(BitRate::from_bps(1), RandomStream::new(name))
    }

    fn errored(model: &mut Scripted, count: u16) -> Vec<u16> {
        let first = ClockPoint::exactly(Time::ZERO);
        let arrivals = Arrivals { first, clock: &CellClock::INSTANT, count };
        let (mut at, mut found) = (0, Vec::new());
        model.judge(&arrivals, &mut |cells, verdict| {
            if verdict != Verdict::Intact {
                found.extend(at + 1..=at + cells);
            }
            at += cells;
        });
        found
    }

    #[test]
    fn the_listed_cells_and_no_others_are_errored() {
        let mut model = model(&[1, 4, 5, 30]);
        assert_eq!(errored(&mut model, 6), [1, 4, 5]);
        assert!(model.take_clear(Time::ZERO, 23), "cells 7 to 29");
        assert!(!model.take_clear(Time::ZERO, 1));
        assert_eq!(errored(&mut model, 1000), [1]);
        assert!(model.take_clear(Time::ZERO, u16::MAX));
    }

    #[test]
    fn numbers_that_do_not_rise_are_refused_each_at_its_place_and_taken_in_order() {
        let config = Config { cells: vec![0, 3, 3, 2] };
        let fields: Vec<String> = config.check().into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["cells[0]", "cells[2]", "cells[3]"]);
        assert_eq!(errored(&mut model(&config.cells), 9), [2, 3]);
    }
}
