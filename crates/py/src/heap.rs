//! The heap between two stages of a run.

/// Gives free memory back to the system: of the memory that reading has left, between pieces that stay, little can be
/// used again, and a run allocates in another thread.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes a number, and touches nothing that is in use; other threads wait for it.
    #[allow(unsafe_code)]
    unsafe {
        libc::malloc_trim(0);
    }
}
