//! What the profiles' hosts do, against a peer written by hand.

use cellwise_tcp::profile::Profile;
use cellwise_tcp::{Application, Flags, Options, Segment, Sender, Seq, Settings, TickClock, Timestamps};
use cellwise_units::{Bytes, Time};

const MS: u64 = 1_000_000_000;
const MSS: u32 = 1_000;
/// Octets of the timestamps option.
const STAMPS: u32 = 12;

fn host(name: &str) -> Settings {
    host_with(name, None)
}

/// A host with another variant and its recovery, where the host has none of its own.
fn host_with(name: &str, variant: Option<&str>) -> Settings {
    let mut table = serde_json::Map::new();
    if let Some(variant) = variant {
        table.insert("variant".to_owned(), variant.into());
    }
    Profile::find(name).expect("a profile").lay_beneath(&mut table);
    let settings: Settings = serde_json::from_value(table.into()).expect("settings");
    let stamps = if settings.timestamps { STAMPS } else { 0 };
    Settings { mss: Bytes::new(u64::from(MSS + stamps)), receive_window: Bytes::new(1_000_000), ..settings }
}

/// A sender whose application writes on request.
struct Peer {
    sender: Sender,
    window: u32,
    out: Vec<Segment>,
}

impl Peer {
    fn new(settings: &Settings) -> Self {
        let ticks = TickClock::aligned(settings.timer_tick);
        let sender = Sender::new(settings, Application::OnDemand, ticks);
        let mut peer = Self { sender, window: settings.advertised_window(), out: Vec::new() };
        peer.sender.start(Time::ZERO, &mut peer.out);
        peer
    }

    fn write(&mut self, ms: u64, octets: u64) {
        self.sender.supply(Time::from_ps(ms * MS), octets, &mut self.out);
    }

    /// An acknowledgment with the peer's window; returns the first octets and the lengths of the segments that it
    /// releases.
    fn ack(&mut self, ms: u64, ack: u64) -> Vec<(u32, u32)> {
        let mut segment = Segment::plain(Seq(0), 0, Seq(ack as u32), self.window, Flags::ACK);
        // Round trips of 100 ms.
        let echo = u32::try_from(ms.saturating_sub(100)).expect("a short test");
        segment.options = Options { timestamps: Some(Timestamps { value: 1, echo }), ..Options::default() };
        self.out.clear();
        self.sender.on_ack(Time::from_ps(ms * MS), &segment, &mut self.out);
        self.out.iter().map(|segment| (segment.seq.0, segment.len)).collect()
    }

    /// Acknowledges all that is outstanding, until there is a congestion window of at least so many segments, one
    /// flight every 100 ms after an instant; returns the instant of the last acknowledgment.
    fn grow(&mut self, mut ms: u64, segments: u64) -> u64 {
        while self.segments() < segments {
            let before = self.sender.snd_una_offset();
            self.write(ms, 40_000);
            ms += 100;
            let mut ack = before;
            while ack < self.sender.snd_max_offset().min(before + 40_000) {
                ack += u64::from(MSS);
                self.ack(ms, ack);
            }
        }
        ms
    }

    fn segments(&self) -> u64 {
        self.sender.cwnd() / u64::from(MSS)
    }

    /// Lets timers fire up to an instant; returns when each sent something, in milliseconds.
    fn run_to(&mut self, ms: u64) -> Vec<u64> {
        let mut sent = Vec::new();
        while self.sender.next_deadline() <= Time::from_ps(ms * MS) {
            let at = self.sender.next_deadline();
            self.out.clear();
            self.sender.on_deadline(at, &mut self.out);
            if !self.out.is_empty() {
                sent.push(at.ps() / MS);
            }
        }
        sent
    }
}

// linux: include/net/tcp.h TCP_INIT_CWND, net/ipv4/tcp_input.c tcp_init_cwnd; freebsd: tcp_input.c tcp_compute_initwnd
#[test]
fn linux_begins_with_ten_segments_whatever_they_are_and_freebsd_with_two_large_ones() {
    for (name, mss, segments) in
        [("linux-6", 536, 10), ("linux-6", 9_000, 10), ("freebsd-14", 536, 10), ("freebsd-14", 9_000, 2)]
    {
        let settings = Settings { mss: Bytes::new(mss + u64::from(STAMPS)), ..host(name) };
        let mut peer = Peer::new(&settings);
        peer.write(0, 200_000);
        assert_eq!(peer.out.len(), segments, "{name} with segments of {mss} octets");
    }
}

// linux: include/net/tcp.h tcp_probe0_base; freebsd: tcp_timer.h TCPTV_PERSMIN
#[test]
fn linux_probes_a_closed_window_after_one_timeout_and_bsd_after_five_seconds() {
    for (name, waits) in [
        ("linux-6", vec![300, 600, 1_200, 2_400, 4_800]),
        ("freebsd-14", vec![5_000, 5_000]),
        ("bsd-4.4", vec![5_000, 5_000]),
    ] {
        let mut peer = Peer::new(&host(name));
        peer.write(0, u64::from(MSS));
        peer.window = 0;
        assert_eq!(peer.ack(100, u64::from(MSS)), []);
        peer.write(100, 5_000);
        let probes = peer.run_to(12_000);
        let before = [vec![100], probes.clone()].concat();
        let between: Vec<u64> = probes.iter().zip(before).map(|(at, before)| at - before).collect();
        let near = |(wait, got): (&u64, &u64)| wait.abs_diff(*got) <= 500 * u64::from(name == "bsd-4.4");
        assert!(waits.iter().zip(&between).all(near), "{name}: {between:?}");
        assert_eq!(between.len(), waits.len(), "{name}: {between:?}");
    }
}

/// A window of 50 segments, a timeout of 300 ms: after 1.5 of it 25, after 2.5 of it 12, and never below ten.
// linux: net/ipv4/tcp_output.c tcp_cwnd_restart, include/net/tcp.h tcp_current_ssthresh
#[test]
fn linux_halves_its_window_for_each_timeout_of_an_idle_time_and_keeps_three_quarters_as_threshold() {
    let settings = host_with("linux-6", Some("sack"));
    for (idle, segments) in [(250, 50), (450, 25), (750, 12), (3_000, 10)] {
        let mut peer = Peer::new(&settings);
        let now = peer.grow(0, 40);
        assert_eq!(peer.segments(), 50, "after {idle} ms");
        // The last data left 100 ms before it was acknowledged.
        peer.write(now - 100 + idle, 1_000);
        assert_eq!(peer.segments(), segments, "after {idle} ms");
    }
}

/// FreeBSD returns to its initial window at once, and slow start continues to three quarters of the earlier window.
// freebsd: cc_newreno.c newreno_after_idle
#[test]
fn freebsd_returns_to_its_initial_window_below_three_quarters_of_the_old_one() {
    let settings = Settings {
        initial_ssthresh: cellwise_tcp::InitialSsthresh::Octets(Bytes::new(12_000)),
        ..host_with("freebsd-14", Some("sack"))
    };
    let mut peer = Peer::new(&settings);
    let now = peer.grow(0, 24);
    let before = peer.sender.cwnd();
    peer.write(now + 2_000, 1_000);
    assert_eq!((peer.segments(), peer.sender.ssthresh()), (10, before - before / 4));
}

/// After a fast retransmission in a window, more duplicates do not begin another before all of it is acknowledged.
// ns-2: tcp-reno.cc dupack_action (bugFix_)
#[test]
fn reno_of_ns2_begins_no_second_fast_retransmission_in_a_window() {
    for (avoids, fast_retransmits) in [(true, 1), (false, 2)] {
        let settings = Settings {
            initial_cwnd_segments: 12,
            avoid_multiple_fast_retransmits: avoids,
            ..host_with("ns-2", Some("reno"))
        };
        let mut peer = Peer::new(&settings);
        peer.write(0, 30_000);
        for ack in [1_000, 1_000, 1_000, 1_000, 5_000, 5_000, 5_000, 5_000, 5_000] {
            peer.ack(100, ack);
        }
        assert_eq!(peer.sender.stats().fast_retransmits, fast_retransmits);
    }
}

/// Eleven segments outstanding: half is five and a half, of which the threshold is five.
// ns-2: tcp.cc slowdown (precisionReduce_)
#[test]
fn the_window_of_ns2_keeps_the_fraction_of_its_half_and_the_threshold_is_whole() {
    for (variant, opens) in [("reno", 1.0 / 5.5), ("newreno", 1.0 / 5.5), ("sack", 0.0)] {
        let settings = Settings { initial_cwnd_segments: 11, ..host_with("ns-2", Some(variant)) };
        let mut peer = Peer::new(&settings);
        peer.write(0, 100_000);
        for _ in 0..6 {
            peer.ack(100, 0);
        }
        let all = peer.sender.snd_max_offset();
        peer.ack(200, all);
        let wanted = ((5.5 + opens) * f64::from(MSS)) as u64;
        assert_eq!((peer.sender.cwnd(), peer.sender.ssthresh()), (wanted, 5_000), "{variant}");
    }
}
