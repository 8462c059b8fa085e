//! Scripts of our own: timelines by hand from the RFCs, arrival orders against a set, and what must never panic.

use std::collections::BTreeSet;
use std::fmt::Write;

use cellwise_packetdrill::{Outcome, Verdict, judge};
use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::{ByteCounting, InitialCwnd, RecoveryWindow, RtoRule, Settings, VariantName};
use cellwise_units::Span;
use proptest::prelude::*;

#[path = "../../../fuzz/bodies/packetdrill.rs"]
mod bodies;

const MS: u64 = 1_000_000_000;

/// A host with today's recovery and no delay of acknowledgments.
pub(crate) fn host() -> Settings {
    Settings {
        variant: VariantName::find("sack").expect("a variant"),
        recovery: Some(RecoveryKind::Sack),
        recovery_window: RecoveryWindow::Prr,
        initial_cwnd: InitialCwnd::Rfc6928,
        timer_tick: Span::from_ps(MS),
        rto_rule: RtoRule::Rfc6298,
        min_rto: Span::from_ps(200 * MS),
        initial_rto: Span::from_ps(1_000 * MS),
        byte_counting: ByteCounting::Unlimited,
        limited_transmit: true,
        header_prediction: false,
        delayed_ack: false,
        ..Settings::default()
    }
}

/// A connection that the other end opens, with a round trip of 100 ms.
fn opened(options: &str) -> String {
    format!(
        "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n\
         +0 bind(3, ..., ...) = 0\n+0 listen(3, 1) = 0\n\
         +.1 < S 0:0(0) win 32792 <mss 1000,{options}nop,wscale 7>\n\
         +0 > S. 0:0(0) ack 1 <mss 1460,{options}nop,wscale 8>\n\
         +.1 < . 1:1(0) ack 1 win 320\n+0 accept(3, ..., ...) = 4\n"
    )
}

fn verdict(options: &str, rest: &str) -> Verdict {
    judge(&(opened(options) + rest), &host())
}

fn assert_passes(options: &str, rest: &str) {
    let verdict = verdict(options, rest);
    assert_eq!(verdict.outcome, Outcome::Passed, "line {}", verdict.line);
}

/// The window is 10 segments and grows by one for each that is acknowledged.
// spec: rfc6928 1; rfc5681 3.1
#[test]
fn slow_start_begins_with_ten_segments_and_doubles() {
    assert_passes(
        "sackOK,",
        "+0 write(4, ..., 50000) = 50000\n+0 > P. 1:10001(10000) ack 1\n\
         +.1 < . 1:1(0) ack 10001 win 320\n+0 > P. 10001:30001(20000) ack 1\n\
         +0 %{ assert tcpi_snd_cwnd == 20 and tcpi_unacked == 20, tcpi_snd_cwnd }%\n",
    );
}

/// One new segment for each of two duplicates, the lost one at the third.
// spec: rfc3042; rfc5681 3.2
#[test]
fn the_third_duplicate_brings_back_what_was_lost() {
    let rest = "+0 write(4, ..., 15000) = 15000\n+0 > P. 1:10001(10000) ack 1\n\
         +.1 < . 1:1(0) ack 1 win 320\n+0 > . 10001:11001(1000) ack 1\n\
         +.01 < . 1:1(0) ack 1 win 320\n+0 > . 11001:12001(1000) ack 1\n\
         +.01 < . 1:1(0) ack 1 win 320\n+0 > . 1:1001(1000) ack 1\n";
    assert_passes("", rest);
}

/// RFC 9937 section 8 in small: of 20 segments the first is lost; PRR sends for every second acknowledgment.
// spec: rfc9937 6.2: RecoverFS 20, ssthresh 10
#[test]
fn proportional_rate_reduction_sends_for_every_second_acknowledgment() {
    let mut rest = String::from(
        "+0 write(4, ..., 100000) = 100000\n+0 > P. 1:10001(10000) ack 1\n\
         +.1 < . 1:1(0) ack 10001 win 320\n+0 > P. 10001:30001(20000) ack 1\n+.1 < . 1:1(0) ack 10001 win 320 <sack 11001:12001,nop,nop>\n\
         +0 > . 30001:31001(1000) ack 1\n+.001 < . 1:1(0) ack 10001 win 320 <sack 11001:13001,nop,nop>\n\
         +0 > . 31001:32001(1000) ack 1\n+.001 < . 1:1(0) ack 10001 win 320 <sack 11001:14001,nop,nop>\n\
         +0 > . 10001:11001(1000) ack 1\n",
    );
    let mut next = 32_001;
    for ack in 4..=14 {
        let sacked = 11_001 + 1000 * ack;
        writeln!(rest, "+.001 < . 1:1(0) ack 10001 win 320 <sack 11001:{sacked},nop,nop>").expect("a string");
        if ack % 2 == 1 {
            writeln!(rest, "+0 > . {next}:{}(1000) ack 1", next + 1000).expect("a string");
            next += 1000;
        }
    }
    assert_passes("sackOK,", &rest);
}

/// A segment that is reported at the instant of a retransmission was sent before it, so that this is not lost once more.
// spec: rfc8985 6.2 step 2; rfc9937 6.2: ssthresh 7
#[test]
fn what_arrives_at_one_instant_is_later_than_what_left_at_it() {
    let rest = "+0 write(4, ..., 10000) = 10000\n+0 > P. 1:10001(10000) ack 1\n\
                +0 < . 1:1(0) ack 1 win 320 <sack 2001:5001,nop,nop>\n+0 > . 1:2001(2000) ack 1\n\
                +0 < . 1:1(0) ack 1 win 320 <sack 2001:6001,nop,nop>\n+0 %{ assert tcpi_snd_cwnd == 7 }%\n\
                +.01 < . 1:1(0) ack 10001 win 320\n+0 write(4, ..., 1000) = 1000\n+0 > P. 10001:11001(1000) ack 1\n";
    let variant = VariantName::find("cubic-linux").expect("a variant");
    let host = Settings { variant, recovery: Some(RecoveryKind::RackTlp), ..host() };
    let verdict = judge(&(opened("sackOK,") + rest), &host);
    assert_eq!(verdict.outcome, Outcome::Passed, "line {}", verdict.line);
}

/// Without an acknowledgment the first segment goes again when the timer runs out: 100 ms and four deviations of
/// 50 ms after the opening.
// spec: rfc6298 2.2
#[test]
fn the_timer_knows_the_round_trip_of_the_opening() {
    assert_passes(
        "",
        "+0 write(4, ..., 1000) = 1000\n+0 > P. 1:1001(1000) ack 1\n+.3 > P. 1:1001(1000) ack 1\n",
    );
    let late = verdict(
        "",
        "+0 write(4, ..., 1000) = 1000\n+0 > P. 1:1001(1000) ack 1\n+.2 > P. 1:1001(1000) ack 1\n",
    );
    assert!(late.differs(), "{late:?}");
    assert_eq!(late.line, 10);
}

/// A mark is echoed until the sender says that it has reduced its window, and answered by half a window.
// spec: rfc3168 6.1
#[test]
fn marks_are_echoed_and_answered() {
    let opening = opened("").replace("< S 0", "< SEW 0").replace("> S. 0", "> SE. 0");
    let rest = "+0 < [ce] . 1:1001(1000) ack 1 win 320\n+0 > E. 1:1(0) ack 1001\n\
         +0 < [ect0] . 1001:2001(1000) ack 1 win 320\n+0 > E. 1:1(0) ack 2001\n\
         +0 < [ect0] W. 2001:3001(1000) ack 1 win 320\n+0 > . 1:1(0) ack 3001\n\
         +0 write(4, ..., 2000) = 2000\n+0 > [ect0] P. 1:2001(2000) ack 3001\n";
    let verdict = judge(&(opening + rest), &host());
    assert_eq!((verdict.outcome, verdict.held), (Outcome::Passed, 5));
}

/// The answers of a receiver when five segments of 1, 2, 4, 8 and 16 octets come in an order: everything up to the
/// first hole, and the runs beyond it, that of the latest arrival first and the others in the order of the last report.
// spec: rfc2018 4
fn answers(order: &[usize]) -> String {
    let (mut come, mut reported) = (BTreeSet::new(), Vec::<(u32, u32)>::new());
    let mut script = String::new();
    for &n in order {
        let (start, end) = (1u32 << n, 2u32 << n);
        come.insert(n);
        let upto = (0..).find(|n| !come.contains(n)).unwrap_or_default();
        let first = (0..=n).rev().take_while(|n| come.contains(n)).last().unwrap_or(n);
        let last = (n..5).take_while(|n| come.contains(n)).last().unwrap_or(n);
        let run = (1u32 << first, 2u32 << last);
        reported.retain(|old| old.1 <= run.0 || old.0 >= run.1);
        reported.insert(0, run);
        reported.retain(|run| run.0 > 1 << upto);
        let blocks: Vec<String> =
            reported.iter().take(4).map(|(start, end)| format!("{start}:{end}")).collect();
        let sack =
            if blocks.is_empty() { String::new() } else { format!(" <nop,nop,sack {}>", blocks.join(" ")) };
        writeln!(script, "+0 < . {start}:{end}({}) ack 1 win 320", end - start).expect("a string");
        writeln!(script, "+0 > . 1:1(0) ack {}{sack}", 1 << upto).expect("a string");
    }
    script
}

fn orders() -> Vec<Vec<usize>> {
    let mut orders = vec![vec![]];
    for _ in 0..5 {
        let longer = |order: Vec<usize>| {
            let free: Vec<usize> = (0..5).filter(|n| !order.contains(n)).collect();
            free.into_iter().map(move |n| [order.clone(), vec![n]].concat())
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

#[test]
fn all_120_orders_of_arrival_are_acknowledged_as_rfc_2018_says() {
    let orders = orders();
    assert_eq!(orders.len(), 120);
    for order in orders {
        let verdict = verdict("sackOK,", &answers(&order));
        assert_eq!(
            (verdict.outcome, verdict.held),
            (Outcome::Passed, 6),
            "{order:?} at line {}",
            verdict.line
        );
    }
}

#[test]
fn a_wrong_number_is_reported_with_its_line_and_with_what_there_was() {
    let verdict = verdict("", "+0 write(4, ..., 1000) = 1000\n+0 > P. 1:999(998) ack 1\n");
    let expected = "+0 > P. 1:999(998) ack 1".to_owned();
    let got = ". 1:1001(1000) ack 1".to_owned();
    assert_eq!((verdict.outcome, verdict.line), (Outcome::Differs { expected, got }, 9));
}

#[test]
fn what_is_not_modelled_is_skipped_for_its_reason() {
    for (rest, reason) in [
        ("+0 poll([{fd=4}], 1, 0) = 1\n", "the system call poll"),
        ("+0 setsockopt(4, SOL_TCP, TCP_CORK, [1], 4) = 0\n", "the socket option TCP_CORK"),
        ("+0 < icmp unreachable\n", "a packet that is none of TCP over IP"),
        ("`sysctl -q net.ipv4.tcp_congestion_control=westwood`\n", "congestion control \"westwood\""),
        ("+0 < S 0:0(0) win 32792 <mss 1000>\n", "a SYN in an open connection"),
        ("`sysctl -q net.ipv4.tcp_mtu_probing=1`\n", "MTU probing"),
    ] {
        let opening = if rest.starts_with('`') { String::new() } else { opened("") };
        let outcome = judge(&(opening + rest), &host()).outcome;
        assert_eq!(outcome, Outcome::Skipped(reason.to_owned()));
    }
}

#[test]
fn a_script_without_a_segment_has_nothing_to_compare() {
    let outcome = judge("0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n", &host()).outcome;
    assert_eq!(outcome, Outcome::Skipped("nothing of it can be compared".to_owned()));
}

/// The other end offers 500 octets, and sends 1000: the room for those is this host's.
#[test]
fn the_receive_buffer_is_the_hosts_own() {
    let script = "+.1 < S 0:0(0) win 500 <mss 1000>\n+0 > S. 0:0(0) ack 1 <mss 1460>\n\
                  +.1 < . 1:1(0) ack 1 win 500\n+0 accept(3, ..., ...) = 4\n\
                  +.1 < P. 1:1001(1000) ack 1 win 500\n+0 > . 1:1(0) ack 1001\n\
                  +0 write(4, ..., 1000) = 1000\n+0 > P. 1:501(500) ack 1001\n";
    assert_eq!(judge(script, &host()).outcome, Outcome::Passed);
}

/// Where the script leaves out what the host offers, that is the offer of the other end: the window is scaled.
#[test]
fn a_host_whose_offer_is_not_written_accepts_what_it_is_offered() {
    let script = "+.1 < S 0:0(0) win 32792 <mss 1000,sackOK,nop,nop,nop,wscale 7>\n+0 > S. 0:0(0) ack 1 <...>\n\
                  +.1 < . 1:1(0) ack 1 win 320\n+0 accept(3, ..., ...) = 4\n\
                  +0 write(4, ..., 10000) = 10000\n+0 > P. 1:10001(10000) ack 1\n";
    assert_eq!(judge(script, &host()).outcome, Outcome::Passed);
}

/// A line of a script, of the kinds that there are, with any numbers.
fn line() -> impl Strategy<Value = String> {
    let number = || prop_oneof![0u32..4, 0u32..5_000, any::<u32>()];
    prop_oneof![
        (number(), number(), number(), number()).prop_map(|(seq, len, ack, win)| format!(
            "+.01 < . {seq}:{}({len}) ack {ack} win {win} <sack {ack}:{win},nop,TS val {seq} ecr {len}>",
            seq.wrapping_add(len)
        )),
        (number(), number()).prop_map(|(seq, len)| format!("+.3 > P. {seq}:{len}({len}) ack 1 <...>")),
        number().prop_map(|octets| format!("+0 write(4, ..., {octets}) = {octets}")),
        number().prop_map(|n| format!("{n} < S 0:0(0) win {n} <mss {n},sackOK,wscale {n}>")),
        number().prop_map(|n| format!("+0 %{{ assert tcpi_snd_cwnd < {n} }}%")),
        ".{0,40}",
    ]
}

proptest! {
    #[test]
    fn no_script_makes_it_panic(lines in prop::collection::vec(line(), 0..12), opens in any::<bool>()) {
        let script = if opens { opened("sackOK,") } else { String::new() } + &lines.join("\n");
        let _ = judge(&script, &host());
    }

    #[test]
    fn no_text_makes_it_panic(text in "[-+.*<>()\\[\\]{}%`=,:0-9a-zSFRPEWA \n]{0,200}") {
        bodies::packetdrill(&text);
    }
}

/// The echo is the other end's last timestamp: of the segment that ends the opening, of data, of an acknowledgment.
// spec: rfc7323 4.3
#[test]
fn data_echoes_the_other_ends_timestamp() {
    let opening = "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n\
         +0 bind(3, ..., ...) = 0\n+0 listen(3, 1) = 0\n\
         +.1 < S 0:0(0) win 32792 <mss 1012,sackOK,TS val 700 ecr 0>\n\
         +0 > S. 0:0(0) ack 1 <mss 1460,sackOK,TS val 100 ecr 700>\n\
         +.1 < . 1:1(0) ack 1 win 32792 <nop,nop,TS val 800 ecr 100>\n+0 accept(3, ..., ...) = 4\n";
    let verdict = |echo: [u32; 3]| {
        let [first, second, third] = echo;
        let rest = format!(
            "+0 write(4, ..., 1000) = 1000\n+0 > P. 1:1001(1000) ack 1 <nop,nop,TS val 200 ecr {first}>\n\
             +.1 < . 1:1(0) ack 1001 win 32792 <nop,nop,TS val 900 ecr 200>\n\
             +0 write(4, ..., 1000) = 1000\n+0 > P. 1001:2001(1000) ack 1 <nop,nop,TS val 300 ecr {second}>\n\
             +.1 < P. 1:501(500) ack 2001 win 32792 <nop,nop,TS val 1000 ecr 300>\n\
             +0 > . 2001:2001(0) ack 501 <nop,nop,TS val 400 ecr 1000>\n\
             +0 write(4, ..., 1000) = 1000\n+0 > P. 2001:3001(1000) ack 501 <nop,nop,TS val 400 ecr {third}>\n"
        );
        let verdict = judge(&(opening.to_owned() + &rest), &host());
        (verdict.outcome == Outcome::Passed, verdict.line)
    };
    assert!(verdict([800, 900, 1000]).0, "{:?}", verdict([800, 900, 1000]));
    for wrong in [[0, 900, 1000], [800, 800, 1000], [800, 900, 900]] {
        assert!(!verdict(wrong).0, "{wrong:?}");
    }
}

/// A host with accurate feedback, and with counters of octets if there are any.
fn counting(counts_octets: bool) -> String {
    format!("`sysctl -q net.ipv4.tcp_ecn=3 net.ipv4.tcp_ecn_option={}`\n", 2 * u32::from(counts_octets))
}

/// A connection with accurate feedback that the other end opens; `answer`: the options of the host's answer.
fn accurate(answer: &str, rest: &str) -> Verdict {
    let opening = "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n\
         +0 bind(3, ..., ...) = 0\n+0 listen(3, 1) = 0\n\
         +.1 < SEWA 0:0(0) win 32792 <mss 1000,nop,wscale 7>\n";
    let opened = format!(
        "{}{opening}+0 > SW. 0:0(0) ack 1 <mss 1460,{answer}nop,wscale 8>\n+.1 < [ect0] W. 1:1(0) ack 1 win 320\n",
        counting(!answer.is_empty())
    );
    judge(&(opened + rest), &host())
}

/// The counter begins at five, by letters or as a number; two more are two marks.
// spec: rfc9768 3.1.1, 3.2.1
#[test]
fn acknowledgments_with_accurate_feedback_report_the_sender_of_marks() {
    let script = |flags: &str, marks: u32| {
        format!(
            "+0 write(4, ..., 4000) = 4000\n+0 > [ect0] P.5 1:4001(4000) ack 1\n\
             +.1 < [ect0] {flags} 1:1(0) ack 4001 win 320\n+0 %{{ assert tcpi_delivered_ce == {marks} }}%\n"
        )
    };
    for (flags, marks) in [(".5", 0), ("EA.", 0), (".7", 2), ("EWA.", 2)] {
        assert_eq!(accurate("", &script(flags, marks)).outcome, Outcome::Passed, "{flags}");
        assert!(accurate("", &script(flags, marks + 1)).differs(), "{flags}");
    }
}

/// Marks that have come are reported by the flags and by counters of octets.
// spec: rfc9768 3.2.1, 3.2.3
#[test]
fn what_comes_marked_is_acknowledged_with_accurate_feedback() {
    let script = |flags: &str, octets: u32| {
        format!(
            "+.1 < [ect0] EAP. 1:1001(1000) ack 1 win 320\n+0 > [ect0] EA. 1:1(0) ack 1001 <ECN e1b 1 ceb 0 e0b 1001,nop>\n\
             +.1 < [ce] EAP. 1001:2001(1000) ack 1 win 320\n\
             +0 > [ect0] {flags} 1:1(0) ack 2001 <ECN e1b 1 ceb {octets} e0b 1001,nop>\n"
        )
    };
    let counts = "ECN e1b 1 ceb 0 e0b 1,nop,";
    assert_eq!(accurate(counts, &script("WA.", 1000)).outcome, Outcome::Passed);
    assert!(accurate(counts, &script("EA.", 1000)).differs(), "the flags");
    assert!(accurate(counts, &script("WA.", 0)).differs(), "the octets");
}

/// An answer of RFC 3168 to a SYN that asks for accurate feedback gives that.
// spec: rfc9768 3.1.2
#[test]
fn an_end_without_accurate_feedback_is_answered_by_rfc_3168() {
    let script = "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n\
         +0 bind(3, ..., ...) = 0\n+0 listen(3, 1) = 0\n\
         +.1 < SEWA 0:0(0) win 32792 <mss 1000>\n+0 > SE. 0:0(0) ack 1 <mss 1460>\n\
         +.1 < . 1:1(0) ack 1 win 32792\n\
         +0 write(4, ..., 1000) = 1000\n+0 > [ect0] P. 1:1001(1000) ack 1\n\
         +.1 < E. 1:1(0) ack 1001 win 32792\n\
         +0 write(4, ..., 1000) = 1000\n+0 > [ect0] PW. 1001:2001(1000) ack 1\n";
    assert_eq!(judge(script, &host()).outcome, Outcome::Passed);
}
