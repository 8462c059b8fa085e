//! What holds for every text and every scenario.

use cellwise_atm::Category;
use cellwise_scenario::{
    apply_set, catalogue, expand, parse_json, parse_toml, resolve, template_scenario, to_json, to_toml,
};
use proptest::prelude::*;

/// Texts that a scenario may be made of, right or wrong.
const KEYS: &[&str] = &[
    "title",
    "duration",
    "warmup",
    "seed",
    "topology",
    "template",
    "sources",
    "link_rate",
    "switch",
    "buffer",
    "drop",
    "policy",
    "threshold",
    "z",
    "tcp",
    "mss",
    "variant",
    "flow",
    "size",
    "nodes",
    "links",
    "vcs",
    "flows",
    "h1",
    "sw1",
    "trunk",
    "kind",
    "ends",
    "rate",
    "delay",
    "path",
    "vc",
    "from",
    "probes",
    "queue",
    "port",
    "every",
    "limits",
    "events",
    "memory",
    "ports",
    "host",
    "send_processing",
    "min",
    "max",
    "atm",
    "category",
    "weight",
    "abr",
    "vc1",
    "pcr",
    "mcr",
    "icr",
    "rif",
    "adapter",
    "router",
    "rate_rule",
    "rule",
    "scheduler",
    "reserved",
    "nrt-vbr",
    "architecture",
    "memory",
    "sharing",
    "vs_vd",
    "cells",
    "source",
    "pattern",
    "background",
    "routers",
    "sources_per_router",
    "to",
    "acr",
    "er",
    "contract",
    "reverse_contract",
    "scr",
    "mbs",
    "policing",
    "shaping",
    "tagging",
    "vp",
    "vps",
    "switched",
    "setup_at",
    "hold",
    "admission",
    "signalling",
    "processing",
    "clp1_threshold",
    "base",
    "per_byte",
    "driver_queue",
    "bufer",
    "*",
    "a b",
];
const VALUES: &[&str] = &[
    "1",
    "0",
    "-1",
    "1.5",
    "1e30",
    "nan",
    "true",
    "\"\"",
    "\"n-source\"",
    "\"epd\"",
    "\"fba\"",
    "\"10 s\"",
    "\"0 s\"",
    "\"1000 cells\"",
    "\"all but 200 cells\"",
    "\"512 bytes\"",
    "\"155.52 Mbit/s\"",
    "\"unlimited\"",
    "\"host\"",
    "\"router\"",
    "\"lan\"",
    "\"abr\"",
    "\"cbr\"",
    "\"cells\"",
    "\"two-node\"",
    "\"parking-lot\"",
    "\"downstream-bottleneck\"",
    "\"policed-vc\"",
    "\"peak\"",
    "\"equivalent-capacity\"",
    "\"preventive\"",
    "{ kind = \"cbr\", pcr = \"1 Mbit/s\" }",
    "{ kind = \"vbr.3\", scr = \"1 Mbit/s\", mbs = \"100 cells\" }",
    "{ kind = \"gfr.1\", mcr = \"1 Mbit/s\", mbs = \"2000 cells\" }",
    "{ kind = \"ubr\" }",
    "{ kind = \"cell\" }",
    "{ kind = \"f-gcra\" }",
    "{ kind = \"dual-leaky-bucket\" }",
    "{ path = [\"sw1\", \"sw2\"], contract = { kind = \"cbr\", pcr = \"1 Mbit/s\" } }",
    "\"round-robin\"",
    "\"1 kbit/s\"",
    "[5, 1]",
    "{ rule = \"erica\" }",
    "{ kind = \"shared-memory\", sharing = \"partitioned\", memory = \"2 cells\" }",
    "{ pattern = \"on-off\", rate = \"1 Mbit/s\" }",
    "{ vc = \"*\" }",
    "{ port = \"*\", vc = \"*\" }",
    "\"switch\"",
    "\"h1\"",
    "\"sw1\"",
    "\"sw1.trunk\"",
    "\"*\"",
    "[]",
    "[\"h1\", \"sw1\"]",
    "[1, 2]",
    "{}",
    "{ policy = \"epd\" }",
    "{ min = \"1 us\", max = \"2 us\" }",
    "1979-05-27",
    "18446744073709551616",
];

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(KEYS)
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(key(), 1..5).prop_map(|keys| keys.join("."))
}

fn value() -> impl Strategy<Value = &'static str> {
    prop::sample::select(VALUES)
}

/// A document of known keys and plausible values in random places.
fn document() -> impl Strategy<Value = String> {
    prop::collection::vec((path(), value()), 0..12)
        .prop_map(|lines| lines.iter().map(|(path, value)| format!("{path} = {value}\n")).collect())
}

/// Reads a text as far as it goes; every issue must have a path and a rule.
fn read(text: &str) -> Result<(), TestCaseError> {
    let issues = match parse_toml(text) {
        Ok(document) => match document.scenario() {
            Ok(scenario) => {
                prop_assert!(resolve(&scenario).is_ok(), "a checked scenario must resolve: {text}");
                return Ok(());
            }
            Err(issues) => issues,
        },
        Err(issues) => issues,
    };
    prop_assert!(!issues.is_empty());
    for issue in &issues {
        prop_assert!(!issue.path.is_empty() && !issue.rule.is_empty(), "{issue:?}");
        prop_assert!(!issue.to_string().contains('\n'), "{issue}");
        prop_assert!(issue.render(text).starts_with(&issue.to_string()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        read(&text)?;
        let _ = parse_json(&text).map(|document| document.check());
    }

    #[test]
    fn no_document_of_known_words_makes_the_reader_panic(text in document()) {
        read(&text)?;
    }

    #[test]
    fn no_change_of_a_sound_scenario_makes_the_reader_panic(
        sets in prop::collection::vec((path(), value()), 1..4), expanded in any::<bool>(),
        template in 0..catalogue().len(), abr in any::<bool>(),
    ) {
        let mut scenario = template_scenario(catalogue()[template].name).unwrap();
        if abr { scenario.atm.category = Category::Abr }
        let text = to_toml(&if expanded { expand(&scenario) } else { scenario });
        let mut document = parse_toml(&text).unwrap();
        for (path, value) in &sets {
            if let Err(issue) = apply_set(&mut document, path, value) {
                prop_assert!(!issue.path.is_empty() && !issue.rule.is_empty());
            }
        }
        match document.scenario() {
            Ok(scenario) => {
                prop_assert!(resolve(&scenario).is_ok());
                prop_assert!(document.warnings().iter().all(|warning| !warning.rule.is_empty()));
            }
            Err(issues) => {
                let known = |path: &str| !path.is_empty();
                prop_assert!(issues.iter().all(|issue| known(&issue.path) && !issue.rule.is_empty()));
            }
        }
    }

    #[test]
    fn no_cut_or_overwritten_text_makes_the_reader_panic(at in 0usize..2000, octet in any::<char>(), cut in any::<bool>()) {
        let mut text: Vec<char> = to_toml(&expand(&template_scenario("n-source").unwrap())).chars().collect();
        let at = at % text.len();
        if cut { text.truncate(at) } else { text[at] = octet }
        read(&text.into_iter().collect::<String>())?;
    }

    #[test]
    fn an_n_source_scenario_survives_expansion_and_both_notations(
        sources in 1u32..8, stagger_ms in 0u64..100, seed in any::<u64>(), trunk in 1_000u64..1_000_000_000,
    ) {
        let text = format!(
            "seed = {seed}\n[topology]\ntemplate = \"n-source\"\nsources = {sources}\n\
             start_stagger = \"{stagger_ms} ms\"\ntrunk_rate = \"{trunk} bit/s\"\n",
        );
        let scenario = parse_toml(&text).unwrap().scenario().unwrap();
        let expanded = expand(&scenario);
        prop_assert_eq!(&expand(&expanded), &expanded);
        prop_assert_eq!(resolve(&expanded), resolve(&scenario));
        for original in [&scenario, &expanded] {
            prop_assert_eq!(&parse_toml(&to_toml(original)).unwrap().scenario().unwrap(), original);
            prop_assert_eq!(&parse_json(&to_json(original)).unwrap().scenario().unwrap(), original);
        }
    }
}

#[test]
fn every_template_of_the_catalogue_makes_a_network_that_can_be_run() {
    assert!(!catalogue().is_empty());
    for row in catalogue() {
        let scenario = template_scenario(row.name).unwrap();
        let network = resolve(&scenario).unwrap_or_else(|issues| panic!("{}: {issues:?}", row.name));
        assert!(!network.flows.is_empty(), "{}", row.name);
        let again = resolve(&expand(&scenario)).unwrap();
        assert_eq!(again, network, "{}", row.name);
    }
    assert_eq!(template_scenario("no-such-template"), None);
}
