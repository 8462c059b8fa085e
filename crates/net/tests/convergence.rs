//! ABR sources reach the max-min fair rates on networks with several bottlenecks, from any initial
//! rates and with connections that join and leave, and stay there.

use std::fmt::Write;

use cellwise_net::Outcome;
use cellwise_units::CELL_BITS;

use crate::common::{run, series};

/// A rule, and the part of a link's capacity that it gives to ABR sources.
const RULES: [(&str, f64); 3] = [("fmmra", 1.0), ("erica", 0.9), ("erica-plus", 1.0)];

/// How far a rate may be from the fair one.
const TOLERANCE: f64 = 0.05;

const MBIT_PER_S: f64 = 1e6 / CELL_BITS as f64;

/// A link of so many cells/s, and the connections over it.
struct Shared {
    capacity: f64,
    vcs: Vec<usize>,
}

/// The max-min fair rates of connections over links: the link that has least for each of its
/// connections gives them that, again and again.
fn max_min(links: &[Shared], vcs: usize) -> Vec<f64> {
    let mut rates: Vec<Option<f64>> = vec![None; vcs];
    while rates.iter().any(Option::is_none) {
        let share = |link: &Shared| {
            let given: f64 = link.vcs.iter().filter_map(|&vc| rates[vc]).sum();
            let open = link.vcs.iter().filter(|&&vc| rates[vc].is_none()).count();
            (link.capacity - given) / open as f64
        };
        let is_open = |link: &&Shared| link.vcs.iter().any(|&vc| rates[vc].is_none());
        let tightest = links.iter().filter(is_open).min_by(|a, b| share(a).total_cmp(&share(b)));
        let tightest = tightest.expect("every connection passes a link");
        let level = share(tightest);
        for &vc in &tightest.vcs {
            rates[vc].get_or_insert(level);
        }
    }
    rates.into_iter().flatten().collect()
}

/// A topology with greedy blocking sources on every connection.
struct Wan<'a> {
    topology: &'a str,
    /// Further sections and keys.
    more: &'a str,
    duration_ms: u64,
    vcs: usize,
}

/// How the initial rates are: the same part of the link's rate for all, or none and all of it in turn.
#[derive(Clone, Copy, Debug)]
enum Begin {
    All(&'static str),
    Apart,
}

impl Begin {
    fn icr(self, vc: usize) -> &'static str {
        match self {
            Self::All(rate) => rate,
            Self::Apart => ["100 kbit/s", "50 Mbit/s"][vc % 2],
        }
    }
}

const BEGINS: [Begin; 3] = [Begin::All("100 kbit/s"), Begin::All("50 Mbit/s"), Begin::Apart];

fn text(wan: &Wan<'_>, rule: &str, begin: Begin) -> String {
    let Wan { topology, more, duration_ms, vcs } = wan;
    let mut text = format!(
        "duration = \"{duration_ms} ms\"\natm.category = \"abr\"\nflow.kind = \"udp\"\n\
         probes.acr = {{ vc = \"*\", every = \"1 ms\" }}\n\
         [topology]\n{topology}\nlink_rate = \"50 Mbit/s\"\ntrunk_delay = \"1 ms\"\n\
         [switch]\nscheduler = \"priority\"\nrate_rule = {{ rule = \"{rule}\" }}\n"
    );
    for vc in 0..*vcs {
        let _ = writeln!(text, "[vcs.vc{}.abr]\nicr = \"{}\"", vc + 1, begin.icr(vc));
    }
    text + more
}

/// The mean of ACR over a time, and the largest and smallest mean over its tenths, by connection.
fn rates(outcome: &Outcome, vc: usize, from_ms: usize, to_ms: usize) -> (f64, f64, f64) {
    let samples = &series(outcome, &format!("acr vc{}", vc + 1)).values[from_ms..to_ms];
    let mean = |samples: &[f64]| samples.iter().sum::<f64>() / samples.len() as f64;
    let tenths: Vec<f64> = samples.chunks(samples.len() / 10).map(mean).collect();
    let least = tenths.iter().copied().fold(f64::INFINITY, f64::min);
    let most = tenths.iter().copied().fold(0.0, f64::max);
    (mean(samples), least, most)
}

/// The connections whose rates are not the fair ones in a time, with their rates.
fn unfair(outcome: &Outcome, fair: &[f64], vcs: &[usize], from_ms: usize, to_ms: usize) -> Vec<String> {
    let mut found = Vec::new();
    for (&vc, &fair) in vcs.iter().zip(fair) {
        let (mean, least, most) = rates(outcome, vc, from_ms, to_ms);
        let is_near = |rate: f64| (rate / fair - 1.0).abs() <= TOLERANCE;
        if !(is_near(mean) && is_near(least) && is_near(most)) {
            let mbit = [mean, least, most, fair].map(|rate| format!("{:.3}", rate / MBIT_PER_S));
            found.push(format!("vc{}: mean, least, most, fair Mbit/s {mbit:?}", vc + 1));
        }
    }
    found
}

#[test]
fn water_filling_gives_the_rates_that_arithmetic_gives() {
    let link = |capacity: f64, vcs: &[usize]| Shared { capacity, vcs: vcs.to_vec() };
    let rates = max_min(&[link(50.0, &[0, 1, 2, 3]), link(25.0, &[0, 1, 4, 5])], 6);
    assert_eq!(rates, [6.25, 6.25, 18.75, 18.75, 6.25, 6.25]);
}

/// Three trunks in a row, the second half as fast: two connections over all, two on each.
const PARKING_LOT: Wan<'_> = Wan {
    topology: "template = \"parking-lot\"",
    more: "[links.trunk2]\nrate = \"25 Mbit/s\"\n",
    duration_ms: 1200,
    vcs: 8,
};

fn parking_lot_fair(part: f64) -> Vec<f64> {
    let link = |rate: f64, local: usize| Shared {
        capacity: part * rate * MBIT_PER_S,
        vcs: vec![0, 1, local, local + 1],
    };
    max_min(&[link(50.0, 2), link(25.0, 4), link(50.0, 6)], 8)
}

/// What is unfair at the end of a run with a rule, from every beginning.
fn unfair_at_the_end(wan: &Wan<'_>, rule: &str, fair: &[f64]) -> Vec<String> {
    let all: Vec<usize> = (0..wan.vcs).collect();
    let end = wan.duration_ms as usize;
    let mut found = Vec::new();
    for begin in BEGINS {
        let outcome = run(&text(wan, rule, begin));
        let unfair = unfair(&outcome, fair, &all, end - 200, end);
        found.extend(unfair.into_iter().map(|rate| format!("{rule} from {begin:?}: {rate}")));
        if outcome.audit.lost > 0 {
            found.push(format!("{rule} from {begin:?}: {} cells lost", outcome.audit.lost));
        }
    }
    found
}

#[test]
fn parking_lot_with_a_slow_trunk_in_the_middle() {
    let mut found = Vec::new();
    for (rule, part) in RULES {
        found.extend(unfair_at_the_end(&PARKING_LOT, rule, &parking_lot_fair(part)));
    }
    assert_eq!(found, Vec::<String>::new());
}

/// A trunk for four, and behind it one on which traffic of a higher category leaves two of them less.
const DOWNSTREAM: Wan<'_> = Wan {
    topology: "template = \"downstream-bottleneck\"\nbottlenecked = 2\nothers = 2\n\
               background.source = { pattern = \"constant\", rate = \"30 Mbit/s\" }",
    more: "",
    duration_ms: 1200,
    vcs: 4,
};

#[test]
fn a_bottleneck_behind_the_shared_trunk() {
    let mut found = Vec::new();
    for (rule, part) in RULES {
        let link =
            |rate: f64, vcs: &[usize]| Shared { capacity: part * rate * MBIT_PER_S, vcs: vcs.to_vec() };
        let fair = max_min(&[link(50.0, &[0, 1, 2, 3]), link(20.0, &[0, 1])], 4);
        found.extend(unfair_at_the_end(&DOWNSTREAM, rule, &fair));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn five_on_one_trunk() {
    let wan = Wan { topology: "template = \"two-node\"", more: "", duration_ms: 1200, vcs: 5 };
    let mut found = Vec::new();
    for (rule, part) in RULES {
        let fair = vec![part * 10.0 * MBIT_PER_S; 5];
        found.extend(unfair_at_the_end(&wan, rule, &fair));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn connections_that_join_and_leave() {
    // On the parking lot, a local connection of the slow trunk sends from 600 ms to 1200 ms, and a
    // long one until 1800 ms.
    let more = "[links.trunk2]\nrate = \"25 Mbit/s\"\n\
                [flows.udp5]\nstart = \"600 ms\"\nstop = \"1200 ms\"\n[flows.udp1]\nstop = \"1800 ms\"\n";
    let wan = Wan { more, duration_ms: 2400, ..PARKING_LOT };
    let mut found = Vec::new();
    for (rule, part) in RULES {
        let outcome = run(&text(&wan, rule, Begin::All("10 Mbit/s")));
        for (from_ms, active) in [
            (400, [0, 1, 2, 3, 5, 6, 7].as_slice()),
            (1000, &[0, 1, 2, 3, 4, 5, 6, 7]),
            (1600, &[0, 1, 2, 3, 5, 6, 7]),
            (2200, &[1, 2, 3, 5, 6, 7]),
        ] {
            let link = |rate: f64, vcs: [usize; 4]| Shared {
                capacity: part * rate * MBIT_PER_S,
                vcs: active
                    .iter()
                    .enumerate()
                    .filter(|(_, vc)| vcs.contains(vc))
                    .map(|(place, _)| place)
                    .collect(),
            };
            let links = [link(50.0, [0, 1, 2, 3]), link(25.0, [0, 1, 4, 5]), link(50.0, [0, 1, 6, 7])];
            let fair = max_min(&links, active.len());
            let unfair = unfair(&outcome, &fair, active, from_ms, from_ms + 200);
            found.extend(unfair.into_iter().map(|rate| format!("{rule} at {from_ms} ms: {rate}")));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
