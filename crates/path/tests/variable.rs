//! Values that are set on links: the first packet for which they hold, refusals, and fates of packet links.

use cellwise_path::{Opening, Packet, Path, PathError, Seed, SetError, Stop};
use cellwise_scenario::parse_toml;
use cellwise_units::{Span, Time};

const BLACK_HOLE: &str = "links.l.packet_errors.packet_error_ratio";

/// Two hosts with a line between that takes 1 ms for a packet of 1000 octets, or for a cell, and a delay of 1 ms.
fn text(more: &str) -> String {
    format!(
        "duration = \"10 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n\
         [links]\nl = {{ ends = [\"a\", \"b\"], delay = \"1 ms\", {more}"
    )
}

fn packets(more: &str) -> String {
    text(&format!(
        "kind = \"raw\", rate = \"8 Mbit/s\"{more} }}\n\
         [flows]\nf = {{ from = \"a\", to = \"b\", kind = \"outside\" }}\n"
    ))
}

fn cells(more: &str) -> String {
    text(&format!(
        "rate = \"424 kbit/s\"{more} }}\n\
         [vcs]\nv = {{ path = [\"a\", \"b\"] }}\n[flows]\nf = {{ vc = \"v\", kind = \"outside\" }}\n"
    ))
}

fn opened(text: &str, variable: &[&str]) -> Result<Path, PathError> {
    let scenario = parse_toml(text).and_then(|document| document.scenario());
    let scenario = scenario.unwrap_or_else(|issues| panic!("{issues:?}\n{text}"));
    let variable = variable.iter().map(|key| (*key).to_owned()).collect();
    Path::open(&scenario, Seed(3), &Opening { variable, fates: true })
}

fn us(us: u64) -> Time {
    Time::ZERO + Span::from_ps(us * 1_000_000)
}

/// Offers so many packets at once to the first port.
fn offer(path: &mut Path, at: Time, tags: std::ops::Range<u64>, octets: u32) {
    let port = path.port("a").unwrap();
    for tag in tags {
        path.offer(port, at, Packet { octets, tag, ..Packet::default() }).unwrap();
    }
}

/// When what arrives does, in microseconds, by tag, to the end.
fn arrivals(path: &mut Path) -> Vec<(u64, u64)> {
    let mut all = Vec::new();
    while let Stop::Delivered(_) = path.run(Time::NEVER) {
        all.extend(path.take().iter().map(|one| (one.tag, one.at.ps() / 1_000_000)));
    }
    all
}

#[test]
fn a_rate_holds_for_what_is_begun_then_on_links_of_packets_and_of_cells() {
    // Of 8 octets, and 16 of encapsulation and trailer, one cell is made.
    for (text, octets, slow) in [(packets(""), 1000, 4_000_000u64), (cells(""), 8, 212_000)] {
        let mut path = opened(&text, &["links.l.rate"]).unwrap();
        offer(&mut path, us(0), 0..4, octets);
        path.set("links.l.rate", us(1500), slow).unwrap();
        path.set("links.l.rate", us(2500), 4 * slow).unwrap();
        // The second has begun at 1 ms; the third begins at 2 ms at half the rate, the fourth at 4 ms at twice.
        assert_eq!(arrivals(&mut path), [(0, 2000), (1, 3000), (2, 5000), (3, 5500)], "{text}");
    }
}

#[test]
fn a_line_that_is_stopped_ends_what_it_sends_and_keeps_the_rest_until_it_goes_on() {
    for (text, octets, rate) in [(packets(""), 1000, 8_000_000u64), (cells(""), 8, 424_000)] {
        let mut path = opened(&text, &["links.l.rate"]).unwrap();
        offer(&mut path, us(0), 0..2, octets);
        path.set("links.l.rate", us(500), 0u64).unwrap();
        offer(&mut path, us(700), 2..3, octets);
        assert_eq!(path.run(us(5000)), Stop::Delivered(us(2000)), "{text}");
        assert_eq!(path.run(us(5000)), Stop::Until, "{text}");
        let mut stopped = path.clone();
        path.set("links.l.rate", us(9000), rate).unwrap();
        assert_eq!(arrivals(&mut path), [(0, 2000), (1, 11_000), (2, 12_000)], "{text}");
        assert_eq!(arrivals(&mut stopped), [], "{text}");
        assert_eq!(stopped.take().len(), 1, "{text}");
        // The counts balance with the packets that wait.
        stopped.finish().unwrap();
    }
}

#[test]
fn a_black_hole_loses_what_is_begun_while_it_is_one_and_says_so() {
    let key = "links.l.errors.cell_error_ratio";
    for (text, octets, key) in [(packets(""), 1000, BLACK_HOLE), (cells(""), 8, key)] {
        let mut path = opened(&text, &[key]).unwrap();
        offer(&mut path, us(0), 0..5, octets);
        path.set(key, us(1500), 1.0).unwrap();
        path.set(key, us(3500), 0.0).unwrap();
        assert_eq!(arrivals(&mut path), [(0, 2000), (1, 3000), (4, 6000)], "{text}");
        let fates = path.fates();
        let reported: Vec<(u64, &str)> = fates.iter().map(|fate| (fate.tag, fate.reason.as_str())).collect();
        assert_eq!(reported, [(2, "line-error"), (3, "line-error")], "{text}");
    }
}

#[test]
fn a_share_of_the_packets_is_lost_from_then_on() {
    let mut path = opened(&packets(""), &[BLACK_HOLE]).unwrap();
    path.set(BLACK_HOLE, us(0), 0.25).unwrap();
    (0..4000).for_each(|tag| offer(&mut path, us(1000 * tag), tag..tag + 1, 1000));
    let came = arrivals(&mut path).len();
    // Five standard deviations of a binomial of 4000 and 0.75 are 137.
    assert!(came.abs_diff(3000) < 137, "{came}");
    assert_eq!(came + path.fates().len(), 4000);
}

#[test]
fn a_probe_reports_nothing_before_it_has_recorded_something() {
    let probe = "[probes]\nsojourn = { port = \"a.nic\" }\n";
    let mut path = opened(&(packets("") + probe), &[]).unwrap();
    offer(&mut path, us(500), 0..3, 1000);
    // Each is sent for 1 ms, and the next one waits for it.
    for (at, waited_s) in [(400, None), (600, Some(0.0)), (1400, Some(0.0)), (1600, Some(0.001))] {
        assert_eq!(path.run(us(at)), Stop::Until);
        let reported = path.probes().unwrap();
        let value = Some(reported[0].1).filter(|value| !value.is_nan());
        assert_eq!((reported.len(), &*reported[0].0, value), (1, "sojourn a.nic", waited_s), "at {at} us");
    }
}

#[test]
fn rates_that_are_set_while_nothing_is_sent_come_to_the_same_as_a_table_of_them() {
    let table = ", line = { line = \"rate-table\", rates = [{ at = \"0 s\", rate = \"8 Mbit/s\" }, \
                 { at = \"20 ms\", rate = \"3 Mbit/s\" }, { at = \"60 ms\", rate = \"17 Mbit/s\" }] }";
    let mut given = opened(&packets(table), &[]).unwrap();
    let mut set = opened(&packets(""), &["links.l.rate"]).unwrap();
    set.set("links.l.rate", us(20_000), 3_000_000u64).unwrap();
    set.set("links.l.rate", us(60_000), 17_000_000u64).unwrap();
    for path in [&mut given, &mut set] {
        for (at, tags) in [(0, 0..9), (25_000, 9..20), (61_234, 20..40)] {
            offer(path, us(at), tags, 777);
        }
    }
    assert_eq!(arrivals(&mut given), arrivals(&mut set));
}

#[test]
fn what_is_not_declared_or_not_in_range_is_refused_with_the_names_that_there_are() {
    let mut path = opened(&packets(""), &["links.l.rate", BLACK_HOLE]).unwrap();
    let error = path.set("links.l.reverse_rate", us(1), 1_000_000u64).unwrap_err();
    let reported = "links.l.reverse_rate: nothing of that name can be set while the path runs; did you mean links.l.rate?; \
                what can be: links.l.rate, links.l.packet_errors.packet_error_ratio";
    assert_eq!(error.to_string(), reported);
    let error = path.set(BLACK_HOLE, us(1), 1.5).unwrap_err();
    assert_eq!(error.to_string(), format!("{BLACK_HOLE} = 1.5: give 0 to 1"));
    assert!(path.set(BLACK_HOLE, us(1), f64::NAN).is_err());
    let error = path.set("links.l.rate", us(1), 0.5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "links.l.rate = 0.5, which is given as a share: give 0 to 10000000000000 bit/s"
    );
    assert!(path.set("links.l.rate", us(1), 10_000_000_000_001u64).is_err());
    path.run(us(9));
    assert!(matches!(path.set("links.l.rate", us(8), 1u64), Err(SetError::Late { .. })));
    let error = path.sending("links.l.rate").unwrap_err();
    assert_eq!(
        error.to_string(),
        "links.l.rate is no congestion window; give a flow tcp.variant = \"external\", and it has one"
    );
}

#[test]
fn what_cannot_be_variable_is_refused_when_the_path_is_opened_all_at_once() {
    let trace = ", line = { line = \"rate-table\", rates = [{ at = \"0 s\", rate = \"8 Mbit/s\" }] }, \
                 packet_errors = { model = \"bursts\" }";
    let error =
        opened(&packets(trace), &["links.l.rate", BLACK_HOLE, "links.l.delay"]).map(|_| ()).unwrap_err();
    let reported: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    assert_eq!(reported.len(), 3, "{reported:?}");
    assert!(reported[0].contains("its line is \"rate-table\""), "{reported:?}");
    assert!(reported[1].contains("its errors are \"bursts\""), "{reported:?}");
    assert!(
        reported[2].contains("it has links.l.rate, links.l.packet_errors.packet_error_ratio"),
        "{reported:?}"
    );
}

#[test]
fn every_packet_that_a_packet_link_loses_has_a_fate_whoever_asks_when() {
    let queue = ", queue = { discipline = \"tail\", limit = \"3 packets\" }, \
                 packet_errors = { model = \"independent\", packet_error_ratio = 0.3 }";
    let mut from_the_start = opened(&packets(queue), &[]).unwrap();
    let scenario = parse_toml(&packets(queue)).unwrap().scenario().unwrap();
    let mut from_then_on = Path::new(&scenario, Seed(3)).unwrap();
    offer(&mut from_the_start, us(0), 0..50, 1000);
    offer(&mut from_then_on, us(0), 0..50, 1000);
    from_then_on.keep_fates();
    for path in [&mut from_the_start, &mut from_then_on] {
        (1..30).for_each(|n| offer(path, us(n * 5000), 50 * n..50 * n + 2, 1000));
        // Events known ahead of the clock are not reported before their time.
        path.run(us(0));
        assert!(path.fates().iter().all(|fate| fate.at == us(0)));
        let came = arrivals(path).len();
        let fates = path.fates();
        assert!(fates.iter().any(|fate| fate.reason == "line-error"));
        assert_eq!(came + fates.len(), 50 + 58 - 46, "46 found no room at the start");
    }
}
