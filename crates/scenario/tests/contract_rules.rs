//! One mistake, one issue: contracts, policers and shapers, hosts, CLP thresholds.

use crate::common::{assert_only, issues, only, replaced};

/// A sound network: a policed and shaped connection over a slower second link.
const SOUND: &str = r#"
duration = "10 s"
[atm]
max_sdu = "9188 bytes"
[nodes]
h1 = { kind = "host" }
sw = { kind = "switch", buffer = "1000 cells", clp1_threshold = "500 cells" }
h2 = { kind = "host" }
[links]
a = { ends = ["h1", "sw"], rate = "155.52 Mbit/s", delay = "1 us" }
b = { ends = ["sw", "h2"], rate = "100 Mbit/s", delay = "1 us" }
[vcs]
v = { path = ["h1", "sw", "h2"], contract = { kind = "vbr.1", scr = "10 Mbit/s", mbs = "1000 cells" } }
[flows]
f = { vc = "v" }
"#;

/// The sound network with another contract.
fn contract(keys: &str) -> String {
    replaced(SOUND, "kind = \"vbr.1\", scr = \"10 Mbit/s\", mbs = \"1000 cells\"", keys)
}

/// The sound network with more keys of its connection.
fn vc(keys: &str) -> String {
    replaced(SOUND, "mbs = \"1000 cells\" } }", &format!("mbs = \"1000 cells\" }}, {keys} }}"))
}

fn expect(cases: &[(String, &str, &str)]) {
    for (text, path, part) in cases {
        assert_only(text, path, part);
    }
}

#[test]
fn the_sound_network_has_no_issues() {
    assert_eq!(issues(SOUND), []);
}

#[test]
fn a_contract_that_contradicts_itself_is_refused_with_path_value_and_rule() {
    let (path, message) =
        only(&contract("kind = \"vbr.1\", pcr = \"5 Mbit/s\", scr = \"10 Mbit/s\", mbs = \"9 cells\""));
    assert_eq!(path, "vcs.v.contract.scr");
    assert_eq!(message, "vcs.v.contract.scr: \"10 Mbit/s\" is not allowed; give at most pcr (5 Mbit/s)");
    expect(&[
        (
            contract("kind = \"vbr.1\", scr = \"1 Mbit/s\", mbs = \"0 cells\""),
            "vcs.v.contract.mbs",
            "at least 1 cell and at most 16777215 cells",
        ),
        (
            contract("kind = \"vbr.2\", scr = \"0 bit/s\", mbs = \"9 cells\""),
            "vcs.v.contract.scr",
            "more than 0 bit/s",
        ),
        (contract("kind = \"cbr\", pcr = \"0 bit/s\""), "vcs.v.contract.pcr", "more than 0 bit/s"),
        (
            contract("kind = \"cbr\", pcr = \"1 Mbit/s\", cdvt = \"1 min\""),
            "vcs.v.contract.cdvt",
            "at most 10 s",
        ),
        (
            contract("kind = \"gfr.1\", mcr = \"1 Mbit/s\", mbs = \"9 cells\", mfs = \"10 cells\""),
            "vcs.v.contract.mbs",
            "\"9 cells\" is not allowed; give at least mfs (10 cells)",
        ),
        (
            contract("kind = \"gfr.1\", mcr = \"1 Mbit/s\", mbs = \"191 cells\""),
            "vcs.v.contract.mbs",
            "at least 192 cells, which a frame of max_sdu takes",
        ),
    ]);
}

#[test]
fn what_is_missing_or_unknown_in_a_contract_is_named() {
    expect(&[
        (contract("kind = \"vbr.1\", mbs = \"9 cells\""), "vcs.v.contract.scr", "is missing"),
        (contract("kind = \"cbr\""), "vcs.v.contract.pcr", "is missing"),
        (contract("kind = \"vbr.4\""), "vcs.v.contract.kind", "did you mean \"vbr.3\"?"),
        (
            contract("kind = \"cbr\", pcr = \"1 Mbit/s\", mbs = \"9 cells\""),
            "vcs.v.contract.mbs",
            "not a known key",
        ),
    ]);
}

#[test]
fn rates_above_a_link_of_the_connection_are_refused_with_the_link() {
    let (path, message) = only(&contract("kind = \"cbr\", pcr = \"120 Mbit/s\""));
    assert_eq!(path, "vcs.v.contract.pcr");
    assert_eq!(
        message,
        "vcs.v.contract.pcr: \"120 Mbit/s\" is not allowed; give at most 100 Mbit/s, the rate of link b"
    );
    let scr = contract("kind = \"vbr.1\", scr = \"120 Mbit/s\", mbs = \"9 cells\"");
    assert_only(&scr, "vcs.v.contract.scr", "the rate of link b");
}

#[test]
fn the_way_back_is_checked_against_its_own_links() {
    let slow = |text: &str| {
        replaced(text, "\"100 Mbit/s\", delay", "\"100 Mbit/s\", reverse_rate = \"5 Mbit/s\", delay")
    };
    assert_only(&slow(SOUND), "vcs.v.contract.scr", "give at most 5 Mbit/s, the rate of link b");
    let other = vc("reverse_contract = { kind = \"vbr.2\", scr = \"1 Mbit/s\", mbs = \"9 cells\" }");
    assert_eq!(issues(&slow(&other)), []);
    let wrong = vc("reverse_contract = { kind = \"vbr.1\", scr = \"6 Mbit/s\", mbs = \"9 cells\" }");
    assert_only(&slow(&wrong), "vcs.v.reverse_contract.scr", "the rate of link b");
}

#[test]
fn several_mistakes_of_a_contract_are_reported_at_once() {
    let text = contract(
        "kind = \"vbr.1\", pcr = \"1 Mbit/s\", scr = \"1 Mbit/s\", mbs = \"0 cells\", cdvt = \"20 s\"",
    );
    let paths: Vec<String> = issues(&text).into_iter().map(|issue| issue.path).collect();
    assert_eq!(paths, ["vcs.v.contract.mbs", "vcs.v.contract.cdvt"]);
}

#[test]
fn a_contract_and_a_connection_of_different_categories_are_refused() {
    expect(&[
        (
            vc("category = \"cbr\""),
            "vcs.v.contract.kind",
            "\"vbr.1\" is not allowed; is no contract for a connection of category \"cbr\"",
        ),
        (vc("reverse_contract = { kind = \"abr\" }"), "vcs.v.reverse_contract.kind", "category \"nrt-vbr\""),
        (
            replaced(
                &contract("kind = \"ubr\""),
                "[atm]\n",
                "[atm]\ncategory = \"cbr\"\ncontract = { kind = \"ubr\" }\n",
            ),
            "atm.contract.kind",
            "category \"cbr\"",
        ),
        (
            replaced(
                SOUND,
                ", contract = { kind = \"vbr.1\", scr = \"10 Mbit/s\", mbs = \"1000 cells\" }",
                ", reverse_contract = { kind = \"ubr\" }",
            ),
            "vcs.v.contract",
            "is missing; a contract for the way back",
        ),
    ]);
    assert_eq!(issues(&vc("category = \"rt-vbr\"")), []);
}

#[test]
fn policing_shaping_and_tagging_need_a_contract_that_fits_them() {
    let without = replaced(
        SOUND,
        ", contract = { kind = \"vbr.1\", scr = \"10 Mbit/s\", mbs = \"1000 cells\" }",
        ", KEYS",
    );
    let without = |keys: &str| replaced(&without, "KEYS", keys);
    let cbr = |keys: &str| {
        contract(&format!("kind = \"cbr\", pcr = \"10 Mbit/s\" }}, {keys}")).replacen(
            " } }\n[flows]",
            " }\n[flows]",
            1,
        )
    };
    expect(&[
        (
            without("policing = { kind = \"cell\" }"),
            "vcs.v.policing",
            "needs a contract; give vcs.v.contract",
        ),
        (without("shaping = { kind = \"peak\" }"), "vcs.v.shaping", "needs a contract"),
        (without("tagging = \"preventive\""), "vcs.v.tagging", "needs a contract"),
        (cbr("tagging = \"preventive\""), "vcs.v.tagging", "a contract of kind \"cbr.1\" has none"),
        (cbr("shaping = { kind = \"dual-leaky-bucket\" }"), "vcs.v.shaping.kind", "sustainable rate"),
        (cbr("policing = { kind = \"f-gcra\" }"), "vcs.v.policing.kind", ""),
        (vc("shaping = { kind = \"peak\", rate = \"0 bit/s\" }"), "vcs.v.shaping.rate", ""),
        (vc("policing = { kind = \"gcra\" }"), "vcs.v.policing.kind", "cell"),
        (vc("driver_queue = 0"), "vcs.v.driver_queue", "from 1 to 1000000"),
    ]);
    assert_eq!(issues(&cbr("shaping = { kind = \"peak\" }")), []);
}

#[test]
fn abr_sources_are_paced_by_their_allowed_rate_only() {
    let abr = |keys: &str| {
        let text = format!("switch.rate_rule = {{ rule = \"efci\" }}\n{}", contract("kind = \"abr\""));
        replaced(&text, "kind = \"abr\" } }", &format!("kind = \"abr\" }}, {keys} }}"))
    };
    expect(&[
        (abr("shaping = { kind = \"peak\" }"), "vcs.v.shaping", "other categories than \"abr\""),
        (abr("tagging = \"preventive\""), "vcs.v.tagging", "other categories"),
        (abr("driver_queue = 9"), "vcs.v.driver_queue", "other categories"),
    ]);
    assert_eq!(issues(&abr("policing = { kind = \"cell\" }, abr = { mcr = \"1 Mbit/s\" }")), []);
}

#[test]
fn the_defaults_of_all_connections_hold_for_those_with_a_contract() {
    let common =
        "[atm]\ncontract = { kind = \"cbr\", pcr = \"10 Mbit/s\" }\npolicing = { kind = \"cell\" }\n";
    let text = replaced(SOUND, "[atm]\n", common);
    let with_both = replaced(
        &text,
        "[vcs]\n",
        "[vcs]\nw = { path = [\"h1\", \"sw\", \"h2\"], category = \"ubr\" }\nx = { path = [\"h1\", \"sw\", \"h2\"] }\n",
    );
    let network =
        cellwise_scenario::resolve(&cellwise_scenario::parse_toml(&with_both).unwrap().scenario().unwrap());
    let vcs = network.unwrap().vcs;
    let found: Vec<_> = vcs
        .iter()
        .map(|vc| {
            (
                vc.name.as_str(),
                vc.category.name(),
                vc.contracts[0].as_ref().map(|c| c.kind.name()),
                vc.policing.is_some(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [("w", "ubr", None, false), ("x", "cbr", Some("cbr.1"), true), ("v", "nrt-vbr", Some("vbr.1"), true),]
    );
    assert_only(
        &replaced(&text, "pcr = \"10 Mbit/s\"", "pcr = \"0 bit/s\""),
        "atm.contract.pcr",
        "more than 0 bit/s",
    );
}

#[test]
fn a_clp_threshold_is_within_its_buffer() {
    let threshold = |to: &str| replaced(SOUND, "clp1_threshold = \"500 cells\"", to);
    expect(&[
        (
            threshold("clp1_threshold = \"1001 cells\""),
            "nodes.sw.clp1_threshold",
            "size of the buffer, 1000 cells",
        ),
        (threshold("clp1_threshold = \"0 cells\""), "nodes.sw.clp1_threshold", "1 cell"),
        (
            threshold("ports.b = { clp1_threshold = \"2000 cells\" }"),
            "nodes.sw.ports.b.clp1_threshold",
            "size of the buffer",
        ),
        (
            threshold("clp1_threshold = \"500 cells\", ports.b = { buffer = \"400 cells\" }"),
            "nodes.sw.ports.b.clp1_threshold",
            "size of the buffer, 400 cells",
        ),
        (format!("switch.clp1_threshold = \"0 cells\"\n{SOUND}"), "switch.clp1_threshold", "at least 1 cell"),
        (
            threshold("drop = { policy = \"clp-epd\", low = \"900 cells\", high = \"800 cells\" }"),
            "nodes.sw.drop.low",
            "at most high (800 cells)",
        ),
    ]);
}

#[test]
fn the_costs_and_queues_of_hosts_are_in_range() {
    let host = |keys: &str| {
        replaced(SOUND, "h1 = { kind = \"host\" }", &format!("h1 = {{ kind = \"host\", {keys} }}"))
    };
    let cost = |keys: &str| host(&format!("send_processing = {{ {keys} }}"));
    assert_eq!(issues(&cost("base = \"267 us\", per_byte = \"68.9 ns\"")), []);
    assert_eq!(issues(&host("receive_queue = 5, cpu = \"shared\"")), []);
    expect(&[
        (cost("base = \"267 us\""), "nodes.h1.send_processing.per_byte", "is missing"),
        (cost("base = \"11 s\", per_byte = \"0 s\""), "nodes.h1.send_processing.base", "at most 10 s"),
        (
            cost("base = \"1 us\", per_byte = \"1 ms\""),
            "nodes.h1.send_processing.per_byte",
            "65535 bytes take 10 s",
        ),
        (
            cost("base = \"1 us\", per_byte = \"0 s\", jitter = \"2 us\""),
            "nodes.h1.send_processing.jitter",
            "at most base (1 us)",
        ),
        (
            cost("base = \"1 us\", per_bite = \"0 s\", per_byte = \"0 s\""),
            "nodes.h1.send_processing.per_bite",
            "per_byte",
        ),
        (host("receive_queue = 0"), "nodes.h1.receive_queue", "from 1 to 1000000"),
        (format!("host.receive_queue = 0\n{SOUND}"), "host.receive_queue", "from 1 to 1000000"),
        (
            replaced(SOUND, "kind = \"switch\"", "kind = \"switch\", cpu = \"shared\""),
            "nodes.sw.cpu",
            "key of hosts",
        ),
    ]);
}

#[test]
fn a_largest_sdu_below_the_least_frame_of_the_encapsulation_is_refused() {
    let text = "[nodes]\na = { kind = \"host\" }\nb = { kind = \"host\" }\n\
                [links]\nl = { ends = [\"a\", \"b\"], rate = \"1 Mbit/s\", delay = \"0 s\" }\n\
                [vcs]\nv = { path = [\"a\", \"b\"], encapsulation = \"bridged-llc-fcs\", max_sdu = \"73 bytes\" }\n\
                [flows]\nf = { vc = \"v\", kind = \"udp\", udp = { payload = \"9 bytes\" } }\n";
    let found = issues(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].to_string().contains("at least 74 bytes, more than max_sdu (73 bytes)"), "{found:#?}");
    assert_eq!(issues(&text.replace("73 bytes", "74 bytes")), []);
}
