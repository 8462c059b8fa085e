//! A path as its callers see it: names, refusals, instants, fates, forks, and that it does not grow.

mod laws;
mod variable;

use cellwise_engine::memory::{self, Counting};
use cellwise_path::{Ecn, Limit, Next, OfferError, Packet, Path, PathError, Port, Seed, SetError, Stop};
use cellwise_scenario::parse_toml;
use cellwise_units::{Span, Time};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Two hosts with a switch between, whose buffer has room for so many cells.
fn through_switch(buffer_cells: u32, more: &str) -> String {
    format!(
        "duration = \"1000 s\"\n{more}\n[nodes]\nclient.kind = \"host\"\nserver.kind = \"host\"\n\
         sw = {{ kind = \"switch\", buffer = \"{buffer_cells} cells\" }}\n\
         [links]\naccess = {{ ends = [\"client\", \"sw\"], rate = \"155.52 Mbit/s\", delay = \"10 us\" }}\n\
         line = {{ ends = [\"sw\", \"server\"], rate = \"424 kbit/s\", delay = \"2 ms\" }}\n\
         [vcs]\nv = {{ path = [\"client\", \"sw\", \"server\"] }}\n"
    )
}

fn made(text: &str) -> Result<Path, PathError> {
    let scenario = parse_toml(text).and_then(|document| document.scenario());
    Path::new(&scenario.unwrap_or_else(|issues| panic!("{issues:?}")), Seed(1))
}

fn path(buffer_cells: u32) -> Path {
    let text = through_switch(buffer_cells, "") + "[flows]\nf = { vc = \"v\", kind = \"outside\" }\n";
    made(&text).unwrap_or_else(|error| panic!("{error}"))
}

fn ms(ms: u64) -> Time {
    Time::ZERO + Span::from_ps(ms * 1_000_000_000)
}

fn packet(octets: u32, tag: u64) -> Packet {
    Packet { octets, tag, ..Packet::default() }
}

#[test]
fn ports_have_the_names_of_their_hosts_where_those_are_unique() {
    assert_eq!(path(9).ports(), ["client", "server"]);
    let two = through_switch(9, "")
        + "[flows]\nf = { vc = \"v\", kind = \"outside\" }\ng = { vc = \"v\", kind = \"outside\" }\n";
    let path = made(&two).unwrap();
    assert_eq!(path.ports(), ["f@client", "f@server", "g@client", "g@server"]);
    let error = path.port("client").unwrap_err();
    let reported = "the path has no port \"client\"; it has f@client, f@server, g@client, g@server";
    assert_eq!(error.to_string(), reported);
}

#[test]
fn a_network_without_ports_is_no_path() {
    let text = through_switch(9, "") + "[flows]\nf = { vc = \"v\" }\n";
    assert_eq!(made(&text).map(|_| ()), Err(PathError::NoPort));
}

#[test]
fn what_is_refused_is_reported_and_changes_nothing() {
    let mut path = path(1000);
    let client = path.port("client").unwrap();
    assert_eq!(path.run(ms(5)), Stop::Until);
    let late = path.offer(client, ms(4), packet(100, 1));
    assert_eq!(late, Err(OfferError::Late { at: ms(4), now: ms(5) }));
    let mtu = path.mtu(client);
    let long = path.offer(client, ms(5), packet(mtu + 1, 1));
    assert_eq!(long, Err(OfferError::TooLong { octets: mtu + 1, mtu }));
    assert_eq!(path.offer(client, ms(5), packet(0, 1)), Err(OfferError::Empty));
    let class = Packet { class: 64, ..packet(1, 1) };
    assert_eq!(path.offer(client, ms(5), class), Err(OfferError::Class { class: 64 }));
    path.promise_open(ms(7));
    let promised = path.offer(client, ms(6), packet(1, 1));
    assert_eq!(promised, Err(OfferError::Promised { at: ms(6), promised: ms(7) }));
    assert_eq!(path.run(ms(100)), Stop::Until);
    assert_eq!(path.earliest(), Time::NEVER);
}

#[test]
fn the_port_of_another_path_is_refused() {
    let two = through_switch(9, "")
        + "[flows]\nf = { vc = \"v\", kind = \"outside\" }\ng = { vc = \"v\", kind = \"outside\" }\n";
    let other: Port = made(&two).unwrap().port("g@client").unwrap();
    let error = path(9).offer(other, ms(0), packet(1, 1));
    assert_eq!(error, Err(OfferError::UnknownPort { port: 2, ports: 2 }));
}

#[test]
fn an_answer_may_be_given_at_the_instant_of_its_cause() {
    let mut path = path(1000);
    let (client, server) = (path.port("client").unwrap(), path.port("server").unwrap());
    path.offer(client, ms(0), Packet { ecn: Ecn::Ect1, class: 46, ..packet(100, 7) }).unwrap();
    let Stop::Delivered(at) = path.run(ms(1000)) else { panic!("it arrives") };
    let taken = path.take();
    let [delivery] = taken.as_slice() else { panic!("{taken:?}") };
    assert_eq!((delivery.port, delivery.at, delivery.tag), (server, at, 7));
    assert_eq!((delivery.ecn, delivery.class, delivery.octets), (Ecn::Ect1, 46, 100));
    path.offer(server, at, packet(1, 8)).unwrap();
    assert!(path.earliest() >= at + Span::from_ps(2_000_000_000));
    let Stop::Delivered(back) = path.run(ms(1000)) else { panic!("the answer arrives") };
    assert!(back > at);
    assert_eq!(path.take()[0].port, client);
}

#[test]
fn fates_say_what_does_not_arrive_where_and_why() {
    // Room for 7 cells: 2 packets of 3 of 5, and of the third a part.
    let mut path = path(7);
    path.keep_fates();
    let client = path.port("client").unwrap();
    (0..5).for_each(|tag| path.offer(client, ms(1), packet(100, tag)).unwrap());
    let mut arrived = Vec::new();
    while let Stop::Delivered(_) = path.run(ms(1000)) {
        arrived.extend(path.take().iter().map(|delivery| delivery.tag));
    }
    let fates = path.fates();
    let mut all: Vec<u64> = arrived.iter().copied().chain(fates.iter().map(|fate| fate.tag)).collect();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3, 4], "{arrived:?} {fates:?}");
    assert!(!fates.is_empty());
    for fate in &fates {
        assert_eq!((fate.place.as_str(), fate.reason.as_str()), ("sw.line", "overflow"), "{fate:?}");
        assert_eq!((fate.port, fate.offered_at), (client, ms(1)));
        assert!(fate.at > ms(1) && fate.at < ms(2));
    }
    assert!(path.fates().is_empty(), "each is reported once");
}

#[test]
fn a_copy_is_reported_before_it_is_delivered_or_has_a_fate() {
    let text = "duration = \"10 s\"\n[nodes]\nclient.kind = \"host\"\nserver.kind = \"host\"\nr.kind = \"router\"\n[links]\n\
                a = { ends = [\"client\", \"r\"], kind = \"raw\", rate = \"1 Mbit/s\", delay = \"1 ms\", duplicate_ratio = 1 }\n\
                b = { ends = [\"r\", \"server\"], kind = \"raw\", rate = \"1 Mbit/s\", delay = \"1 ms\", \
                packet_errors = { model = \"scripted\", packets = [2, 3] } }\n\
                [flows]\nf = { kind = \"outside\", from = \"client\", to = \"server\" }\n";
    let mut path = made(text).unwrap();
    path.keep_fates();
    let client = path.port("client").unwrap();
    (0..3).for_each(|tag| path.offer(client, ms(1), packet(100, tag)).unwrap());
    let (mut copied, mut arrived) = (Vec::new(), Vec::new());
    while let Stop::Delivered(_) = path.run(ms(1000)) {
        copied.extend(path.copied());
        arrived.extend(path.take().iter().map(|delivery| delivery.tag));
    }
    let lost: Vec<u64> = path.fates().iter().map(|fate| fate.tag).collect();
    assert_eq!((copied, arrived, lost), (vec![0, 1, 2], vec![0, 1, 2, 2], vec![0, 1]));
}

#[test]
fn the_duration_is_the_end_and_the_books_balance_wherever_it_is_closed() {
    let mut path = path(1000);
    let client = path.port("client").unwrap();
    path.offer(client, ms(1), packet(1000, 1)).unwrap();
    assert_eq!(path.run(ms(2)), Stop::Until);
    let outcome = path.clone().finish().unwrap();
    // Of packets under way more may be counted than has happened, but never something twice or not at all.
    assert_eq!((outcome.simulated_s, outcome.audit.sent), (0.002, 22));
    while let Stop::Delivered(_) = path.run(Time::NEVER) {}
    assert_eq!(path.run(Time::NEVER), Stop::Limit(Limit::End));
    assert_eq!(path.now(), ms(1_000_000));
    assert_eq!(path.finish().unwrap().audit.held, 0);
}

#[test]
fn limits_count_for_each_call() {
    let text =
        through_switch(1000, "limits.events = 1000") + "[flows]\nf = { vc = \"v\", kind = \"outside\" }\n";
    let mut path = made(&text).unwrap();
    let client = path.port("client").unwrap();
    let (mut limited, mut arrived) = (0, 0);
    (0..2000).for_each(|tag| path.offer(client, ms(10 * tag), packet(40, tag)).unwrap());
    path.promise_open(ms(20_000));
    for _ in 0..10_000 {
        match path.run(ms(20_000)) {
            Stop::Delivered(_) => arrived += path.take().len(),
            Stop::Limit(Limit::Scenario(limit)) => {
                assert!(limit.starts_with("limits.events"), "{limit}");
                limited += 1;
            }
            Stop::Until => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(arrived, 2000);
    assert!(limited > 0);
}

#[test]
fn memory_does_not_grow_with_time() {
    let mut path = path(1000);
    path.keep_fates();
    let client = path.port("client").unwrap();
    let run = |seconds: u64, path: &mut Path| {
        for n in 0..seconds * 100 {
            let at = path.now() + Span::from_ps(10_000_000_000);
            path.offer(client, at, packet(40 + (n % 400) as u32, n)).unwrap();
            while let Stop::Delivered(_) = path.run(at) {
                path.take();
            }
            path.fates();
        }
    };
    run(20, &mut path);
    let before = memory::held();
    run(100, &mut path);
    let grown = memory::held() - before;
    assert!(grown.abs() < 2_000, "{grown} bytes more after ten thousand packets");
}

#[test]
fn what_waits_to_enter_counts_and_makes_room_when_it_has_gone() {
    let text = through_switch(1000, "limits.memory = \"4 MB\"")
        + "[flows]\nf = { vc = \"v\", kind = \"outside\" }\n";
    let mut path = made(&text).unwrap();
    let client = path.port("client").unwrap();
    let before = memory::held();
    // One packet each 10 ms, as the line takes them, until there is no room.
    let fill = |path: &mut Path, first_ms: u64| {
        let offer = |tag| path.offer(client, ms(first_ms + 10 * tag), packet(40, tag)).err().zip(Some(tag));
        (0..).find_map(offer).unwrap()
    };
    let (error, offered) = fill(&mut path, 1);
    assert!(offered > 5_000, "{offered}");
    assert!(
        matches!(&error, OfferError::Memory(reported) if reported.starts_with("limits.memory: ")),
        "{error}"
    );
    assert_eq!(path.check(client, ms(1), packet(40, 0)), Err(error));
    let held = memory::held() - before;
    assert!(held < 2_200_000, "{held}");
    while let Stop::Delivered(_) = path.run(ms(500_000)) {
        path.take();
    }
    let (_, again) = fill(&mut path, 500_001);
    assert!(again > offered / 2, "{again} after {offered}");
}

#[test]
fn a_path_can_go_to_another_thread() {
    fn goes<T: Send>() {}
    goes::<Path>();
}

/// A sender of segments of 1000 octets whose window is set from outside, next to a port.
fn with_window() -> Path {
    with_window_and("")
}

fn with_window_and(more: &str) -> Path {
    let text = through_switch(1000, "")
        + "[flows]\nf = { vc = \"v\", kind = \"outside\" }\n\
           g = { vc = \"v\", tcp = { variant = \"external\", mss = \"1000 bytes\" } }\n"
        + more;
    made(&text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_window_is_set_at_its_instant_and_what_it_has_room_for_is_sent() {
    let mut path = with_window();
    let [variable] = path.variables() else { panic!("{:?}", path.variables()) };
    assert_eq!((variable.least, variable.window.as_ref().unwrap().segment_octets), (1000, 1000));
    let key = variable.key.clone();
    path.set(&key, ms(500), 6000u64).unwrap();
    assert_eq!(path.run(ms(499)), Stop::Until);
    assert_eq!(
        (path.sending(&key).unwrap().cwnd_octets, path.sending(&key).unwrap().flight_octets),
        (1000, 1000)
    );
    assert_eq!(path.run(ms(500)), Stop::Until);
    assert_eq!(
        (path.sending(&key).unwrap().cwnd_octets, path.sending(&key).unwrap().flight_octets),
        (6000, 6000)
    );
}

#[test]
fn probes_report_what_they_have_recorded_by_the_present_and_the_path_goes_on_as_if_nobody_had_asked() {
    let probes = "[probes]\ncwnd = { flow = \"g\" }\nqueue = { port = \"sw.line\", every = \"100 ms\" }\n";
    let mut asked = with_window_and(probes);
    // What the network knows may be ahead of the present.
    asked.set("flows.g.cwnd", ms(500), 6000u64).unwrap();
    asked.promise_open(ms(2000));
    let mut unasked = asked.clone();
    assert_eq!(unasked.run(ms(1999)), Stop::Until);
    let unasked = unasked.finish().unwrap();
    for (at, cwnd) in [(0, 1000.0), (99, 1000.0), (499, 1000.0), (500, 6000.0), (1999, 6000.0)] {
        assert_eq!(asked.run(ms(at)), Stop::Until);
        let reported = asked.probes().unwrap();
        let recorded: Vec<(String, f64)> = unasked
            .series
            .iter()
            .map(|one| {
                let by_then = one.times_ps.partition_point(|time| *time <= ms(at).ps());
                (one.name.clone(), one.values[by_then - 1])
            })
            .collect();
        assert_eq!(reported, recorded, "at {at} ms");
        assert!(reported.contains(&("cwnd g".to_owned(), cwnd)), "at {at} ms: {reported:?}");
    }
    assert_eq!(format!("{:?}", asked.finish().unwrap()), format!("{unasked:?}"));
}

#[test]
fn a_sender_can_be_followed_from_acknowledgment_to_acknowledgment() {
    let mut path = with_window();
    let mut acked = 0;
    for _ in 0..5 {
        let Ok(Next::Acknowledged(at)) = path.run_to_acknowledgment("flows.g.cwnd", ms(10_000)) else {
            panic!("one comes")
        };
        assert_eq!(path.now(), at);
        let now = path.sending("flows.g.cwnd").unwrap().acked_octets;
        assert!(now > acked);
        acked = now;
    }
    assert_eq!(path.run_to_acknowledgment("flows.g.cwnd", path.now()), Ok(Next::Stopped(Stop::Until)));
}

#[test]
fn what_is_not_set_is_reported_and_changes_nothing() {
    let mut path = with_window();
    path.run(ms(5));
    let key = "flows.g.cwnd".to_owned();
    let error = path.set("flows.g.cwmd", ms(5), 5000u64).unwrap_err();
    let reported = "flows.g.cwmd: nothing of that name can be set while the path runs; did you mean flows.g.cwnd?; \
                what can be: flows.g.cwnd";
    assert_eq!(error.to_string(), reported);
    let error = path.set("rate", ms(5), 5000u64).unwrap_err();
    assert!(!error.to_string().contains("did you mean"), "{error}");
    let late = SetError::Late { key: key.clone(), at: ms(4), now: ms(5) };
    assert_eq!(path.set(&key, ms(4), 5000u64), Err(late));
    let Err(SetError::Range { least: 1000, most, .. }) = path.set(&key, ms(5), 999u64) else {
        panic!("too small")
    };
    assert!(matches!(path.set(&key, ms(5), most + 1), Err(SetError::Range { .. })));
    path.promise_open(ms(9));
    let promised = SetError::Promised { key: key.clone(), at: ms(8), promised: ms(9) };
    assert_eq!(path.set(&key, ms(8), 5000u64), Err(promised));
    assert_eq!(path.sending(&key).unwrap().cwnd_octets, 1000);
    assert!(path.variables().len() == 1 && self::path(9).variables().is_empty());
}
