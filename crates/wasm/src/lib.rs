//! The simulator as a WebAssembly module: the requests of a page to its worker.
//!
//! A [`Request`] is JSON, and an [`Answer`] is JSON with arrays of numbers behind it; [`Session`] answers one after the
//! other and holds the runs. `abi.rs` has the few functions by which octets come in and out, and `cellwise.mjs`, next
//! to this crate's manifest, is the other side of them. Nothing is imported, so the module needs no glue that is
//! generated.

mod abi;
mod answer;
mod array;
mod held;
mod request;
mod session;

use cellwise_engine::memory::Counting;

pub use answer::{Answer, Refusal};
pub use array::{Array, Arrays};
pub use request::Request;
pub use session::Session;

/// What a run holds is counted where it is asked for; see `limits.memory`.
#[global_allocator]
static ALLOCATOR: Counting = Counting;
