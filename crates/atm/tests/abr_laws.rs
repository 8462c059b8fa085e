//! Laws of the ABR end systems under any legal settings, any traffic and any feedback.

use cellwise_atm::abr::{
    AbrParameters, AbrSettings, AbrSource, RateEncoding, RmCell, RmDirection, Sent, TurnAround,
    TurnAroundPolicy, UseItOrLoseIt,
};
use cellwise_units::{BitRate, Cells, Span, Time};
use proptest::prelude::*;

const PS_PER_S: f64 = 1e12;
const PS_PER_MS: u64 = 1_000_000_000;

/// PCR, MCR <= ICR <= PCR in bit/s.
fn rates() -> impl Strategy<Value = (u64, u64, u64)> {
    (1_000u64..200_000_000).prop_flat_map(|pcr| {
        (Just(pcr), 0..=pcr, 0..=pcr).prop_map(|(pcr, a, b)| (pcr, a.min(b) / 4, a.max(b)))
    })
}

fn factors() -> impl Strategy<Value = (f64, f64, f64)> {
    let factor = || (0u32..=15).prop_map(|n| 1.0 / f64::from(1u32 << n));
    (factor(), factor(), prop_oneof![Just(0.0), factor()])
}

fn settings() -> impl Strategy<Value = AbrSettings> {
    let counts = (1u32..=8, 1u32..=4, prop::option::of(1u64..20));
    let times = (1u64..200, 10u64..1000);
    let more = (any::<bool>(), prop::option::of(0u64..1_000_000));
    (rates(), factors(), counts, times, more).prop_map(
        |((pcr, mcr, icr), (rif, rdf, cdf), (log_nrm, mrm, crm), (trm, adtf), (tm4, headroom))| {
            let parameters = AbrParameters {
                pcr: Some(BitRate::from_bps(pcr)),
                mcr: BitRate::from_bps(mcr),
                icr: Some(BitRate::from_bps(icr)),
                rif,
                rdf,
                cdf,
                nrm: 1 << log_nrm,
                mrm,
                crm,
                trm: Span::from_ps(trm * PS_PER_MS),
                adtf: Span::from_ps(adtf * PS_PER_MS),
                tbe: Cells::new(3200),
                rate_encoding: if tm4 { RateEncoding::Tm4 } else { RateEncoding::Exact },
                use_it_or_lose_it: headroom
                    .map(|bps| UseItOrLoseIt { headroom: BitRate::from_bps(bps), fraction: 0.1 }),
                ..AbrParameters::default()
            };
            assert_eq!(parameters.check(), []);
            parameters.resolve(BitRate::from_bps(pcr), Span::from_ps(10 * PS_PER_MS))
        },
    )
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A cell goes at its opportunity, or so much later.
    Send { data: bool, backward: bool, late: Span },
    /// Feedback comes before the next cell.
    Feedback { bn: bool, ci: bool, ni: bool, er: f64 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let late = prop_oneof![4 => Just(0), 1 => 0..700 * PS_PER_MS].prop_map(Span::from_ps);
    let waiting = prop_oneof![4 => Just((true, false)), 3 => Just((true, true)), 2 => Just((false, true)), 1 => Just((false, false))];
    let send = (waiting, late).prop_map(|((data, backward), late)| Step::Send { data, backward, late });
    let er = prop_oneof![1 => Just(0.0), 1 => 0.0f64..20.0, 4 => 0.0f64..500_000.0];
    let feedback = (prop::bool::weighted(0.2), any::<bool>(), any::<bool>(), er)
        .prop_map(|(bn, ci, ni, er)| Step::Feedback { bn, ci, ni, er });
    prop::collection::vec(prop_oneof![5 => send, 1 => feedback], 50..400)
}

/// A cell that was sent.
#[derive(Clone, Copy, Debug)]
struct Record {
    at: Time,
    /// ACR at that time, before the cell's own rules and after them.
    acr: f64,
    acr_after: f64,
    data: bool,
    backward: bool,
    sent: Sent,
}

/// Runs the steps and checks the laws of single moments.
fn run(settings: &AbrSettings, steps: &[Step]) -> Result<Vec<Record>, TestCaseError> {
    let mut source = AbrSource::new(settings, Time::ZERO);
    let (mut now, mut records) = (Time::ZERO, Vec::new());
    for &step in steps {
        match step {
            Step::Send { data, backward, late } => {
                let next = source.next_opportunity(data, backward);
                if next == Time::NEVER {
                    continue;
                }
                now = now.max(next) + late;
                let acr = source.acr();
                let sent = source.send(now, data, backward);
                records.push(Record { at: now, acr, acr_after: source.acr(), data, backward, sent });
            }
            Step::Feedback { bn, ci, ni, er } => {
                let direction = RmDirection::Backward;
                source.on_backward(&RmCell { direction, bn, ci, ni, er, ccr: 0.0, mcr: 0.0 });
            }
        }
        prop_assert!((settings.mcr..=settings.pcr).contains(&source.acr()), "ACR is {}", source.acr());
    }
    Ok(records)
}

/// The in-rate cells that follow each in-rate forward RM cell, with that cell and the time of the
/// next one; cells after the last one are left out.
fn rounds(records: &[Record]) -> Vec<(Record, Vec<Record>, Time)> {
    let in_rate = records.iter().filter(|record| !record.sent.clp());
    let mut rounds: Vec<(Record, Vec<Record>, Time)> = Vec::new();
    for &record in in_rate {
        if matches!(record.sent, Sent::Forward(_)) {
            if let Some((_, _, end)) = rounds.last_mut() {
                *end = record.at;
            }
            rounds.push((record, Vec::new(), Time::NEVER));
        } else if let Some((_, cells, _)) = rounds.last_mut() {
            cells.push(record);
        }
    }
    rounds.pop();
    rounds
}

/// The forward RM cell of a record, in rate or out of rate.
fn forward(record: &Record) -> Option<RmCell> {
    match record.sent {
        Sent::Forward(rm) | Sent::OutOfRate(rm) => Some(rm),
        _ => None,
    }
}

/// A source after some steps, and the time by then.
fn source_after(settings: &AbrSettings, steps: &[Step]) -> (AbrSource, Time) {
    let (mut source, mut now) = (AbrSource::new(settings, Time::ZERO), Time::ZERO);
    for &step in steps {
        match step {
            Step::Send { data, backward, late } => {
                let next = source.next_opportunity(data, backward);
                if next != Time::NEVER {
                    now = now.max(next) + late;
                    source.send(now, data, backward);
                }
            }
            Step::Feedback { bn, ci, ni, er } => {
                let direction = RmDirection::Backward;
                source.on_backward(&RmCell { direction, bn, ci, ni, er, ccr: 0.0, mcr: 0.0 });
            }
        }
    }
    (source, now)
}

proptest! {
    #[test]
    fn a_run_of_data_goes_as_its_cells_one_by_one_do(
        settings in settings(), steps in steps(), waiting in 1u64..300,
    ) {
        let (mut by_run, now) = source_after(&settings, &steps);
        let mut by_cell = by_run.clone();
        let first = by_run.next_opportunity(true, false).max(now);
        let (cells, distance) = by_run.data_run(first, waiting);
        prop_assert!(cells <= waiting);
        if cells > 0 {
            for cell in 0..cells {
                let at = first + distance * cell;
                prop_assert!(cell == 0 || by_cell.next_opportunity(true, false) == at);
                prop_assert_eq!(by_cell.send(at, true, false), Sent::Data);
            }
            by_run.send_run(cells as u32, first + distance * (cells - 1));
            prop_assert_eq!(format!("{by_run:?}"), format!("{by_cell:?}"));
        }
    }
}

proptest! {
    #[test]
    fn in_rate_cells_are_never_closer_than_the_allowed_rate_puts_them(settings in settings(), steps in steps()) {
        let records = run(&settings, &steps)?;
        let in_rate: Vec<&Record> = records.iter().filter(|record| !record.sent.clp()).collect();
        for pair in in_rate.windows(2) {
            let span = pair[1].at - pair[0].at;
            prop_assert!(span.get() as f64 >= PS_PER_S / pair[1].acr, "{span} at {} cells/s", pair[1].acr);
        }
    }

    #[test]
    fn out_of_rate_cells_go_at_tcr_at_most_and_only_below_it(settings in settings(), steps in steps()) {
        let records = run(&settings, &steps)?;
        let out_of_rate: Vec<&Record> = records.iter().filter(|record| record.sent.clp()).collect();
        prop_assert!(out_of_rate.iter().all(|record| record.acr < settings.tcr));
        for pair in out_of_rate.windows(2) {
            prop_assert!((pair[1].at - pair[0].at).get() as f64 >= PS_PER_S / settings.tcr);
        }
    }

    #[test]
    fn the_first_in_rate_cell_and_then_one_of_nrm_is_a_forward_rm_cell(settings in settings(), steps in steps()) {
        let records = run(&settings, &steps)?;
        let first = records.iter().find(|record| !record.sent.clp());
        prop_assert!(first.is_none_or(|record| matches!(record.sent, Sent::Forward(_))));
        let in_rate = records.iter().filter(|record| !record.sent.clp()).count();
        let rounds = rounds(&records);
        for (start, cells, end) in &rounds {
            let (cells, most) = (cells.len() as u32, settings.nrm - 1);
            let early = cells >= settings.mrm && *end - start.at >= settings.trm;
            prop_assert!(cells == most || (cells < most && early), "{cells} cells in {}", *end - start.at);
        }
        prop_assert!(in_rate <= (rounds.len() + 1) * settings.nrm as usize);
    }

    #[test]
    fn what_waits_is_what_goes_and_backward_cells_do_not_starve_data(settings in settings(), steps in steps()) {
        let records = run(&settings, &steps)?;
        for record in &records {
            prop_assert!(record.sent != Sent::Data || record.data);
            prop_assert!(record.sent != Sent::Backward || record.backward);
        }
        for (_, cells, _) in rounds(&records) {
            let backward = cells.iter().filter(|record| record.sent == Sent::Backward);
            prop_assert!(backward.skip(1).all(|record| !record.data), "a second one went before data");
            let first = cells.iter().find(|record| record.backward);
            prop_assert!(first.is_none_or(|record| record.sent == Sent::Backward), "the first one waited");
        }
    }

    #[test]
    fn a_forward_rm_cell_reports_the_rate_that_binds_what_follows(settings in settings(), steps in steps()) {
        for record in run(&settings, &steps)? {
            let Some(rm) = forward(&record) else {
                prop_assert_eq!(record.acr, record.acr_after, "only forward RM cells change the rate");
                continue;
            };
            prop_assert!(record.acr_after <= record.acr);
            prop_assert_eq!(rm.direction, RmDirection::Forward);
            let reported = [rm.ccr, rm.er, rm.mcr];
            prop_assert_eq!(reported, [record.acr_after, settings.pcr, settings.mcr].map(|rate| settings.rate_encoding.carried(rate)));
            prop_assert!(!(rm.bn || rm.ci || rm.ni));
        }
    }

    #[test]
    fn whoever_has_something_to_send_has_an_opportunity(settings in settings(), steps in steps()) {
        let mut source = AbrSource::new(&settings, Time::ZERO);
        let mut now = Time::ZERO;
        for step in steps {
            if let Step::Feedback { bn, ci, ni, er } = step {
                let direction = RmDirection::Backward;
                source.on_backward(&RmCell { direction, bn, ci, ni, er, ccr: 0.0, mcr: 0.0 });
            }
            // Never later than ACR or TCR, whichever is larger, requires.
            let next = source.next_opportunity(true, false);
            let longest = Span::from_ps((PS_PER_S / source.acr().max(settings.tcr)) as u64 + 1);
            prop_assert!(next <= now + longest, "{next} after {now}");
            now = now.max(next);
            source.send(now, true, false);
        }
    }

    #[test]
    fn turned_around_contents_keep_their_order_and_the_newest_is_reported(
        policy in 0usize..3, steps in prop::collection::vec((any::<bool>(), prop::bool::weighted(0.1)), 1..100),
    ) {
        let turn_around =
            [TurnAroundPolicy::Overwrite, TurnAroundPolicy::OutOfRate, TurnAroundPolicy::Queue][policy];
        let parameters = AbrParameters { turn_around, ..AbrParameters::default() };
        let mut waiting = TurnAround::new(&parameters.resolve(BitRate::from_bps(424_000), Span::ZERO));
        let (mut taken, mut sent) = (0u32, Vec::new());
        for (push, out_of_rate) in steps {
            if push {
                taken += 1;
                let er = f64::from(taken);
                let direction = RmDirection::Backward;
                let rm = RmCell { direction, bn: false, ci: false, ni: false, er, ccr: 0.0, mcr: 0.0 };
                sent.extend(waiting.push(rm, out_of_rate));
            } else {
                sent.extend(waiting.pop());
            }
        }
        sent.extend(std::iter::from_fn(|| waiting.pop()));
        prop_assert!(sent.is_sorted_by(|older, newer| older.er <= newer.er));
        prop_assert_eq!(sent.last().map_or(0.0, |rm| rm.er), f64::from(taken));
        // Only overwriting sends fewer cells than it takes.
        prop_assert!(turn_around == TurnAroundPolicy::Overwrite || sent.len() == taken as usize);
    }
}
