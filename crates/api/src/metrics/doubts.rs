//! What makes the numbers of a run doubtful, in sentences.

use serde_json::Value;

/// A wait for a smaller share of the run moves no mean by more than that.
const LEAST: f64 = 0.01;

/// What `summary.stopped.reason` says of a run that the user has stopped.
const INTERRUPTED: &str = "interrupted";

/// Says that all TCP flows wait for their retransmission timers at the end of a run: what came of it says more about a
/// timer than about a network. Nothing if none waits, or has for less than a hundredth of the run.
///
/// `waiting` is a list of objects with `since_s` and `until_s`, empty if one of the flows moves on.
#[must_use]
pub fn waiting(waiting: &Value, simulated_s: f64) -> Option<String> {
    let flows = waiting.as_array().filter(|flows| !flows.is_empty())?;
    let of = |key: &'static str| flows.iter().map(move |one| one[key].as_f64().unwrap_or_default());
    let silent_s = simulated_s - of("since_s").fold(f64::NEG_INFINITY, f64::max);
    if silent_s < LEAST * simulated_s {
        return None;
    }
    let first_s = of("until_s").fold(f64::INFINITY, f64::min);
    let (who, timers) = match flows.len() {
        1 => ("its one TCP flow waits for its".to_owned(), "timer"),
        many => (format!("all {many} TCP flows wait for their"), "timers"),
    };
    let [silent, simulated, first] = [general(silent_s, 3), general(simulated_s, 6), general(first_s, 6)];
    Some(format!(
        "the run ends while {who} retransmission {timers}: nothing moved in the last {silent} s of {simulated} s, and \
         the first fires at {first} s; simulate longer (duration), or with a finer tcp.timer_tick, before you believe \
         rates"
    ))
}

/// The additional content of the rates of a stopped run.
const AHEAD: &str = "rates hold what was counted ahead of that";

/// Says why and when a run stopped early, and what its rates hold; `stopped` is `null` if it did not.
#[must_use]
pub fn stopped(stopped: &Value) -> Option<String> {
    let reason = stopped.as_object()?.get("reason").and_then(Value::as_str).unwrap_or("limit reached");
    let at = general(stopped["at_s"].as_f64().unwrap_or_default(), 6);
    Some(if reason == INTERRUPTED {
        format!("interrupted at {at} s of simulated time; {AHEAD}")
    } else {
        format!("limits: the run stopped at {at} s of simulated time: {reason}; {AHEAD}")
    })
}

/// A number with so many digits that count, the way `%g` writes it: without zeros at the end, with a power of ten where
/// it is very small or large.
#[must_use]
pub fn general(value: f64, digits: usize) -> String {
    if !value.is_finite() || value == 0.0 {
        return if value == 0.0 { "0".into() } else { value.to_string() };
    }
    let written = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = written.split_once('e').expect("a number in scientific form");
    let exponent: i32 = exponent.parse().expect("an exponent is a whole number");
    let trimmed = |text: &str| -> String {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
    }
    trimmed(&format!("{value:.*}", (digits as i32 - 1 - exponent).max(0) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_have_the_digits_that_count() {
        let written =
            [(0.25, 3), (1.0, 6), (1234.5678, 3), (0.000_012_34, 3), (99.999, 3), (1e6, 6), (0.0, 3)];
        let reported: Vec<String> = written.iter().map(|&(value, digits)| general(value, digits)).collect();
        assert_eq!(reported, ["0.25", "1", "1.23e+03", "1.23e-05", "100", "1e+06", "0"]);
    }

    #[test]
    fn a_short_wait_is_not_reported() {
        let flows = json!([{"flow": "tcp1", "since_s": 0.25, "until_s": 1.5}]);
        let reported = waiting(&flows, 1.0).unwrap();
        assert!(
            reported.starts_with("the run ends while its one TCP flow waits for its retransmission timer: "),
            "{reported}"
        );
        assert_eq!(waiting(&flows, 0.2501), None);
        assert_eq!(waiting(&json!([]), 1.0), None);
    }

    #[test]
    fn why_a_run_stopped_is_reported() {
        let limit = json!({"reason": "limits.events: reached", "at_s": 0.5});
        assert_eq!(
            stopped(&limit).unwrap(),
            "limits: the run stopped at 0.5 s of simulated time: limits.events: reached; \
             rates hold what was counted ahead of that"
        );
        assert!(
            stopped(&json!({"reason": "interrupted", "at_s": 2.0}))
                .unwrap()
                .ends_with("at 2 s of simulated time; rates hold what was counted ahead of that")
        );
        assert_eq!(stopped(&Value::Null), None);
    }
}
