#![no_main]

#[path = "../bodies/atm.rs"]
#[allow(dead_code)]
mod bodies;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| bodies::aal5_decode(octets));
