// What the fuzz targets of traces check. The bounded property tests of crates/packet include this file too, so that
// the same checks run on stable Rust with every test.

use cellwise_packet::framing::FramingConfig;
use cellwise_packet::line::{
    Line, LineConfig, Link, TraceIssue, parse_opportunities, parse_rates, rate_table, trace,
};
use cellwise_units::{BitRate, Time};

/// Any text is a trace that a line can follow or gets issues that can be shown.
pub(crate) fn trace(text: &str) {
    match parse_opportunities(text) {
        Ok(opportunities_ms) => {
            let written: Vec<String> = opportunities_ms.iter().map(u64::to_string).collect();
            assert_eq!(parse_opportunities(&written.join("\n")).as_ref(), Ok(&opportunities_ms));
            follow(&LineConfig::Trace(trace::Config { opportunities_ms, ..Default::default() }));
        }
        Err(issues) => show(&issues),
    }
    match parse_rates(text) {
        Ok(rates) => {
            let line = |step: &rate_table::Step| format!("\n{},{}", step.at.get(), step.rate.get());
            let written: String = rates.iter().map(line).collect();
            assert_eq!(parse_rates(&format!("at_ps,rate_bps{written}")).as_ref(), Ok(&rates));
            follow(&LineConfig::RateTable(rate_table::Config { rates, ..Default::default() }));
        }
        Err(issues) => show(&issues),
    }
}

/// A line of a trace that was read is sound and takes packets in order.
fn follow(config: &LineConfig) {
    let link = Link { rate: BitRate::from_bps(1_000_000), framing: FramingConfig::default().build() };
    assert_eq!(config.check(&link), []);
    assert!(!config.mean_rate(&link).is_zero());
    let (mut line, mut start) = (config.build(&link), Time::ZERO);
    for came_ps in [0, 1, 1_000_000_000, 77_000_000_000_000, 9_000_000_000_000_000_000] {
        start = line.free_at(Time::from_ps(came_ps).max(start), &mut || 0.5);
        if start == Time::NEVER {
            return;
        }
        let sending = line.send(start, 1500, &mut || 0.5);
        assert!(start <= sending.arrives_at && sending.arrives_at <= sending.free_at);
        start = sending.free_at;
    }
}

fn show(issues: &[TraceIssue]) {
    assert!(!issues.is_empty(), "a refusal has a reason");
    for issue in issues {
        assert!(issue.line > 0 && !issue.rule.is_empty() && issue.to_string().len() < 2_000);
    }
}
