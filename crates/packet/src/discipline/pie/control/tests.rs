//! The law against the tables of closed arithmetic, and what the rules differ in.

use super::*;
use crate::discipline::pie::Settings;
use crate::discipline::testing::service;
use crate::limit::Limit;

const MS: u64 = 1_000_000_000;

fn law(settings: &Settings) -> Law {
    settings.law(Limit::Packets(1000), &service())
}

fn in_a_burst(rules: Rules) -> Law {
    law(&Settings { rules, ..Settings::default() })
}

/// The probability after each of so many updates at a constant delay, since the beginning of a burst allowance.
fn at_constant_delay(law: &Law, delay_ms: u64, updates: usize) -> Vec<f64> {
    let mut state = State { burst: law.burst, ..law.start() };
    let delay = Span::from_ps(delay_ms * MS);
    (state.delay, state.delay_before) = (delay, delay);
    let much = Backlog { packets: 100, octets: 100_000 };
    (0..updates)
        .map(|_| {
            law.update(&mut state, much);
            state.probability
        })
        .collect()
}

#[test]
fn a_constant_delay_raises_the_probability_as_closed_arithmetic_says() {
    let levels = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.0];
    let firsts = [
        (20, [13, 21, 40, 86, 202, 490, 1130, 1930]),
        (30, [11, 14, 20, 36, 75, 171, 385, 651]),
        (45, [10, 12, 15, 23, 43, 91, 198, 331]),
        (100, [10, 11, 12, 15, 22, 39, 77, 124]),
    ];
    for (delay_ms, firsts) in firsts {
        // After ten updates at 0, of the burst allowance, where it is held; at once, where it evolves.
        for (rules, held) in [(Rules::Ns3, 10), (Rules::Rfc8033, 0), (Rules::Linux, 0)] {
            let probabilities = at_constant_delay(&in_a_burst(rules), delay_ms, 2000);
            let reached = levels.map(|level| {
                // Sums of decimal fractions miss a level by some units in the last place.
                probabilities.iter().position(|p| *p >= level * (1.0 - 1e-12)).unwrap()
            });
            assert_eq!(reached, firsts.map(|first| first - 10 + held), "{rules:?} {delay_ms} ms");
        }
    }
}

#[test]
fn the_first_steps_at_30_ms_are_those_of_hand_arithmetic() {
    for (rules, first) in [(Rules::Rfc8033, 0), (Rules::Ns3, 10)] {
        let probabilities = at_constant_delay(&in_a_burst(rules), 30, 13);
        assert_eq!(probabilities[..first], vec![0.0; first], "{rules:?}");
        let expected = [9.155_273_437_5e-7, 2.0 * 9.155_273_437_5e-7, 5.493_164_062_5e-6];
        for (probability, expected) in probabilities[first..].iter().zip(expected) {
            assert!((probability - expected).abs() < 1e-18, "{rules:?} {expected}");
        }
    }
}

#[test]
fn the_cap_keeps_steps_at_two_percent_above_a_tenth() {
    let steps_above_a_tenth = |step_cap| {
        let settings = Settings { step_cap, ..Settings::default() };
        let law = law(&settings);
        let mut state = law.start();
        let mut steps = Vec::new();
        for update in 0..200u64 {
            state.delay = Span::from_ps(update.min(60) * 20 * MS);
            let before = state.probability;
            law.update(&mut state, Backlog { packets: 100, octets: 100_000 });
            if before > 0.1 {
                steps.push(state.probability - before);
            }
        }
        steps.into_iter().fold(0.0, f64::max)
    };
    assert!(steps_above_a_tenth(true) <= 0.02 + 1e-15);
    assert!(steps_above_a_tenth(false) > 0.02);
}

/// Packets until the one that falls, at a constant probability, if every draw gives `drawn`.
fn gap(probability: f64, drawn: f64) -> u64 {
    let law = law(&Settings { derandomise: Some(true), ..Settings::default() });
    let mut state = law.start();
    let mut falls = |_: &u64| {
        law.accumulate(&mut state, probability);
        law.falls(&mut state, probability, &mut || drawn)
    };
    (1..).find(|packet| falls(packet)).unwrap()
}

#[test]
fn drops_without_randomness_are_neither_too_close_nor_too_far_apart() {
    assert_eq!((gap(0.02, 0.0), gap(0.02, 1.0)), (43, 425));
    assert_eq!((gap(0.1, 0.0), gap(0.1, 1.0)), (9, 85));
}

#[test]
fn ten_updates_use_up_the_burst_allowance_exactly() {
    let law = law(&Settings::default());
    let mut state = law.start();
    state.delay = Span::from_ps(30 * MS);
    for update in 0..10 {
        assert_eq!(state.burst.get(), (150 - 15 * update) * MS);
        law.update(&mut state, Backlog { packets: 100, octets: 100_000 });
    }
    assert!(state.burst.is_zero());
}

#[test]
fn a_long_silence_is_made_up_for_as_if_every_update_had_been_seen() {
    for rules in [Rules::Rfc8033, Rules::Rfc8034, Rules::Linux, Rules::Ns3] {
        let law = law(&Settings { rules, ..Settings::default() });
        let mut busy = law.start();
        busy.probability = 0.3;
        let mut each = busy;
        law.catch_up(&mut busy, Time::from_ps(3_600_000 * MS), Backlog::default());
        while each.next_update <= Time::from_ps(3_600_000 * MS) {
            law.update(&mut each, Backlog::default());
            each.next_update += law.update;
        }
        assert_eq!(busy, each, "{rules:?}");
    }
}

#[test]
fn linux_lets_the_probability_decay_only_if_nothing_waits() {
    let law =
        law(&Settings { rules: Rules::Linux, alpha: Some(0.0), beta: Some(0.0), ..Settings::default() });
    let after = |waiting| {
        let mut state = State { probability: 0.5, ..law.start() };
        law.update(&mut state, waiting);
        state.probability
    };
    assert_eq!(after(Backlog::default()), 0.5 * 63.0 / 64.0);
    assert_eq!(after(Backlog { packets: 1, octets: 100 }), 0.5);
}
