//! A page on paper: a client and a server with nothing between them but 10 ms each way.

use std::collections::BTreeMap;
use std::fmt::Write;

use cellwise_apps::Distribution;
use cellwise_apps::web::{Browser, Connections, Preset, WebSettings};
use cellwise_engine::{RandomStream, StreamName};
use cellwise_tcp::{Flags, Settings, TickClock};
use cellwise_units::{Bytes, Span, Time};

use super::*;
use crate::data::web_messages::Order;

const MS: u64 = 1_000_000_000;
const DELAY: Span = Span::from_ps(10 * MS);

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Client,
    Server,
}

/// The two ends, and the segments between them.
struct Toy {
    client: WebClient,
    server: WebServer,
    orders: BTreeMap<u8, Order>,
    under_way: BTreeMap<(Time, u64), (End, WebSegment)>,
    sent: u64,
    /// Whether the next segment from an end is lost.
    loses: Box<dyn FnMut(End) -> bool>,
    log: String,
}

impl Toy {
    fn new(web: &WebSettings, settings: &Settings) -> Self {
        let name = StreamName { seed: 1, replication: 0, element: "toy", purpose: "browser" };
        let (slow, fast) =
            (TickClock::aligned(settings.timer_tick), TickClock::aligned(settings.delayed_ack_timer));
        let maker = || Maker::new(settings, slow, fast);
        Self {
            client: WebClient::new(Browser::new(web, RandomStream::new(name)), web.slots(), maker()),
            server: WebServer::new(web.slots(), maker()),
            orders: BTreeMap::new(),
            under_way: BTreeMap::new(),
            sent: 0,
            loses: Box::new(|_| false),
            log: String::new(),
        }
    }

    /// Lets everything happen until `end`.
    fn run(&mut self, end: Time) {
        self.client.start(Time::ZERO);
        self.take_client(Time::ZERO);
        loop {
            let arrival = self.under_way.keys().next().map_or(Time::NEVER, |(at, _)| *at);
            let timers = [self.client.next_deadline(), self.server.next_deadline()];
            let now = arrival.min(timers[0]).min(timers[1]);
            if now > end {
                return;
            }
            if arrival == now
                && let Some((_, (to, segment))) = self.under_way.pop_first()
            {
                match to {
                    End::Client => self.client.on_segment(now, &segment),
                    End::Server => self.server.on_segment(now, &segment),
                }
            } else if timers[0] == now {
                self.client.on_deadline(now);
            } else {
                self.server.on_deadline(now);
            }
            self.take_client(now);
            self.take_server(now);
        }
    }

    fn take_client(&mut self, now: Time) {
        self.orders.extend(self.client.orders.drain(..).map(|order| (order.slot, order)));
        let segments = self.client.take_segments();
        self.send(now, End::Client, segments);
    }

    fn take_server(&mut self, now: Time) {
        if let Some(arrived) = self.server.take_arrived()
            && let Some(order) = self.orders.get(&arrived.slot).copied()
            && order.is_in(&arrived)
        {
            self.orders.remove(&arrived.slot);
            self.server.on_order(now, &order);
        }
        let segments = self.server.take_segments();
        self.send(now, End::Server, segments);
    }

    fn send(&mut self, now: Time, from: End, segments: Vec<WebSegment>) {
        let (name, to) = match from {
            End::Client => ("client", End::Server),
            End::Server => ("server", End::Client),
        };
        for segment in segments {
            self.sent += 1;
            let lost = (self.loses)(from);
            let shown = shown(&segment);
            let mark = if lost { "  lost" } else { "" };
            let _ = writeln!(self.log, "{:>9.3} ms  {name}  {shown}{mark}", now.ps() as f64 / MS as f64);
            if !lost {
                self.under_way.insert((now + DELAY, self.sent), (to, segment));
            }
        }
    }
}

fn shown(web: &WebSegment) -> String {
    let WebSegment { segment, slot, incarnation, half } = web;
    let half = if *half == Half::Request { "request " } else { "response" };
    let what = if segment.flags.contains(Flags::SYN.with(Flags::ACK)) {
        "SYN, ACK".to_owned()
    } else if segment.flags.contains(Flags::SYN) {
        "SYN".to_owned()
    } else if segment.len > 0 {
        let first = segment.seq.0;
        format!("octets {first} to {}", first + segment.len - 1)
    } else {
        format!("ACK {}", segment.ack.0)
    };
    format!("slot {slot} #{incarnation} {half} {what}")
}

/// The preset for tests, over one connection at a time.
fn one_by_one(connections: Connections) -> WebSettings {
    WebSettings { preset: Preset::Simple, connections, parallel_connections: 1, ..WebSettings::default() }
}

fn ethernet_segments() -> Settings {
    Settings { mss: Bytes::new(1460), ..Settings::default() }
}

fn seconds(seconds: u64) -> Time {
    Time::from_ps(1000 * MS * seconds)
}

#[test]
fn a_page_over_one_persistent_connection() {
    let mut toy = Toy::new(&one_by_one(Connections::Persistent), &ethernet_segments());
    toy.run(seconds(5));
    let pages = toy.client.pages();
    insta::assert_snapshot!(format!("{}{:?}\n", toy.log, pages[0]));
}

#[test]
fn a_page_over_one_connection_per_object() {
    let mut toy = Toy::new(&one_by_one(Connections::PerObject), &ethernet_segments());
    toy.run(seconds(5));
    let opened = toy.log.lines().filter(|line| line.ends_with("SYN")).count();
    assert_eq!(opened, 3, "{}", toy.log);
    insta::assert_snapshot!(toy.log.lines().take(24).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_server_works_at_a_request_for_as_long_as_it_is_said_to() {
    let delay = Distribution::Constant { value: 0.25 };
    let web = WebSettings { server_delay_s: Some(delay), ..one_by_one(Connections::Persistent) };
    let mut toy = Toy::new(&web, &ethernet_segments());
    toy.run(seconds(5));
    // SYN, SYN and ACK, request: 30 ms.
    assert!(toy.log.contains("  280.000 ms  server  slot 0 #0 response octets 0 to 1459"), "{}", toy.log);
}

#[test]
fn an_end_that_sends_data_first_sends_the_acknowledgment_that_it_owes() {
    // One segment of each response is left over for the fast timer, which is later than the next request.
    let settings = Settings { initial_cwnd_segments: 2, ..ethernet_segments() };
    let mut toy = Toy::new(&one_by_one(Connections::Persistent), &settings);
    toy.run(seconds(1));
    assert_eq!(toy.client.totals().receiver.delayed_acks, 1, "only that of the page's end: {}", toy.log);
    assert_eq!(toy.server.totals().receiver.delayed_acks, 0, "{}", toy.log);
}

#[test]
fn segments_of_an_earlier_connection_change_nothing() {
    let mut toy = Toy::new(&one_by_one(Connections::PerObject), &ethernet_segments());
    toy.run(seconds(5));
    let before = [toy.client.totals(), toy.server.totals()];
    for (half, flags) in
        [(Half::Request, Flags::SYN), (Half::Request, Flags::ACK), (Half::Response, Flags::ACK)]
    {
        let segment = Segment::plain(cellwise_tcp::Seq(0), 100, cellwise_tcp::Seq(0), 512, flags);
        let old = WebSegment { segment, slot: 0, incarnation: 1, half };
        toy.server.on_segment(seconds(5), &old);
        toy.client.on_segment(seconds(5), &old);
        toy.server.on_segment(seconds(5), &WebSegment { slot: 9, ..old });
    }
    assert!(toy.server.take_arrived().is_none());
    assert!(toy.server.take_segments().is_empty() && toy.client.take_segments().is_empty());
    for (before, after) in before.iter().zip([toy.client.totals(), toy.server.totals()]) {
        assert_eq!((before.sender, before.receiver), (after.sender, after.receiver));
    }
}

#[test]
fn a_connection_after_the_last_number_is_number_0() {
    let mut toy = Toy::new(&one_by_one(Connections::PerObject), &ethernet_segments());
    let syn = |incarnation| WebSegment {
        segment: Segment::plain(cellwise_tcp::Seq(u32::MAX), 0, cellwise_tcp::Seq(0), 512, Flags::SYN),
        slot: 0,
        incarnation,
        half: Half::Request,
    };
    for (incarnation, answers) in [(u16::MAX, 1), (0, 1), (u16::MAX, 0), (1, 1)] {
        toy.server.on_segment(Time::ZERO, &syn(incarnation));
        let answer = toy.server.take_segments();
        assert_eq!(answer.len(), answers, "{incarnation}");
        assert!(answer.iter().all(|segment| segment.incarnation == incarnation));
    }
}

#[test]
fn a_client_that_stops_takes_what_it_has_asked_for_and_asks_no_more() {
    let mut toy = Toy::new(&one_by_one(Connections::Persistent), &ethernet_segments());
    toy.client.stop();
    toy.run(seconds(60));
    assert_eq!(toy.log, "");
    let mut toy = Toy::new(&one_by_one(Connections::Persistent), &ethernet_segments());
    toy.run(seconds(1));
    toy.client.stop();
    toy.run(seconds(60));
    assert_eq!(toy.client.pages().iter().filter(|page| page.completed.is_some()).count(), 1);
}

/// Pages that are complete although half of the segments that one end sends are lost at random.
fn pages_with_losses(connections: Connections, from: End) -> Vec<(u64, u64)> {
    let web = WebSettings { parallel_connections: 2, ..one_by_one(connections) };
    let mut toy = Toy::new(&web, &ethernet_segments());
    let name = StreamName { seed: 7, replication: 0, element: "toy", purpose: "losses" };
    let mut random = RandomStream::new(name);
    toy.loses = Box::new(move |end| end == from && random.below(2) == 0);
    toy.run(seconds(2_000));
    let complete = toy.client.pages().iter().filter(|page| page.completed.is_some());
    complete.map(|page| (page.objects, page.octets)).collect()
}

#[test]
fn pages_complete_although_half_of_the_segments_are_lost() {
    for connections in [Connections::Persistent, Connections::PerObject] {
        for from in [End::Client, End::Server] {
            let pages = pages_with_losses(connections, from);
            assert!(pages.len() > 2, "{connections:?}: {}", pages.len());
            assert!(pages.iter().all(|page| *page == (3, 25_000)), "{pages:?}");
        }
    }
}
