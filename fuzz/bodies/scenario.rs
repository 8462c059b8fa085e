// What the fuzz target of the scenario reader checks.

use cellwise_scenario::{Issue, parse_toml, to_toml};

/// Any text is a scenario or gets issues that can be shown; what is read and printed is read back.
pub(crate) fn scenario_toml(text: &str) {
    let document = match parse_toml(text) {
        Ok(document) => document,
        Err(issues) => return show(&issues, text),
    };
    match document.scenario() {
        Ok(scenario) => {
            let printed = to_toml(&scenario);
            let again = parse_toml(&printed).expect("what was printed is TOML").scenario();
            assert_eq!(again.as_ref(), Ok(&scenario), "read back from\n{printed}");
        }
        Err(issues) => show(&issues, text),
    }
}

fn show(issues: &[Issue], text: &str) {
    assert!(!issues.is_empty(), "a refusal has a reason");
    for issue in issues {
        assert!(!issue.rule.is_empty() && !issue.to_string().is_empty() && !issue.render(text).is_empty());
    }
}
