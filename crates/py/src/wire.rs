//! Real hosts on simulated lines: the loop in a thread of its own, and its reports.

use cellwise_api::Written;
use cellwise_path::{Path, PathError, Seed};
use cellwise_scenario::{Scenario, parse_json};
use cellwise_wire::PathLine;
use cellwise_wire::record::{Record, read};
use cellwise_wire::replay::{Came, replay};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::error::{SimulationError, config_error, run_error};
use crate::interrupt::interruptible;

/// The network of a scenario as a line, with the scenario's own seed.
fn line_of(py: Python<'_>, scenario_json: &str) -> PyResult<(PathLine, u64)> {
    let issues = |issues: Vec<_>| config_error(py, &issues, Written::default());
    let scenario: Scenario = parse_json(scenario_json).and_then(|one| one.scenario()).map_err(issues)?;
    let seed = scenario.seed;
    let path = Path::new(&scenario, Seed(seed)).map_err(|error| match error {
        PathError::Scenario(issues) => config_error(py, &issues, Written::default()),
        PathError::Run(error) => run_error(py, &error),
        other => PyValueError::new_err(other.to_string()),
    })?;
    if path.ports().is_empty() {
        return Err(PyValueError::new_err(PathError::NoPort.to_string()));
    }
    Ok((PathLine::new(path), seed))
}

/// The names of the ports and the longest packet that all of them take, in octets.
#[pyfunction]
pub(crate) fn wire_ports(py: Python<'_>, scenario_json: &str) -> PyResult<(Vec<String>, usize)> {
    let (line, _) = line_of(py, scenario_json)?;
    Ok((line.names().to_vec(), line.mtu()))
}

/// Offers a record again, on its own scenario or on another; see the stub for what comes back.
#[pyfunction]
#[pyo3(signature = (text, scenario_json=None))]
pub(crate) fn wire_replay(py: Python<'_>, text: &str, scenario_json: Option<&str>) -> PyResult<String> {
    let record = read(text).map_err(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        PyValueError::new_err(lines.join("\n"))
    })?;
    let (mut line, _) = line_of(py, scenario_json.unwrap_or(&record.head.scenario))?;
    if line.names() != record.head.ports {
        let (has, wants) = (line.names().join(", "), record.head.ports.join(", "));
        return Err(PyValueError::new_err(format!("the scenario has the ports {has}, the record {wants}")));
    }
    let work = move || (replay(&mut line, &record), record);
    let (replayed, record) = interruptible(py, work)?;
    let replayed = replayed.map_err(SimulationError::new_err)?;
    let differs = replayed.differs.map(
        |(place, before, now)| json!({ "place": place, "recorded": before.map(came), "came": now.map(came) }),
    );
    let reported = json!({
        "offers": replayed.offers,
        "delivered": replayed.came.len(),
        "differs": differs,
        "invalid": record.invalid,
        "delays_s": delays(&record, &replayed.came),
    });
    Ok(reported.to_string())
}

fn came(one: Came) -> Value {
    json!({ "offer": one.offer, "port": one.port, "at_ps": one.at.ps(), "ecn": one.ecn.bits() })
}

/// How long each packet was on the line that came, in the order in which they came.
fn delays(record: &Record, came: &[Came]) -> Vec<f64> {
    let offered: Vec<_> = record.offers().collect();
    came.iter().map(|one| (one.at - offered[one.offer as usize]).as_secs_f64()).collect()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
    use std::thread;
    use std::time::Duration;

    use cellwise_units::Span;
    use cellwise_wire::linux::{Fault, Report, Session, Setup, clean, doctor, leftovers};
    use cellwise_wire::record::Head;
    use cellwise_wire::{Line, NullLine, PathLine};
    use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError};
    use pyo3::prelude::*;
    use serde_json::{Value, json};

    use super::line_of;
    use crate::error::SimulationError;

    /// How long a signal waits at most.
    const LOOK_EVERY: Duration = Duration::from_millis(50);

    enum Told {
        Ready,
        Going(Box<Report>),
        Ended(Box<Result<Report, Fault>>),
    }

    /// What Python asks for.
    #[derive(FromPyObject)]
    #[pyo3(from_item_all)]
    pub(crate) struct Asked {
        netns: Vec<String>,
        addresses: Vec<Vec<String>>,
        mtu: usize,
        queue: u64,
        cell_ps: u64,
        full_packet_ps: u64,
        most_ps: Option<u64>,
        record: Option<String>,
    }

    impl Asked {
        fn setup(self, head: Head) -> Setup {
            Setup {
                namespaces: self.netns,
                addresses: self.addresses,
                mtu: self.mtu,
                queue: self.queue,
                cell: Span::from_ps(self.cell_ps),
                full_packet: Span::from_ps(self.full_packet_ps),
                most: self.most_ps.map(Span::from_ps),
                record: self.record.map(|file| (PathBuf::from(file), head)),
            }
        }
    }

    enum Way {
        Network(Box<PathLine>),
        Nothing,
    }

    /// Puts real hosts on the line of a scenario, or without one on a line that takes no time; see the stub.
    #[pyfunction]
    #[pyo3(signature = (scenario_json, asked, notify))]
    pub(crate) fn wire(
        py: Python<'_>,
        scenario_json: Option<&str>,
        asked: Asked,
        notify: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let (way, head) = match scenario_json {
            Some(text) => {
                let (line, seed) = line_of(py, text)?;
                let (ports, scenario) = (line.names().to_vec(), text.to_owned());
                (Way::Network(Box::new(line)), Head { seed, ports, scenario })
            }
            None => (Way::Nothing, Head::default()),
        };
        let setup = asked.setup(head);
        let stop = Arc::new(AtomicBool::new(false));
        let (sends, waits) = channel();
        let must_stop = Arc::clone(&stop);
        let thread = thread::Builder::new().name("cellwise-wire".to_owned()).spawn(move || {
            let ended = match way {
                Way::Network(line) => served(setup, *line, &must_stop, &sends),
                Way::Nothing => served(setup, NullLine::default(), &must_stop, &sends),
            };
            // The receiver may have gone.
            let _ = sends.send(Told::Ended(Box::new(ended)));
        });
        thread.map_err(|error| PyOSError::new_err(error.to_string()))?;
        let waits = std::sync::Mutex::new(waits);
        let mut raised = None;
        loop {
            let reported = py.detach(|| {
                waits.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv_timeout(LOOK_EVERY)
            });
            let said = match reported {
                Ok(Told::Ready) => notify.call1((Value::Null.to_string(),)).map(drop),
                Ok(Told::Going(report)) => notify.call1((shown(&report).to_string(),)).map(drop),
                Ok(Told::Ended(ended)) => return finished(py, *ended, raised),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err(
                        "fault in Cellwise: the loop did not come to its end",
                    ));
                }
            };
            // What was made on this machine is removed before anything is raised.
            if let Err(error) = said.and_then(|()| py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                raised.get_or_insert(error);
            }
        }
    }

    fn served(
        setup: Setup,
        line: impl Line,
        stop: &AtomicBool,
        sends: &Sender<Told>,
    ) -> Result<Report, Fault> {
        let session = Session::open(setup)?;
        let _ = sends.send(Told::Ready);
        session.run(line, stop, |report| {
            let _ = sends.send(Told::Going(Box::new(report.clone())));
        })
    }

    /// A run that was stopped by Ctrl-C has ended as well as one whose time was over.
    fn finished(py: Python<'_>, ended: Result<Report, Fault>, raised: Option<PyErr>) -> PyResult<String> {
        if let Some(error) = raised.filter(|error| !error.is_instance_of::<PyKeyboardInterrupt>(py)) {
            return Err(error);
        }
        match ended {
            Ok(report) => Ok(shown(&report).to_string()),
            Err(Fault::Setup(wrong)) => Err(PyValueError::new_err(wrong.join("\n"))),
            Err(Fault::Line(why)) => Err(SimulationError::new_err(why)),
            Err(fault @ Fault::Command { .. }) => Err(PyValueError::new_err(fault.to_string())),
            Err(Fault::System { what, why }) => {
                let code = why.raw_os_error().unwrap_or_default();
                let reason = why.to_string().split(" (os error").next().unwrap_or_default().to_owned();
                Err(PyOSError::new_err((code, format!("{what}: {reason}"))))
            }
        }
    }

    fn shown(report: &Report) -> Value {
        let Report { turns, late, line: (offered, lost, on_line), .. } = report;
        let port = |one: &cellwise_wire::linux::Counts| json!({ "came": one.came, "left": one.left, "left_octets": one.left_octets });
        json!({
            "ran_s": report.ran.as_secs_f64(),
            "ports": turns.ports.iter().map(port).collect::<Vec<_>>(),
            "offered": offered,
            "lost": lost,
            "on_the_line": on_line,
            "noise": turns.noise,
            "refused": turns.refused,
            "refused_by_devices": turns.refused_by_devices,
            "dropped_by_devices": report.dropped_by_devices,
            "longest_gap_us": turns.longest_gap.as_secs_f64() * 1e6,
            "most_at_once": turns.most_at_once,
            "busy": report.busy,
            "is_real_time": report.is_real_time,
            "preempted": report.preempted,
            "offloads": report.offloads,
            "late": {
                "packets": late.packets,
                "p50_us": late.p50_us,
                "p90_us": late.p90_us,
                "p99_us": late.p99_us,
                "p999_us": late.p999_us,
                "max_us": late.max_us,
                "beyond_a_cell": late.beyond_a_cell,
                "beyond_a_millisecond": late.beyond_a_millisecond,
            },
            "faults": report.verdict.faults,
            "warnings": report.verdict.warnings,
        })
    }

    /// The missing parts of this machine, and the leftovers of processes that have ended.
    #[pyfunction]
    pub(crate) fn wire_doctor(py: Python<'_>) -> String {
        let (checks, left) = py.detach(|| (doctor(), leftovers()));
        let check = |one: &cellwise_wire::linux::Check| json!({ "name": one.name, "is_good": one.is_good, "is_needed": one.is_needed, "found": one.found });
        let left = left.iter().map(|one| json!({ "pid": one.pid, "namespaces": one.namespaces }));
        let checks: Vec<Value> = checks.iter().map(check).collect();
        json!({ "checks": checks, "leftovers": left.collect::<Vec<_>>() }).to_string()
    }

    /// Removes the leftovers of processes that have ended.
    #[pyfunction]
    pub(crate) fn wire_clean(py: Python<'_>) -> PyResult<()> {
        py.detach(clean).map(drop).map_err(|fault| PyOSError::new_err(fault.to_string()))
    }
}

#[cfg(not(target_os = "linux"))]
mod linux {
    use pyo3::exceptions::PyNotImplementedError;
    use pyo3::prelude::*;

    fn elsewhere() -> PyErr {
        PyNotImplementedError::new_err(
            "real hosts on simulated lines need Linux: network namespaces and TUN devices",
        )
    }

    /// There are no such devices here.
    #[pyfunction]
    pub(crate) fn wire(
        _scenario_json: Option<&str>,
        _asked: &Bound<'_, PyAny>,
        _tell: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        Err(elsewhere())
    }

    /// There are no such devices here.
    #[pyfunction]
    pub(crate) fn wire_doctor() -> PyResult<String> {
        Err(elsewhere())
    }

    /// There are no such devices here.
    #[pyfunction]
    pub(crate) fn wire_clean() -> PyResult<()> {
        Err(elsewhere())
    }
}

pub(crate) use linux::{wire, wire_clean, wire_doctor};
