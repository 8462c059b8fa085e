//! The requests to the system of the thread that moves packets, so that it is there when something is due.

use std::fs::{File, OpenOptions};
use std::io::Write;

use super::sys;

/// Above ordinary priorities, below those of the system itself.
const PRIORITY: i32 = 50;

/// The privileges of the thread. Memory is released with them.
#[derive(Debug)]
pub(super) struct Given {
    /// Whether it runs before everything at ordinary priority.
    pub(super) is_real_time: bool,
    /// While it is open, processors do not sleep so deeply that they wake late.
    _awake: Option<File>,
}

impl Given {
    /// Asks for all of it; the run continues without those that are refused.
    pub(super) fn ask() -> Self {
        let is_real_time = sys::be_real_time(PRIORITY).is_ok();
        // A real-time thread needs neither, and no right is needed for the first.
        let _ = sys::be_punctual();
        let _ = sys::lock_memory();
        Self { is_real_time, _awake: stay_awake() }
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        sys::unlock_memory();
    }
}

fn stay_awake() -> Option<File> {
    let mut file = OpenOptions::new().write(true).open("/dev/cpu_dma_latency").ok()?;
    let most_us: i32 = 0;
    file.write_all(&most_us.to_ne_bytes()).ok()?;
    Some(file)
}
