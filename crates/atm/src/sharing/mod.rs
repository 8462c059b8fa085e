//! Whether a buffer has room for one more cell: who may use which part of it.
//!
//! [`Pool`] is one port's buffer, shared by the service categories in addition to the cells
//! reserved for each; [`SharedMemory`] is the memory of a whole switch, shared by its ports. Both only count:
//! the cells are elsewhere.

mod memory;
mod pool;

pub use memory::{FAMILY, MemorySharing, SharedMemory, catalogue};
pub use pool::Pool;
