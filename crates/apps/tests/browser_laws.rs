//! Laws of the browser, over all presets, numbers of connections and orders in which responses come.

use cellwise_apps::Distribution;
use cellwise_apps::web::{Ask, Begins, Browser, Connections, PageRecord, Preset, WebSettings};
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{Span, Time};
use proptest::prelude::*;

const MS: u64 = 1_000_000_000;

fn random(seed: u64) -> RandomStream {
    RandomStream::new(StreamName { seed, replication: 0, element: "client1", purpose: "web" })
}

/// A request of the browser: slot, new connection, octets up and down.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asked {
    slot: u32,
    new_connection: bool,
    request_octets: u64,
    response_octets: u64,
    server_delay: Span,
}

/// A network in which responses come after arbitrary times.
struct World {
    browser: Browser,
    now: Time,
    /// What is outstanding: when it comes, and the request.
    outstanding: Vec<(Time, Asked)>,
    asked: Vec<Asked>,
    /// The announced ends of think times.
    thinks: Vec<Time>,
    latencies: RandomStream,
    longest: Span,
}

impl World {
    fn new(settings: &WebSettings, seed: u64, latencies: u64, longest: Span) -> Self {
        let mut world = Self {
            browser: Browser::new(settings, random(seed)),
            now: Time::ZERO,
            outstanding: Vec::new(),
            asked: Vec::new(),
            thinks: Vec::new(),
            latencies: random(latencies),
            longest,
        };
        let mut out = Vec::new();
        world.browser.start(Time::ZERO, &mut out);
        world.take(out);
        world
    }

    fn take(&mut self, out: Vec<Ask>) {
        for ask in out {
            match ask {
                Ask::Request { slot, new_connection, request_octets, response_octets, server_delay } => {
                    let asked = Asked { slot, new_connection, request_octets, response_octets, server_delay };
                    let at = self.now + self.latencies.span_between(Span::from_ps(1), self.longest);
                    self.outstanding.push((at, asked));
                    self.asked.push(asked);
                }
                Ask::Think { until } => self.thinks.push(until),
            }
        }
    }

    /// One thing happens: a response comes or the deadline. Returns the slot of a response.
    fn step(&mut self) -> Option<Asked> {
        let next = (0..self.outstanding.len()).min_by_key(|&n| self.outstanding[n].0);
        let (mut out, deadline) = (Vec::new(), self.browser.deadline());
        let response = match next {
            Some(n) if self.outstanding[n].0 < deadline => {
                let (at, asked) = self.outstanding.swap_remove(n);
                self.now = at;
                self.browser.on_response(at, asked.slot, &mut out);
                Some(asked)
            }
            _ => {
                assert!(deadline < Time::NEVER, "nothing is outstanding and nothing is due");
                self.now = deadline;
                self.browser.on_timer(deadline, &mut out);
                None
            }
        };
        self.take(out);
        response
    }

    fn pages_completed(&self) -> usize {
        self.browser.pages().iter().filter(|page| page.completed.is_some()).count()
    }
}

fn settings() -> impl Strategy<Value = WebSettings> {
    (
        prop::sample::select(vec![Preset::Surge, Preset::Mah, Preset::Simple]),
        prop::sample::select(vec![Connections::PerObject, Connections::Persistent, Connections::PerPage]),
        1u32..7,
        prop::sample::select(vec![Begins::Page, Begins::Thinking]),
        prop::option::of((0.0..9.0f64).prop_map(|mean| Distribution::Geometric { mean: mean + 0.1 })),
        prop::option::of(prop::sample::select(vec![
            Distribution::Constant { value: 0.0 },
            Distribution::Exponential { mean: 0.05 },
        ])),
    )
        .prop_map(
            |(preset, connections, parallel_connections, begins, embedded_objects, active_off_s)| {
                WebSettings {
                    preset,
                    connections,
                    parallel_connections,
                    begins,
                    embedded_objects,
                    active_off_s,
                    server_delay_s: Some(Distribution::Exponential { mean: 0.01 }),
                    ..WebSettings::default()
                }
            },
        )
}

proptest! {
    #[test]
    fn a_connection_has_at_most_one_request_outstanding(settings in settings(), seed: u64, other: u64) {
        let mut world = World::new(&settings, seed, other, Span::from_ps(200 * MS));
        for _ in 0..300 {
            world.step();
            let mut slots: Vec<u32> = world.outstanding.iter().map(|(_, asked)| asked.slot).collect();
            slots.sort_unstable();
            prop_assert!(slots.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", slots);
            prop_assert!(slots.iter().all(|&slot| slot < settings.slots()), "{:?}", slots);
        }
    }

    #[test]
    fn every_object_is_asked_for_once_and_counted_when_it_has_come(
        settings in settings(), seed: u64, other: u64,
    ) {
        let mut world = World::new(&settings, seed, other, Span::from_ps(200 * MS));
        let (mut objects, mut octets) = (0, 0);
        for _ in 0..300 {
            if let Some(asked) = world.step() {
                objects += 1;
                octets += asked.response_octets;
            }
        }
        let pages = world.browser.pages();
        let counted = pages.iter().map(|page| page.objects).sum::<u64>();
        if settings.connections == Connections::PerPage {
            // One response is a page, of its main object at least.
            prop_assert_eq!(world.pages_completed() as u64, objects);
            prop_assert!(counted >= objects);
        } else {
            prop_assert_eq!(counted, objects);
        }
        prop_assert_eq!(pages.iter().map(|page| page.octets).sum::<u64>(), octets);
        prop_assert_eq!(world.asked.len() as u64, objects + world.outstanding.len() as u64);
        prop_assert!(world.asked.iter().all(|asked| asked.request_octets > 0 && asked.response_octets > 0));
    }

    #[test]
    fn a_page_is_complete_at_the_arrival_of_its_last_object_and_the_next_follows_the_think_time(
        settings in settings(), seed: u64, other: u64,
    ) {
        let mut world = World::new(&settings, seed, other, Span::from_ps(200 * MS));
        let first_thought = usize::from(settings.begins == Begins::Thinking);
        for _ in 0..300 {
            let before = world.pages_completed();
            let response = world.step();
            let page = world.browser.pages().last().copied();
            if world.pages_completed() > before {
                prop_assert!(response.is_some(), "completed by a timer");
                prop_assert!(world.outstanding.is_empty());
                prop_assert_eq!(page.unwrap().completed, Some(world.now));
                prop_assert_eq!(world.browser.deadline(), *world.thinks.last().unwrap());
            } else if response.is_some() {
                // More is outstanding, or waits for its OFF time.
                prop_assert!(!world.outstanding.is_empty() || world.browser.deadline() < Time::NEVER);
                prop_assert_eq!(page.unwrap().completed, None);
            }
            prop_assert_eq!(world.thinks.len(), world.pages_completed() + first_thought);
        }
        let starts = world.browser.pages().iter().skip(1 - first_thought).map(|page| page.started);
        for (start, until) in starts.zip(&world.thinks) {
            prop_assert_eq!(start, *until);
        }
    }

    #[test]
    fn a_connection_is_new_for_every_object_or_on_its_slots_first_use_only(
        settings in settings(), seed: u64, other: u64,
    ) {
        let mut world = World::new(&settings, seed, other, Span::from_ps(200 * MS));
        (0..200).for_each(|_| _ = world.step());
        let mut used = [false; 8];
        for asked in &world.asked {
            let first = !std::mem::replace(&mut used[asked.slot as usize], true);
            let wanted = first || settings.connections != Connections::Persistent;
            prop_assert_eq!(asked.new_connection, wanted, "{:?}", asked);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_pages_however_fast_the_network(settings in settings(), seed: u64) {
        let [fast, slow] = [(1, 1), (2, 5_000)].map(|(latencies, longest_ms)| {
            let mut world = World::new(&settings, seed, latencies, Span::from_ps(longest_ms * MS));
            while world.pages_completed() < 20 {
                world.step();
            }
            let pages = world.browser.pages()[..20].iter();
            pages.map(|page| (page.objects, page.octets)).collect::<Vec<_>>()
        });
        prop_assert_eq!(fast, slow);
    }

    #[test]
    fn what_does_not_belong_changes_nothing(settings in settings(), seed: u64, other: u64) {
        let mut world = World::new(&settings, seed, other, Span::from_ps(200 * MS));
        for _ in 0..100 {
            world.step();
            let (before, mut out) = (world.browser.pages().to_vec(), Vec::new());
            let busy = |slot| world.outstanding.iter().any(|(_, asked)| asked.slot == slot);
            for slot in (0..settings.slots() + 2).chain([u32::MAX]).filter(|&slot| !busy(slot)) {
                world.browser.on_response(world.now, slot, &mut out);
            }
            if world.now < world.browser.deadline() {
                world.browser.on_timer(world.now, &mut out);
            }
            prop_assert_eq!(out, vec![]);
            prop_assert_eq!(world.browser.pages(), before);
        }
    }
}

#[test]
fn a_page_that_comes_whole_is_one_response_of_all_its_objects() {
    let settings =
        WebSettings { preset: Preset::Simple, connections: Connections::PerPage, ..WebSettings::default() };
    let mut browser = Browser::new(&settings, random(1));
    let mut out = Vec::new();
    browser.start(Time::ZERO, &mut out);
    let [Ask::Request { response_octets, new_connection, .. }] = out[..] else { panic!("{out:?}") };
    assert_eq!((response_octets, new_connection), (25_000, true));
    browser.on_response(Time::from_ps(MS), 0, &mut out);
    let page = browser.pages()[0];
    assert_eq!((page.objects, page.octets, page.completed), (3, 25_000, Some(Time::from_ps(MS))));
    browser.on_timer(browser.deadline(), &mut out);
    assert!(matches!(out[2], Ask::Request { slot: 0, new_connection: true, .. }), "{out:?}");
}

#[test]
fn a_simple_page_over_two_connections_goes_step_by_step() {
    let settings = WebSettings { preset: Preset::Simple, parallel_connections: 2, ..WebSettings::default() };
    let mut browser = Browser::new(&settings, random(1));
    let at = |ms: u64| Time::from_ps(ms * MS);
    let ask = |slot, response_octets| Ask::Request {
        slot,
        new_connection: true,
        request_octets: 300,
        response_octets,
        server_delay: Span::ZERO,
    };
    let mut out = Vec::new();
    browser.start(at(10), &mut out);
    assert_eq!((out.as_slice(), browser.deadline()), ([ask(0, 5_000)].as_slice(), Time::NEVER));
    out.clear();
    browser.on_response(at(20), 0, &mut out);
    assert_eq!(out, [ask(0, 10_000), ask(1, 10_000)]);
    out.clear();
    browser.on_response(at(30), 1, &mut out);
    assert_eq!(out, []);
    browser.on_response(at(40), 0, &mut out);
    assert_eq!(
        (out.as_slice(), browser.deadline()),
        ([Ask::Think { until: at(5_040) }].as_slice(), at(5_040))
    );
    let page = PageRecord { started: at(10), completed: Some(at(40)), objects: 3, octets: 25_000 };
    assert_eq!(browser.pages(), [page]);
    out.clear();
    browser.on_timer(at(5_040), &mut out);
    assert_eq!(out, [ask(0, 5_000)]);
    assert_eq!(browser.pages()[1], PageRecord { started: at(5_040), completed: None, objects: 0, octets: 0 });
}

#[test]
fn an_off_time_between_objects_delays_each_request_on_its_connection() {
    let off = Some(Distribution::Constant { value: 0.1 });
    let settings = WebSettings {
        preset: Preset::Simple,
        parallel_connections: 1,
        active_off_s: off,
        ..WebSettings::default()
    };
    let mut world = World::new(&settings, 1, 1, Span::from_ps(1));
    (0..5).for_each(|_| _ = world.step());
    // Three responses of 1 ps and two times of 100 ms between them.
    assert_eq!(world.browser.pages()[0].completed, Some(Time::from_ps(200 * MS + 3)));
}

#[test]
fn a_browser_that_begins_thinking_asks_for_nothing_before_its_think_time_is_over() {
    let settings = WebSettings { begins: Begins::Thinking, preset: Preset::Mah, ..WebSettings::default() };
    let mut browser = Browser::new(&settings, random(3));
    let mut out = Vec::new();
    browser.start(Time::from_ps(MS), &mut out);
    let [Ask::Think { until }] = out[..] else { panic!("asked for {out:?}") };
    assert!(until > Time::from_ps(MS) && browser.pages().is_empty());
    out.clear();
    browser.on_timer(until, &mut out);
    assert!(matches!(out[..], [Ask::Request { slot: 0, .. }]));
}
