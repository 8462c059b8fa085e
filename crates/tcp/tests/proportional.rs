//! Proportional Rate Reduction: the example of RFC 9937, section 8, and what it must keep.

use cellwise_tcp::{
    Application, Flags, RecoveryWindow, SackBlocks, Segment, Sender, Seq, Settings, SsthreshRule, TickClock,
    VariantName,
};
use cellwise_units::{Bytes, Span, Time};

const MSS: u32 = 1_000;
const MS: u64 = 1_000_000_000;
const FLIGHT: u32 = 20;

fn settings(variant: &str, recovery_window: RecoveryWindow) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        recovery_window,
        mss: Bytes::new(MSS.into()),
        receive_window: Bytes::new(60_000),
        initial_cwnd_segments: FLIGHT,
        limited_transmit: true,
        ssthresh_rule: SsthreshRule::Rfc5681,
        timer_tick: Span::from_ps(100 * MS),
        ..Settings::default()
    }
}

/// What is sent for an acknowledgment, in a letter: nothing, new data, or data sent before.
fn letter(sent: &[Segment]) -> char {
    match sent {
        [] => '-',
        [one] => {
            if one.retransmission {
                'R'
            } else {
                'N'
            }
        }
        _ => '*',
    }
}

/// Twenty segments are outstanding and the first is lost: the windows, in segments, and what is sent, acknowledgment
/// by acknowledgment. Segments 20 and 21 are those of limited transmit; the last acknowledgment is of all 22.
fn first_of_twenty_lost(settings: &Settings) -> (Vec<u64>, String) {
    let ticks = TickClock::aligned(settings.timer_tick);
    let mut sender = Sender::new(settings, Application::Greedy, ticks);
    let mut out = Vec::new();
    sender.start(Time::ZERO, &mut out);
    assert_eq!(out.len(), FLIGHT as usize);
    let (mut windows, mut letters) = (Vec::new(), String::new());
    for arrived in 1..=FLIGHT + 2 {
        let all = arrived == FLIGHT + 2;
        let ack = if all { arrived * MSS } else { 0 };
        let mut segment = Segment::plain(Seq(0), 0, Seq(ack), 60_000, Flags::ACK);
        if !all {
            let mut blocks = SackBlocks::default();
            blocks.push(Seq(MSS), Seq((arrived + 1) * MSS));
            segment.options.sack = blocks;
        }
        out.clear();
        sender.on_ack(Time::from_ps((100 + u64::from(arrived)) * MS), &segment, &mut out);
        windows.push(sender.cwnd() / u64::from(MSS));
        letters.push(letter(&out));
    }
    (windows, letters)
}

// spec: rfc9937 8, figure 1, by the pseudo-code of 6.2 (the figure's last four columns differ from it)
#[test]
fn one_segment_goes_for_every_two_that_arrive() {
    for variant in ["sack", "fack"] {
        let (windows, sent) = first_of_twenty_lost(&settings(variant, RecoveryWindow::Prr));
        assert_eq!(
            windows,
            [20, 20, 19, 18, 18, 17, 17, 16, 16, 15, 15, 14, 14, 13, 13, 12, 12, 11, 10, 10, 10, 10],
            "{variant}"
        );
        assert_eq!(sent, "NNR-N-N-N-N-N-N-N--NNN", "{variant}");
    }
}

// spec: rfc9937 8, figure 1: RFC 6675 next to it
#[test]
fn at_once_is_silent_for_half_a_round_trip() {
    let (windows, sent) = first_of_twenty_lost(&settings("sack", RecoveryWindow::AtOnce));
    assert_eq!(windows[2..], [10; 20]);
    assert_eq!(&sent[..12], "NNR---------");
}
