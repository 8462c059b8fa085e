//! The coupling rules, written out cell by cell, against the buckets on trains.

use super::*;
use crate::policing::{Bucket, Sustained};
use cellwise_units::{BitRate, CellClock, Cells, ClockPoint, Span, Time};
use proptest::prelude::*;

const DISCARD: Treatment = Treatment::Discard(LossReason::Policed);

/// The rules of the specification for one cell.
struct ByTheBook {
    peak: VirtualScheduling,
    sustained: Option<(VirtualScheduling, Sustained)>,
    coupling: Coupling,
}

impl ByTheBook {
    fn new(terms: &Terms, coupling: Coupling) -> Self {
        let sustained = terms.sustained.map(|sustained| (sustained.bucket.gcra(), sustained));
        Self { peak: terms.peak.gcra(), sustained, coupling }
    }

    fn judge(&mut self, now: Time, clp: bool) -> Treatment {
        let peak_ok = self.peak.conforms(now);
        let Some((bucket, rule)) = &mut self.sustained else {
            return if self.peak.judge(now) { Treatment::Pass } else { DISCARD };
        };
        if clp && rule.covers == Covers::HighPriority {
            return if self.peak.judge(now) { Treatment::Pass } else { DISCARD };
        }
        let sustained_ok = bucket.conforms(now);
        let tags = peak_ok && !sustained_ok && rule.excess == Excess::Tag;
        let passes = peak_ok && sustained_ok;
        if peak_ok && (passes || tags || self.coupling == Coupling::Independent) {
            self.peak.charge(now);
        }
        if sustained_ok && (passes || self.coupling == Coupling::Independent) {
            bucket.charge(now);
        }
        match (passes, tags) {
            (true, _) => Treatment::Pass,
            (_, true) => Treatment::Tag,
            _ => DISCARD,
        }
    }
}

fn by_runs(buckets: &mut DualGcra, cells: &Arrivals<'_>, clp: bool) -> Vec<Treatment> {
    let (mut rest, mut treatments) = (*cells, Vec::new());
    while rest.count > 0 {
        let outlook = buckets.outlook(&rest, clp);
        buckets.commit(&outlook, &rest.only(outlook.cells));
        treatments.resize(treatments.len() + usize::from(outlook.cells), outlook.treatment);
        rest = rest.after(outlook.cells);
    }
    treatments
}

fn terms(pcr: u64, scr: u64, mbs: u64, peak_tolerance: u64, form: fn(Bucket) -> Sustained) -> Terms {
    let (pcr, scr) = (BitRate::from_bps(pcr), BitRate::from_bps(scr));
    Terms {
        peak: Bucket { rate: pcr, tolerance: Span::from_ps(peak_tolerance) },
        sustained: Some(form(Bucket::sustainable(scr, Cells::new(mbs), pcr))),
        longest_frame: Cells::new(192),
    }
}

fn all_terms() -> impl Strategy<Value = Terms> {
    let form = prop::sample::select(vec![
        Sustained::vbr1 as fn(Bucket) -> Sustained,
        Sustained::vbr2,
        Sustained::vbr3,
    ]);
    let rates = (20_000_000u64..200_000_000, 1_000_000u64..20_000_000);
    (rates, 1u64..60, 0u64..20_000_000, form, prop::bool::weighted(0.2)).prop_map(
        |((pcr, scr), mbs, tolerance, form, peak_only)| {
            let terms = terms(pcr, scr, mbs, tolerance, form);
            if peak_only { Terms { sustained: None, ..terms } } else { terms }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn trains_are_treated_as_the_rules_say_for_each_cell(
        terms in all_terms(), independent: bool, feeder in 5_000_000u64..300_000_000,
        trains in prop::collection::vec((0u64..300_000_000, 1u16..120, any::<bool>()), 1..12),
    ) {
        let coupling = if independent { Coupling::Independent } else { Coupling::Both };
        let clock = CellClock::of(BitRate::from_bps(feeder));
        let mut buckets = DualGcra::new(&terms, coupling);
        let mut book = ByTheBook::new(&terms, coupling);
        let mut first = ClockPoint::exactly(Time::ZERO);
        for (pause, count, clp) in trains {
            first = first + Span::from_ps(pause);
            let cells = Arrivals { first, clock: &clock, count };
            let expected: Vec<_> =
                (0..count).map(|n| book.judge(clock.point_after(first, u64::from(n)).at, clp)).collect();
            prop_assert_eq!(by_runs(&mut buckets, &cells, clp), expected);
            first = clock.point_after(first, u64::from(count));
        }
    }
}

fn at_line_rate(count: u16) -> (CellClock, u16) {
    (CellClock::of(BitRate::from_bps(155_520_000)), count)
}

/// Treatments of so many cells back to back at 155.52 Mbit/s, beginning at 1 s.
fn burst(terms: &Terms, coupling: Coupling, count: u16, clp: bool) -> Vec<Treatment> {
    let (clock, count) = at_line_rate(count);
    let first = ClockPoint::exactly(Time::from_ps(1_000_000_000_000));
    by_runs(&mut DualGcra::new(terms, coupling), &Arrivals { first, clock: &clock, count }, clp)
}

fn leading(treatments: &[Treatment], of: Treatment) -> usize {
    treatments.iter().take_while(|&&treatment| treatment == of).count()
}

#[test]
fn each_contract_treats_what_exceeds_the_burst_as_its_definition_says() {
    for (form, clp, beyond) in [
        (Sustained::vbr1 as fn(Bucket) -> Sustained, false, DISCARD),
        (Sustained::vbr1, true, DISCARD),
        (Sustained::vbr2, false, DISCARD),
        (Sustained::vbr2, true, Treatment::Pass),
        (Sustained::vbr3, false, Treatment::Tag),
        (Sustained::vbr3, true, Treatment::Pass),
    ] {
        let treatments = burst(&terms(155_520_000, 10_000_000, 100, 0, form), Coupling::Both, 110, clp);
        assert_eq!(leading(&treatments, Treatment::Pass), if beyond == Treatment::Pass { 110 } else { 100 });
        assert_eq!(treatments[100..], [beyond; 10]);
    }
}

#[test]
fn low_priority_cells_leave_the_sustained_bucket_of_vbr_2_untouched() {
    let terms = terms(155_520_000, 10_000_000, 100, 0, Sustained::vbr2);
    let mut buckets = DualGcra::new(&terms, Coupling::Both);
    let (clock, count) = at_line_rate(5000);
    let start = ClockPoint::exactly(Time::from_ps(1_000_000));
    let low = Arrivals { first: start, clock: &clock, count };
    assert_eq!(leading(&by_runs(&mut buckets, &low, true), Treatment::Pass), 5000);
    let first = clock.point_after(start, 5000);
    let high = by_runs(&mut buckets, &Arrivals { first, clock: &clock, count: 110 }, false);
    assert_eq!(leading(&high, Treatment::Pass), 100);
}

#[test]
fn a_cell_that_the_peak_rate_refuses_is_not_tagged_but_discarded() {
    // Cells at twice PCR: every second one exceeds it, whatever the sustained bucket says.
    let treatments = burst(&terms(77_760_000, 10_000_000, 2, 0, Sustained::vbr3), Coupling::Both, 8, false);
    let (pass, tag) = (Treatment::Pass, Treatment::Tag);
    assert_eq!(treatments, [pass, DISCARD, pass, DISCARD, tag, DISCARD, tag, DISCARD]);
}

#[test]
fn cells_refused_by_the_peak_rate_count_in_the_other_bucket_only_if_independent() {
    let terms = terms(77_760_000, 10_000_000, 20, 0, Sustained::vbr1);
    let passed = |coupling| {
        let treatments = burst(&terms, coupling, 60, false);
        treatments.iter().filter(|&&treatment| treatment == Treatment::Pass).count()
    };
    // The last cell comes after 160.9 us: floor(1 + (19 (42.4 - 5.452) + 160.9) / 42.4).
    assert_eq!(passed(Coupling::Both), 21);
    assert!(passed(Coupling::Independent) < 14, "{}", passed(Coupling::Independent));
}
