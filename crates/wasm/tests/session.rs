//! A session answers as a page asks.

use cellwise_wasm::{Answer, Refusal, Session};
use serde_json::{Value, json};

const BRIEF: &str = r#"{"duration":"100 ms","topology":{"template":"n-source"},
    "probes":{"queue":[{"port":"sw1.trunk"}]}}"#;

fn ask(session: &mut Session, request: Value) -> Result<Answer, Refusal> {
    session.answer(serde_json::from_value(request).expect("a request"))
}

fn begun(session: &mut Session, scenario: &str) -> Value {
    ask(session, json!({ "ask": "begin", "scenario": scenario })).unwrap().value
}

#[test]
fn a_run_goes_in_slices_to_its_end_and_gives_tables_and_series() {
    let mut session = Session::default();
    let run = begun(&mut session, BRIEF);
    let mut slices = 0;
    let at = loop {
        slices += 1;
        let at = ask(&mut session, json!({ "ask": "advance", "run": run, "events": 50 })).unwrap().value;
        if at["state"] != "running" {
            break at;
        }
    };
    assert_eq!((&at["state"], &at["progress"]), (&json!("done"), &json!(1.0)));
    assert!(slices > 2, "{slices}");
    let reported = ask(&mut session, json!({ "ask": "finish", "run": run })).unwrap().value;
    assert_eq!(reported["summary"]["stopped"], Value::Null);
    assert_eq!(reported["series"][0]["name"], "queue sw1.trunk");
    let flows = ask(&mut session, json!({ "ask": "table", "run": run, "name": "flows" })).unwrap();
    assert_eq!(flows.value["flow"]["words"].as_array().map(Vec::len), Some(5));
    assert_eq!(flows.value["throughput_bps"]["$"], "f64");
    let whole = ask(&mut session, json!({ "ask": "series", "run": run, "index": 0 })).unwrap().value;
    assert_eq!(whole["time_ps"]["length"], reported["series"][0]["points"]);
    let shown = ask(&mut session, json!({ "ask": "points", "run": run, "index": 0, "width": 10 })).unwrap();
    assert!(shown.value["value"]["length"].as_u64().is_some_and(|points| (10..=40).contains(&points)));
}

#[test]
fn a_run_that_is_finished_early_says_that_somebody_stopped_it() {
    let mut session = Session::default();
    let run = begun(&mut session, BRIEF);
    ask(&mut session, json!({ "ask": "advance", "run": run, "events": 50 })).unwrap();
    let reported = ask(&mut session, json!({ "ask": "finish", "run": run })).unwrap().value;
    let stopped = &reported["summary"]["stopped"];
    assert_eq!(stopped["reason"], "interrupted");
    assert!(stopped["at_s"].as_f64().is_some_and(|at_s| at_s > 0.0 && at_s < 0.1));
}

#[test]
fn what_is_not_there_is_reported() {
    let mut session = Session::default();
    let run = begun(&mut session, BRIEF);
    let mut refused = |request| ask(&mut session, request).unwrap_err().message;
    assert_eq!(refused(json!({ "ask": "table", "run": run, "name": "flows" })), "run: 1 is not finished");
    assert_eq!(refused(json!({ "ask": "finish", "run": 7 })), "run: 7 is not known");
    ask(&mut session, json!({ "ask": "finish", "run": run })).unwrap();
    let mut refused = |request| ask(&mut session, request).unwrap_err().message;
    assert_eq!(refused(json!({ "ask": "advance", "run": run, "events": 1 })), "run: 1 is finished");
    assert!(refused(json!({ "ask": "table", "run": run, "name": "flow" })).contains("flows, vcs"));
    assert!(refused(json!({ "ask": "series", "run": run, "index": 1 })).contains("there are 1"));
    ask(&mut session, json!({ "ask": "forget", "run": run })).unwrap();
    assert!(ask(&mut session, json!({ "ask": "series", "run": run, "index": 0 })).is_err());
}

#[test]
fn every_broken_rule_is_reported_with_its_place_in_the_text() {
    let text = "duration = \"0 s\"\ntopology = { template = \"n-source\" }\nswitch.bufer = 1\n";
    let asked = json!({ "ask": "parse", "text": text, "format": "toml", "file": "my.toml" });
    let refusal = ask(&mut Session::default(), asked).unwrap_err();
    let places: Vec<_> =
        refusal.issues.iter().map(|issue| (&*issue.path, issue.line, issue.column)).collect();
    assert_eq!(refusal.kind, "scenario");
    assert!(places.contains(&("duration", Some(1), Some(12))), "{places:?}");
    assert!(places.contains(&("switch.bufer", Some(3), Some(8))), "{places:?}");
    assert!(refusal.message.contains("my.toml:3:8"));
}

#[test]
fn a_network_that_takes_more_than_it_may_is_refused_with_its_path() {
    let large = r#"{"topology":{"template":"n-source","sources":1000},"limits":{"memory":"100 kB"}}"#;
    let asked = json!({ "ask": "begin", "scenario": large });
    let refusal = ask(&mut Session::default(), asked).unwrap_err();
    assert_eq!((refusal.kind, &*refusal.issues[0].path), ("scenario", "limits.memory"));
}

#[test]
fn what_is_no_request_is_reported() {
    for octets in [&b"{}"[..], b"{\"ask\":\"nothing\"}", b"\xff", b""] {
        let answer = Session::default().answer_octets(octets);
        assert!(String::from_utf8_lossy(&answer).contains("\"kind\":\"asked\""));
    }
}

#[test]
fn a_run_that_was_made_elsewhere_is_described_as_here() {
    let mut session = Session::default();
    let run = begun(&mut session, BRIEF);
    ask(&mut session, json!({ "ask": "advance", "run": run, "events": 1_000_000_000_u64 })).unwrap();
    let reported = ask(&mut session, json!({ "ask": "finish", "run": run })).unwrap().value;
    let described = ask(&mut session, json!({ "ask": "describe", "run": run })).unwrap().value;
    let octets = handed_over(&mut session, &run, &reported);
    let answer = session.answer_octets(&octets);
    let length = u32::from_le_bytes(answer[..4].try_into().unwrap()) as usize;
    let taken: Value = serde_json::from_slice(&answer[4..4 + length]).unwrap();
    let again = ask(&mut session, json!({ "ask": "describe", "run": taken["ok"] })).unwrap().value;
    assert_eq!(again, described);
    assert_eq!(described["summary"]["bottleneck"]["port"], "sw1.trunk");
}

/// A run as a server hands it out: flows, ports and connections, and what its probe recorded.
fn handed_over(session: &mut Session, run: &Value, reported: &Value) -> Vec<u8> {
    let mut octets = Vec::new();
    let mut tables = serde_json::Map::new();
    for name in reported["tables"].as_array().unwrap() {
        let table = ask(session, json!({ "ask": "table", "run": run, "name": name })).unwrap();
        tables.insert(name.as_str().unwrap().into(), moved(&table.value, put(&mut octets, &table)));
    }
    let series = ask(session, json!({ "ask": "series", "run": run, "index": 0 })).unwrap();
    let mut first = moved(&series.value, put(&mut octets, &series));
    for key in ["name", "quantity", "target", "unit"] {
        first[key] = reported["series"][0][key].clone();
    }
    let request = json!({
        "ask": "load", "scenario": BRIEF, "summary": reported["summary"], "tables": tables, "series": [first],
    });
    let head = request.to_string();
    let mut whole = vec![0; 4];
    whole.extend((head.len() as u32).to_le_bytes());
    whole.extend(head.as_bytes());
    whole.resize(whole.len().next_multiple_of(8), 0);
    whole.extend(octets);
    whole
}

/// Puts the arrays of an answer behind others; where they begin.
fn put(octets: &mut Vec<u8>, answer: &Answer) -> usize {
    octets.resize(octets.len().next_multiple_of(8), 0);
    octets.extend(answer.arrays.octets());
    octets.len() - answer.arrays.octets().len()
}

/// The places of arrays that begin so much later.
fn moved(value: &Value, by: usize) -> Value {
    match value {
        Value::Object(entries) if entries.contains_key("$") => {
            let mut place = value.clone();
            place["at"] = json!(value["at"].as_u64().unwrap() + by as u64);
            place
        }
        Value::Object(entries) => entries.iter().map(|(key, one)| (key.clone(), moved(one, by))).collect(),
        other => other.clone(),
    }
}
