#![no_main]

#[path = "../bodies/trace.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::trace(text));
