#![no_main]

#[path = "../bodies/tun_packet.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| bodies::tun_packet(octets));
