//! Driven from outside, a network is the same network: on random ones, the caller's slices of time, the times of its
//! offers, answers and settings, its promises, reference mode and forks change nothing.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use cellwise_net::{
    Arrived, LinkKey, LinkValue, OpenRun, OutsideFlow, OutsidePacket, Reached, Value, link_keys,
};
use cellwise_packet::Codepoint;
use cellwise_scenario::{Network, Records};
use cellwise_units::{Span, Time};
use proptest::prelude::*;

use crate::common::outside::{Doings, Way, add_idle, compared, declared, doings, drive, drive_with, opened};
use crate::common::random::scenario;
use crate::common::{cases, differences, network, run_network};
use crate::parallel::run_in_parts;

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn how_the_caller_slices_time_changes_nothing(
        scenario in scenario(10_000), which: u64, doings in doings(),
        cuts in prop::collection::vec(0u64..1000, 0..30),
    ) {
        let network = opened(&scenario.0, which);
        let ahead = drive(&network, &doings, &Way::Ahead);
        let cut = drive(&network, &doings, &Way::Cut(cuts));
        prop_assert_eq!(compared(&ahead, &cut), "");
    }

    #[test]
    fn an_open_promise_changes_nothing(scenario in scenario(10_000), which: u64, doings in doings()) {
        let doings = Doings { answers: false, ..doings };
        let network = opened(&scenario.0, which);
        let (ahead, promised) =
            (drive(&network, &doings, &Way::Ahead), drive(&network, &doings, &Way::Promised));
        prop_assert_eq!(compared(&ahead, &promised), "");
    }

    #[test]
    fn a_fork_goes_on_as_the_original(scenario in scenario(10_000), which: u64, doings in doings()) {
        let network = opened(&scenario.0, which);
        let (ahead, forked) =
            (drive(&network, &doings, &Way::Ahead), drive(&network, &doings, &Way::Forked));
        prop_assert_eq!(compared(&ahead, &forked), "");
    }

    #[test]
    fn reference_mode_agrees_on_every_arrival(
        scenario in scenario(10_000), which: u64, doings in doings(),
        cuts in prop::collection::vec(0u64..1000, 0..30),
    ) {
        let network = opened(&scenario.0, which);
        let normal = drive(&network, &doings, &Way::Ahead);
        let reference = drive(&Network { reference: true, ..network }, &doings, &Way::Cut(cuts));
        prop_assert_eq!(compared(&normal, &reference), "");
    }

    #[test]
    fn what_may_be_set_and_is_not_changes_nothing(
        scenario in scenario(10_000), which: u64, doings in doings(), reference: bool,
    ) {
        let network = Network { reference, ..opened(&scenario.0, which) };
        let rates = |key: &LinkKey| key.refused.is_none() && key.value == LinkValue::Rate;
        let keys: Vec<LinkKey> = link_keys(&network).into_iter().filter(rates).collect();
        let plain = Doings { sets: Vec::new(), declared: 0, ..doings };
        let without = drive(&network, &plain, &Way::Ahead);
        let with = drive_with(&network, &keys, &plain);
        // What waits for a line that may change is counted in whole picoseconds.
        let rounded = ["ports.queue_mean_waiting_cells ", "ports.wait_mean_s "];
        let found = compared(&without, &with);
        let found = found.lines().filter(|found| !rounded.iter().any(|name| found.starts_with(name)));
        prop_assert_eq!(found.collect::<Vec<_>>().join("\n"), "");
    }

    #[test]
    fn a_host_outside_that_is_idle_changes_nothing(scenario in scenario(10_000), which: prop::sample::Index) {
        let mut network = network(&scenario.0);
        let alone = run_network(network.clone());
        prop_assume!(add_idle(&mut network, &which));
        let beside = run_network(network);
        // Its row among the flows, and that it is counted at its hosts.
        let of_itself = ["flows: ", "hosts.flow_ends "];
        let of_others = |found: &String| !of_itself.iter().any(|own| found.starts_with(own));
        let found: Vec<String> = differences(&alone, &beside).into_iter().filter(of_others).collect();
        prop_assert_eq!(found.join("\n"), "");
    }

    #[test]
    fn with_idle_hosts_outside_parts_and_the_whole_agree(
        scenario in scenario(10_000), which: prop::sample::Index, threads in 2usize..5, reference: bool,
        events in 100u64..100_000,
    ) {
        let mut network = network(&scenario.0);
        // Cells that are recorded one by one would keep it whole.
        network.records = Records { segments: network.records.segments.clone(), ..Records::default() };
        network.reference = reference;
        prop_assume!(add_idle(&mut network, &which));
        let whole = run_network(network.clone());
        let (parts, _) = run_in_parts(network, threads, events);
        prop_assert_eq!(differences(&whole, &parts).join("\n"), "");
    }
}

#[test]
fn behind_a_line_whose_rate_was_set_cells_come_when_they_were_sent() {
    // The rates have different parts of a picosecond; a policer that lets all pass makes trains of the cells.
    let text = "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\nsw.kind = \"switch\"\n[links]\n\
        l = { ends = [\"a\", \"sw\"], rate = \"424 Mbit/s\", delay = \"5 us\" }\n\
        m = { ends = [\"sw\", \"b\"], rate = \"424 Mbit/s\", delay = \"5 us\" }\n\
        [vcs]\nv = { path = [\"a\", \"sw\", \"b\"], policing = { kind = \"cell\" }, \
        contract = { kind = \"vbr.1\", scr = \"200 Mbit/s\", mbs = \"9000 cells\" } }\n\
        [flows]\nf = { vc = \"v\", kind = \"outside\" }\n";
    let network = network(text);
    let keys = declared(&network, u64::MAX);
    let line = keys.iter().position(|key| key.key == "links.l.rate").unwrap();
    for (rate, cell_time) in
        [(60_571_428u64, "7.00000006604"), (155_520_000, "2.72633745"), (424_000_000, "1")]
    {
        let mut run = OpenRun::with_variable(network.clone(), &keys, 0).unwrap();
        let at = |us: u64| Time::from_ps(us * 1_000_000);
        run.set(line as u32, at(50), Value::Whole(rate));
        let (codepoint, dscp) = (Codepoint::NotEct, 0);
        run.offer(
            0,
            OutsidePacket {
                octets: 1000,
                codepoint,
                dscp,
                tag: 1,
                offered_at: at(100),
                flow: OutsideFlow::default(),
            },
        );
        // 1000 octets, 8 of encapsulation and 8 of trailer are 22 cells; the switch needs 1 us for the last.
        let sent = at(100) + Span::from_ps(22 * 424 * 1_000_000_000_000 / rate);
        let arrives = sent + Span::from_ps(11_000_000);
        assert_eq!(run.advance(Time::NEVER), Reached::Arrived(arrives), "a cell takes {cell_time} us");
    }
}

#[test]
fn a_packet_comes_out_at_the_other_end_after_its_cells() {
    let text = "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n\
        [links]\nl = { ends = [\"a\", \"b\"], rate = \"424 kbit/s\", delay = \"2 ms\" }\n\
        [vcs]\nv = { path = [\"a\", \"b\"] }\n[flows]\nf = { vc = \"v\", kind = \"outside\" }\n";
    let mut run = OpenRun::new(network(text)).unwrap();
    let packet = |tag, at_ms: u64| OutsidePacket {
        octets: 100,
        codepoint: Codepoint::Ect1,
        dscp: 9,
        tag,
        offered_at: Time::ZERO + Span::from_ps(at_ms * 1_000_000_000),
        flow: OutsideFlow::default(),
    };
    // 100 octets, 8 of encapsulation and 8 of trailer are 3 cells of 1 ms each.
    run.offer(0, packet(7, 1));
    run.offer(1, packet(8, 1));
    let at = Time::ZERO + Span::from_ps(6_000_000_000);
    assert_eq!(run.advance(Time::NEVER), Reached::Arrived(at));
    let mut arrived = Vec::new();
    run.take(&mut arrived);
    let expected = [(0, packet(8, 1)), (1, packet(7, 1))];
    assert_eq!(arrived, expected.map(|(port, packet)| Arrived { at, port, packet }));
    assert_eq!(run.earliest(), Time::NEVER);
    assert_eq!(run.advance(Time::NEVER), Reached::End);
}

#[test]
fn the_flows_of_a_port_take_parallel_links_and_each_keeps_its_own() {
    let link = |name: &str, ends: [&str; 2], rate: &str| {
        format!("{name} = {{ ends = {ends:?}, kind = \"raw\", rate = \"{rate}\", delay = \"1 ms\" }}\n")
    };
    let mut text =
        "duration = \"10 s\"\nrouter.equal_cost = \"hash\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n\
        r.kind = \"router\"\nq.kind = \"router\"\n[links]\n"
            .to_owned();
    text += &link("la", ["a", "r"], "1 Gbit/s");
    text += &link("lb", ["b", "q"], "1 Gbit/s");
    text.extend((0..4).map(|number| link(&format!("t{number}"), ["r", "q"], "8 Mbit/s")));
    text += "[flows]\nf = { kind = \"outside\", from = \"a\", to = \"b\" }\n";
    let network = network(&text);
    let (codepoint, dscp, offered_at) = (Codepoint::NotEct, 0, Time::from_ps(1));
    let offered = |flow: u32, tag: u64| OutsidePacket {
        octets: 1000,
        codepoint,
        dscp,
        tag,
        offered_at,
        flow: OutsideFlow { number: flow, ..OutsideFlow::default() },
    };
    // How many packets come in the first 100 ms, of which a link at 8 Mbit/s passes 97, and in which order.
    let come = |flows: u32| {
        let mut run = OpenRun::new(network.clone()).unwrap();
        (0..400).for_each(|tag| run.offer(0, offered(tag % flows, tag.into())));
        let (mut arrived, mut tags) = (Vec::new(), Vec::new());
        while let Reached::Arrived(_) = run.advance(Time::from_ps(100_000_000_000)) {
            run.take(&mut arrived);
            tags.extend(arrived.drain(..).map(|one| (one.packet.flow.number, one.packet.tag)));
        }
        tags
    };
    assert!((96..99).contains(&come(1).len()), "{}", come(1).len());
    let of_many = come(400);
    assert!(of_many.len() > 320, "{}", of_many.len());
    let of_few = come(7);
    for flow in 0..7 {
        let tags = of_few.iter().filter(|(of, _)| *of == flow).map(|(_, tag)| *tag);
        assert!(tags.is_sorted(), "the packets of a flow stay in order");
    }
}
