//! What the system lets this process have.

use cellwise_engine::memory::AddressSpace;
use pyo3::prelude::*;

/// The most octets of address space, and how many of them are left; `None` without a limit.
#[pyfunction]
pub(crate) fn address_space() -> Option<(u64, u64)> {
    AddressSpace::of_this_process().map(|space| (space.limit(), space.left()))
}
