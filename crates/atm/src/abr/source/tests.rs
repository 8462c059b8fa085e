//! Each numbered rule, by the fault without it.

use super::*;
use crate::abr::settings::{Headroom, RateEncoding};
use crate::abr::{AbrParameters, rate16};
use cellwise_units::BitRate;

const MS: u64 = 1_000_000_000;

/// PCR = ICR = 1000 cells/s, MCR = 0, everything else by default.
fn settings() -> AbrSettings {
    AbrParameters::default().resolve(BitRate::from_bps(424_000), Span::ZERO)
}

fn source(settings: &AbrSettings) -> AbrSource {
    AbrSource::new(settings, Time::ZERO)
}

fn at_ms(ms: u64) -> Time {
    Time::from_ps(ms * MS)
}

/// A backward RM cell that asks for nothing: NI, and an ER that no one reaches.
fn feedback() -> RmCell {
    let direction = RmDirection::Backward;
    RmCell { direction, bn: false, ci: false, ni: true, er: 1e9, ccr: 0.0, mcr: 0.0 }
}

/// What waits at each opportunity.
#[derive(Clone, Copy)]
enum Waiting {
    Data,
    Backward,
    Both,
}

/// The next `cells` cells at their opportunities, with the same waiting all the time.
fn send(source: &mut AbrSource, waiting: Waiting, cells: usize) -> Vec<(Time, Sent)> {
    let data = matches!(waiting, Waiting::Data | Waiting::Both);
    let backward = matches!(waiting, Waiting::Backward | Waiting::Both);
    let next = |_| {
        let now = source.next_opportunity(data, backward);
        (now, source.send(now, data, backward))
    };
    (0..cells).map(next).collect()
}

/// A letter for each cell: forward, backward, data, out of rate.
fn letters(sent: &[(Time, Sent)]) -> String {
    let letter = |(_, sent): &(Time, Sent)| match sent {
        Sent::Forward(_) => 'F',
        Sent::Backward => 'B',
        Sent::Data => 'd',
        Sent::OutOfRate(_) => 'o',
    };
    sent.iter().map(letter).collect()
}

fn ccrs(sent: &[(Time, Sent)]) -> Vec<f64> {
    let ccr = |(_, sent): &(Time, Sent)| match sent {
        Sent::Forward(rm) | Sent::OutOfRate(rm) => Some(rm.ccr),
        _ => None,
    };
    sent.iter().filter_map(ccr).collect()
}

#[test]
fn source_rule_1_the_rate_stays_between_mcr_and_pcr() {
    let settings = AbrSettings { mcr: 100.0, crm: 0, cdf: 1.0, ..settings() };
    let mut greedy = source(&settings);
    greedy.on_backward(&RmCell { ni: false, ..feedback() });
    assert_eq!(greedy.acr(), 1000.0);
    greedy.on_backward(&RmCell { er: 3.0, ..feedback() });
    assert_eq!(greedy.acr(), 100.0);
    greedy.on_backward(&RmCell { ci: true, ..feedback() });
    assert_eq!(greedy.acr(), 100.0);
    // Cut by all of ACR for want of feedback.
    assert_eq!(ccrs(&send(&mut greedy, Waiting::Data, 1)), [100.0]);
}

#[test]
fn source_rule_1_cells_keep_the_interval_of_the_present_rate() {
    let mut greedy = source(&AbrSettings { icr: 10.0, ..settings() });
    assert_eq!(send(&mut greedy, Waiting::Data, 1)[0].0, Time::ZERO);
    assert_eq!(greedy.next_opportunity(true, false), at_ms(100));
    // Half the rate is given while the cell waits, then more than before: put off, advanced.
    greedy.on_backward(&RmCell { er: 5.0, ..feedback() });
    assert_eq!(greedy.next_in_rate(true), at_ms(200));
    greedy.on_backward(&RmCell { ni: false, er: 50.0, ..feedback() });
    assert_eq!(greedy.next_opportunity(true, false), at_ms(20));
    let times: Vec<Time> = send(&mut greedy, Waiting::Data, 3).into_iter().map(|(at, _)| at).collect();
    assert_eq!(times, [at_ms(20), at_ms(40), at_ms(60)]);
}

#[test]
fn source_rule_1_a_rise_that_rule_5_takes_back_at_once_has_let_its_cell_go() {
    let parameters = AbrSettings { icr: 10.0, nrm: 2, adtf: Span::from_ps(50 * MS), ..settings() };
    let mut idle = source(&parameters);
    send(&mut idle, Waiting::Data, 2);
    assert_eq!(idle.next_opportunity(true, false), at_ms(200));
    // At 150 ms: the forward RM cell could have gone at 114 ms already.
    idle.on_backward(&RmCell { ni: false, ..feedback() });
    assert!(idle.next_opportunity(true, false) < at_ms(114));
    assert!(matches!(idle.send(at_ms(150), true, false), Sent::Forward(_)));
    assert_eq!(idle.acr(), 10.0);
    assert_eq!(idle.next_opportunity(true, false), at_ms(250));
}

#[test]
fn source_rule_1_an_interval_is_rounded_up_so_that_the_rate_is_never_exceeded() {
    assert_eq!(interval(3.0), Span::from_ps(333_333_333_334));
    assert_eq!(interval(1000.0), Span::from_ps(MS));
    assert_eq!(interval(0.0), Span::from_ps(u64::MAX));
    assert_eq!(interval(1e-300), Span::from_ps(u64::MAX));
}

#[test]
fn source_rule_2_it_starts_at_icr_with_a_forward_rm_cell() {
    let mut late = AbrSource::new(&AbrSettings { icr: 200.0, ..settings() }, at_ms(7));
    assert_eq!(late.acr(), 200.0);
    assert_eq!(late.next_opportunity(false, false), Time::NEVER);
    let sent = send(&mut late, Waiting::Both, 2);
    assert_eq!((letters(&sent).as_str(), ccrs(&sent)), ("FB", vec![200.0]));
    assert_eq!((sent[0].0, sent[1].0), (at_ms(7), at_ms(12)));
}

#[test]
fn source_rule_3a_every_nrm_th_cell_is_a_forward_rm_cell() {
    let mut greedy = source(&AbrSettings { nrm: 4, ..settings() });
    assert_eq!(letters(&send(&mut greedy, Waiting::Data, 9)), "FdddFdddF");
    let mut usual = source(&settings());
    let sent = letters(&send(&mut usual, Waiting::Data, 65));
    assert_eq!(sent.match_indices('F').map(|(at, _)| at).collect::<Vec<_>>(), [0, 32, 64]);
}

#[test]
fn source_rule_3a_after_trm_mrm_cells_are_enough() {
    let slow = AbrSettings { icr: 40.0, ..settings() };
    // 25 ms between cells: at 100 ms the fourth since the forward RM cell is due.
    assert_eq!(letters(&send(&mut source(&slow), Waiting::Data, 9)), "FdddFdddF");
    // 250 ms: Trm has passed at once, and Mrm cells lie between.
    let slower = AbrSettings { icr: 4.0, tcr: 1.0, ..settings() };
    assert_eq!(letters(&send(&mut source(&slower), Waiting::Data, 7)), "FddFddF");
    let slower = AbrSettings { mrm: 3, ..slower };
    assert_eq!(letters(&send(&mut source(&slower), Waiting::Data, 9)), "FdddFdddF");
}

#[test]
fn source_rule_3a_an_idle_source_ends_with_a_forward_rm_cell_if_mrm_cells_went_out() {
    let mut idle = source(&settings());
    send(&mut idle, Waiting::Data, 2);
    assert_eq!(idle.next_opportunity(false, false), Time::NEVER);
    send(&mut idle, Waiting::Data, 1);
    assert_eq!(idle.next_opportunity(false, false), at_ms(100));
    assert!(matches!(idle.send(at_ms(100), false, false), Sent::Forward(_)));
    assert_eq!(idle.next_opportunity(false, false), Time::NEVER);
    // With Nrm - 1 cells it does not wait for Trm.
    send(&mut idle, Waiting::Data, 31);
    assert_eq!(idle.next_opportunity(false, false), at_ms(132));
}

#[test]
fn source_rule_3b_one_backward_rm_cell_goes_before_data_more_only_without() {
    let settings = AbrSettings { nrm: 6, ..settings() };
    assert_eq!(letters(&send(&mut source(&settings), Waiting::Both, 14)), "FBddddFBddddFB");
    assert_eq!(letters(&send(&mut source(&settings), Waiting::Backward, 8)), "FBBBBBFB");
}

#[test]
fn source_rule_3c_data_go_otherwise() {
    let mut greedy = source(&settings());
    send(&mut greedy, Waiting::Both, 2);
    assert_eq!(letters(&send(&mut greedy, Waiting::Data, 2)), "dd");
    assert_eq!(letters(&send(&mut greedy, Waiting::Both, 1)), "d");
}

#[test]
fn source_rule_4_only_out_of_rate_cells_may_be_lost_first() {
    let rm = feedback();
    let clp = [Sent::Data, Sent::Forward(rm), Sent::Backward, Sent::OutOfRate(rm)].map(|sent| sent.clp());
    assert_eq!(clp, [false, false, false, true]);
}

/// A source that climbed from ICR = 100 to 1000 cells/s and sent one forward RM cell and two data
/// cells at 0, 10 and 11 ms.
fn climbed() -> AbrSource {
    let mut source =
        source(&AbrSettings { icr: 100.0, rif: 1.0, trm: Span::from_ps(600 * MS), ..settings() });
    send(&mut source, Waiting::Data, 2);
    source.on_backward(&RmCell { ni: false, ..feedback() });
    send(&mut source, Waiting::Data, 1);
    source
}

#[test]
fn source_rule_5_after_adtf_without_forward_rm_cells_the_rate_is_icr() {
    let mut back = climbed();
    // The forward RM cell of Trm, at 600 ms, comes later than ADTF (500 ms).
    let sent = send(&mut back, Waiting::Data, 30);
    assert_eq!((letters(&sent[28..]).as_str(), ccrs(&sent)), ("dF", vec![1000.0]), "41 ms");
    for ms in [542, 543] {
        assert_eq!((back.send(at_ms(ms), true, false), back.acr()), (Sent::Data, 1000.0));
    }
    let Sent::Forward(rm) = back.send(at_ms(41 + 600), true, false) else { panic!("Trm has passed") };
    assert_eq!((rm.ccr, back.acr()), (100.0, 100.0));
    assert_eq!(back.next_opportunity(true, false), at_ms(641 + 10));
}

#[test]
fn source_rule_5_adtf_itself_is_not_too_long_and_a_lower_rate_is_kept() {
    let settings = AbrSettings { icr: 100.0, rif: 1.0, trm: Span::from_ps(500 * MS), ..settings() };
    let climb = RmCell { ni: false, ..feedback() };
    for (ms, er, ccr) in [(500, 1e9, 1000.0), (501, 1e9, 100.0), (501, 50.0, 50.0)] {
        let mut source = source(&settings);
        send(&mut source, Waiting::Data, 3);
        source.on_backward(&RmCell { er, ..climb });
        let Sent::Forward(rm) = source.send(at_ms(ms), true, false) else { panic!("Trm has passed") };
        assert_eq!(rm.ccr, ccr, "after {ms} ms");
    }
}

#[test]
fn source_rule_6_without_feedback_the_rate_falls_from_the_crm_th_forward_rm_cell_on() {
    let settings = AbrSettings { nrm: 2, crm: 3, cdf: 0.5, mcr: 50.0, ..settings() };
    let mut deaf = source(&settings);
    assert_eq!(ccrs(&send(&mut deaf, Waiting::Data, 10)), [1000.0, 1000.0, 1000.0, 500.0, 250.0]);
    // An RM cell that a switch generated is no answer; one that was turned around is.
    deaf.on_backward(&RmCell { bn: true, ..feedback() });
    assert_eq!(ccrs(&send(&mut deaf, Waiting::Data, 2)), [125.0]);
    deaf.on_backward(&feedback());
    assert_eq!(ccrs(&send(&mut deaf, Waiting::Data, 10)), [125.0, 125.0, 125.0, 62.5, 50.0]);
}

#[test]
fn source_rule_7_a_cut_is_reported_in_ccr_and_binds_the_cells_after_it() {
    let mut deaf = source(&AbrSettings { nrm: 2, crm: 1, cdf: 0.5, ..settings() });
    let sent = send(&mut deaf, Waiting::Data, 4);
    assert_eq!(ccrs(&sent), [1000.0, 500.0]);
    let times: Vec<Time> = sent.into_iter().map(|(at, _)| at).collect();
    assert_eq!(times, [0, 1, 2, 4].map(at_ms));
}

#[test]
fn source_rule_8_ci_decreases_ni_holds_neither_increases() {
    let settings = AbrSettings { icr: 400.0, rif: 1.0 / 8.0, rdf: 1.0 / 4.0, ..settings() };
    let after = |ci, ni| {
        let mut source = source(&settings);
        source.on_backward(&RmCell { ci, ni, ..feedback() });
        source.acr()
    };
    assert_eq!(after(true, false), 300.0);
    assert_eq!(after(true, true), 300.0);
    assert_eq!(after(false, true), 400.0);
    // By a part of PCR, not of ACR.
    assert_eq!(after(false, false), 525.0);
}

#[test]
fn source_rule_9_the_rate_is_at_most_er_and_at_least_mcr() {
    let settings = AbrSettings { icr: 400.0, mcr: 10.0, rif: 1.0, ..settings() };
    let after = |ci, ni, er| {
        let mut source = source(&settings);
        source.on_backward(&RmCell { ci, ni, er, ..feedback() });
        source.acr()
    };
    assert_eq!(after(false, true, 123.0), 123.0);
    assert_eq!(after(false, true, 500.0), 400.0, "ER alone raises nothing");
    assert_eq!(after(false, false, 500.0), 500.0);
    assert_eq!(after(true, false, 5.0), 10.0);
}

#[test]
fn source_rule_10_a_forward_rm_cell_has_the_fields_of_a_source() {
    let mut first = source(&AbrSettings { mcr: 10.5, icr: 353.7, ..settings() });
    let direction = RmDirection::Forward;
    let rm = RmCell { direction, bn: false, ci: false, ni: false, er: 1000.0, ccr: 353.7, mcr: 10.5 };
    assert_eq!(send(&mut first, Waiting::Data, 1)[0].1, Sent::Forward(rm));
}

#[test]
fn source_rule_10_the_rates_are_in_the_encoding_and_the_source_keeps_its_own() {
    let tm4 = AbrSettings { icr: 353.7, rate_encoding: RateEncoding::Tm4, ..settings() };
    let mut first = source(&tm4);
    let carried = rate16::decode(rate16::encode(353.7));
    assert!(carried < 353.7);
    assert_eq!(ccrs(&send(&mut first, Waiting::Data, 1)), [carried]);
    assert_eq!(first.acr(), 353.7);
}

#[test]
fn source_rule_11_at_rate_0_only_out_of_rate_forward_rm_cells_go_at_tcr_until_er_rises() {
    let mut stopped = source(&AbrSettings { icr: 0.0, rif: 1.0, ..settings() });
    let sent = send(&mut stopped, Waiting::Both, 4);
    assert_eq!((letters(&sent).as_str(), ccrs(&sent)), ("oooo", vec![0.0; 4]));
    let times: Vec<Time> = sent.into_iter().map(|(at, _)| at).collect();
    assert_eq!(times, [0, 100, 200, 300].map(at_ms));
    assert_eq!(stopped.next_opportunity(false, false), Time::NEVER);
    stopped.on_backward(&RmCell { ni: false, er: 500.0, ..feedback() });
    let sent = send(&mut stopped, Waiting::Data, 3);
    assert_eq!((letters(&sent).as_str(), ccrs(&sent)), ("Fdd", vec![500.0]));
}

#[test]
fn source_rule_11_a_stopped_source_continues_with_what_is_due_in_rate() {
    let mut source = source(&AbrSettings { rif: 1.0, ..settings() });
    send(&mut source, Waiting::Data, 10);
    source.on_backward(&RmCell { er: 0.0, ..feedback() });
    let sent = send(&mut source, Waiting::Data, 2);
    assert_eq!(letters(&sent), "oo");
    assert_eq!((sent[0].0, sent[1].0), (at_ms(100), at_ms(200)), "1 / TCR after the last forward RM cell");
    source.on_backward(&RmCell { ni: false, er: 1000.0, ..feedback() });
    assert_eq!(source.next_opportunity(true, false), at_ms(10));
    assert!(matches!(source.send(at_ms(205), true, false), Sent::Forward(_)), "Trm has passed");
}

#[test]
fn source_rule_11_below_tcr_out_of_rate_cells_go_beside_those_in_rate() {
    let mut slow = source(&AbrSettings { icr: 4.0, ..settings() });
    let sent = send(&mut slow, Waiting::Data, 5);
    // In rate at 0 and 250 ms, out of rate 100 ms after every forward RM cell.
    assert_eq!(letters(&sent), "Foodo");
    let times: Vec<Time> = sent.into_iter().map(|(at, _)| at).collect();
    assert_eq!(times, [0, 100, 200, 250, 300].map(at_ms));
    // At TCR and above there are no such cells.
    let mut at_tcr = source(&AbrSettings { icr: 10.0, ..settings() });
    assert_eq!(letters(&send(&mut at_tcr, Waiting::Data, 4)), "FddF");
}

#[test]
fn source_rule_12_efci_is_reset_on_data_cells() {
    for bits in 0..8 {
        let pti = data_pti(Pti::from_bits(bits));
        assert_eq!(pti.bits(), if bits < 4 { bits & 0b001 } else { bits });
    }
}

#[test]
fn source_rule_13_an_unused_rate_is_lost_down_to_what_was_used_plus_headroom() {
    let policy = |rate, fraction| Some(Headroom { rate, fraction });
    let ccr_of_second = |use_it_or_lose_it, icr| {
        let mut source = source(&AbrSettings { icr, rif: 1.0, use_it_or_lose_it, ..settings() });
        send(&mut source, Waiting::Data, 1);
        source.on_backward(&RmCell { ni: false, ..feedback() });
        // Four cells in 100 ms: 40 cells/s of the 1000 that are allowed.
        for ms in [30, 60, 90] {
            source.send(at_ms(ms), true, false);
        }
        let Sent::Forward(rm) = source.send(at_ms(100), true, false) else { panic!("Trm has passed") };
        rm.ccr
    };
    assert_eq!(ccr_of_second(None, 20.0), 1000.0);
    assert_eq!(ccr_of_second(policy(10.0, 0.0), 20.0), 50.0);
    assert_eq!(ccr_of_second(policy(10.0, 0.5), 20.0), 70.0);
    assert_eq!(ccr_of_second(policy(0.0, 0.0), 300.0), 300.0, "not below ICR");
    assert_eq!(ccr_of_second(policy(5000.0, 0.0), 20.0), 1000.0, "nothing is raised");
}

#[test]
fn source_rule_13_leaves_a_source_alone_that_uses_its_rate() {
    let headroom = Headroom { rate: 0.0, fraction: 0.01 };
    let mut busy = source(&AbrSettings { icr: 1.0, use_it_or_lose_it: Some(headroom), ..settings() });
    busy.rule_1_set_acr(1000.0);
    assert_eq!(ccrs(&send(&mut busy, Waiting::Data, 100)), [1000.0; 4]);
}
