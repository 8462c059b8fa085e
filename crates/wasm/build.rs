//! Settles what the linker gives a module.

/// As deep as where Python asks; a module has 1 MiB by default.
const STACK_BYTES: usize = 16 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
        // The names of functions are a fifth of the module; the profile's `strip` leaves them.
        println!("cargo::rustc-link-arg-cdylib=--strip-all");
    }
}
