#![no_main]

#[path = "../bodies/rm_cell.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| bodies::rm_cell(octets));
