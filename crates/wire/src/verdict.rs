//! Whether a run in real time counts: what was measured, held against rules, in sentences.

use cellwise_units::Span;

use crate::lateness::Table;

/// What was measured of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// How late packets left.
    pub late: Table,
    /// How long a full packet takes at the bottleneck.
    pub full_packet: Span,
    /// What devices dropped because their queue was full.
    pub dropped_by_devices: u64,
    /// What devices did not take.
    pub refused_by_devices: u64,
    /// What came that was no packet for the line, as one beyond the MTU, and the first reason.
    pub refused_packets: u64,
    /// Why, of the first one.
    pub first_refusal: Option<String>,
    /// The longest time between two tests of the devices.
    pub longest_gap: Span,
    /// How many packets the queue of a device holds.
    pub device_queue: u64,
    /// The most packets that arrived at a port in a second.
    pub most_packets_per_s: u64,
    /// The share of the time in which the thread that moves packets computed, from 0 to 1.
    pub busy: f64,
    /// Whether that thread had real-time priority.
    pub is_real_time: bool,
    /// What devices leave to hardware, as segmentation.
    pub offloads: Vec<&'static str>,
}

/// Where the rules draw their lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The 99th percentile may be this late, or one full packet at the bottleneck.
    pub p99_us: f64,
    /// This share may be later than a millisecond.
    pub beyond_a_millisecond: f64,
    /// Half of the packets later than this are worth a word.
    pub p50_us: f64,
    /// A thread busier than this is worth a word.
    pub busy: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { p99_us: 100.0, beyond_a_millisecond: 1e-3, p50_us: 30.0, busy: 0.8 }
    }
}

/// What the rules say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Why the run does not count; it counts if there is nothing.
    pub faults: Vec<String>,
    /// What to know about a run that counts.
    pub warnings: Vec<String>,
}

impl Verdict {
    /// Whether the run counts.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Judges a run. Lateness never becomes delay of the network silently: a run that was late does not count.
#[must_use]
pub fn judge(measured: &Measured, rules: &Rules) -> Verdict {
    Verdict {
        faults: [refused(measured), dropped(measured), late(measured, rules), gap(measured)].concat(),
        warnings: warnings(measured, rules),
    }
}

fn refused(measured: &Measured) -> Vec<String> {
    let (packets, writes) = (measured.refused_packets, measured.refused_by_devices);
    let why = measured.first_refusal.as_deref().unwrap_or("no reason");
    [
        (packets > 0).then(|| format!("packets that were refused: {packets}, the first because of {why}")),
        (writes > 0).then(|| format!("packets that a device did not take: {writes}")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn dropped(measured: &Measured) -> Vec<String> {
    let dropped = measured.dropped_by_devices;
    let reported = || format!("packets that a device dropped because its queue was full: {dropped}");
    (dropped > 0).then(reported).into_iter().collect()
}

fn late(measured: &Measured, rules: &Rules) -> Vec<String> {
    let Table { p99_us, beyond_a_millisecond, .. } = measured.late;
    let most_us = rules.p99_us.max(us(measured.full_packet));
    let share = rules.beyond_a_millisecond;
    [
        (p99_us > most_us).then(|| {
            format!(
                "one packet in a hundred left later than {p99_us:.1} us, where {most_us:.1} us are allowed"
            )
        }),
        (beyond_a_millisecond > share).then(|| {
            let (found, allowed) = (beyond_a_millisecond * 100.0, share * 100.0);
            format!("{found:.3} % of the packets left more than 1 ms late, where {allowed} % are allowed")
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn gap(measured: &Measured) -> Vec<String> {
    let rate = measured.most_packets_per_s;
    if rate == 0 {
        return Vec::new();
    }
    let (gap_ms, full_ms) =
        (us(measured.longest_gap) / 1e3, measured.device_queue as f64 * 1e3 / rate as f64);
    let reported = || {
        format!(
            "no look at the devices for {gap_ms:.1} ms; their queues fill in {full_ms:.1} ms at {rate} packets/s"
        )
    };
    (gap_ms > full_ms).then(reported).into_iter().collect()
}

fn warnings(measured: &Measured, rules: &Rules) -> Vec<String> {
    let p50_us = measured.late.p50_us;
    [
        (p50_us > rules.p50_us).then(|| format!("half of the packets left later than {p50_us:.1} us")),
        (measured.busy > rules.busy).then(|| {
            format!("the thread that moves packets was busy for {:.0} % of the time", measured.busy * 100.0)
        }),
        (!measured.is_real_time)
            .then(|| "the thread that moves packets had no real-time priority".to_owned()),
        (!measured.offloads.is_empty()).then(|| {
            format!("devices leave to hardware that is not there: {}", measured.offloads.join(", "))
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn us(span: Span) -> f64 {
    span.get() as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: u64 = 1_000_000;

    fn good() -> Measured {
        Measured {
            late: Table {
                packets: 1000,
                p50_us: 30.0,
                p99_us: 100.0,
                beyond_a_millisecond: 1e-3,
                ..Table::default()
            },
            full_packet: Span::from_ps(50 * US),
            dropped_by_devices: 0,
            refused_by_devices: 0,
            refused_packets: 0,
            first_refusal: None,
            longest_gap: Span::from_ps(1_000_000 * US),
            device_queue: 500,
            most_packets_per_s: 500,
            busy: 0.8,
            is_real_time: true,
            offloads: Vec::new(),
        }
    }

    fn reported(change: impl FnOnce(&mut Measured)) -> (usize, usize) {
        let mut measured = good();
        change(&mut measured);
        let verdict = judge(&measured, &Rules::default());
        assert_eq!(verdict.counts(), verdict.faults.is_empty());
        (verdict.faults.len(), verdict.warnings.len())
    }

    #[test]
    fn a_run_at_all_limits_counts_without_a_word() {
        assert_eq!(judge(&good(), &Rules::default()), Verdict::default());
    }

    #[test]
    fn each_rule_is_one_fault() {
        assert_eq!(reported(|run| run.dropped_by_devices = 1), (1, 0));
        assert_eq!(reported(|run| run.refused_by_devices = 1), (1, 0));
        assert_eq!(reported(|run| run.refused_packets = 1), (1, 0));
        assert_eq!(reported(|run| run.late.p99_us = 100.1), (1, 0));
        assert_eq!(reported(|run| run.late.beyond_a_millisecond = 0.0011), (1, 0));
        assert_eq!(reported(|run| run.longest_gap = Span::from_ps(1_000_001 * US)), (1, 0));
    }

    #[test]
    fn a_full_packet_at_a_slow_bottleneck_is_allowed() {
        let slow = |run: &mut Measured| run.full_packet = Span::from_ps(1500 * US);
        assert_eq!(reported(|run| (slow(run), run.late.p99_us = 1500.0).1), (0, 0));
        assert_eq!(reported(|run| (slow(run), run.late.p99_us = 1500.1).1), (1, 0));
    }

    #[test]
    fn each_doubt_is_one_warning_and_no_fault() {
        assert_eq!(reported(|run| run.late.p50_us = 30.1), (0, 1));
        assert_eq!(reported(|run| run.busy = 0.81), (0, 1));
        assert_eq!(reported(|run| run.is_real_time = false), (0, 1));
        assert_eq!(reported(|run| run.offloads = vec!["checksums"]), (0, 1));
    }

    #[test]
    fn faults_come_all_at_once() {
        let all = |run: &mut Measured| {
            run.dropped_by_devices = 3;
            run.refused_packets = 2;
            run.first_refusal = Some("an empty packet".to_owned());
            run.late.p99_us = 400.0;
            run.is_real_time = false;
        };
        assert_eq!(reported(all), (3, 1));
    }

    #[test]
    fn a_run_without_packets_has_no_gap() {
        assert_eq!(
            reported(|run| (run.most_packets_per_s, run.longest_gap) = (0, Span::from_ps(u64::MAX))),
            (0, 0)
        );
    }
}
