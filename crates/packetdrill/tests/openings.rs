//! How a connection opens: SYNs and their answers, sent again and fallen back, marks on them, data on them.

use cellwise_packetdrill::{Outcome, Verdict, judge};

use crate::scripts::host;

/// A host with accurate feedback.
const ACCURATE: &str = "`sysctl -q net.ipv4.tcp_ecn=3`\n";
/// Counters of octets before any data.
const COUNTERS: &str = "ECN e1b 1 ceb 0 e0b 1,nop,";

/// A host that listens and gets a SYN with these flags, and an ECN field if there is one.
fn listening(syn: &str) -> String {
    format!(
        "{ACCURATE}0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n+0 bind(3, ..., ...) = 0\n+0 listen(3, 1) = 0\n\
         +.1 < {syn} 0:0(0) win 32792 <mss 1000,nop,wscale 7>\n"
    )
}

/// An answer of the host with these flags, and with counters of octets or without.
fn answer(when: &str, flags: &str, counters: &str) -> String {
    format!("{when} > [noecn] {flags} 0:0(0) ack 1 <mss 1460,{counters}nop,wscale 8>\n")
}

/// A host that connects and sends a SYN with these flags.
fn connecting(syn: &str) -> String {
    format!(
        "{ACCURATE}0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n+.1 ... 9 connect(3, ..., ...) = 0\n\
         +0 > [noecn] {syn} 0:0(0) <mss 1460,nop,wscale 8>\n"
    )
}

/// The answer to it.
fn answered(when: &str, flags: &str, counters: &str) -> String {
    format!("{when} < {flags} 0:0(0) ack 1 win 32000 <mss 1000,{counters}nop,wscale 7>\n")
}

fn write(flags: &str) -> String {
    format!("+.1 write(3, ..., 1000) = 1000\n+0 > {flags} 1:1001(1000) ack 1\n")
}

fn replayed(lines: &[&str]) -> Verdict {
    judge(&lines.concat(), &host())
}

fn assert_passes(lines: &[&str], held: usize) {
    let verdict = replayed(lines);
    assert_eq!((&verdict.outcome, verdict.held), (&Outcome::Passed, held), "line {}", verdict.line);
}

#[test]
fn an_answer_with_other_flags_than_the_script_expects_differs() {
    let verdict = replayed(&[&listening("SEWA"), &answer("+0", "SE.", "")]);
    let Outcome::Differs { got, .. } = &verdict.outcome else { panic!("{verdict:?}") };
    assert_eq!(got, "S.W 0:0(0) ack 1 <ECN e0b 1 ceb 0>");
}

/// Four SYNs follow at even intervals, as hosts send them today, and then at doubled ones.
// spec: rfc6298 2.1, 5.5; rfc9768 3.1.4.1: two ask for accurate feedback
#[test]
fn a_syn_without_an_answer_is_sent_again_and_asks_twice() {
    let again =
        |when: &str, flags: &str| format!("{when} > [noecn] {flags} 0:0(0) <mss 1460,nop,wscale 8>\n");
    let syns = [("+1", "SEWA"), ("+1", "S"), ("+1", "S"), ("+1", "S"), ("+1", "S"), ("+2", "S")];
    let syns: String = syns.iter().map(|(when, flags)| again(when, flags)).collect();
    assert_passes(&[&connecting("SEWA"), &syns], 7);
    assert!(replayed(&[&connecting("SEWA"), &again("+2", "SEWA")]).differs(), "too late");
    assert!(replayed(&[&connecting("SEWA"), &again("+1", "S")]).differs(), "too early without flags");
}

/// The answer may still agree to what the last SYN did not ask for; then data can be marked.
// spec: rfc9768 3.1.4.1, 3.1.5
#[test]
fn an_answer_after_the_last_request_still_agrees() {
    let again = "+1 > SEWA 0:0(0) <mss 1460,nop,wscale 8>\n+1 > S 0:0(0) <mss 1460,nop,wscale 8>\n";
    let late = answered("+.1", "[noecn] SW.", "");
    assert_passes(
        &[&connecting("SEWA"), again, &late, "+0 > [ect0] W. 1:1(0) ack 1\n", &write("[ect0] EAP.")],
        5,
    );
    let refused = answered("+.1", "S.", "");
    assert_passes(
        &[&connecting("SEWA"), again, &refused, "+0 > [noecn] . 1:1(0) ack 1\n", &write("[noecn] P.")],
        5,
    );
}

/// A SYN was lost: data begins with one segment.
// spec: rfc5681 3.1
#[test]
fn after_a_lost_syn_data_begins_with_one_segment() {
    let again = "+1 > SEWA 0:0(0) <mss 1460,nop,wscale 8>\n";
    let rest = "+0 > . 1:1(0) ack 1\n+.1 write(3, ..., 5000) = 5000\n+0 > . 1:1001(1000) ack 1\n\
                +.1 < . 1:1(0) ack 1001 win 320\n+0 > . 1001:3001(2000) ack 1\n";
    assert_passes(&[&connecting("SEWA"), again, &answered("+.1", "S.", ""), rest], 5);
}

/// The first answer has counters of octets, the second none, the third no flags; the end keeps counting, but sends nothing that
/// can be marked.
// spec: rfc6298 5.5; rfc9768 3.2.3.2.2, 3.1.5
#[test]
fn an_answer_that_is_not_acknowledged_falls_back() {
    let answers = [("+0", "SW.", COUNTERS), ("+1", "SW.", ""), ("+2", "S.", ""), ("+4", "S.", "")];
    let answers: String =
        answers.iter().map(|(when, flags, counters)| answer(when, flags, counters)).collect();
    let last = "+.1 < [noecn] W. 1:1(0) ack 1 win 320\n";
    assert_passes(&[&listening("SEWA"), &answers, last, &write("[noecn] EAP.")], 5);
    assert!(replayed(&[&listening("SEWA"), &answer("+0", "SW.", "")]).differs(), "counters of octets");
}

/// The first SYN decides on the feedback, the latest is fed back, and one without flags forbids marks.
// spec: rfc9768 3.1.5
#[test]
fn the_first_syn_decides_and_the_latest_is_answered() {
    let again = |syn: &str| format!("+.1 < {syn} 0:0(0) win 32792 <mss 1000,nop,wscale 7>\n");
    let last = |flags: &str| format!("+.1 < [noecn] {flags} 1:1(0) ack 1 win 320\n");
    let (first, second) = (answer("+0", "SA.", COUNTERS), answer("+0", "SW.", ""));
    assert_passes(
        &[
            &listening("[ect0] SEWA"),
            &first,
            &again("[noecn] S"),
            &second,
            &last("W."),
            &write("[noecn] EAP."),
        ],
        3,
    );
    let plain = answer("+0", "S.", "");
    assert_passes(
        &[&listening("S"), &plain, &again("[ect0] SEWA"), &plain, &last("."), &write("[noecn] P.")],
        3,
    );
}

/// Flags that are cleared on the acknowledgment of the answer stop marks, not the count.
// spec: rfc9768 3.2.2.1 table 4, note 1
#[test]
fn cleared_flags_at_the_end_of_an_opening_stop_marks() {
    let opened = listening("SEWA") + &answer("+0", "SW.", COUNTERS);
    let rest = |last: &str, data: &str| {
        format!(
            "+.1 < [ect0] {last} 1:1(0) ack 1 win 320\n{}+.1 < [ect0] WA. 1:1(0) ack 1001 win 320\n",
            write(data)
        )
    };
    let reported = |marks: u32| format!("+0 %{{ assert tcpi_delivered_ce == {marks} }}%\n");
    assert_passes(&[&opened, &rest(".", "[noecn] EAP."), &reported(0)], 3);
    assert_passes(&[&opened, &rest("W.", "[ect0] EAP."), &reported(1)], 3);
}

/// The same in the first feedback after the opening.
// spec: rfc9768 3.2.2.4
#[test]
fn cleared_flags_in_the_first_feedback_stop_marks() {
    let opened = connecting("SEWA") + &answered("+.1", "SW.", "") + "+0 > W. 1:1(0) ack 1\n";
    let then = |at: u32, flags: &str, data: &str| {
        let (acked, next) = (1001 + at, 2001 + at);
        format!(
            "+.1 < {flags} 1:1(0) ack {acked} win 320\n+0 write(3, ..., 1000) = 1000\n+0 > {data} {acked}:{next}(1000) ack 1\n"
        )
    };
    let data = write("[ect0] EAP.");
    assert_passes(&[&opened, &data, &then(0, ".", "[noecn] EAP.")], 4);
    let counted = then(0, "EA.", "[ect0] EAP.");
    assert_passes(&[&opened, &data, &counted, &then(1000, ".", "[ect0] EAP.")], 5);
}

/// A marked answer is fed back at once and counts, so that data has 6.
// spec: rfc9768 3.2.2.1 table 3, 3.2.2.2
#[test]
fn a_marked_answer_counts() {
    for (field, confirmed, data) in
        [("noecn", "W", "EA"), ("ect1", "EW", "EA"), ("ect0", "A", "EA"), ("ce", "WA", "WA")]
    {
        let answer = answered("+.1", &format!("[{field}] SW."), COUNTERS);
        let confirmed =
            format!("+0 > [ect0] {confirmed}. 1:1(0) ack 1 <{}>\n", COUNTERS.trim_end_matches(','));
        assert_passes(&[&connecting("SEWA"), &answer, &confirmed, &write(&format!("[ect0] {data}P."))], 3);
    }
}

/// So does a marked acknowledgment of the host's answer; and one that says that the answer was marked is read.
// spec: rfc9768 3.2.2, 3.2.2.2
#[test]
fn marks_at_the_end_of_an_opening_count_both_ways() {
    let opened = listening("SEWA") + &answer("+0", "SW.", COUNTERS);
    let last = |segment: &str| format!("+.1 < {segment} 1:1(0) ack 1 win 320\n");
    assert_passes(&[&opened, &last("[ce] W."), &write("[ect0] WAP.")], 2);
    let reported = "+0 %{ assert tcpi_delivered_ce == 1 and tcpi_snd_cwnd == 1 }%\n";
    assert_passes(&[&opened, &last("[ect0] WA."), reported, &write("[ect0] EAP.")], 4);
}

/// An answer that comes again is acknowledged again, by how it arrived this time.
// spec: rfc9768 3.2.2.1, 3.1.5
#[test]
fn an_answer_that_comes_again_is_fed_back() {
    let opened =
        connecting("SEWA") + &answered("+.1", "SW.", COUNTERS) + "+0 > [ect0] W. 1:1(0) ack 1 <...>\n";
    let again = answered("+.1", "[ect0] SW.", COUNTERS) + "+0 > [ect0] A. 1:1(0) ack 1 <...>\n";
    assert_passes(&[&opened, &again, &write("[ect0] EAP.")], 4);
}

/// Both ends send a SYN: each answers as if it had listened.
// spec: rfc9293 3.5; rfc9768 3.1.2, simultaneous open
#[test]
fn both_ends_may_open_at_once() {
    let syn = "+.02 < SEWA 0:0(0) win 32000 <mss 1000,nop,wscale 7>\n";
    let opened = connecting("SEWA") + syn + &answer("+0", "SW.", COUNTERS) + &answered("+.05", "SW.", "");
    let confirmed = "+0 > [ect0] W. 1:1(0) ack 1\n";
    let last = |flags: &str| format!("+.02 < [ect0] {flags} 1:1(0) ack 1 win 320\n");
    assert_passes(&[&opened, confirmed, &last("W."), &write("[ect0] EAP.")], 4);
    assert_passes(&[&opened, confirmed, &last("."), &write("[noecn] EAP.")], 4);
}

/// The acknowledgment of the answer is lost, and marked data opens the connection.
// spec: rfc9768 3.2.2.1: with data the flags are a count
#[test]
fn data_may_end_an_opening() {
    let opened = listening("SEWA") + &answer("+0", "SW.", COUNTERS);
    let data = "+.1 < [ce] EAP. 1:1001(1000) ack 1 win 320\n\
                +0 > [ect0] WA. 1:1(0) ack 1001 <ECN e1b 1 ceb 1000 e0b 1,nop>\n\
                +0 %{ assert tcpi_delivered_ce == 0 }%\n";
    assert_passes(&[&opened, data, &write("[ect0] WAP.").replace("ack 1\n", "ack 1001\n")], 4);
}

/// What a host asks for, and what it takes part in, by the number that Linux gives it.
#[test]
fn a_host_asks_and_answers_by_its_number() {
    for (number, asks, classic, accurate) in [
        (0, "S", "S.", "S."),
        (1, "SEW", "SE.", "SE."),
        (2, "S", "SE.", "SE."),
        (3, "SEWA", "SE.", "SW."),
        (4, "SEW", "SE.", "SW."),
        (5, "S", "SE.", "SW."),
    ] {
        let set = |script: String| script.replace("tcp_ecn=3", &format!("tcp_ecn={number}"));
        assert_passes(&[&set(connecting(asks))], 1);
        let counters = |flags| if flags == "SW." { COUNTERS } else { "" };
        assert_passes(&[&set(listening("SEW")), &answer("+0", classic, "")], 1);
        assert_passes(&[&set(listening("SEWA")), &answer("+0", accurate, counters(accurate))], 1);
    }
}

/// A host that listens and gets ten octets on the SYN, with these options.
fn fast(setting: &str, options: &str, ack: u32) -> String {
    format!(
        "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3\n{setting}+0 bind(3, ..., ...) = 0\n+0 listen(3, 1) = 0\n\
         +.1 < S 0:10(10) win 32792 <mss 1000{options}>\n+0 > S. 0:0(0) ack {ack} <mss 1460>\n"
    )
}

/// With a cookie of the host's own the data is taken, and the application may write at once; without, only the SYN is
/// acknowledged, and the data comes again.
// spec: rfc7413 4.2
#[test]
fn data_on_a_syn_is_taken_with_a_cookie() {
    let cookie = ",FO TFO_COOKIE";
    let at_once = "+0 accept(3, ..., ...) = 4\n+0 write(4, ..., 1000) = 1000\n+0 > P. 1:1001(1000) ack 11\n\
                   +.1 < . 11:1011(1000) ack 1001 win 32792\n+0 > . 1001:1001(0) ack 1011\n";
    assert_passes(&[&fast("", cookie, 11), at_once], 3);
    let later = "+.1 < . 1:11(10) ack 1 win 32792\n+0 > . 1:1(0) ack 11\n";
    assert_passes(&[&fast("", ",FO", 1), later], 2);
    assert_passes(&[&fast("", "", 1), later], 2);
    for (cookie, reason) in [
        ("", "a write before the connection is open"),
        (",FO 0123456789abcdef", "a cookie of fast open in octets, which needs the host's key"),
    ] {
        let verdict = replayed(&[&fast("", cookie, 1), at_once]);
        assert_eq!(verdict.outcome, Outcome::Skipped(reason.to_owned()));
    }
}

/// A host may not take part, or may ask for no cookie.
#[test]
fn a_host_sets_which_data_on_a_syn_it_takes() {
    let set = |number: &str| format!("`sysctl -q net.ipv4.tcp_fastopen={number}`\n");
    let socket = "+0 setsockopt(3, SOL_TCP, TCP_FASTOPEN, [2], 4) = 0\n";
    let cookie = ",FOEXP TFO_COOKIE";
    assert_passes(&[&fast(&set("1"), cookie, 1)], 1);
    assert_passes(&[&fast(&set("2"), cookie, 1)], 1);
    assert_passes(&[&fast(&(set("2") + socket), cookie, 11)], 1);
    assert_passes(&[&fast(&(set("0x202") + socket), "", 11)], 1);
}
