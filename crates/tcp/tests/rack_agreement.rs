//! The sender with RACK-TLP against a model of the RFCs, in every transmission, window and deadline of random transfers.

use std::collections::BTreeMap;

use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::{
    Application, BackoffUntil, ByteCounting, CwndCap, Receiver, RecoveryWindow, RtoRule, Segment, Sender,
    SenderStats, Settings, SlowStartBoundary, SsthreshRule, TickClock,
};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::rack_model::{Ack, Choices, MS, MSS, Model, Opening};

/// So many segments are lost in a row at most: fewer than make an end give up.
const MOST_LOST_IN_A_ROW: u32 = 9;

/// A path in both directions, of a random transfer.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// Of a segment and of an acknowledgment, in parts of 1000.
    loss: [u64; 2],
    /// How many of 1000 come later, by up to `late` microseconds.
    reordered: u64,
    late: u64,
    /// How many of 1000 come twice.
    twice: u64,
    /// One way, in microseconds, and what a segment takes of the line.
    delay: u64,
    spacing: u64,
    seed: u64,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    choices: Choices,
    handshake: bool,
    dsack: bool,
    path: Path,
}

fn case() -> impl Strategy<Value = Case> {
    let choices = (1u64..200_000, 1u64..20, any::<bool>(), 1u64..1_000, prop_oneof![Just(1u64), Just(100)]);
    let path = (
        [0u64..150, 0u64..150],
        prop_oneof![Just(0u64), 0u64..100],
        1u64..120_000,
        0u64..30,
        100u64..100_000,
        0u64..5_000,
        any::<u64>(),
    );
    (choices, any::<[bool; 3]>(), path).prop_map(
        |((octets, segments, uses_prr, min_rto, tick), [handshake, dsack, delays], path)| {
            let (loss, reordered, late, twice, delay, spacing, seed) = path;
            Case {
                choices: Choices {
                    octets,
                    initial_window: segments * MSS,
                    uses_prr,
                    min_rto: min_rto * MS,
                    granularity: tick * MS,
                    max_ack_delay: if delays { 40 * MS } else { 0 },
                },
                handshake,
                dsack,
                path: Path { loss, reordered, late, twice, delay, spacing, seed },
            }
        },
    )
}

fn settings(case: &Case) -> Settings {
    let choices = &case.choices;
    Settings {
        recovery: Some(RecoveryKind::RackTlp),
        recovery_window: if choices.uses_prr { RecoveryWindow::Prr } else { RecoveryWindow::AtOnce },
        ssthresh_rule: SsthreshRule::Rfc5681,
        slow_start_boundary: SlowStartBoundary::Below,
        byte_counting: ByteCounting::Off,
        cwnd_cap: CwndCap::Unlimited,
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(4_000_000),
        initial_cwnd_segments: (choices.initial_window / MSS) as u32,
        nagle: false,
        limited_transmit: true,
        dsack: case.dsack,
        handshake: case.handshake,
        rto_rule: RtoRule::Rfc6298,
        backoff_until: BackoffUntil::Sample,
        initial_rto: Span::from_ps(1_000 * MS),
        min_rto: Span::from_ps(choices.min_rto),
        timer_tick: Span::from_ps(choices.granularity),
        delayed_ack: choices.max_ack_delay > 0,
        delayed_ack_timer: Span::from_ps(choices.max_ack_delay.max(1)),
        ..Settings::default()
    }
}

/// What is on its way.
#[derive(Debug)]
struct Network {
    path: Path,
    random: u64,
    lost_in_a_row: u32,
    free: u64,
    count: u64,
    /// By arrival: whether it is an acknowledgment, and the segment.
    events: BTreeMap<(u64, u64), (bool, Segment)>,
}

impl Network {
    fn new(path: Path) -> Self {
        Self { path, random: path.seed, lost_in_a_row: 0, free: 0, count: 0, events: BTreeMap::new() }
    }

    // splitmix64
    fn draw(&mut self, below: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }

    fn carry(&mut self, now: u64, is_ack: bool, segments: &mut Vec<Segment>) {
        const US: u64 = MS / 1_000;
        for segment in segments.drain(..) {
            let mut leaves = now;
            if !is_ack {
                self.free = self.free.max(now) + self.path.spacing * US;
                leaves = self.free;
            }
            let is_lost = self.draw(1_000) < self.path.loss[usize::from(is_ack)];
            self.lost_in_a_row = if is_lost { self.lost_in_a_row + 1 } else { 0 };
            if is_lost && self.lost_in_a_row <= MOST_LOST_IN_A_ROW {
                continue;
            }
            self.lost_in_a_row = 0;
            let copies = if self.draw(1_000) < self.path.twice { 2 } else { 1 };
            for _ in 0..copies {
                let is_late = self.draw(1_000) < self.path.reordered;
                let later = if is_late { self.draw(self.path.late) } else { 0 };
                self.count += 1;
                self.events.insert((leaves + (self.path.delay + later) * US, self.count), (is_ack, segment));
            }
        }
    }
}

fn sent(out: &[Segment]) -> Vec<(u64, u64)> {
    let data = out.iter().filter(|segment| segment.len > 0);
    data.map(|segment| (u64::from(segment.seq.0), u64::from(segment.len))).collect()
}

fn of(segment: &Segment) -> Ack {
    let blocks = segment.options.sack.as_slice().iter();
    Ack {
        ack: segment.ack.0.into(),
        blocks: blocks.map(|(start, end)| (start.0.into(), end.0.into())).collect(),
    }
}

/// Runs a transfer and holds the sender against the model at every event; gives the statistics, and whether reordering
/// was seen.
fn agree(case: &Case) -> (SenderStats, bool) {
    let settings = settings(case);
    let application = Application::Finite { octets: case.choices.octets };
    let mut sender = Sender::new(&settings, application, TickClock::aligned(settings.timer_tick));
    let mut receiver = Receiver::new(&settings, TickClock::aligned(settings.delayed_ack_timer));
    let mut network = Network::new(case.path);
    let mut model: Option<Model> = None;
    let (mut now, mut out) = (0, Vec::new());
    sender.start(Time::ZERO, &mut out);
    if !case.handshake {
        let begun = model.insert(Model::new(case.choices, Opening::None));
        assert_eq!(sent(&out), begun.start(0));
    }
    loop {
        let data = sent(&out);
        network.carry(now, false, &mut out);
        if let Some(model) = &model {
            let what = format!("at {} us, after {data:?}", now / 1_000_000);
            if !model.is_finished() {
                assert_eq!((sender.cwnd(), sender.ssthresh()), (model.cwnd, model.ssthresh), "window {what}");
                assert_eq!(sender.next_deadline().ps(), model.next_deadline(), "deadline {what}");
            }
        }
        if sender.is_finished() {
            return (*sender.stats(), model.is_some_and(|model| model.reordering_seen));
        }
        let arrival = network.events.first_key_value().map_or(u64::MAX, |(key, _)| key.0);
        let (sending, receiving) = (sender.next_deadline().ps(), receiver.next_deadline().ps());
        now = arrival.min(sending).min(receiving);
        let at = Time::from_ps(now);
        if now == arrival {
            let Some((_, (is_ack, segment))) = network.events.pop_first() else { panic!("nothing is due") };
            if !is_ack {
                receiver.on_data(at, &segment, &mut out);
                network.carry(now, true, &mut out);
                continue;
            }
            let was_open = model.is_some();
            sender.on_ack(at, &segment, &mut out);
            let modelled = match &mut model {
                Some(model) if segment.len == 0 && segment.flags == cellwise_tcp::Flags::ACK => {
                    model.on_ack(now, &of(&segment))
                }
                Some(_) => Vec::new(),
                None => {
                    let measured = sender.exact_rtt().map(|rtt| Opening::Measured(rtt.get()));
                    let begun = model.insert(Model::new(case.choices, measured.unwrap_or(Opening::SynLost)));
                    begun.start(now)
                }
            };
            assert_eq!(
                sent(&out),
                modelled,
                "at {} us for {:?}, open: {was_open}",
                now / 1_000_000,
                of(&segment)
            );
        } else if now == receiving {
            receiver.on_deadline(at, &mut out);
            network.carry(now, true, &mut out);
        } else {
            sender.on_deadline(at, &mut out);
            if let Some(model) = &mut model {
                assert_eq!(sent(&out), model.on_deadline(now), "at {} us, a timer", now / 1_000_000);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn the_sender_does_what_the_rfcs_say(case in case()) {
        agree(&case);
    }
}

/// What the property is drawn from is worth drawing.
#[test]
fn the_random_transfers_have_recoveries_timeouts_probes_and_reordering() {
    let mut runner = TestRunner::deterministic();
    let (mut recoveries, mut timeouts, mut probes, mut limited, mut reordered) = (0, 0, 0, 0, 0);
    for _ in 0..100 {
        let case = case().new_tree(&mut runner).expect("a case").current();
        let (stats, is_reordered) = agree(&case);
        recoveries += u64::from(stats.fast_retransmits > 0);
        timeouts += u64::from(stats.timeouts > 0);
        probes += u64::from(stats.tail_loss_probes > 0);
        limited += u64::from(stats.limited_transmits > 0);
        reordered += u64::from(is_reordered);
    }
    let counts = [recoveries, timeouts, probes, limited, reordered];
    assert!(counts.iter().all(|count| *count >= 15), "{counts:?} of 100");
}
