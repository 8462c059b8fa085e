//! ATM Forum 96-1269, Table 1: with an unlimited buffer, the longest queue, efficiency and
//! fairness of N TCP sources over one link.

use crate::common::networks::{GOYAL96_TCP, NSource};
use crate::common::{count, run};

/// What a 155.52 Mbit/s link carries of 512-byte segments in 12 cells, in bit/s.
const PAYLOAD_RATE: f64 = 155.52e6 * 512.0 / 636.0;

struct Row {
    max_waiting_cells: u64,
    efficiency: f64,
    fairness: f64,
    lost: u64,
}

fn row(scenario: &NSource<'_>) -> Row {
    let outcome = run(&scenario.text());
    let rates = outcome.flows.reals("throughput_bps");
    let sum: f64 = rates.iter().sum();
    let squares: f64 = rates.iter().map(|rate| rate * rate).sum();
    Row {
        max_waiting_cells: count(&outcome.ports, "sw1.trunk", "queue_max_waiting_cells"),
        efficiency: sum / PAYLOAD_RATE,
        fairness: sum * sum / (f64::from(scenario.sources) * squares),
        lost: outcome.audit.lost,
    }
}

fn lan(sources: u32) -> Row {
    row(&NSource { sources, ..NSource::default() })
}

fn wan(sources: u32) -> Row {
    let rest = format!("{GOYAL96_TCP}receive_window = \"600000 bytes\"\n");
    row(&NSource { sources, link_delay: "5 ms", duration: "20 s", rest: &rest, ..NSource::default() })
}

#[track_caller]
fn assert_fair_and_efficient(row: &Row) {
    assert!(row.efficiency >= 0.985, "efficiency {}", row.efficiency);
    assert!(row.efficiency <= 1.0, "efficiency {}", row.efficiency);
    assert!(row.fairness >= 0.999, "fairness {}", row.fairness);
    assert_eq!(row.lost, 0);
}

#[test]
fn five_sources_in_the_lan_leave_7591_cells_waiting() {
    let row = lan(5);
    assert_eq!(row.max_waiting_cells, 7591);
    assert_fair_and_efficient(&row);
}

#[test]
fn fifteen_sources_in_the_lan_leave_22831_cells_waiting() {
    let row = lan(15);
    assert_eq!(row.max_waiting_cells, 22831);
    assert_fair_and_efficient(&row);
}

#[test]
fn five_sources_in_the_wan_come_within_1_percent_of_59211_cells() {
    let row = wan(5);
    assert!((58_619..=59_803).contains(&row.max_waiting_cells), "{}", row.max_waiting_cells);
    assert_fair_and_efficient(&row);
}

#[test]
fn fifteen_sources_in_the_wan_come_within_2_5_percent_of_196203_cells() {
    let row = wan(15);
    assert!((191_298..=201_108).contains(&row.max_waiting_cells), "{}", row.max_waiting_cells);
    assert_fair_and_efficient(&row);
}
