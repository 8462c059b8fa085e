//! What can be run and is probably not meant: warnings, with their places.

use cellwise_scenario::{expand, parse_json, parse_toml, to_toml, warnings};

const ABR: &str = "topology.template = \"two-node\"\ntopology.sources = 2\natm.category = \"abr\"\n\
                   switch.rate_rule = { rule = \"efci\" }\n";

/// The messages of the warnings about a sound scenario.
fn messages(text: &str) -> Vec<String> {
    let document = parse_toml(text).unwrap();
    assert_eq!(document.check(), [], "{text}");
    document.warnings().iter().map(ToString::to_string).collect()
}

fn only(text: &str) -> String {
    let messages = messages(text);
    assert_eq!(messages.len(), 1, "{text}\n{messages:#?}");
    messages[0].clone()
}

#[test]
fn a_step_that_tm4_does_not_know_is_a_warning_at_its_line_and_no_issue() {
    let text = format!("{ABR}[abr]\nrif = 0.1\n");
    let document = parse_toml(&text).unwrap();
    assert_eq!(document.check(), []);
    let warnings = document.warnings();
    assert_eq!(warnings.len(), 1, "one for both connections");
    assert_eq!(
        warnings[0].render(&text),
        "abr.rif: 0.1 is taken as it is; TM 4.0 has powers of two from 1/32768 to 1\n \
         --> line 6, column 7\n  |\n6 | rif = 0.1\n  |       ^^^"
    );
}

#[test]
fn each_connection_is_warned_of_where_its_own_key_stands() {
    let text = format!("{ABR}vcs.vc2.abr = {{ nrm = 33 }}");
    assert!(only(&text).starts_with("vcs.vc2.abr.nrm: 33 is taken as it is; TM 4.0"), "{}", only(&text));
    assert!(only(&format!("{ABR}abr.trm = \"70 ms\"")).starts_with("abr.trm: \"70 ms\" is taken as it is"));
}

#[test]
fn of_parameters_that_no_connection_uses_only_that_is_warned_of() {
    let ubr = ABR.replace("atm.category = \"abr\"\n", "");
    let message = only(&format!("{ubr}[abr]\nrif = 0.1\n"));
    assert_eq!(message, "abr.rif: is not used: the network has no connection of category \"abr\"");
}

#[test]
fn a_table_that_no_part_of_the_network_uses_is_warned_of_once_at_its_first_key() {
    let line = "topology.template = \"vdsl2\"\n[switch]\nbuffer = \"100 cells\"\nscheduler = \"priority\"\n";
    assert_eq!(only(line), "switch.buffer: is not used: the network has no switch; nor is switch.scheduler");
    let document = parse_toml(line).unwrap();
    assert!(document.warnings()[0].render(line).contains(" --> line 3, column"), "{:?}", document.warnings());
    let kinds = [
        ("udp.payload = \"100 bytes\"", "flow of UDP"),
        ("cells.source = { pattern = \"constant\", rate = \"1 Mbit/s\" }", "flow of cells"),
        ("web.parallel_connections = 3", "flow of web pages"),
        ("ping.interval = \"2 s\"", "ping"),
        ("router.reconverges_after = \"1 s\"", "router"),
        ("packet.queue = { discipline = \"tail\", limit = \"10 packets\" }", "packet link"),
    ];
    for (text, what) in kinds {
        let Ok(document) = parse_toml(&format!("{text}\n{ABR}")) else { panic!("{text}") };
        assert_eq!(document.check(), [], "{text}");
        let messages: Vec<String> = document.warnings().iter().map(ToString::to_string).collect();
        let path = text.split(" =").next().unwrap();
        assert!(
            messages.iter().any(|one| one.starts_with(path) && one.ends_with(what)),
            "{text}: {messages:?}"
        );
    }
}

#[test]
fn settings_that_are_used_and_defaults_that_are_written_out_are_not_warned_of() {
    assert_eq!(messages(&format!("switch.buffer = \"100 cells\"\ntcp.mss = \"1000 bytes\"\n{ABR}")), [""; 0]);
    let usual = expand(&parse_toml("topology.template = \"vdsl2\"\n").unwrap().scenario().unwrap());
    assert_eq!(messages(&to_toml(&usual)), [""; 0]);
}

#[test]
fn a_peak_rate_above_the_line_is_a_warning() {
    let message = only(&format!("{ABR}abr.pcr = \"200 Mbit/s\""));
    assert_eq!(message, "abr.pcr: \"200 Mbit/s\" is taken as it is; the first link carries 149.76 Mbit/s");
}

#[test]
fn abr_without_a_rate_rule_is_a_warning_that_names_the_connections() {
    let none = ABR.replace("switch.rate_rule = { rule = \"efci\" }\n", "");
    let message = only(&none);
    assert!(
        message.starts_with("switch.rate_rule: is given at no port") && message.ends_with("vc1, vc2"),
        "{message}"
    );
    let one = format!("{none}nodes.sw1.ports.trunk.rate_rule = {{ rule = \"efci\" }}");
    assert_eq!(messages(&one), [""; 0]);
}

#[test]
fn categories_that_meet_without_priorities_are_a_warning() {
    let text = format!("{ABR}topology.background = {{}}");
    let message = only(&text);
    assert!(
        message.starts_with("switch.scheduler: ") && message.ends_with("sw1.trunk, sw2.trunk"),
        "{message}"
    );
    assert_eq!(messages(&format!("{text}\nswitch.scheduler = \"priority\"")), [""; 0]);
}

/// A link with noise, by its further keys.
fn noisy_link(keys: &str) -> String {
    format!(
        "[nodes]\na = {{ kind = \"host\" }}\nb = {{ kind = \"host\" }}\n\
         [links]\nl = {{ ends = [\"a\", \"b\"], rate = \"2 Mbit/s\", delay = \"1 ms\", {keys} }}\n\
         [vcs]\nv = {{ path = [\"a\", \"b\"] }}\n[flows]\nf = {{ vc = \"v\" }}\n"
    )
}

const LIST: &str = "{ model = \"scripted\", cells = [29, 57] }";

#[test]
fn a_list_of_errored_cells_that_the_way_back_inherits_is_a_warning_that_says_what_to_give() {
    assert_eq!(
        only(&noisy_link(&format!("errors = {LIST}"))),
        "links.l.errors: \"scripted\" is taken as it is; the way back inherits the list, so that the same numbers \
         are errored among its own cells, such as those of acknowledgments; if one direction is meant, give \
         reverse_errors = { model = \"none\" } beside it"
    );
    let adsl = format!("topology = {{ template = \"adsl\", lines = 3, noise = {LIST} }}");
    let message = only(&adsl);
    assert!(message.starts_with("topology.noise: \"scripted\""), "{message}");
    assert!(message.contains("give upstream_noise = { model = \"none\" }"), "{message}");
    let own = "topology = { template = \"adsl\", lines = 3 }\nlinks.line2.errors = ".to_owned() + LIST;
    assert!(only(&own).starts_with("links.line2.errors: "), "{}", only(&own));
}

#[test]
fn a_list_for_one_direction_or_of_each_is_no_warning() {
    let none = "{ model = \"none\" }";
    for keys in [
        format!("errors = {LIST}, reverse_errors = {none}"),
        format!("errors = {none}, reverse_errors = {LIST}"),
        format!("errors = {LIST}, reverse_errors = {LIST}"),
        "errors = { model = \"scripted\" }".to_owned(),
        "errors = { model = \"independent\", cell_error_ratio = 0.1 }".to_owned(),
    ] {
        assert_eq!(messages(&noisy_link(&keys)), [""; 0], "{keys}");
    }
    let adsl = format!("topology = {{ template = \"adsl\", noise = {LIST}, upstream_noise = {none} }}");
    assert_eq!(messages(&adsl), [""; 0]);
}

#[test]
fn a_scenario_with_mistakes_has_no_warnings() {
    let document = parse_toml(&format!("{ABR}abr = {{ rif = 0.1, cdf = 7 }}")).unwrap();
    assert_eq!((document.check().len(), document.warnings().len()), (1, 0));
}

#[test]
fn json_and_the_scenario_itself_give_the_same_warnings_without_places() {
    let document = parse_toml(&format!("{ABR}[abr]\nrif = 0.1\n")).unwrap();
    let json = parse_json(&document.value.to_string()).unwrap().warnings();
    assert_eq!((json.len(), json[0].line), (1, None));
    assert_eq!(warnings(&document.scenario().unwrap())[0].path, json[0].path);
}
