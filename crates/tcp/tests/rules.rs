//! Single rules of the two ends, each against a peer written by hand.

use cellwise_tcp::{
    AfterFastRetransmit, Application, BackoffUntil, CwndCap, CwndUnit, DuplicateAcks, Flags, OutOfOrder,
    Receiver, RetransmissionTimer, RtoRule, Segment, Sender, Seq, Settings, TickClock, VariantName,
    WindowUpdateRule,
};
use cellwise_units::{Bytes, Span, Time};

const MS: u64 = 1_000_000_000;

fn settings() -> Settings {
    Settings {
        mss: Bytes::new(1000),
        receive_window: Bytes::new(8_000),
        timer_tick: Span::from_ps(100 * MS),
        delayed_ack: false,
        initial_cwnd_segments: 8,
        ..Settings::default()
    }
}

/// A greedy sender that has started at time 0, and what it has sent since.
struct Greedy {
    sender: Sender,
    window: u32,
    out: Vec<Segment>,
}

impl Greedy {
    fn new(settings: &Settings) -> Self {
        Self::with(settings, Application::Greedy)
    }

    fn with(settings: &Settings, application: Application) -> Self {
        let ticks = TickClock::aligned(settings.timer_tick);
        let mut sender = Sender::new(settings, application, ticks);
        let mut out = Vec::new();
        sender.start(Time::ZERO, &mut out);
        Self { sender, window: settings.advertised_window(), out }
    }

    /// An acknowledgment after so many milliseconds; returns what it makes the sender send.
    fn ack(&mut self, ms: u64, ack: u32, window: u32) -> Vec<(u32, u32)> {
        let flags = Flags::ACK;
        let segment = Segment::plain(Seq(0), 0, Seq(ack), window, flags);
        self.out.clear();
        self.sender.on_ack(Time::from_ps(ms * MS), &segment, &mut self.out);
        self.sent()
    }

    fn sent(&self) -> Vec<(u32, u32)> {
        self.out.iter().map(|segment| (segment.seq.0, segment.len)).collect()
    }

    /// So many duplicates of the acknowledgment of octet 0, then one of all that is outstanding.
    fn recover_after(&mut self, duplicates: u32) {
        let all = self.sender.snd_max_offset() as u32;
        for _ in 0..duplicates {
            self.ack(10, 0, self.window);
        }
        self.ack(20, all, self.window);
    }
}

#[test]
fn a_window_of_65535_octets_holds_127_segments_of_512() {
    let settings =
        Settings { initial_cwnd_segments: 1000, cwnd_cap: CwndCap::Unlimited, ..Settings::default() };
    let greedy = Greedy::new(&settings);
    assert_eq!((greedy.out.len(), greedy.sender.snd_max_offset()), (127, 65_024));
    let wide = Settings { receive_window: Bytes::new(600_000), initial_cwnd_segments: 2000, ..settings };
    assert_eq!(Greedy::new(&wide).out.len(), 1171);
}

#[test]
fn a_window_of_49152_octets_holds_the_whole_segments_that_sunos_sent_over_atm() {
    for (mtu, segments) in [(9188, 5), (4832, 10), (1500, 33), (552, 96)] {
        let settings = Settings {
            mss: Bytes::new(mtu - 40),
            receive_window: Bytes::new(49_152),
            send_buffer: Some(Bytes::new(49_152)),
            write_size: Some(Bytes::new(16_384)),
            window_scaling: false,
            header_prediction: false,
            ..settings()
        };
        let mut greedy = Greedy::new(&Settings { initial_cwnd_segments: 1, ..settings });
        assert_eq!(greedy.out.len(), 1);
        let (mut ack, mut most) = (0, 0);
        while greedy.sender.cwnd() < 60_000 {
            ack += mtu as u32 - 40;
            greedy.ack(10, ack, 49_152);
            most = most.max(greedy.sender.snd_max_offset() - greedy.sender.snd_una_offset());
        }
        assert_eq!((most / (mtu - 40), most % (mtu - 40)), (segments, 0), "MTU {mtu}");
    }
}

#[test]
fn exactly_three_duplicates_leave_the_window_inflated_only_with_the_bsd_fault() {
    // The offered window is larger than the congestion window, so prediction plays no part.
    for (bsd_deflate_bug, segments) in [(true, 4 + 3), (false, 4)] {
        let settings = Settings { bsd_deflate_bug, receive_window: Bytes::new(20_000), ..settings() };
        let mut greedy = Greedy::new(&settings);
        greedy.recover_after(3);
        assert_eq!(greedy.sender.ssthresh(), 4_000);
        // The acknowledgment itself opens the window once more.
        let step = if segments > 4 { 1_000_000 / 7_000 } else { 1_000 };
        assert_eq!(greedy.sender.cwnd(), segments * 1_000 + step);
        let mut greedy = Greedy::new(&settings);
        greedy.recover_after(4);
        assert_eq!(greedy.sender.cwnd(), 4_000 + 1_000, "four duplicates always deflate");
    }
}

#[test]
fn with_the_bsd_fault_prediction_may_take_the_acknowledgment_that_ends_recovery() {
    for (bsd_deflate_bug, cwnd) in [(true, 8_000), (false, 5_000)] {
        let mut greedy =
            Greedy::new(&Settings { bsd_deflate_bug, cwnd_cap: CwndCap::ReceiveWindow, ..settings() });
        greedy.recover_after(7);
        assert_eq!(greedy.sender.cwnd(), cwnd);
    }
}

#[test]
fn header_prediction_stops_growth_at_the_offered_window() {
    for (header_prediction, cwnd_cap, cwnd) in [
        (true, CwndCap::Unlimited, 8_000),
        (false, CwndCap::Unlimited, 11_000),
        (false, CwndCap::ReceiveWindow, 8_000),
        (false, CwndCap::Octets(Bytes::new(9_500)), 9_500),
    ] {
        let mut greedy = Greedy::new(&Settings { header_prediction, cwnd_cap, ..settings() });
        for ack in [1_000, 2_000, 3_000] {
            greedy.ack(10, ack, 8_000);
        }
        assert_eq!(greedy.sender.cwnd(), cwnd);
        assert_eq!(greedy.sender.snd_max_offset() - greedy.sender.snd_una_offset(), 8_000);
    }
}

#[test]
fn without_fast_retransmit_duplicates_change_and_send_nothing() {
    let variant = VariantName::find("no-fast-retransmit").expect("a known variant");
    let mut greedy = Greedy::new(&Settings { variant, ..settings() });
    for _ in 0..7 {
        assert_eq!(greedy.ack(10, 0, 8_000), []);
    }
    assert_eq!((greedy.sender.cwnd(), greedy.sender.stats().duplicate_acks), (8_000, 7));
}

#[test]
fn the_threshold_of_duplicates_is_a_setting() {
    let mut greedy = Greedy::new(&Settings { duplicate_ack_threshold: 1, ..settings() });
    assert_eq!(greedy.ack(10, 0, 8_000), [(0, 1000)]);
    assert_eq!(greedy.sender.stats().fast_retransmits, 1);
}

#[test]
fn a_connection_without_answers_ends_at_its_13th_timeout() {
    let mut greedy = Greedy::new(&settings());
    let mut timeouts = 0;
    while greedy.sender.next_deadline() != Time::NEVER {
        let deadline = greedy.sender.next_deadline();
        greedy.out.clear();
        greedy.sender.on_deadline(deadline, &mut greedy.out);
        timeouts += 1;
    }
    assert_eq!((timeouts, greedy.sender.stats().timeouts), (13, 13));
    assert!(greedy.sender.stats().gave_up && greedy.out.is_empty());
    assert_eq!(greedy.ack(10_000_000, 1_000, 8_000), []);
}

#[test]
fn acknowledgments_of_what_was_never_sent_or_is_long_known_change_nothing() {
    let mut greedy = Greedy::new(&settings());
    greedy.ack(10, 3_000, 8_000);
    let (una, cwnd) = (greedy.sender.snd_una_offset(), greedy.sender.cwnd());
    assert_eq!(greedy.ack(11, 20_000, 8_000), []);
    assert_eq!(greedy.ack(12, 2_000, 1_000), []);
    assert_eq!(greedy.ack(13, 0u32.wrapping_sub(5), 8_000), []);
    assert_eq!(
        (greedy.sender.snd_una_offset(), greedy.sender.cwnd(), greedy.sender.snd_wnd()),
        (una, cwnd, 8_000)
    );
}

#[test]
fn a_small_piece_of_window_is_not_filled_unless_it_is_half_of_the_largest() {
    let mut greedy = Greedy::new(&settings());
    assert_eq!(greedy.ack(10, 8_000, 900), [], "a silly window");
    let narrow = Settings { receive_window: Bytes::new(1_000), ..settings() };
    let mut greedy = Greedy::new(&narrow);
    assert_eq!(greedy.ack(10, 1_000, 500), [(1_000, 500)]);
}

#[test]
fn going_back_n_a_window_in_octets_resends_parts_of_segments_and_one_in_segments_does_not() {
    let whole = vec![(5_000, 1_000)];
    let with_part = vec![(5_000, 1_000), (6_000, 333)];
    for (cwnd_unit, resent) in [(CwndUnit::Octets, with_part), (CwndUnit::Segments, whole)] {
        let mut greedy = Greedy::new(&Settings { cwnd_unit, ..settings() });
        // The second timeout in a row leaves a threshold of two segments.
        for _ in 0..2 {
            greedy.out.clear();
            greedy.sender.on_deadline(greedy.sender.next_deadline(), &mut greedy.out);
            assert_eq!(greedy.sent(), [(0, 1_000)]);
        }
        let ms = 100_000;
        assert_eq!(greedy.ack(ms, 1_000, 8_000), [(1_000, 1_000), (2_000, 1_000)]);
        assert_eq!(greedy.ack(ms, 2_000, 8_000), [(3_000, 1_000), (4_000, 1_000)]);
        assert_eq!(greedy.ack(ms, 3_000, 8_000), resent);
        assert_eq!(greedy.sender.cwnd(), 3_333);
    }
}

#[test]
fn karn_takes_no_sample_of_what_was_sent_again() {
    let mut greedy = Greedy::new(&settings());
    let deadline = greedy.sender.next_deadline();
    greedy.sender.on_deadline(deadline, &mut Vec::new());
    let backed_off = greedy.sender.rtt().rto_ticks();
    greedy.ack(deadline.ps() / MS + 1, 1_000, 8_000);
    assert_eq!(greedy.sender.stats().rtt_samples, 0);
    assert_eq!(greedy.sender.rtt().rto_ticks(), backed_off);
    let ms = deadline.ps() / MS;
    greedy.ack(ms + 2, 8_000, 8_000);
    greedy.ack(ms + 3, 9_000, 8_000);
    assert_eq!(greedy.sender.stats().rtt_samples, 1, "new data is measured again");
    assert!(greedy.sender.rtt().rto_ticks() < backed_off);
}

#[test]
fn an_acknowledgment_of_new_data_ends_the_backoff_only_if_the_settings_say_so() {
    for (backoff_until, ends) in [(BackoffUntil::Sample, false), (BackoffUntil::NewAck, true)] {
        let mut greedy = Greedy::new(&Settings { backoff_until, ..settings() });
        greedy.ack(1, 1_000, 8_000);
        let measured = greedy.sender.rtt().rto_ticks();
        for times in [2, 4] {
            let deadline = greedy.sender.next_deadline();
            greedy.sender.on_deadline(deadline, &mut Vec::new());
            assert_eq!(greedy.sender.rtt().rto_ticks(), times * measured);
        }
        let samples = greedy.sender.stats().rtt_samples;
        let ms = greedy.sender.next_deadline().ps() / MS;
        greedy.ack(ms - 2, 1_000, 8_000);
        assert_eq!(greedy.sender.rtt().rto_ticks(), 4 * measured, "a duplicate ends nothing");
        greedy.ack(ms - 1, 2_000, 8_000);
        assert_eq!(greedy.sender.stats().rtt_samples, samples, "the retransmission is not measured");
        assert_eq!(greedy.sender.rtt().rto_ticks(), if ends { measured } else { 4 * measured });
    }
}

#[test]
fn ending_the_backoff_before_the_first_sample_does_not_lengthen_the_timeout() {
    let mut greedy = Greedy::new(&Settings { backoff_until: BackoffUntil::NewAck, ..settings() });
    let deadline = greedy.sender.next_deadline();
    greedy.sender.on_deadline(deadline, &mut Vec::new());
    let backed_off = greedy.sender.rtt().rto_ticks();
    greedy.ack(deadline.ps() / MS + 1, 1_000, 8_000);
    assert_eq!(greedy.sender.stats().rtt_samples, 0);
    assert!(greedy.sender.rtt().rto_ticks() < backed_off);
}

#[test]
fn the_send_buffer_limits_what_is_outstanding() {
    let settings = Settings { send_buffer: Some(Bytes::new(3_000)), ..settings() };
    let mut greedy = Greedy::new(&settings);
    assert_eq!(greedy.out.len(), 3);
    assert_eq!(greedy.ack(10, 1_000, 8_000), [(3_000, 1_000)]);
}

#[test]
fn a_finished_sender_has_no_deadline() {
    let mut greedy = Greedy::with(&settings(), Application::Finite { octets: 1_500 });
    assert_eq!(greedy.sent(), [(0, 1_000), (1_000, 500)], "an idle connection holds nothing back");
    greedy.ack(10, 1_000, 8_000);
    assert!(!greedy.sender.is_finished() && greedy.sender.next_deadline() < Time::NEVER);
    greedy.ack(20, 1_500, 8_000);
    assert!(greedy.sender.is_finished());
    assert_eq!(greedy.sender.next_deadline(), Time::NEVER);
}

/// A receiver, and the acknowledgments that a segment makes it send.
fn receiver(settings: &Settings) -> impl FnMut(u64, u32, u32) -> Vec<(u32, u32)> + use<> {
    let mut receiver = Receiver::new(settings, TickClock::aligned(settings.delayed_ack_timer));
    move |ms, seq, len| {
        let flags = Flags::ACK;
        let segment = Segment::plain(Seq(seq), len, Seq(0), 0, flags);
        let mut out = Vec::new();
        receiver.on_data(Time::from_ps(ms * MS), &segment, &mut out);
        out.iter().map(|segment| (segment.ack.0, segment.window)).collect()
    }
}

#[test]
fn out_of_order_duplicate_and_hole_filling_segments_are_acknowledged_at_once() {
    let mut arrive = receiver(&Settings { delayed_ack: true, ..settings() });
    assert_eq!(arrive(1, 0, 1_000), [], "in order: delayed");
    assert_eq!(arrive(2, 2_000, 1_000), [(1_000, 8_000)], "out of order");
    assert_eq!(arrive(3, 2_000, 1_000), [(1_000, 8_000)], "twice out of order");
    assert_eq!(arrive(4, 1_000, 1_000), [(3_000, 8_000)], "fills the hole");
    assert_eq!(arrive(5, 0, 1_000), [(3_000, 8_000)], "long known");
    assert_eq!(arrive(6, 2_500, 1_000), [], "partly new and in order: delayed");
    assert_eq!(arrive(7, 3_500, 1_500), [(5_000, 8_000)], "two segments more");
}

#[test]
fn a_receiver_without_a_cache_wants_everything_from_the_hole_on_again() {
    let mut arrive = receiver(&Settings { out_of_order: OutOfOrder::Drop, ..settings() });
    assert_eq!(arrive(1, 0, 1_000), [(1_000, 8_000)]);
    assert_eq!(arrive(2, 2_000, 1_000), [(1_000, 8_000)], "out of order: reported at once");
    assert_eq!(arrive(3, 1_000, 1_000), [(2_000, 8_000)], "nothing is kept to jump over");
    assert_eq!(arrive(4, 1_500, 1_500), [(3_000, 8_000)], "the new part of an overlapping one is taken");
}

#[test]
fn without_delayed_acknowledgment_every_segment_is_acknowledged() {
    let mut arrive = receiver(&settings());
    for segment in 0..5 {
        assert_eq!(arrive(segment.into(), segment * 100, 100), [((segment + 1) * 100, 8_000)]);
    }
}

#[test]
fn what_lies_beyond_the_offered_window_is_dropped_and_reported() {
    let mut arrive = receiver(&settings());
    assert_eq!(arrive(1, 8_000, 1_000), [(0, 8_000)]);
    assert_eq!(arrive(2, 0, 8_500), [(8_000, 8_000)], "only what was offered is kept");
}

#[test]
fn a_scaled_window_is_offered_in_multiples_of_the_scale() {
    let mut arrive = receiver(&Settings { receive_window: Bytes::new(600_007), ..settings() });
    assert_eq!(arrive(1, 0, 1_000), [(1_000, 600_000)]);
}

#[test]
fn sunos_reports_of_a_window_that_moves_by_35_percent() {
    for (window_update_rule, reported) in [(WindowUpdateRule::Net3, false), (WindowUpdateRule::Sunos, true)] {
        let settings = Settings {
            delayed_ack: true,
            window_update_rule,
            mss: Bytes::new(4_000),
            receive_window: Bytes::new(10_000),
            ..settings()
        };
        let mut arrive = receiver(&settings);
        assert_eq!(arrive(1, 0, 3_499), [], "34.99 %");
        assert_eq!(!arrive(2, 3_499, 1).is_empty(), reported, "35 %");
    }
}

#[test]
fn delayed_duplicates_wait_for_the_fast_timer_and_a_filled_hole_for_a_window_update() {
    let settings = Settings { delayed_ack: true, duplicate_acks: DuplicateAcks::Delayed, ..settings() };
    let mut arrive = receiver(&settings);
    assert_eq!(arrive(1, 1_000, 1_000), [], "out of order");
    assert_eq!(arrive(2, 2_000, 1_000), [], "again");
    assert_eq!(arrive(3, 0, 1_000), [(3_000, 8_000)], "the hole is filled: three segments at once");
    assert_eq!(arrive(4, 0, 1_000), [(3_000, 8_000)], "what is long known is acknowledged at once");
}

#[test]
fn vegas_resends_at_the_first_duplicate_if_the_exact_timeout_has_passed() {
    for (duplicate_ms, resent) in [(25, false), (100, true)] {
        let variant = VariantName::find("vegas").expect("a known variant");
        let mut greedy = Greedy::new(&Settings { variant, ..settings() });
        // Samples of 20 ms: the exact timeout falls from 60 ms.
        for ack in 1..5 {
            greedy.ack(20, ack * 1_000, 8_000);
        }
        let sent = greedy.ack(duplicate_ms, 4_000, 8_000);
        assert_eq!(sent.contains(&(4_000, 1_000)), resent, "after {duplicate_ms} ms");
        assert_eq!(greedy.sender.stats().fast_retransmits, u64::from(resent));
    }
}

/// Eight segments outstanding, three duplicates, and what leaves at a fourth and at the acknowledgment of
/// the segment that was resent.
fn after_three_duplicates(variant: &str, way: AfterFastRetransmit) -> [Vec<(u32, u32)>; 3] {
    let variant = VariantName::find(variant).expect("a known variant");
    let mut greedy = Greedy::new(&Settings {
        variant,
        after_fast_retransmit: Some(way),
        bsd_deflate_bug: false,
        ..settings()
    });
    assert_eq!([greedy.ack(20, 0, 8_000), greedy.ack(21, 0, 8_000)], [vec![], vec![]]);
    [greedy.ack(22, 0, 8_000), greedy.ack(23, 0, 8_000), greedy.ack(42, 1_000, 8_000)]
}

fn segments(numbers: std::ops::Range<u32>) -> Vec<(u32, u32)> {
    numbers.map(|number| (number * 1_000, 1_000)).collect()
}

#[test]
fn tahoe_goes_back_to_the_segment_lost_and_sends_from_it_as_slow_start_allows() {
    let sent = after_three_duplicates("tahoe", AfterFastRetransmit::GoBackN);
    assert_eq!(sent, [segments(0..1), vec![], segments(1..3)]);
}

#[test]
fn tahoe_that_goes_on_waits_until_less_than_its_window_is_outstanding() {
    let sent = after_three_duplicates("tahoe", AfterFastRetransmit::GoOn);
    assert_eq!(sent, [segments(0..1), vec![], vec![]]);
}

#[test]
fn reno_that_goes_back_sends_again_as_duplicates_open_its_window() {
    // A threshold of 4 segments and 3 for the duplicates; the fourth makes 8.
    let sent = after_three_duplicates("reno", AfterFastRetransmit::GoBackN);
    assert_eq!(sent, [segments(0..1), segments(1..8), vec![]]);
    let sent = after_three_duplicates("reno", AfterFastRetransmit::GoOn);
    assert_eq!(sent, [segments(0..1), vec![], vec![]]);
}

#[test]
fn without_a_choice_tahoe_goes_back_and_reno_goes_on() {
    for (variant, way) in [("tahoe", AfterFastRetransmit::GoBackN), ("reno", AfterFastRetransmit::GoOn)] {
        let chosen = after_three_duplicates(variant, way);
        let variant = VariantName::find(variant).expect("a known variant");
        let mut greedy = Greedy::new(&Settings { variant, bsd_deflate_bug: false, ..settings() });
        let sent = [20, 21, 22, 23].map(|ms| greedy.ack(ms, 0, 8_000));
        assert_eq!(sent[2..], chosen[..2]);
        assert_eq!(greedy.ack(42, 1_000, 8_000), chosen[2]);
    }
}

/// When the timer fires after the first of eight segments is acknowledged, and after the next seven are.
fn timer_after(settings: &Settings) -> [u64; 2] {
    let mut greedy = Greedy::new(settings);
    [(120, 1_000), (130, 8_000)].map(|(ms, ack)| {
        greedy.ack(ms, ack, 8_000);
        greedy.sender.next_deadline().ps() / MS
    })
}

#[test]
fn the_timer_runs_from_the_last_acknowledgment_or_from_when_the_oldest_segment_was_sent() {
    let oldest = |settings: Settings| Settings {
        retransmission_timer: RetransmissionTimer::OldestSegment,
        ..settings
    };
    // A round trip of 120 ms: 120 + 4 * 60. Segment 8 leaves with the first acknowledgment.
    let exact = Settings { rto_rule: RtoRule::Unrounded, ..settings() };
    assert_eq!(timer_after(&exact), [480, 490]);
    assert_eq!(timer_after(&oldest(exact)), [360, 480]);
    // A sample of two ticks: 2 + 4, counted from tick 1 or, for what was sent at the start, from 0.
    assert_eq!(timer_after(&settings()), [700, 700]);
    assert_eq!(timer_after(&oldest(settings())), [600, 700]);
}

#[test]
fn what_is_resent_is_as_old_as_its_retransmission() {
    for variant in ["reno", "newreno", "sack", "vegas"] {
        let variant = VariantName::find(variant).expect("a known variant");
        let mut greedy = Greedy::new(&Settings {
            variant,
            rto_rule: RtoRule::Rfc6298,
            retransmission_timer: RetransmissionTimer::OldestSegment,
            ..settings()
        });
        (1..=3).for_each(|number| drop(greedy.ack(100 + number, 0, 8_000)));
        assert_eq!(greedy.sender.next_deadline(), Time::from_ps((103 + 6_000) * MS));
    }
}
