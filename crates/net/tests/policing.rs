//! Contracts in a network: what policers let through and what shapers send, against the arithmetic of
//! the contracts.

use cellwise_atm::policing::theory::{conforming_frames, idle_time};
use cellwise_net::Outcome;
use cellwise_units::{BitRate, Cells, Span};

use crate::common::networks::Star;
use crate::common::{count, differences, network, real, run, run_network};

const LINE_BPS: u64 = 155_520_000;
const SCR_BPS: u64 = 10_000_000;
/// A datagram of 9188 octets, which takes 192 cells.
const PAYLOAD_BYTES: u64 = 9160;

/// Hosts `a` and `b` at a switch, and a policed connection between them; `more` are keys of the
/// connection.
fn policed(mbs: u64, more: &str, flow: &str) -> String {
    let contract = format!(
        "policing = {{ kind = \"cell\" }}, contract = {{ kind = \"vbr.1\", scr = \"{SCR_BPS} bit/s\", mbs = \"{mbs} cells\" }}"
    );
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let vc = format!("{contract}{more}");
    let flows = [("a", "b", vc.as_str(), flow)];
    Star { settings: "duration = \"20 s\"", hosts: &hosts, flows: &flows }.text()
}

/// So many packets of 192 cells, `spacing_ps` from the start of one to the start of the next, or up to a
/// part in ten million more.
fn packets(number: u64, spacing_ps: u64) -> String {
    let bits_per_s = 8 * PAYLOAD_BYTES * 1_000_000_000_000 / spacing_ps;
    format!(
        "kind = \"udp\", size = \"{} bytes\", udp = {{ payload = \"{PAYLOAD_BYTES} bytes\", rate = \"{bits_per_s} bit/s\" }}",
        number * PAYLOAD_BYTES
    )
}

fn delivered(outcome: &Outcome) -> u64 {
    count(&outcome.flows, "f1", "segments_received")
}

fn discarded(outcome: &Outcome) -> u64 {
    outcome.policers.counts("discarded_cells").iter().sum()
}

#[test]
fn a_train_of_packets_conforms_for_as_long_as_equation_2_says() {
    let (line, scr) = (BitRate::from_bps(LINE_BPS), BitRate::from_bps(SCR_BPS));
    let cells_ps = 192 * 424 * 1_000_000_000_000 / LINE_BPS;
    let spacing_ps = 900_000_000;
    let idle = Span::from_ps(spacing_ps - cells_ps);
    let expected = [(1000, 5), (1500, 8), (2000, 10), (2500, 13), (3000, 16), (3500, 19), (4000, 21)];
    for (mbs, longest) in expected {
        let tolerance = cellwise_atm::contract::burst_tolerance(line, scr, Cells::new(mbs));
        assert_eq!(conforming_frames(line, scr, tolerance, Cells::new(192), idle), Some(longest));
        let fits = run(&policed(mbs, "", &packets(longest, spacing_ps)));
        assert_eq!((discarded(&fits), delivered(&fits)), (0, longest), "MBS {mbs}");
        let too_long = run(&policed(mbs, "", &packets(longest + 1, spacing_ps)));
        assert!(discarded(&too_long) > 0, "MBS {mbs}");
        assert_eq!(delivered(&too_long), longest, "MBS {mbs}");
    }
}

#[test]
fn packets_at_the_spacing_of_equation_3_conform_for_ever_and_one_percent_closer_they_do_not() {
    let (line, scr) = (BitRate::from_bps(LINE_BPS), BitRate::from_bps(SCR_BPS));
    let idle_ps = idle_time(line, scr, Cells::new(192)).get();
    assert_eq!((idle_ps + 500_000_000) / 1_000_000_000, 8, "about 7.6 ms");
    // From the first cell of a packet to its last there are 191 cell times.
    let burst_ps = 191 * 424 * 1_000_000_000_000 / LINE_BPS + 1;
    let at = |idle_ps: u64| run(&policed(192, "", &packets(2000, burst_ps + idle_ps)));
    let far = at(idle_ps);
    assert_eq!((discarded(&far), delivered(&far)), (0, 2000));
    let close = at(idle_ps * 99 / 100);
    assert!(delivered(&close) < 2000, "{}", delivered(&close));
}

#[test]
fn a_shaper_of_the_contract_loses_nothing_and_uses_all_of_it() {
    // Twice the sustainable rate for a second, then the rest from the shaper's queue.
    let flow = packets(270, 3_700_000_000);
    for (kind, first_wait) in [
        ("dual-leaky-bucket", 0.0),
        ("peak\", rate = \"10 Mbit/s", 0.0),
        ("frame", 0.0),
        ("frame\", release = \"idle-time", 0.0),
    ] {
        let shaped = run(&policed(1000, &format!(", shaping = {{ kind = \"{kind}\" }}"), &flow));
        assert_eq!((discarded(&shaped), delivered(&shaped)), (0, 270), "{kind}");
        let waits = &shaped.shapers;
        assert!(waits.reals("wait_mean_s")[0] > first_wait, "{kind}");
        // 270 packets of 192 cells at 10 Mbit/s take 2.2 s, the last second of which is after the input.
        assert!((1.0..1.4).contains(&waits.reals("wait_max_s")[0]), "{kind}: {waits:?}");
    }
    let unshaped = run(&policed(1000, "", &flow));
    assert!(delivered(&unshaped) < 150, "{}", delivered(&unshaped));
}

#[test]
fn a_source_at_the_rate_of_the_line_conforms_to_a_contract_for_that_rate() {
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let contract = "contract = { kind = \"cbr\", pcr = \"155.52 Mbit/s\" }, policing = { kind = \"cell\" }";
    let flows = [("a", "b", contract, "kind = \"udp\", udp = { payload = \"9160 bytes\", rate = \"line\" }")];
    let outcome = run(&Star { settings: "duration = \"200 ms\"", hosts: &hosts, flows: &flows }.text());
    assert!(delivered(&outcome) > 380);
    assert_eq!(discarded(&outcome), 0);
}

#[test]
fn a_driver_queue_drops_the_packets_that_find_it_full() {
    // Twenty packets at once, at 10 Mbit/s; three may be there.
    let keys = ", driver_queue = 3, shaping = { kind = \"peak\", rate = \"10 Mbit/s\" }";
    let outcome = run(&policed(1000, keys, &packets(20, 1_000_000)));
    assert_eq!((delivered(&outcome), outcome.shapers.counts("dropped_frames")[0]), (3, 17));
    assert_eq!(count(&outcome.vcs, "v1", "lost_driver_queue_cells"), 17 * 192);
}

#[test]
fn tagged_cells_are_the_first_to_be_refused_at_a_congested_port() {
    let contract = "contract = { kind = \"vbr.3\", scr = \"10 Mbit/s\", mbs = \"200 cells\" }, policing = { kind = \"cell\" }";
    let flow = packets(400, 2_000_000_000);
    let hosts = [("a", "155.52 Mbit/s"), ("b", "30 Mbit/s"), ("c", "155.52 Mbit/s")];
    let background =
        "kind = \"cells\", cells = { source = { pattern = \"constant\", rate = \"18 Mbit/s\" } }";
    let with = |threshold: &str| {
        let flows = [("a", "b", contract, flow.as_str()), ("c", "b", "", background)];
        let settings = format!("duration = \"1 s\"\n[switch]\nbuffer = \"2000 cells\"\n{threshold}");
        run(&Star { settings: &settings, hosts: &hosts, flows: &flows }.text())
    };
    let guarded = with("clp1_threshold = \"20 cells\"");
    assert!(outcome_tagged(&guarded) > 10_000);
    assert!(count(&guarded.vcs, "v1", "lost_clp_threshold_cells") > 1000);
    assert_eq!(count(&guarded.vcs, "v2", "cells_lost"), 0, "untagged cells have room");
    let unguarded = with("");
    assert_eq!(count(&unguarded.vcs, "v1", "lost_clp_threshold_cells"), 0);
    assert!(count(&unguarded.vcs, "v2", "cells_lost") > 0);
}

fn outcome_tagged(outcome: &Outcome) -> u64 {
    outcome.policers.counts("tagged_cells").iter().sum()
}

#[test]
fn a_sender_that_tags_whole_frames_leaves_the_policer_nothing_to_tag_but_last_cells() {
    let vc = |tagging: &str| {
        format!(
            "contract = {{ kind = \"vbr.3\", scr = \"10 Mbit/s\", mbs = \"400 cells\" }}, policing = {{ kind = \"cell\" }}{tagging}"
        )
    };
    let flow = packets(200, 2_000_000_000);
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let at = |keys: &str| {
        let flows = [("a", "b", keys, flow.as_str())];
        run(&Star { settings: "duration = \"1 s\"", hosts: &hosts, flows: &flows }.text())
    };
    let by_policer = at(&vc(""));
    let by_sender = at(&vc(", tagging = \"preventive\""));
    let tagged_frames = by_sender.shapers.counts("tagged_frames")[0];
    assert!((100..200).contains(&tagged_frames), "{tagged_frames}");
    assert!(outcome_tagged(&by_policer) > 10_000);
    assert!(outcome_tagged(&by_sender) <= tagged_frames, "{}", outcome_tagged(&by_sender));
    assert_eq!((delivered(&by_policer), delivered(&by_sender)), (200, 200));
}

#[test]
fn a_receiver_that_is_too_slow_drops_packets() {
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let flow = packets(100, 1_000_000_000);
    let flows = [("a", "b", "", flow.as_str())];
    let settings = "duration = \"1 s\"\n[host]\nreceive_processing = { base = \"1 ms\", per_byte = \"100 ns\" }\nreceive_queue = 4";
    let outcome = run(&Star { settings, hosts: &hosts, flows: &flows }.text());
    // 1 ms + 9188 * 100 ns = 1.9188 ms for each, one comes each ms.
    let dropped = count(&outcome.hosts, "b", "dropped_packets");
    assert_eq!(delivered(&outcome) + dropped, 100);
    assert!((44..50).contains(&dropped), "{dropped}");
}

#[test]
fn marks_of_a_congested_port_reach_a_sender_with_ecn() {
    let hosts = [("a", "155.52 Mbit/s"), ("b", "10 Mbit/s")];
    let flow = "kind = \"tcp\", tcp = { ecn = true, mss = \"1460 bytes\", timer_tick = \"10 ms\", delayed_ack = false, receive_window = \"65535 bytes\" }";
    let flows = [("a", "b", "", flow)];
    let settings = "duration = \"2 s\"\n[switch]\nbuffer = \"2000 cells\"\nrate_rule = { rule = \"efci\", low = \"100 cells\", high = \"100 cells\" }";
    let text = Star { settings, hosts: &hosts, flows: &flows }.text();
    let outcome = run(&text);
    assert!(count(&outcome.flows, "f1", "ecn_reductions") > 3);
    assert_eq!(count(&outcome.flows, "f1", "retransmitted_segments"), 0);
    let deaf = run(&text.replace("ecn = true", "ecn = false"));
    assert_eq!(count(&deaf.flows, "f1", "ecn_reductions"), 0);
    assert!(
        count(&outcome.ports, "sw.b", "queue_max_waiting_cells")
            < count(&deaf.ports, "sw.b", "queue_max_waiting_cells")
    );
    assert!(real(&outcome.flows, "f1", "throughput_bps") > 0.8 * real(&deaf.flows, "f1", "throughput_bps"));
}

#[test]
fn ttcp_sees_its_transfer_begin_and_end() {
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let flow = "kind = \"tcp\", size = \"4 MiB\", start = \"5 ms\", tcp = { handshake = true, close = true, write_size = \"16 KiB\", send_buffer = \"49152 bytes\", receive_window = \"49152 bytes\", mss = \"9148 bytes\" }";
    let flows = [("a", "b", "", flow)];
    let outcome = run(&Star { settings: "duration = \"5 s\"", hosts: &hosts, flows: &flows }.text());
    let at = |column: &str| real(&outcome.flows, "f1", column);
    assert_eq!(at("started_s"), 0.005);
    let order = ["started_s", "sender_established_s", "receiver_established_s", "written_s", "ended_s"];
    assert!(order.windows(2).all(|pair| at(pair[0]) <= at(pair[1])), "{:?}", order.map(at));
    assert!(at("acknowledged_s") < 1.0);
    assert_eq!(count(&outcome.flows, "f1", "delivered_bytes"), 4 << 20);
}

#[test]
fn a_virtual_path_polices_its_connections_together() {
    // Two connections of 4 Mbit/s each in a path of 6 Mbit/s.
    let text = |rate: &str| {
        let mut text = String::from("duration = \"1 s\"\n[nodes]\n");
        for node in ["a", "b", "c"] {
            text += &format!("{node} = {{ kind = \"host\" }}\n");
        }
        for node in ["s1", "s2"] {
            text += &format!("{node} = {{ kind = \"switch\" }}\n");
        }
        text += "[links]\n";
        for (name, ends) in
            [("la", ["a", "s1"]), ("lb", ["b", "s1"]), ("t", ["s1", "s2"]), ("lc", ["s2", "c"])]
        {
            text += &format!("{name} = {{ ends = {ends:?}, rate = \"155.52 Mbit/s\", delay = \"0 s\" }}\n");
        }
        text += &format!(
            "[vps]\np = {{ path = [\"s1\", \"s2\"], contract = {{ kind = \"cbr\", pcr = \"{rate}\", cdvt = \"1 ms\" }}, policing = {{ kind = \"cell\" }} }}\n[vcs]\n"
        );
        for (name, host) in [("v1", "a"), ("v2", "b")] {
            text += &format!("{name} = {{ path = [\"{host}\", \"s1\", \"s2\", \"c\"], vp = \"p\" }}\n");
        }
        text += "[flows]\n";
        for (name, vc) in [("f1", "v1"), ("f2", "v2")] {
            text += &format!(
                "{name} = {{ kind = \"cells\", vc = \"{vc}\", cells = {{ source = {{ pattern = \"constant\", rate = \"4 Mbit/s\" }} }} }}\n"
            );
        }
        text
    };
    let (narrow, wide) = (run(&text("6 Mbit/s")), run(&text("8 Mbit/s")));
    assert_eq!(discarded(&wide), 0);
    // 2 Mbit/s too many for a second.
    let expected = 2_000_000 / 424;
    assert!(discarded(&narrow).abs_diff(expected) < 20, "{} {expected}", discarded(&narrow));
    assert_eq!(&narrow.policers.texts("policer")[0], "s2.p");
}

#[test]
fn a_call_carries_data_while_it_is_connected_only() {
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let vc = "switched = true, setup_at = \"10 ms\", hold = \"100 ms\", contract = { kind = \"cbr\", pcr = \"100 Mbit/s\" }";
    let cells = "kind = \"cells\", cells = { source = { pattern = \"constant\", rate = \"1 Mbit/s\" } }";
    let flows = [("a", "b", vc, cells), ("a", "b", vc, cells)];
    let settings = "duration = \"1 s\"\nadmission.rule = \"peak\"\nsignalling.processing = \"5 ms\"";
    let outcome = run(&Star { settings, hosts: &hosts, flows: &flows }.text());
    assert_eq!(outcome.calls.texts("outcome"), ["connected", "refused"]);
    assert_eq!(&outcome.calls.texts("refused_at")[1], "a.nic");
    let sent = outcome.flows.counts("segments_sent");
    // 100 ms at a cell in 424 us.
    assert!((235..=237).contains(&sent[0]), "{sent:?}");
    assert_eq!(sent[1], 0);
}

#[test]
fn flows_of_refused_calls_never_start() {
    let hosts = [("a", "155.52 Mbit/s"), ("b", "155.52 Mbit/s")];
    let refused = "switched = true, contract = { kind = \"cbr\", pcr = \"155 Mbit/s\" }";
    let taken = "contract = { kind = \"cbr\", pcr = \"1 Mbit/s\" }";
    let cells = "kind = \"cells\", cells = { source = { pattern = \"constant\", rate = \"1 Mbit/s\" } }";
    for flow in ["kind = \"tcp\", tcp = { handshake = true }", "kind = \"udp\", stop = \"50 ms\"", cells] {
        let flows = [("a", "b", taken, cells), ("a", "b", refused, flow)];
        let settings = "duration = \"100 ms\"\nadmission.rule = \"peak\"";
        let outcome = run(&Star { settings, hosts: &hosts, flows: &flows }.text());
        assert_eq!(outcome.calls.texts("outcome"), ["refused"], "{flow}");
        assert_eq!(outcome.flows.counts("segments_sent")[1], 0, "{flow}");
        assert!(outcome.flows.reals("started_s")[1].is_nan(), "{flow}");
    }
}

#[test]
fn policing_and_shaping_agree_with_reference_mode() {
    for keys in [
        "",
        ", shaping = { kind = \"dual-leaky-bucket\" }",
        ", shaping = { kind = \"frame\", timer_tick = \"10 ms\" }",
    ] {
        let text = policed(300, keys, &packets(50, 1_500_000_000));
        let normal = network(&text);
        let reference = cellwise_scenario::Network { reference: true, ..normal.clone() };
        assert_eq!(
            differences(&run_network(normal), &run_network(reference)),
            Vec::<String>::new(),
            "{keys}"
        );
    }
}
