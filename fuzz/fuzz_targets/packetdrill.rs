#![no_main]

#[path = "../bodies/packetdrill.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::packetdrill(text));
