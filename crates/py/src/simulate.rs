//! Running a scenario without the interpreter lock, in slices short enough for Ctrl-C.

use std::time::Instant;

use cellwise_api::{Results, Written, scenario as api};
use cellwise_net::{Beginning, Run, Status};
use cellwise_units::catalogue::Entry;
use cellwise_view::models;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::captures;
use crate::columns;
use crate::error::{config_error, run_error};
use crate::heap;
use crate::interrupt::interruptible;

/// Events between two tests of signals and progress: some tens of milliseconds.
const SLICE: u64 = 300_000;

/// The models that take part in a run, and the run at its start. In one thread: each has a heap of its own, and
/// building uses again what reading has left.
fn begin(
    scenario_json: &str,
    captures: Vec<(String, String)>,
    about: &str,
    threads: usize,
) -> PyResult<(Vec<Entry>, Run)> {
    let (network, held) = api::network(scenario_json)
        .map_err(|issues| Python::attach(|py| config_error(py, &issues, Written::default())))?;
    heap::give_back();
    let models = models::used_by(&network);
    let captures = Python::attach(|py| captures::begin(py, &network, captures, about))?;
    let beginning = Beginning { captures, threads, held, ..Beginning::default() };
    let run = Run::begin(network, beginning).map_err(|error| Python::attach(|py| run_error(py, &error)))?;
    Ok((models, run))
}

/// Simulates a scenario; see the stub for what comes back.
#[pyfunction]
#[pyo3(signature = (scenario_json, progress=None, captures=Vec::new(), about="", threads=1))]
pub(crate) fn run<'py>(
    py: Python<'py>,
    scenario_json: &str,
    progress: Option<&Bound<'py, PyAny>>,
    captures: Vec<(String, String)>,
    about: &str,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    // What several threads take is known of the process only.
    let cpu_time = py.import("time")?.getattr(if threads > 1 { "process_time" } else { "thread_time" })?;
    let (cpu_start, start): (f64, _) = (cpu_time.call0()?.extract()?, Instant::now());
    let (text, about) = (scenario_json.to_owned(), about.to_owned());
    let (models, mut run) = interruptible(py, move || begin(&text, captures, &about, threads))??;
    heap::give_back();
    let mut interrupted = false;
    loop {
        let (status, share) = py.detach(|| (run.advance(SLICE), run.progress()));
        let reported = py.check_signals().and_then(|()| match progress {
            Some(progress) => progress.call1((share,)).map(|_| ()),
            None => Ok(()),
        });
        if let Err(error) = reported {
            // What was simulated until Ctrl-C is kept, as at a limit; at the very beginning there is nothing.
            if share == 0.0 || !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                return Err(error);
            }
            interrupted = status == Status::Running;
            break;
        }
        if status != Status::Running {
            break;
        }
    }
    let outcome = py.detach(|| run.finish()).map_err(|error| run_error(py, &error))?;
    let cpu_end: f64 = cpu_time.call0()?.extract()?;
    let dict = columns::results(py, Results::of(outcome, &models, interrupted))?;
    dict.set_item("cpu_s", cpu_end - cpu_start)?;
    dict.set_item("wall_s", start.elapsed().as_secs_f64())?;
    Ok(dict)
}
