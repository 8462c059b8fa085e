//! From a document to a scenario: the walker, serde, then the rules that take the whole scenario.

use std::collections::BTreeSet;

use cellwise_engine::memory::{self, Taken};
use cellwise_tcp::profile::Profile;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::document::{Document, is_at_or_below};
use crate::issue::{Issue, shortened, shown};
use crate::memory_budget::growing;
use crate::network::Network;
use crate::resolve::{Built, build};
use crate::schema::Scenario;
use crate::set::look_up;
use crate::walk::{Walked, walk};

/// What comes of a document without mistakes.
#[derive(Clone, Debug)]
pub struct Review {
    /// The network that it describes.
    pub network: Network,
    /// What is probably not meant or outside the standards.
    pub warnings: Vec<Issue>,
    /// The memory that the review took. The same for the same scenario, whatever it was read from.
    pub taken: Taken,
}

impl Document {
    /// The scenario that the document describes, every key that it leaves out at its default.
    ///
    /// # Errors
    /// Every mistake at once: unknown keys, missing and wrong values, and whatever does not fit
    /// together; with line and column if the document came from TOML.
    pub fn scenario(&self) -> Result<Scenario, Vec<Issue>> {
        self.resolved().map(|(scenario, _)| scenario)
    }

    /// The scenario, and the network that it describes.
    ///
    /// # Errors
    /// Every mistake at once, as of [`Document::scenario`]; of more than a hundred the first, and how many there
    /// are besides.
    pub fn resolved(&self) -> Result<(Scenario, Network), Vec<Issue>> {
        self.within(|| self.built().map(|(scenario, built)| (scenario, built.network)))
    }

    /// The scenario of a document that was found sound before: nothing that takes its network is checked again.
    ///
    /// # Errors
    /// Mistakes of single keys, if it was not.
    pub fn known(&self) -> Result<Scenario, Vec<Issue>> {
        self.within(|| {
            let Walked { issues, sound } = walk(&self.value);
            match as_schema(issues, sound) {
                (Some(scenario), issues) if issues.is_empty() => Ok(scenario),
                (_, issues) => Err(self.arranged(issues)),
            }
        })
    }

    /// Every mistake of the document; empty if it is a sound scenario.
    #[must_use]
    pub fn check(&self) -> Vec<Issue> {
        self.scenario().err().unwrap_or_default()
    }

    /// What the document makes that is probably not meant or outside the standards, with line and
    /// column as for mistakes; empty if it has mistakes.
    #[must_use]
    pub fn warnings(&self) -> Vec<Issue> {
        self.reviewed().map(|review| review.warnings).unwrap_or_default()
    }

    /// The same with the network that is described, and the mistakes in one look.
    ///
    /// # Errors
    /// Every mistake at once, as of [`Document::scenario`].
    pub fn reviewed(&self) -> Result<Review, Vec<Issue>> {
        self.within(|| {
            let (reviewed, taken) = memory::taken_by(|| {
                let (scenario, built) = self.built()?;
                let warnings = built.warnings(&scenario).into_iter().map(|warning| self.as_written(warning));
                Ok((built.network, self.arranged(warnings.collect())))
            });
            reviewed.map(|(network, warnings)| Review { network, warnings, taken })
        })
    }

    /// The scenario, and what resolving it gives.
    fn built(&self) -> Result<(Scenario, Built), Vec<Issue>> {
        let Walked { issues, sound } = walk(&self.value);
        let (built, issues) = self.read(issues, sound);
        built.filter(|_| issues.is_empty()).ok_or_else(|| self.arranged(issues))
    }

    /// An issue with its value as the document has it rather than the printed one.
    fn as_written(&self, issue: Issue) -> Issue {
        let written =
            look_up(&self.value, &issue.path).filter(|value| !value.is_object() && !value.is_array());
        match (written, &issue.value) {
            (Some(written), Some(_)) => Issue { value: Some(shortened(&shown(written))), ..issue },
            _ => issue,
        }
    }

    /// What can be made of the document, and its mistakes; both or neither if they hide others.
    fn read(&self, issues: Vec<Issue>, sound: Value) -> (Option<(Scenario, Built)>, Vec<Issue>) {
        let (scenario, mut issues) = as_schema(issues, sound);
        let hides_others = issues.iter().any(misleads);
        // Without its file a line has its defaults, which are sound.
        issues.extend(self.of_files.iter().cloned());
        let Some(scenario) = scenario.filter(|_| !hides_others) else { return (None, issues) };
        let mut built = build(&scenario);
        let more = std::mem::take(&mut built.issues);
        let known: BTreeSet<String> = issues.iter().map(|issue| issue.path.clone()).collect();
        let is_new = |issue: &Issue| !overlaps(&known, &issue.path);
        issues.extend(more.into_iter().map(|issue| self.as_written(issue)).filter(is_new));
        (Some((scenario, built)), issues)
    }
}

/// Octets that an element of a list takes while it is read: Serde keeps a copy of each for every tag around it.
const OCTETS_OF_ELEMENT: usize = 128;

/// The scenario as far as the schema goes, and the mistakes that it finds.
fn as_schema(mut issues: Vec<Issue>, mut sound: Value) -> (Option<Scenario>, Vec<Issue>) {
    let elements = elements_in(&sound);
    if memory::lacks(elements * OCTETS_OF_ELEMENT, "elements of lists", elements) {
        return (None, issues);
    }
    lay_profiles(&mut sound);
    match Scenario::deserialize(&sound) {
        Ok(scenario) => (Some(scenario), issues),
        // The caller that has set the limit reports that there was no room.
        Err(_) if memory::is_full("rows", 0) => (None, issues),
        Err(error) => {
            if issues.is_empty() {
                issues = refused_sections(&sound);
            }
            if issues.is_empty() {
                issues.push(Issue::absent("", error.to_string()));
            }
            (None, issues)
        }
    }
}

fn elements_in(value: &Value) -> usize {
    match value {
        Value::Array(elements) => elements.len() + elements.iter().map(elements_in).sum::<usize>(),
        Value::Object(members) => members.values().map(elements_in).sum(),
        _ => 0,
    }
}

/// Adds what profiles give, in each table that names one beneath the table's own keys.
fn lay_profiles(document: &mut Value) {
    lay_profile(document);
    let flows = document.get_mut("flows").and_then(Value::as_object_mut);
    growing("flows", flows.into_iter().flat_map(Map::values_mut)).for_each(lay_profile);
}

fn lay_profile(holder: &mut Value) {
    let Some(tcp) = holder.get_mut("tcp").and_then(Value::as_object_mut) else { return };
    if let Some(profile) = tcp.get("profile").and_then(Value::as_str).and_then(Profile::find) {
        profile.lay_beneath(tcp);
    }
}

/// Whether leaving out what an issue is about would cause issues elsewhere.
fn misleads(issue: &Issue) -> bool {
    const READ_ELSEWHERE: [&str; 15] = [
        "topology",
        "nodes",
        "links",
        "vps",
        "vcs",
        "flows",
        "duration",
        "limits",
        "switch.rate_rule",
        "atm.category",
        "atm.contract",
        "abr.pcr",
        "abr.mcr",
        "abr.reverse",
        "flow.kind",
    ];
    !issue.about_key && READ_ELSEWHERE.iter().any(|section| is_at_or_below(&issue.path, section))
}

/// Whether one of the known paths is a path, or around it, or below it.
fn overlaps(known: &BTreeSet<String>, path: &str) -> bool {
    let ends = path.match_indices(['.', '[']).map(|(end, _)| end).chain([path.len()]);
    let is_around = ends.into_iter().any(|end| known.contains(&path[..end]));
    let is_below = ['.', '['].into_iter().any(|mark| {
        let inside = format!("{path}{mark}");
        known.range(inside.clone()..).next().is_some_and(|other| other.starts_with(&inside))
    });
    is_around || is_below
}

/// The sections that serde refuses though the schema takes them, such as a number too small to keep.
fn refused_sections(sound: &Value) -> Vec<Issue> {
    let members = sound.as_object().into_iter().flatten();
    members
        .filter_map(|(key, value)| {
            let alone = Map::from_iter([(key.clone(), value.clone())]);
            let error = Scenario::deserialize(&Value::Object(alone)).err()?;
            Some(Issue::absent(key, error.to_string()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::parse_toml;
    use cellwise_tcp::recovery::RecoveryKind;

    #[test]
    fn all_seven_mistakes_of_a_document_are_reported_at_once_with_their_lines() {
        let text = r#"
title = 5
warmup = "20 s"

[topology]
template = "n-source"

[switch]
bufer = "3000 cells"
drop = { policy = "epd", threshold = "0 cells" }

[tcp]
variant = "renoo"
mss = "0 bytes"

[probes]
queue = { port = "sw1.trunc" }
"#;
        let issues = parse_toml(text).unwrap().check();
        let found: Vec<(&str, u32)> =
            issues.iter().map(|issue| (issue.path.as_str(), issue.line.unwrap_or(0))).collect();
        let expected = [
            ("title", 2),
            ("warmup", 3),
            ("switch.bufer", 9),
            ("switch.drop.threshold", 10),
            ("tcp.variant", 13),
            ("tcp.mss", 14),
            ("probes.queue.port", 17),
        ];
        assert_eq!(found, expected, "{issues:#?}");
    }

    #[test]
    fn of_many_mistakes_the_first_are_reported_and_the_others_counted() {
        let text: String = (0..5_000).map(|key| format!("k{key} = 1\n")).collect();
        let issues = parse_toml(&text).unwrap().check();
        assert_eq!(issues.len(), 101);
        assert_eq!((issues[99].path.as_str(), issues[99].line), ("k99", Some(100)));
        assert!(issues[100].to_string().ends_with("more like these"), "{}", issues[100]);
        let lines: String = (0..5_000).map(|line| format!("{line},a,b\n")).collect();
        let issues = parse_toml(&lines).unwrap_err();
        assert_eq!(issues.len(), 101);
        assert_eq!((issues[0].line, issues[99].line), (Some(1), issues[99].line.filter(|line| *line <= 100)));
    }

    #[test]
    fn a_mistake_that_others_read_does_not_cause_further_ones() {
        let text = "duration = \"ten\"\nwarmup = \"20 s\"\n[topology]\ntemplate = \"n-source\"\n";
        let issues = parse_toml(text).unwrap().check();
        assert_eq!(issues.len(), 1, "{issues:?}");
        assert_eq!(issues[0].path, "duration");
    }

    #[test]
    fn a_message_repeats_the_value_as_it_was_written() {
        let text = "topology.template = \"n-source\"\nswitch.buffer = \"0.0 cells\"\nwarmup = \"10.00 s\"\n";
        let values: Vec<_> = parse_toml(text).unwrap().check().into_iter().map(|issue| issue.value).collect();
        assert_eq!(values, [Some("\"0.0 cells\"".to_owned()), Some("\"10.00 s\"".to_owned())]);
    }

    /// The settings of the flows of a scenario with these tables, by name.
    fn settings(tables: &str) -> Vec<cellwise_tcp::Settings> {
        let text = format!("topology = {{ template = \"n-source\", sources = 2 }}\n{tables}");
        let (_, network) = parse_toml(&text).unwrap().resolved().unwrap();
        let tcp = network.flows.iter().filter_map(|flow| match &flow.kind {
            crate::network::FlowKind::Tcp { settings, .. } => Some((**settings).clone()),
            _ => None,
        });
        tcp.collect()
    }

    #[test]
    fn a_profile_gives_what_its_table_does_not_and_that_of_a_flow_comes_first() {
        let section = settings("tcp = { profile = \"linux-6\", mss = \"1460 bytes\", min_rto = \"300 ms\" }");
        for tcp in &section {
            assert_eq!((tcp.mss.get(), tcp.min_rto.to_string().as_str()), (1460, "300 ms"));
            assert_eq!(
                (tcp.variant.variant().name, tcp.initial_rto.to_string().as_str()),
                ("cubic-linux", "1 s")
            );
        }
        let mixed = settings(
            "tcp = { profile = \"linux-6\", mss = \"1460 bytes\", nagle = false, min_rto = \"300 ms\" }\n\
             flows.tcp1.tcp = { profile = \"bsd-4.4\", initial_rto = \"2 s\" }\n\
             flows.tcp2.tcp = { nagle = true }",
        );
        let [bsd, linux] = &mixed[..] else { panic!("two flows") };
        // The values of the flow's profile override the section; all others are the section's.
        assert_eq!((bsd.variant.variant().name, bsd.recovery_kind()), ("reno", RecoveryKind::Reno));
        assert_eq!((bsd.nagle, bsd.min_rto.to_string(), bsd.mss.get()), (true, "1 s".to_owned(), 1460));
        assert_eq!(bsd.initial_rto.to_string(), "2 s", "its own keys win");
        assert_eq!((linux.nagle, linux.min_rto.to_string()), (true, "300 ms".to_owned()));
        assert_eq!(linux.recovery_kind(), RecoveryKind::RackTlp);
    }

    #[test]
    fn what_a_profile_gave_is_written_out_and_read_back_alike() {
        let text = "topology.template = \"n-source\"\ntcp.profile = \"freebsd-14\"\nflows.tcp1.tcp.profile = \"ns-2\"\n";
        let scenario = parse_toml(text).unwrap().scenario().unwrap();
        let written = crate::to_toml(&crate::expand(&scenario));
        for line in ["profile = \"freebsd-14\"", "initial_cwnd = \"rfc6928\"", "variant = \"tahoe\""] {
            assert!(written.contains(line), "{line} in {written}");
        }
        let again = parse_toml(&written).unwrap().scenario().unwrap();
        assert_eq!(crate::resolve(&again), crate::resolve(&scenario));
    }

    #[test]
    fn an_unknown_profile_is_reported_with_those_there_are() {
        let issues =
            parse_toml("topology.template = \"n-source\"\ntcp.profile = \"linux\"\n").unwrap().check();
        assert_eq!((issues.len(), issues[0].path.as_str(), issues[0].line), (1, "tcp.profile", Some(2)));
        assert!(issues[0].to_string().contains("linux-6"), "{}", issues[0]);
    }

    #[test]
    fn what_only_serde_refuses_is_an_issue_with_its_section() {
        let text =
            "topology.template = \"n-source\"\nswitch.drop = { policy = \"fba\", threshold = 1e-12 }\n";
        let issues = parse_toml(text).unwrap().check();
        assert_eq!(issues.len(), 1, "{issues:?}");
        assert_eq!((issues[0].path.as_str(), issues[0].line), ("switch", Some(2)));
    }
}
