#![no_main]

#[path = "../bodies/scenario.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::scenario_toml(text));
