//! Work that Ctrl-C can leave at any moment: it is done in a thread of its own, without the interpreter lock.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How long a signal waits at most.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// As deep as in the main thread, whatever the platform gives to others.
const STACK_BYTES: usize = 16 << 20;

/// Does a piece of work and gives what comes of it. After Ctrl-C nobody waits for it any more; it ends by itself.
///
/// # Errors
/// What the handler of a signal raises; `RuntimeError` if the work was a fault of the simulator, or no thread
/// can be had.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (done, waits) = channel();
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // Nobody may be there to take it.
        let _ = done.send(work());
    });
    thread.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let waits = std::sync::Mutex::new(waits);
    loop {
        let found = py.detach(|| {
            waits.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv_timeout(LOOK_EVERY)
        });
        match found {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("fault in Cellwise: the work did not come to its end"));
            }
        }
    }
}
