//! One mistake, one issue: noise on links, the adsl template, packet queues in front of lines of cells, probes of errors.

use cellwise_scenario::{parse_toml, resolve};

use crate::common::{assert_only, issues, replaced};

/// A sound network: a noisy line between a switch and a host, and a packet queue in front of it.
const SOUND: &str = r#"
duration = "10 s"
[nodes]
h1 = { kind = "host" }
sw = { kind = "switch" }
h2 = { kind = "host" }
[links]
a = { ends = ["h1", "sw"], rate = "155.52 Mbit/s", delay = "1 us" }
b = { ends = ["sw", "h2"], rate = "2 Mbit/s", delay = "1 us", errors = { model = "independent", cell_error_ratio = 1e-4 }, queue = { discipline = "uplink", ack_filtering = "all" } }
[vcs]
v = { path = ["h1", "sw", "h2"] }
[flows]
f = { vc = "v" }
[probes]
errors = { port = "sw.b" }
"#;

/// A sound access network.
const ADSL: &str = r#"
duration = "10 s"
[topology]
template = "adsl"
lines = 8
noise = { model = "bursts", cell_error_ratio = 1e-3, mean_burst = "200 us" }
noisy_lines = 3
"#;

fn errors(keys: &str) -> String {
    replaced(SOUND, "model = \"independent\", cell_error_ratio = 1e-4", keys)
}

fn noise(keys: &str) -> String {
    replaced(ADSL, "model = \"bursts\", cell_error_ratio = 1e-3, mean_burst = \"200 us\"", keys)
}

fn expect(cases: &[(String, &str, &str)]) {
    for (text, path, part) in cases {
        assert_only(text, path, part);
    }
}

#[test]
fn the_sound_networks_have_no_issues() {
    assert_eq!(issues(SOUND), []);
    assert_eq!(issues(ADSL), []);
}

#[test]
fn the_model_none_is_no_noise_in_its_direction() {
    let noise = "errors = { model = \"independent\", cell_error_ratio = 1e-4 }";
    let with = |keys: &str| parse_toml(&replaced(SOUND, noise, keys)).unwrap();
    let noisy = |keys: &str| {
        let network = resolve(&with(keys).scenario().unwrap()).unwrap();
        network.links[1].directions.each_ref().map(|direction| direction.errors.is_some())
    };
    assert_eq!(noisy(noise), [true, true]);
    assert_eq!(noisy(&format!("{noise}, reverse_errors = {{ model = \"none\" }}")), [true, false]);
    let back = noise.replace("errors", "reverse_errors");
    let text = replaced(SOUND, "port = \"sw.b\"", "port = \"h2.nic\"");
    let only_back = replaced(&text, noise, &format!("errors = {{ model = \"none\" }}, {back}"));
    assert_eq!(issues(&only_back), [], "the errors of the way back can be recorded");
    assert_only(
        &replaced(SOUND, noise, "errors = { model = \"none\" }"),
        "probes.errors.port",
        "has no noise behind it",
    );
    assert_only(
        &replaced(SOUND, noise, &format!("{noise}, reverse_errors = {{ model = \"none\", cells = [1] }}")),
        "links.b.reverse_errors.cells",
        "is not a known key",
    );
}

#[test]
fn error_models_out_of_range_are_refused_with_path_value_and_rule() {
    let independent = |ratio: &str| errors(&format!("model = \"independent\", cell_error_ratio = {ratio}"));
    let of_link = "links.b.errors.cell_error_ratio";
    expect(&[
        (independent("1.5"), of_link, "1.5"),
        (independent("-0.1"), of_link, "from 0 to 1"),
        (
            errors("model = \"scripted\", cells = [7, 7]"),
            "links.b.errors.cells[1]",
            "above the one before, 7",
        ),
        (
            errors("model = \"bit-errors\", bit_error_ratio = 2"),
            "links.b.errors.bit_error_ratio",
            "from 0 to 1",
        ),
        (noise("model = \"independent\", cell_error_ratio = 1.5"), "topology.noise.cell_error_ratio", "1.5"),
        // The burst would last longer than the time from its start to the next one's.
        (noise("model = \"bursts\", cell_error_ratio = 1.25"), "topology.noise.cell_error_ratio", "1.25"),
        (noise("model = \"bursts\", mean_burst = \"0 s\""), "topology.noise.mean_burst", "1 us"),
        (noise("model = \"interleaved\", depth = 3"), "topology.noise.depth", "3"),
        (
            noise("model = \"gilbert-elliott\", mean_burst_cells = 0.5"),
            "topology.noise.mean_burst_cells",
            "0.5",
        ),
    ]);
}

#[test]
fn lines_that_cannot_be_are_refused() {
    let with = |more: &str| format!("{ADSL}{more}\n");
    expect(&[
        (with("downstream = \"0 bit/s\""), "topology.downstream", "0 bit/s"),
        (with("upstream = \"0 bit/s\""), "topology.upstream", "0 bit/s"),
        (with("client_upstream = \"0 bit/s\""), "topology.client_upstream", "0 bit/s"),
        (with("line_km = -1.0"), "topology.line_km", "from 0"),
        (replaced(ADSL, "noisy_lines = 3", "noisy_lines = 9"), "topology.noisy_lines", "at most 8"),
        (with("noisy_upstream = 9"), "topology.noisy_upstream", "at most 8"),
        (
            replaced(ADSL, "lines = 8\n", "lines = 0\nstart_stagger = \"0 s\"\n")
                .replace("noisy_lines = 3\n", ""),
            "topology.lines",
            "from 1 to",
        ),
        (
            with("queue = { discipline = \"uplink\", limit_packets = 0 }"),
            "topology.queue.limit_packets",
            "from 1",
        ),
    ]);
    let silent = "duration = \"10 s\"\ntopology = { template = \"adsl\", noisy_lines = 3 }";
    assert_only(silent, "topology.noisy_lines", "no noise is given");
}

#[test]
fn what_noise_and_packet_queues_cannot_be_combined_with_is_refused() {
    let vc = |keys: &str| {
        replaced(
            SOUND,
            "path = [\"h1\", \"sw\", \"h2\"]",
            &format!("path = [\"h1\", \"sw\", \"h2\"], {keys}"),
        )
    };
    expect(&[
        (vc("driver_queue = 5"), "links.b.queue", "driver queue"),
        (
            replaced(
                &vc("category = \"abr\""),
                ", queue = { discipline = \"uplink\", ack_filtering = \"all\" }",
                "",
            ),
            "links.b.errors",
            "backward_rm",
        ),
        (replaced(SOUND, "port = \"sw.b\"", "port = \"sw.a\""), "probes.errors.port", "no noise"),
    ]);
}
