//! The heap between two stages of a run.

/// Gives the system back what is free by now: what reading took is of no use to a run, which allocates in another thread.
pub(crate) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: takes a number, and touches nothing that is in use; other threads wait for it.
    #[allow(unsafe_code)]
    unsafe {
        libc::malloc_trim(0);
    }
}
