//! A run at whose end every flow waits for its timer says so, and no other does.

use cellwise_net::Outcome;

use crate::common::run;

fn five_sources(rest: &str) -> Outcome {
    run(&format!("topology = {{ template = \"n-source\", sources = 5 }}\n{rest}"))
}

#[test]
fn flows_that_all_wait_for_a_coarse_timer_are_named_with_its_time() {
    let outcome = five_sources("duration = \"1 s\"\nswitch.buffer = \"2000 cells\"\n");
    let names: Vec<&str> = outcome.waiting.iter().map(|one| one.flow.as_str()).collect();
    assert_eq!(names, ["tcp1", "tcp2", "tcp3", "tcp4", "tcp5"]);
    for one in &outcome.waiting {
        assert!(0.0 < one.since_s && one.since_s < 1.0 && one.until_s >= 1.0, "{one:?}");
    }
    // They continue when the timer fires, as reported.
    let first = outcome.waiting.iter().map(|one| one.until_s).fold(f64::INFINITY, f64::min);
    let longer =
        five_sources(&format!("duration = \"{} s\"\nswitch.buffer = \"2000 cells\"\n", first + 0.01));
    assert_eq!(longer.waiting, []);
}

#[test]
fn flows_that_move_wait_for_a_delayed_acknowledgment_or_are_done_do_not() {
    assert_eq!(five_sources("duration = \"1 s\"\n").waiting, []);
    // One segment was sent, and its acknowledgment is delayed by up to 200 ms.
    let early = five_sources("duration = \"50 ms\"\ntcp.delayed_ack_timer = \"200 ms\"\n");
    assert_eq!(early.waiting, []);
    let done = five_sources("duration = \"1 s\"\nflow.size = \"10000 bytes\"\n");
    assert_eq!(done.waiting, []);
}

#[test]
fn one_flow_that_moves_is_enough() {
    let text = "duration = \"1 s\"\nswitch.buffer = \"2000 cells\"\nflows.tcp5.start = \"999 ms\"\n";
    assert_eq!(five_sources(text).waiting, []);
}
