#![no_main]

#[path = "../bodies/text.rs"]
#[allow(dead_code)]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::quantity(text));
