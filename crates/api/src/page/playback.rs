//! How queues and links were filled over time: by records, or by acknowledgments.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_net::Table;
use cellwise_scenario::Network;
use cellwise_view::{Resolved, Topology};
use indexmap::IndexMap;

use super::answers::Playback;
use crate::metrics::ports::passing;
use crate::record::{PICOSECONDS_PER_S, Record, Watched, number, rows, text};

/// A part of a rate that is less than this is seen in no picture.
const SEEN: f64 = 0.001;

/// Plays a run, or a part of it, back in at least two steps.
///
/// Data are on a link when they are acknowledged; acknowledgments are as many as there were in the whole run, each when
/// its data are acknowledged.
#[must_use]
pub fn playback(
    network: &Network,
    run: &Record,
    steps: usize,
    from_s: Option<f64>,
    to_s: Option<f64>,
) -> Playback {
    let end_s = run.simulated_s();
    let begin_s = from_s.unwrap_or(0.0).max(0.0).min(end_s);
    let times = spaced(begin_s, to_s.unwrap_or(end_s).max(begin_s).min(end_s), steps.max(2));
    let packets: BTreeSet<String> =
        run.series.iter().filter(|one| is_backlog(one)).map(|one| one.target.clone()).collect();
    let (mut ports, mut least) = (IndexMap::new(), IndexMap::new());
    let (mut sent, mut lines) = (BTreeMap::new(), BTreeMap::new());
    for one in &run.series {
        let is_queue = one.quantity == "queue" && !packets.contains(&one.target);
        if is_backlog(one) || is_queue {
            let (few, many) = extremes(one, &times);
            least.insert(one.target.clone(), few);
            ports.insert(one.target.clone(), many);
        } else if one.quantity == "acknowledgment" {
            sent.insert(&*one.target, counted(one, &times));
        } else if one.quantity == "busy" {
            lines.insert(&*one.target, counted(one, &times));
        }
    }
    let resolved = Resolved::of(network);
    let drawn: BTreeSet<&str> = Topology::of(&resolved).ports().collect();
    let (mut found, means) = loads(run, &drawn, &sent, &times);
    for (&port, busy_s) in lines.iter().filter(|(port, _)| drawn.contains(*port)) {
        found.insert(port.to_owned(), taken(busy_s, &times));
    }
    Playback {
        times_s: times,
        ports,
        least,
        packets,
        links: found.into_iter().map(|(port, load)| (port, rounded(&load))).collect(),
        means: means.into_iter().filter(|port| !lines.contains_key(&**port)).collect(),
    }
}

/// Whether a series is of all packets that wait at a port.
fn is_backlog(one: &Watched) -> bool {
    one.quantity == "backlog" && !one.target.contains(' ')
}

/// Instants that are equally far apart, both ends included.
fn spaced(begin: f64, end: f64, count: usize) -> Vec<f64> {
    let step = (end - begin) / (count - 1) as f64;
    let mut found: Vec<f64> = (0..count).map(|at| at as f64 * step + begin).collect();
    found[count - 1] = end;
    found
}

/// The least and the greatest that a series held from each instant until before the next one, as whole numbers. A value
/// holds until the next point, and before the first it is 0; the last instant has the series' value of that time.
fn extremes(one: &Watched, times_s: &[f64]) -> (Vec<i64>, Vec<i64>) {
    let known = one.times_s();
    let value = |at: usize| {
        let held = at.checked_sub(1).and_then(|at| one.values.get(at)).copied().unwrap_or_default();
        if held.is_finite() { held } else { 0.0 }
    };
    let (mut least, mut most) = (Vec::new(), Vec::new());
    for (at, &time_s) in times_s.iter().enumerate() {
        // Positions count from 1: 0 holds before the first point.
        let first = known.partition_point(|&point| point <= time_s);
        let after =
            times_s.get(at + 1).map_or(first + 1, |&next| known.partition_point(|&point| point < next) + 1);
        // Where two instants are the same, there is at least the value that holds.
        let held = (first..after.max(first + 1)).map(value);
        let (few, many) =
            held.fold((f64::INFINITY, f64::NEG_INFINITY), |(few, many), one| (few.min(one), many.max(one)));
        least.push(few as i64);
        most.push(many as i64);
    }
    (least, most)
}

/// The values of a count at some instants: 0 before its first point. Between samples, which are equally far apart, it
/// is assumed to grow evenly; between changes it was what it was.
fn counted(one: &Watched, times_s: &[f64]) -> Vec<f64> {
    let known = one.times_s();
    let steps: Vec<f64> = known.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let is_sampled = steps.len() > 2
        && steps[..steps.len() - 1].iter().all(|step| (step - steps[0]).abs() <= 1e-6 * steps[0].abs());
    let at = |&time_s: &f64| {
        let place = known.partition_point(|&point| point <= time_s);
        let Some(last) = place.checked_sub(1) else { return 0.0 };
        let held = one.values[last];
        if is_sampled && place < known.len() && known[last] != time_s {
            let slope = (one.values[place] - held) / (known[place] - known[last]);
            return slope * (time_s - known[last]) + held;
        }
        if held.is_finite() { held } else { 0.0 }
    };
    times_s.iter().map(at).collect()
}

/// The speed at which a count grew in the step before each instant; never negative.
fn speeds(held: &[f64], step_s: f64, scale: f64) -> Vec<f64> {
    let before = held.first().into_iter().chain(held);
    held.iter().zip(before).map(|(now, before)| (now - before).max(0.0) * scale / step_s).collect()
}

fn step_of(times_s: &[f64]) -> f64 {
    (times_s[1] - times_s[0]).max(1.0 / PICOSECONDS_PER_S)
}

type Loads = BTreeMap<String, Vec<f64>>;

/// The load of ports, by the acknowledged octets of each TCP flow; and the ports where some of it is a mean.
fn loads(
    run: &Record,
    ports: &BTreeSet<&str>,
    sent: &BTreeMap<&str, Vec<f64>>,
    times_s: &[f64],
) -> (Loads, Vec<String>) {
    let (table, flows) = (run.table("ports"), run.table("flows"));
    let through: BTreeMap<_, _> = passing(flows, run.table("vcs")).into_iter().collect();
    let step_s = step_of(times_s);
    let known = (0..rows(flows)).filter_map(|row| Some((row, sent.get(text(flows, "flow", row))?)));
    let speeds: BTreeMap<usize, Vec<f64>> =
        known.map(|(row, held)| (row, speeds(held, step_s, 8.0))).collect();
    let (mut found, mut means) = (Loads::new(), Vec::new());
    for row in 0..rows(table) {
        let port = text(table, "port", row);
        if !ports.contains(port) {
            continue;
        }
        let (rate_bps, mean) = (number(table, "rate_bps", row), number(table, "utilisation", row));
        let one = through.get(port).cloned().unwrap_or_default();
        let data: Vec<usize> = one.data.iter().copied().filter(|row| speeds.contains_key(row)).collect();
        let mut load = vec![0.0; times_s.len()];
        for &(row, fraction) in &framed(flows, &data) {
            load.iter_mut().zip(&speeds[&row]).for_each(|(load, speed)| *load += speed / fraction);
        }
        load.iter_mut().for_each(|load| *load /= rate_bps);
        if data.len() < one.data.len() || one.back.iter().any(|row| !speeds.contains_key(row)) {
            let known: f64 =
                framed(flows, &data).iter().map(|&(row, fraction)| throughput(flows, row) / fraction).sum();
            let rest = (mean - known / rate_bps).max(0.0);
            load.iter_mut().for_each(|load| *load += rest);
            if rest >= SEEN {
                means.push(port.to_owned());
            }
        } else if data.is_empty() && !one.back.is_empty() {
            of_acknowledgments(flows, &one.back, &speeds, mean, &mut load);
        }
        load.iter_mut().for_each(|load| *load = load.clamp(0.0, 1.0));
        found.insert(port.to_owned(), load);
    }
    (found, means)
}

/// Adds the load of acknowledgments: the mean, when their data are acknowledged.
fn of_acknowledgments(
    flows: &Table,
    back: &[usize],
    speeds: &BTreeMap<usize, Vec<f64>>,
    mean: f64,
    load: &mut [f64],
) {
    let throughput_bps: f64 = back.iter().map(|&row| throughput(flows, row)).sum();
    for (at, load) in load.iter_mut().enumerate() {
        let speed: f64 = back.iter().map(|row| speeds[row][at]).sum();
        *load += if throughput_bps > 0.0 { mean * speed / throughput_bps } else { mean };
    }
}

fn throughput(flows: &Table, row: usize) -> f64 {
    number(flows, "throughput_bps", row)
}

/// Flows with the part of a cell's octets on the line that is theirs.
fn framed(flows: &Table, data: &[usize]) -> Vec<(usize, f64)> {
    let of = |&row: &usize| (row, number(flows, "payload_fraction", row));
    data.iter().map(of).filter(|(_, fraction)| *fraction > 0.0).collect()
}

/// The part of the step before each instant for which a line was taken.
fn taken(busy_s: &[f64], times_s: &[f64]) -> Vec<f64> {
    speeds(busy_s, step_of(times_s), 1.0).into_iter().map(|part| part.clamp(0.0, 1.0)).collect()
}

/// To four digits behind the point: a picture shows no more.
fn rounded(load: &[f64]) -> Vec<f64> {
    load.iter().map(|one| (one * 1e4).round_ties_even() / 1e4).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(times_ps: &[u64], values: &[f64]) -> Watched {
        Watched { times_ps: times_ps.to_vec(), values: values.to_vec(), ..Watched::default() }
    }

    const SECOND: u64 = 1_000_000_000_000;

    #[test]
    fn a_peak_between_two_steps_is_seen_in_the_first() {
        let queue = series(&[SECOND, 2 * SECOND, 2 * SECOND + 1, 3 * SECOND], &[1.0, 9.0, 2.0, 5.0]);
        assert_eq!(extremes(&queue, &[0.0, 1.5, 3.0]), (vec![0, 1, 5], vec![1, 9, 5]));
        assert_eq!(extremes(&queue, &[1.0, 1.0]), (vec![1, 1], vec![1, 1]));
    }

    #[test]
    fn samples_of_a_count_grow_evenly_and_changes_do_not() {
        let sampled = series(&[0, SECOND, 2 * SECOND, 3 * SECOND], &[0.0, 10.0, 10.0, 20.0]);
        assert_eq!(counted(&sampled, &[0.5, 1.5, 2.5, 9.0]), [5.0, 10.0, 15.0, 20.0]);
        let changes = series(&[0, SECOND, 3 * SECOND, 4 * SECOND], &[0.0, 10.0, 20.0, 30.0]);
        assert_eq!(counted(&changes, &[0.5, 2.9, 3.0]), [0.0, 10.0, 20.0]);
    }

    #[test]
    fn a_line_that_is_always_taken_is_full() {
        assert_eq!(taken(&[0.0, 1.0, 1.5], &[0.0, 1.0, 2.0]), [0.0, 1.0, 0.5]);
    }
}
