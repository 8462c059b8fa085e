//! C programs, compiled against the header and linked with the library, have the results of Rust's path.

use std::fmt::Write;
use std::mem::offset_of;
use std::path::{Path as File, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use cellwise::{Code, Delivery, Fate, Opening, Packet as Struct};
use cellwise_api::record::{objects, rows};
use cellwise_api::{Record, Results};
use cellwise_path::{Ecn, Flow, Limit, Packet, Path, Seed, Stop};
use cellwise_scenario::{Scenario, parse_toml, resolve};
use cellwise_units::Time;
use cellwise_view::models;
use serde_json::{Value, json};

const LINE: &str = include_str!("line.toml");
const MS: u64 = 1_000_000_000;

fn here() -> &'static File {
    File::new(env!("CARGO_MANIFEST_DIR"))
}

/// The library for C that cargo has made for this test: it is next to it.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a file");
    let library = test.with_file_name("libcellwise.a");
    assert!(library.exists(), "cargo makes {}", library.display());
    library
}

/// What a C program prints; it is compiled without a warning.
fn printed(program: &str, arguments: &[&File]) -> String {
    let name = File::new(program).file_stem().expect("a file").to_str().expect("a name");
    let binary = File::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut cc = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    cc.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O1"]);
    cc.arg("-I").arg(here().join("include")).arg(here().join(program)).arg(library()).arg("-o").arg(&binary);
    cc.args(["-lpthread", "-ldl", "-lm"]);
    assert!(cc.status().expect("cc runs").success(), "{cc:?}");
    let run = Command::new(&binary).args(arguments).output().expect("it runs");
    assert!(run.status.success(), "{}: {}", run.status, String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("it prints UTF-8")
}

/// What the program of all functions prints, with the scenario of these tests.
static PRINTED: LazyLock<String> =
    LazyLock::new(|| printed("tests/program.c", &[&here().join("tests/line.toml")]));

fn opened(seed: u64) -> (Path, Vec<cellwise_units::catalogue::Entry>) {
    let scenario = parse_toml(LINE).and_then(|document| document.scenario()).expect("a good scenario");
    let network = resolve(&Scenario { seed, ..scenario.clone() }).expect("a good network");
    (Path::new(&scenario, Seed(seed)).expect("it has ports"), models::used_by(&network))
}

fn packet(octets: u32, tag: u64) -> Packet {
    let flow = Flow { number: (tag % 3) as u32, source: 1, destination: 0 };
    Packet { octets, tag, ecn: Ecn::of_bits((tag % 4) as u8), class: (tag % 64) as u8, flow }
}

fn run(path: &mut Path, until: Time, reported: &mut String) {
    loop {
        let stop = path.run(until);
        let now = path.now().ps();
        let code = match stop {
            Stop::Delivered(at) => {
                writeln!(reported, "delivered {}", at.ps()).unwrap();
                for one in path.take() {
                    let (port, at, offered) = (one.port.index(), one.at.ps(), one.offered_at.ps());
                    let (tag, octets, ecn, class) = (one.tag, one.octets, one.ecn.bits(), one.class);
                    writeln!(reported, "delivery {port} {at} {offered} {tag} {octets} {ecn} {class} 0")
                        .unwrap();
                }
                continue;
            }
            Stop::Until => Code::Until,
            Stop::Limit(Limit::End) => Code::End,
            other => panic!("{other:?}"),
        };
        writeln!(reported, "stopped {} {now}", code as i32).unwrap();
        return;
    }
}

fn fates(path: &mut Path, reported: &mut String) {
    for fate in path.fates() {
        let (port, at, offered) = (fate.port.index(), fate.at.ps(), fate.offered_at.ps());
        writeln!(reported, "fate {port} {at} {offered} {} {} {}", fate.tag, fate.place, fate.reason).unwrap();
    }
}

/// What `drive` of the C program does.
fn drive(path: &mut Path) -> String {
    let (home, server) = (path.port("home").unwrap(), path.port("server").unwrap());
    let mut reported = String::new();
    path.keep_fates();
    for tag in 0..200 {
        let port = if tag % 3 == 0 { home } else { server };
        let one = packet(40 + (tag * 37 % 1400) as u32, tag);
        path.offer(port, Time::from_ps((1 + tag / 4) * MS), one).unwrap();
    }
    path.set("flows.g.cwnd", Time::from_ps(10 * MS), 20_000u64).unwrap();
    writeln!(reported, "earliest {}", path.earliest().ps()).unwrap();
    run(path, Time::from_ps(20 * MS), &mut reported);
    let mut fork = path.clone();
    fork.offer(server, fork.now(), packet(1000, 999)).unwrap();
    path.promise_open(Time::from_ps(100 * MS));
    run(path, Time::from_ps(300 * MS), &mut reported);
    fates(path, &mut reported);
    run(&mut fork, Time::NEVER, &mut reported);
    fates(&mut fork, &mut reported);
    reported
}

#[test]
fn a_c_program_comes_to_what_rust_comes_to() {
    let printed = &*PRINTED;
    let (mut path, models) = opened(7);
    let reported = drive(&mut path);
    let driven: Vec<&str> = printed.lines().skip_while(|line| !line.starts_with("earliest")).collect();
    let expected: Vec<&str> = reported.lines().collect();
    assert_eq!(driven[..expected.len()], expected);
    for word in ["delivery", "fate", "overflow", "line-error", "reassembly"] {
        assert!(reported.contains(word), "{word} happens");
    }

    // What a longer struct of a later version has offered, and nothing else, is in the results as well.
    let home = path.port("home").unwrap();
    path.offer(home, path.now(), packet(100, 1)).unwrap();
    let record = Record::from(Results::of(path.finish().unwrap(), &models, false));
    let table = |(name, table): &(String, cellwise_net::Table)| {
        (name.clone(), Value::from(objects(table, 0..rows(table))))
    };
    let tables: serde_json::Map<String, Value> = record.tables.iter().map(table).collect();
    let finished = printed.lines().find(|line| line.starts_with("{\"version\"")).expect("it finishes");
    let finished: Value = serde_json::from_str(finished).expect("it is JSON");
    assert_eq!(finished["summary"], record.summary);
    // Through text, as theirs: the last digit of a number that is read is not always that which was written.
    let tables: Value = serde_json::from_str(&Value::from(tables).to_string()).expect("it is JSON");
    assert_eq!(finished["tables"], tables);
    assert_eq!((&finished["series"], &finished["version"]), (&json!([]), &json!(cellwise_api::version())));
}

#[test]
fn header_and_library_mean_the_same() {
    let printed = &*PRINTED;
    let mut expected = String::new();
    macro_rules! offsets {
        ($name:literal, $of:ty: $($field:ident)*) => {
            $(writeln!(expected, "{}.{} {}", $name, stringify!($field), offset_of!($of, $field)).unwrap();)*
        };
    }
    offsets!("cw_packet", Struct: size octets tag ecn dscp flow source destination);
    offsets!("cw_delivery", Delivery: size port at_ps offered_ps tag octets ecn dscp damaged);
    offsets!("cw_fate", Fate: size port at_ps offered_ps tag place reason);
    offsets!("cw_opening", Opening: size fates seed variable variables);
    macro_rules! codes {
        ($($name:literal $code:ident)*) => {
            $(writeln!(expected, "{} = {}", $name, Code::$code as i32).unwrap();)*
        };
    }
    codes!("CW_OK" Ok "CW_DELIVERED" Delivered "CW_UNTIL" Until "CW_END" End "CW_LIMIT" Limit);
    codes!("CW_FAULT" Fault "CW_NULL" Null "CW_SIZE" Size "CW_TEXT" Text "CW_ROOM" Room "CW_PORT" Port);
    codes!("CW_LATE" Late "CW_PROMISED" Promised "CW_TOO_LONG" TooLong "CW_EMPTY" Empty "CW_ECN" Ecn);
    codes!("CW_DSCP" Dscp "CW_FINISHED" Finished "CW_KEY" Key "CW_RANGE" Range "CW_MEMORY" Memory);
    assert!(printed.contains(&expected), "{expected}\n---\n{printed}");
}

#[test]
fn all_that_is_wrong_is_refused_and_reported() {
    let printed = &*PRINTED;
    let lines = printed.lines();
    let reported: Vec<&str> =
        lines.skip_while(|line| !line.starts_with("cw_path_port(path, \"client\")")).collect();
    let (reported, after) =
        reported.split_at(reported.iter().position(|line| line.starts_with("{\"version\"")).unwrap());
    let expected = include_str!("refused.txt");
    assert_eq!(format!("{}\n", reported.join("\n")), expected);
    let expected = "cw_path_finish(path, &again, NULL) = 0|again == json = 1|\
        cw_path_offer(path, 0, 2000 * MS, &good) = -13|cw_path_run(path, CW_NEVER, NULL) = -13|\
        cw_path_now(path) == CW_NEVER = 1";
    assert_eq!(after[1..].join("|"), expected);
}

/// The first block of a kind in the page that shows the example, after a line.
fn block<'p>(page: &'p str, begin: &str) -> &'p str {
    let rest = page.split_once(begin).expect("the page has the block").1;
    rest.split_once("```").expect("the block ends").0
}

#[test]
fn the_example_of_the_page_prints_what_the_page_says() {
    let page = include_str!("../../../docs/how-to/network-as-a-library.md");
    let scenario = File::new(env!("CARGO_TARGET_TMPDIR")).join("line.toml");
    std::fs::write(&scenario, block(page, "```toml\n# line.toml\n")).expect("there is room");
    assert_eq!(printed("examples/line.c", &[&scenario]), block(page, "```text\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_path_holds_is_bounded_from_the_first_octet_of_its_scenario() {
    let printed = printed("tests/limits.c", &[]);
    let said = |key: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("{key} in {printed}")).trim()
    };
    let number = |key: &str| said(key).parse::<u64>().unwrap_or_else(|_| panic!("{key} in {printed}"));
    assert!(
        said("large").starts_with("0 limits.memory: \"20 MB\" is not enough for the scenario"),
        "{printed}"
    );
    let offered = number("offered");
    assert!((50_000..1_000_000).contains(&offered), "{printed}");
    assert!(said("code").starts_with("-16 limits.memory: "), "{printed}");
    // What has no room in the queue at the line is lost.
    assert!((1..=offered).contains(&number("arrived")), "{printed}");
    assert!(number("again") > offered / 2, "what has arrived was taken: {printed}");
    // A tenth, and what the allocator keeps for itself.
    assert!(number("kilobytes") < 20_000 * 11 / 10 + 4_000, "{printed}");
}

#[test]
fn a_queue_that_serves_flows_separately_tells_those_of_a_program_apart() {
    assert_eq!(printed("tests/flows.c", &[]), "10 2\n");
}
