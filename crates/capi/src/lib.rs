//! The network as a library for C: callers read `include/cellwise.h`, which describes the arguments and answers of
//! every function.
//!
//! A [`Handle`] is a path with the last answer to its caller. Each exported function takes its arguments apart, which
//! is the unsafe part of it, and leaves the rest to the handle; `guard.rs` sees that nothing unwinds into C. The
//! functions are in `life.rs`, `ports.rs`, `drive.rs`, `take.rs` and `finish.rs`, the structs of the header in
//! `layout.rs`.

mod code;
mod drive;
mod finish;
mod guard;
mod handle;
mod layout;
mod life;
mod ports;
mod results;
mod take;
mod text;

use cellwise_engine::memory::Counting;

pub use code::{ABI_VERSION, Code, Refusal};
pub use drive::{
    cw_path_earliest, cw_path_now, cw_path_offer, cw_path_promise_open, cw_path_run, cw_path_set,
    cw_path_set_share,
};
pub use finish::cw_path_finish;
pub use handle::Handle;
pub use layout::{Delivery, Fate, Opening, Packet};
pub use life::{
    cw_abi_version, cw_path_close, cw_path_error, cw_path_fork, cw_path_open, cw_path_open_with, cw_version,
};
pub use ports::{cw_path_mtu, cw_path_port, cw_path_port_name, cw_path_ports};
pub use take::{cw_path_fates, cw_path_keep_fates, cw_path_take};

/// What a path holds is counted where it is asked for; see `limits.memory`.
#[global_allocator]
static ALLOCATOR: Counting = Counting;
