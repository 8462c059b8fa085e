//! Work that Ctrl-C can leave at any moment: it is done in a thread of its own, without the interpreter lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use cellwise_engine::memory;
use cellwise_units::Bytes;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

/// How long a signal waits at most.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// As deep as in the main thread, whatever the platform gives to others.
const STACK_BYTES: usize = 16 << 20;

/// Does a piece of work and gives what comes of it. After Ctrl-C the caller no longer waits for it; it ends by itself.
///
/// # Errors
/// What the handler of a signal raises; `MemoryError` if the system gives no more memory, or no thread; `RuntimeError`
/// if the work was a fault of the simulator.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (done, waits) = channel();
    let is_short = Arc::new(AtomicBool::new(false));
    let notify = Arc::clone(&is_short);
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // The receiver may have gone.
        let _ = done.send(memory::expendable(&notify, work));
    });
    // What a thread needs first is room for its stack.
    let thread = thread.map_err(|_| no_memory())?;
    let waits = std::sync::Mutex::new(waits);
    loop {
        let found = py.detach(|| {
            waits.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv_timeout(LOOK_EVERY)
        });
        match found {
            Ok(done) => {
                // A thread that is over leaves its heap to the next one, which else begins another.
                let _ = thread.join();
                return Ok(done);
            }
            Err(RecvTimeoutError::Timeout) if is_short.load(Ordering::Acquire) => return Err(no_memory()),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("fault in Cellwise: the work did not come to its end"));
            }
        }
    }
}

fn no_memory() -> PyErr {
    let limit = memory::AddressSpace::of_this_process().map(|space| Bytes::new(space.limit()));
    PyMemoryError::new_err(match limit {
        Some(limit) => format!(
            "the system lets this process have {limit} of address space (ulimit -v), which is not enough"
        ),
        None => "the system gives no more memory".to_owned(),
    })
}
