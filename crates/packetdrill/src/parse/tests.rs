use super::*;
use crate::script::{Call, Packet, TcpOption};
use cellwise_units::Time;

const MS: u64 = 1_000_000_000;

fn only(text: &str) -> Event {
    let mut events = parse(text).expect("a script").events;
    assert_eq!(events.len(), 1, "{events:?}");
    events.remove(0)
}

#[test]
fn a_segment_is_read_with_its_options() {
    let event = only("+.012 < [ce] PE. 1:1001(1000) ack 7 win 257 <sack 5:9 11:13,nop,nop,TS val 4 ecr 2>");
    assert_eq!(event.when, When::After(Span::from_ps(12 * MS), None));
    let options = vec![
        TcpOption::Sack(vec![(5, 9), (11, 13)]),
        TcpOption::Padding,
        TcpOption::Padding,
        TcpOption::Timestamp(4, 2),
    ];
    let packet = Packet {
        ecn: Some("ce".to_owned()),
        flags: "PE.".to_owned(),
        seq: 1,
        len: 1000,
        ack: Some(7),
        window: Some(257),
        options: Some(options),
    };
    assert_eq!(event.action, Action::Inject(packet));
}

#[test]
fn any_options_are_not_the_same_as_none() {
    let options = |text| match only(text).action {
        Action::Expect(packet) => packet.options,
        other => panic!("{other:?}"),
    };
    assert_eq!(options("0 > . 1:1(0) ack 1 <...>"), None);
    assert_eq!(options("0 > . 1:1(0) ack 1"), Some(vec![]));
}

#[test]
fn times_are_exact_and_may_be_ranges() {
    let when = |text: &str| only(&format!("{text} > . 1:1(0) ack 1")).when;
    assert_eq!(when("2.5"), When::At(Time::from_ps(2_500 * MS), None));
    assert_eq!(when("+.1~+.2"), When::After(Span::from_ps(100 * MS), Some(Span::from_ps(200 * MS))));
    assert_eq!(when("*"), When::Any);
    assert_eq!(when(""), When::After(Span::ZERO, None));
    assert_eq!(when("0...0.010"), When::At(Time::ZERO, Some(Time::from_ps(10 * MS))));
}

#[test]
fn calls_keep_their_arguments_apart_and_lines_keep_their_numbers() {
    let text = "--tolerance_usecs=2000\n// a comment\n`sysctl -q a=b // kept`\n\n0 setsockopt(4, SOL, X, {a=1, b=[2,3]}, 4) = -1 EINVAL (no)\n+0 /* two\nlines */ write(4, ..., 10) = 10";
    let script = parse(text).expect("a script");
    assert_eq!(script.tolerance, Some(Span::from_ps(2 * MS)));
    let lines: Vec<usize> = script.events.iter().map(|event| event.line).collect();
    assert_eq!(lines, [3, 5, 6]);
    assert_eq!(script.events[0].action, Action::Shell("sysctl -q a=b // kept".to_owned()));
    let Action::Call(Call { arguments, result, .. }) = &script.events[1].action else { panic!() };
    assert_eq!((arguments[3].as_str(), arguments.len(), *result), ("{a=1, b=[2,3]}", 5, Some(-1)));
}

#[test]
fn what_is_not_understood_is_reported_with_its_line() {
    let mistake = parse("0 > . 1:1(0) ack 1\n+0 ? what").expect_err("a mistake");
    assert_eq!(mistake, Mistake { line: 2, what: "not understood: +0 ? what".to_owned() });
}

#[test]
fn other_protocols_are_foreign() {
    assert_eq!(only("0 < icmp unreachable frag_needed mtu 1500 [1:1(0)]").action, Action::Foreign);
}
