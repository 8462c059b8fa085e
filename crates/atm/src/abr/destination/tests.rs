//! Rules 1, 2 and 5, by the faults without them.

use super::*;
use crate::abr::AbrParameters;
use cellwise_units::BitRate;

/// PCR = 1000 cells/s.
fn settings() -> AbrSettings {
    AbrParameters::default().resolve(BitRate::from_bps(424_000), Span::ZERO)
}

fn forward() -> RmCell {
    let direction = RmDirection::Forward;
    RmCell { direction, bn: false, ci: false, ni: false, er: 900.0, ccr: 800.0, mcr: 7.0 }
}

const CONGESTED: Congestion = Congestion { er: 300.0, ci: false, ni: false };

#[test]
fn destination_rule_1_the_efci_of_the_last_data_cell_counts() {
    let mut destination = AbrDestination::new(&settings());
    destination.on_data(false);
    destination.on_data(true);
    assert!(destination.turn_around(forward()).ci);
    destination.on_data(true);
    destination.on_data(false);
    assert!(!destination.turn_around(forward()).ci);
}

#[test]
fn destination_rule_2_a_cell_is_turned_around_with_its_contents() {
    let mut destination = AbrDestination::new(&settings());
    let back = RmCell { direction: RmDirection::Backward, ..forward() };
    assert_eq!(destination.turn_around(forward()), back);
    let reported = RmCell { ci: true, ni: true, ..forward() };
    assert_eq!(destination.turn_around(reported), RmCell { ci: true, ni: true, ..back });
    assert_eq!(destination.turn_around(RmCell { bn: true, ..forward() }), back);
}

#[test]
fn destination_rule_2a_a_remembered_efci_becomes_ci_once() {
    let mut destination = AbrDestination::new(&settings());
    destination.on_data(true);
    let back = RmCell { direction: RmDirection::Backward, ..forward() };
    assert_eq!(destination.turn_around(forward()), RmCell { ci: true, ..back });
    assert_eq!(destination.turn_around(forward()), back);
}

#[test]
fn destination_rule_2b_own_congestion_lowers_er_and_sets_bits_and_clears_nothing() {
    let mut destination = AbrDestination::new(&settings());
    let reported = |destination: &mut AbrDestination, rm| {
        let rm = destination.turn_around(rm);
        (rm.er, rm.ci, rm.ni)
    };
    destination.set_congested(Some(CONGESTED));
    assert_eq!(reported(&mut destination, forward()), (300.0, false, false));
    assert_eq!(
        reported(&mut destination, RmCell { er: 20.0, ci: true, ni: true, ..forward() }),
        (20.0, true, true)
    );
    destination.set_congested(Some(Congestion { er: f64::INFINITY, ci: true, ni: false }));
    assert_eq!(reported(&mut destination, forward()), (900.0, true, false));
    destination.set_congested(Some(Congestion { er: f64::INFINITY, ci: false, ni: true }));
    assert_eq!(reported(&mut destination, forward()), (900.0, false, true));
    destination.set_congested(None);
    assert_eq!(reported(&mut destination, forward()), (900.0, false, false));
}

#[test]
fn destination_rule_5_own_cells_go_ten_times_a_second_while_congested() {
    let mut destination = AbrDestination::new(&settings());
    let at_ms = |ms: u64| Time::from_ps(ms * 1_000_000_000);
    assert_eq!((destination.next_own_backward(), destination.own_backward(at_ms(1))), (Time::NEVER, None));
    destination.set_congested(Some(CONGESTED));
    let sent: Vec<u64> = (1..=1000).filter(|&ms| destination.own_backward(at_ms(ms)).is_some()).collect();
    assert_eq!(sent, [1, 101, 201, 301, 401, 501, 601, 701, 801, 901]);
    assert_eq!(destination.next_own_backward(), at_ms(1001));
    destination.set_congested(None);
    assert_eq!(destination.own_backward(at_ms(1001)), None);
}

#[test]
fn destination_rule_5_own_cells_say_who_made_them_and_ask_for_less_or_no_more() {
    let own = |congestion, rate_encoding| {
        let mut destination = AbrDestination::new(&AbrSettings { rate_encoding, ..settings() });
        destination.set_congested(Some(congestion));
        destination.own_backward(Time::ZERO).unwrap()
    };
    let direction = RmDirection::Backward;
    let ni = RmCell { direction, bn: true, ci: false, ni: true, er: 300.0, ccr: 0.0, mcr: 0.0 };
    assert_eq!(own(CONGESTED, RateEncoding::Exact), ni);
    let congestion = Congestion { er: 300.7, ci: true, ni: false };
    assert_eq!(own(congestion, RateEncoding::Tm4), RmCell { ci: true, ni: false, er: 300.5, ..ni });
    let congestion = Congestion { er: f64::INFINITY, ci: true, ni: true };
    assert_eq!(own(congestion, RateEncoding::Exact), RmCell { ci: true, er: 1000.0, ..ni });
}
