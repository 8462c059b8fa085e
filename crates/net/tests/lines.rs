//! Noisy lines and narrow uplinks in a network: what is lost on them and what comes of it, and that
//! reference mode agrees.

use cellwise_net::Outcome;

use crate::common::{count, differences, network, real, run, run_network};

/// Two ADSL lines, with keys of the topology and of the scenario.
fn adsl(topology: &str, more: &str) -> String {
    format!(
        "duration = \"20 s\"\nwarmup = \"2 s\"\natm.encapsulation = \"vc-mux\"\ntcp.mss = \"512 bytes\"\n{more}\n\
         [topology]\ntemplate = \"adsl\"\nlines = 2\n{topology}\n"
    )
}

/// The same network cell by cell.
fn assert_reference_agrees(text: &str) {
    let fast = run(text);
    let exact = run_network(cellwise_scenario::Network { reference: true, ..network(text) });
    assert_eq!(differences(&fast, &exact), Vec::<String>::new(), "{text}");
}

const MODELS: [&str; 5] = [
    "{ model = \"independent\", cell_error_ratio = 1e-3 }",
    "{ model = \"bursts\", cell_error_ratio = 1e-3, mean_burst = \"500 us\" }",
    "{ model = \"gilbert-elliott\", cell_error_ratio = 1e-3, mean_burst_cells = 3 }",
    "{ model = \"bit-errors\", bit_error_ratio = 2e-6 }",
    "{ model = \"interleaved\", cell_error_ratio = 1e-3, mean_burst = \"1 ms\", depth = 4 }",
];

#[test]
fn what_is_errored_is_what_is_lost_and_as_much_as_the_model_says() {
    let text = adsl(&format!("noise = {}", MODELS[0]), "");
    let outcome = run(&text);
    let [arrived, errored] =
        ["arrived_cells", "errored_cells"].map(|c| outcome.noise.counts(c).iter().sum::<u64>());
    let expected = arrived as f64 * 1e-3;
    assert!((errored as f64 - expected).abs() < 4.0 * expected.sqrt(), "{errored} of {arrived}");
    let bursts: u64 = outcome
        .error_bursts
        .counts("cells")
        .iter()
        .zip(outcome.error_bursts.counts("bursts"))
        .map(|(c, b)| c * b)
        .sum();
    assert_eq!(bursts, errored);
    let lost: u64 = outcome.vcs.counts("lost_line_error_cells").iter().sum();
    assert_eq!(lost, errored);
}

#[test]
fn errored_cells_that_are_delivered_fail_their_frames_and_no_others() {
    let outcome = run(&adsl(&format!("noise = {}\nerrored_cells = \"delivered\"", MODELS[0]), ""));
    let total = |column: &str| outcome.vcs.counts(column).iter().sum::<u64>();
    let errored: u64 = outcome.noise.counts("errored_cells").iter().sum();
    assert_eq!((outcome.audit.lost, total("cells_lost")), (0, 0));
    // Of data frames of 12 cells some have two; acknowledgments have one cell.
    let failed = total("failed_crc_frames");
    assert!(0 < failed && failed <= errored && errored - failed <= 3 + failed / 10, "{failed} {errored}");
    assert_eq!(total("frames_failed"), failed);
    // None is longer than a segment's: frames do not merge.
    assert!(total("wasted_cells") <= 12 * failed);
    let data = count(&outcome.vcs, "vc1", "frames_sent") as f64;
    let (expected, lost) = (1.0 - 0.999_f64.powi(12), count(&outcome.vcs, "vc1", "frames_failed") as f64);
    assert!((lost - expected * data).abs() < 4.0 * (expected * data).sqrt(), "{lost} of {data}");
}

#[test]
fn rm_cells_are_dropped_also_where_a_line_delivers_errored_cells() {
    let text = "duration = \"1 s\"\natm.category = \"abr\"\nabr = { icr = \"10 Mbit/s\" }\n\
                [nodes]\na = { kind = \"host\" }\n\
                sw = { kind = \"switch\", backward_rm = \"queued\" }\nb = { kind = \"host\" }\n\
                [links]\nfirst = { ends = [\"a\", \"sw\"], rate = \"20 Mbit/s\", delay = \"1 ms\" }\n\
                line = { ends = [\"sw\", \"b\"], rate = \"20 Mbit/s\", delay = \"1 ms\", \
                errored_cells = \"delivered\", \
                errors = { model = \"independent\", cell_error_ratio = 1e-2 }, \
                reverse_errors = { model = \"none\" } }\n\
                [vcs]\nv = { path = [\"a\", \"sw\", \"b\"] }\n[flows]\nf = { vc = \"v\", kind = \"udp\" }\n";
    let outcome = run(text);
    let of = |column: &str| count(&outcome.vcs, "v", column);
    let (sent_rm, lost_rm, failed) = (of("forward_rm_cells"), of("lost_rm_cells"), of("failed_crc_frames"));
    let errored = count(&outcome.noise, "sw.line", "errored_cells");
    let expected = sent_rm as f64 * 1e-2;
    assert!(
        lost_rm > 0 && (lost_rm as f64 - expected).abs() < 4.0 * expected.sqrt(),
        "{lost_rm} of {sent_rm}"
    );
    // Nothing else is lost: errored data are delivered, and their frames fail.
    assert_eq!((of("lost_line_error_cells"), outcome.audit.lost), (0, lost_rm));
    assert!(0 < failed && failed <= errored - lost_rm, "{failed} of {errored}");
    assert_reference_agrees(text);
}

#[test]
fn the_reason_why_a_frame_failed_is_informed_of_cells_that_are_delivered() {
    let noise = "noise = { model = \"scripted\", cells = [40] }\nupstream_noise = { model = \"none\" }";
    let text = adsl(&format!("{noise}\nerrored_cells = \"delivered\""), "probes.losses = { port = \"*\" }");
    let outcome = run(&text.replace("lines = 2", "lines = 1").replace("warmup = \"2 s\"\n", ""));
    let table = outcome.losses.expect("losses are recorded");
    assert_eq!(table.texts("reason"), ["damaged"]);
    assert_eq!((table.counts("cells"), table.counts("wasted_cells")), (&[1][..], &[11][..]));
    assert_eq!(count(&outcome.vcs, "vc1", "failed_crc_frames"), 1);
}

#[test]
fn only_the_lines_that_are_noisy_lose_cells() {
    let text = adsl(&format!("noise = {}\nnoisy_lines = 1\nnoisy_upstream = 0", MODELS[0]), "");
    let outcome = run(&text);
    let rows: Vec<(&str, bool)> = outcome
        .noise
        .texts("port")
        .iter()
        .zip(outcome.noise.counts("errored_cells").iter().map(|&cells| cells > 0))
        .collect();
    assert_eq!(rows, [("an.line1", true), ("atur1.line1", false)]);
}

#[test]
fn with_more_room_than_the_window_nothing_is_lost_and_the_queue_is_the_window() {
    let outcome = run(&adsl("", ""));
    assert_eq!(outcome.audit.lost, 0);
    // 127 segments of 12 cells, less the cells on the way and in transmission.
    let most = count(&outcome.ports, "an.line1", "queue_max_waiting_cells");
    assert!((1500..=1524).contains(&most), "{most}");
    let rate = real(&outcome.flows, "tcp1", "throughput_bps");
    assert!((rate / 1_207_547.0 - 1.0).abs() < 1e-3, "{rate}");
}

#[test]
fn reference_mode_agrees_on_noisy_lines() {
    for (model, buffer) in
        MODELS.into_iter().zip(["unlimited", "300 cells", "100 cells", "50 cells", "24 cells"])
    {
        let keys = format!("noise = {model}\nline_buffer = \"{buffer}\"\nstart_stagger = \"1234567 ns\"");
        assert_reference_agrees(&adsl(&keys, ""));
        assert_reference_agrees(&adsl(&format!("{keys}\nerrored_cells = \"delivered\""), ""));
        assert_reference_agrees(&adsl(
            &format!("{keys}\ndslam_rate = \"34.368 Mbit/s\"\ntrunk_rate = \"2.5 Mbit/s\""),
            "",
        ));
    }
}

/// Lines so narrow upstream that acknowledgments crowd, and uploads with them.
fn narrow(uplink: &str, uploads: bool, more: &str) -> String {
    let noise = "{ model = \"independent\", cell_error_ratio = 1e-4 }";
    let queue = if uplink.is_empty() {
        String::new()
    } else {
        format!("queue = {{ discipline = \"uplink\", {uplink} }}\n")
    };
    adsl(&format!("upstream = \"16 kbit/s\"\nuploads = {uploads}\nnoise = {noise}\n{queue}"), more)
}

const UPLINKS: [&str; 7] = [
    "limit_packets = 10",
    "ack_filtering = \"all\"",
    "ack_filtering = \"keep\", ack_filtering_keep = 2, ack_filtering_in_place = true",
    "ack_filtering = \"random\", limit_packets = 8",
    "priority = \"acknowledgments\"",
    "priority = \"acknowledgments\", data_after_ack_octets = \"200 bytes\", data_limit_packets = 4",
    "red = { min_threshold_packets = 2, max_threshold_packets = 6 }",
];

#[test]
fn reference_mode_agrees_on_packet_queues_at_uplinks() {
    for (uplink, uploads) in UPLINKS.into_iter().flat_map(|uplink| [(uplink, false), (uplink, true)]) {
        assert_reference_agrees(&narrow(uplink, uploads, ""));
    }
    let marks = "tcp.ecn = true\ntcp.ack_congestion_control = true";
    assert_reference_agrees(&narrow(UPLINKS[6], true, marks));
}

fn down(outcome: &Outcome) -> f64 {
    outcome.flows.reals("throughput_bps")[..2].iter().sum()
}

#[test]
fn filtering_and_priority_of_acknowledgments_open_a_narrow_uplink() {
    let plain = run(&narrow("", false, ""));
    let filtered = run(&narrow(UPLINKS[1], false, ""));
    assert!(down(&filtered) > 1.5 * down(&plain), "{} beside {}", down(&filtered), down(&plain));
    assert!(filtered.queues.counts("dropped_ack_filtered_packets").iter().all(|&acks| acks > 100));
    let beside_uploads = run(&narrow("", true, ""));
    let first = run(&narrow(UPLINKS[4], true, ""));
    assert!(down(&first) > 2.0 * down(&beside_uploads), "{} beside {}", down(&first), down(&beside_uploads));
}

#[test]
fn a_full_uplink_drops_and_says_so() {
    let outcome = run(&narrow("limit_packets = 2", true, ""));
    let dropped: u64 = outcome.packet_ports.counts("dropped_packets").iter().sum();
    assert!(dropped > 0);
    let lost: u64 = outcome.vcs.counts("lost_queue_limit_cells").iter().sum();
    assert!(lost >= dropped, "{lost} cells of {dropped} packets");
}

#[test]
fn a_thousand_busy_lines_agree_with_reference_mode() {
    let text = "duration = \"250 ms\"\nwarmup = \"20 ms\"\natm.encapsulation = \"vc-mux\"\n\
                topology = { template = \"adsl\", lines = 1000, uploads = true, trunk_rate = \"2488.32 Mbit/s\", \
                start_stagger = \"10 us\", noise = { model = \"bursts\", cell_error_ratio = 1e-3 } }";
    let lost = run(text).audit.lost;
    assert!(lost > 100, "{lost}");
    assert_reference_agrees(text);
}

/// Greedy cells over one link with jitter, one in each millisecond.
fn jittery(more: &str) -> String {
    format!(
        "duration = \"10 s\"\n{more}\n[nodes]\na = {{ kind = \"host\" }}\nsw = {{ kind = \"switch\" }}\nb = {{ kind = \"host\" }}\n\
         [links]\nl1 = {{ ends = [\"a\", \"sw\"], rate = \"42.4 Mbit/s\", delay = \"1 ms\", jitter = \"400 us\" }}\n\
         l2 = {{ ends = [\"sw\", \"b\"], rate = \"42.4 Mbit/s\", delay = \"1 ms\" }}\n\
         [vcs]\nv = {{ path = [\"a\", \"sw\", \"b\"] }}\n\
         [flows]\nf = {{ kind = \"udp\", vc = \"v\", udp = {{ rate = \"8 kbit/s\", payload = \"1 byte\" }} }}\n"
    )
}

#[test]
fn jitter_delays_each_cell_by_a_draw_of_its_own_and_changes_nothing_else() {
    let outcome = run(&jittery(""));
    assert_eq!(outcome.audit.lost, 0);
    // A packet is one cell, of 10 us on each link.
    let idle = 2e-3 + 20e-6;
    let [least, mean, most] =
        ["delay_min_s", "delay_mean_s", "delay_max_s"].map(|column| real(&outcome.flows, "f", column) - idle);
    assert!((-1e-9..2e-6).contains(&least) && (398e-6..=400.001e-6).contains(&most), "{least} {most}");
    let packets = count(&outcome.flows, "f", "segments_received") as f64;
    let four_standard_errors = 4.0 * 400e-6 / 12_f64.sqrt() / packets.sqrt();
    assert!((mean - 200e-6).abs() < four_standard_errors, "{mean} s over {packets} packets");
}

#[test]
fn jitter_agrees_with_reference_mode() {
    assert_reference_agrees(&jittery("seed = 3"));
    let udp = "kind = \"udp\", vc = \"v\", udp = { rate = \"8 kbit/s\", payload = \"1 byte\" }";
    let tcp = jittery("").replace(udp, "vc = \"v\"");
    assert!(!tcp.contains("udp"));
    assert_reference_agrees(&tcp.replace("delay = \"1 ms\" }", "delay = \"1 ms\", jitter = \"30 us\" }"));
}
