//! Models of errors per packet against their closed forms, with confidence intervals.

use cellwise_packet::errors::{
    PacketErrors, PacketErrorsConfig, Transit, bit_errors, bursts, gilbert_elliott, independent,
};
use cellwise_units::{Span, Time};
use proptest::prelude::*;

use super::drawing::{assert_mean, draws};

const US: u64 = 1_000_000;

/// Packets of `octets` that take `sending_us` with so much between them: which are errored.
fn judge(
    config: &PacketErrorsConfig,
    number: u64,
    count: u32,
    octets: u32,
    [sending_us, gap_us]: [u64; 2],
) -> Vec<bool> {
    let (mut errors, mut draw, mut at) = (config.build(), draws(number), 0);
    let mut one = |_| {
        let [start, end] = [at, at + sending_us * US].map(Time::from_ps);
        let transit = Transit { start, end, octets, flow: 0 };
        at += (sending_us + gap_us) * US;
        errors.is_errored(transit, &mut draw)
    };
    (0..count).map(&mut one).collect()
}

fn ratio_of(errored: &[bool]) -> f64 {
    errored.iter().filter(|&&is| is).count() as f64 / errored.len() as f64
}

fn gilbert_elliott(ratio: f64, mean_burst_packets: f64, errors: [f64; 2]) -> PacketErrorsConfig {
    let [good_error_ratio, bad_error_ratio] = errors;
    PacketErrorsConfig::GilbertElliott(gilbert_elliott::Config {
        packet_error_ratio: ratio,
        mean_burst_packets,
        good_error_ratio,
        bad_error_ratio,
    })
}

fn bursts(burst_us: u64, gap_us: u64) -> PacketErrorsConfig {
    let [mean_burst, mean_gap] = [burst_us, gap_us].map(|us| Span::from_ps(us * US));
    PacketErrorsConfig::Bursts(bursts::Config { mean_burst, mean_gap })
}

fn noisy() -> Vec<PacketErrorsConfig> {
    vec![
        PacketErrorsConfig::Independent(independent::Config { packet_error_ratio: 0.02 }),
        PacketErrorsConfig::BitErrors(bit_errors::Config { bit_error_ratio: 5e-6 }),
        gilbert_elliott(0.02, 1.0, [0.0, 1.0]),
        gilbert_elliott(0.05, 5.0, [0.0, 1.0]),
        gilbert_elliott(0.05, 5.0, [0.01, 0.5]),
        bursts(2_000, 50_000),
        bursts(50, 5_000),
    ]
}

#[test]
fn the_part_that_is_errored_is_that_of_the_closed_form_whatever_is_between_packets() {
    for config in noisy() {
        for (octets, times) in [(64, [50, 0]), (1518, [1_200, 0]), (1518, [1_200, 700]), (600, [500, 90_000])]
        {
            let ratios: Vec<f64> =
                (0..200).map(|run| ratio_of(&judge(&config, run, 10_000, octets, times))).collect();
            let wanted = config.mean_packet_error_ratio(octets, Span::from_ps(times[0] * US));
            // Of 64 octets a few in a million bits is too little to measure here.
            if wanted * 2e6 > 5_000.0 {
                assert_mean(&format!("{config:?}, {octets} octets, {times:?}"), &ratios, wanted);
            }
        }
    }
}

#[test]
fn errors_in_a_row_are_as_many_as_the_bad_state_lasts_for() {
    for mean_burst in [1.0, 4.0, 20.0] {
        let config = gilbert_elliott(0.05, mean_burst, [0.0, 1.0]);
        let errored = judge(&config, 3, 400_000, 1500, [1, 0]);
        let runs: Vec<f64> =
            errored.chunk_by(|a, b| a == b).filter(|run| run[0]).map(|run| run.len() as f64).collect();
        // With bursts of 1 on average all are of 1, and nothing is left to chance.
        if mean_burst > 1.0 {
            assert_mean("run", &runs, mean_burst);
        } else {
            assert!(runs.iter().all(|&run| run == 1.0));
        }
    }
}

#[test]
fn a_packet_after_an_errored_one_meets_the_same_burst_as_often_as_arithmetic_says() {
    // Packets of no length, every 500 us: noisy at one, and at the next.
    let (burst, gap, apart) = (1_000.0f64, 3_000.0, 500.0);
    let errored = judge(&bursts(1_000, 3_000), 11, 400_000, 64, [0, 500]);
    let next: Vec<f64> =
        errored.windows(2).filter(|pair| pair[0]).map(|pair| f64::from(u8::from(pair[1]))).collect();
    let share = burst / (burst + gap);
    let wanted = share + (1.0 - share) * (-apart * (1.0 / burst + 1.0 / gap)).exp();
    assert_mean("next", &next, wanted);
}

proptest! {
    #[test]
    fn a_ratio_is_one_and_longer_packets_are_errored_no_less_often(
        config in PacketErrorsConfig::arbitrary(), octets in 64u32..9000, more in 0u32..2000,
    ) {
        prop_assert_eq!(config.check(), []);
        let ratio = |octets: u32| config.mean_packet_error_ratio(octets, Span::from_ps(u64::from(octets) * US));
        prop_assert!((0.0..=1.0).contains(&ratio(octets)) && ratio(octets) <= ratio(octets + more));
    }

    #[test]
    fn the_same_packets_meet_the_same_errors(config in PacketErrorsConfig::arbitrary(), number in any::<u64>()) {
        let judged = || judge(&config, number, 200, 1518, [120, 30]);
        prop_assert_eq!(judged(), judged());
    }
}
