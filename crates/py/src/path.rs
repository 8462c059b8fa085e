//! The network as a library: packets in at an instant, packets out at an instant.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use cellwise_api::Results;
use cellwise_path::{
    Delivery, Ecn, Flow, Limit, Next, Opening, Packet, Path as Inner, PathError, Port, Stop, Variable,
};
use cellwise_units::catalogue::Entry;
use cellwise_units::{Span, Time};
use cellwise_view::models;
use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns;
use crate::error::run_error;
use crate::scenario::network;

/// What a delivery crosses as: port, time in ps, tag, octets, codepoint, class, and when it was offered, in ps.
type Row = (u32, u64, u64, u32, u8, u8, u64);

/// What a variable crosses as; see `variables`.
type VariableRow = (String, &'static str, u64, u64, Option<(String, u64)>);

/// A network in virtual time. Ports are positions in `ports`, times picoseconds, codepoints those of the IP header.
#[pyclass(frozen, module = "cellwise._core")]
pub(crate) struct Path {
    /// Held by one call at a time; no call waits for it, because the actions of two threads in turn have no order.
    held: Mutex<Held>,
    models: Vec<Entry>,
}

/// What calls change.
struct Held {
    path: Inner,
    /// What running it has taken.
    spent: Duration,
}

const BUSY: &str = "this path is at work in another thread, and only one may call it at a time: \
    give each thread a path of its own, which fork() makes, or hold a threading.Lock around each call";

/// What a loss crosses as: port, tag, when it was offered and lost, in ps, where and why.
type LossRow = (u32, u64, u64, u64, String, String);

fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

// spec: rfc3168 5
fn ecn_of(codepoint: u8) -> PyResult<Ecn> {
    if codepoint > 3 {
        return Err(PyValueError::new_err(format!("{codepoint} is no codepoint of ECN; give 0 to 3")));
    }
    Ok(Ecn::of_bits(codepoint))
}

/// What of a packet's headers matters: ECN bits, codepoint, and the numbers of the flow and of the hosts that send and
/// receive.
type Headers = (u8, u8, (u32, u32, u32));

/// A packet with these headers, of no length.
fn packet_of((ecn, dscp, (number, source, destination)): Headers) -> PyResult<Packet> {
    let flow = Flow { number, source, destination };
    Ok(Packet { ecn: ecn_of(ecn)?, class: dscp, flow, ..Packet::default() })
}

fn row(delivery: &Delivery) -> Row {
    let Delivery { port, at, tag, octets, ecn, class, offered_at, .. } = *delivery;
    (port.index() as u32, at.ps(), tag, octets, ecn.bits(), class, offered_at.ps())
}

/// Whether something was delivered, and the limit that stopped the path if one did.
fn stopped(stop: Stop) -> PyResult<(bool, Option<String>)> {
    match stop {
        Stop::Delivered(_) => Ok((true, None)),
        Stop::Until => Ok((false, None)),
        Stop::Limit(Limit::End) => Ok((false, Some("duration: the path has come to its end".to_owned()))),
        Stop::Limit(Limit::Scenario(limit)) => Ok((false, Some(limit))),
        Stop::Limit(Limit::Fault) => Err(PyRuntimeError::new_err(
            "a law of the simulator was broken, which is a fault of Cellwise; finish() says which",
        )),
    }
}

impl Path {
    fn holding(path: Inner, models: Vec<Entry>, spent: Duration) -> Self {
        Self { held: Mutex::new(Held { path, spent }), models }
    }

    fn held(&self) -> PyResult<MutexGuard<'_, Held>> {
        match self.held.try_lock() {
            Ok(held) => Ok(held),
            Err(TryLockError::Poisoned(held)) => Ok(held.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(BUSY)),
        }
    }
}

#[pymethods]
impl Path {
    #[new]
    fn new(py: Python<'_>, scenario_json: &str, variable: Vec<String>, fates: bool) -> PyResult<Self> {
        let (network, held) = network(py, scenario_json)?;
        let models = models::used_by(&network);
        let opening = Opening { variable, fates };
        let inner = Inner::of_network(network, held, &opening).map_err(|error| match error {
            PathError::Run(error) => run_error(py, &error),
            error => refused(error),
        })?;
        Ok(Self::holding(inner, models, Duration::ZERO))
    }

    fn fork(&self) -> PyResult<Self> {
        let held = self.held()?;
        Ok(Self::holding(held.path.clone(), self.models.clone(), held.spent))
    }

    fn ports(&self) -> PyResult<Vec<(String, u32)>> {
        let path = &self.held()?.path;
        let mtu = |port: &String| path.port(port).map_or(0, |port| path.mtu(port));
        Ok(path.ports().iter().map(|port| (port.clone(), mtu(port))).collect())
    }

    fn now(&self) -> PyResult<u64> {
        Ok(self.held()?.path.now().ps())
    }

    fn earliest(&self) -> PyResult<Option<u64>> {
        Ok(Some(self.held()?.path.earliest()).filter(|at| *at != Time::NEVER).map(Time::ps))
    }

    /// What may be set: key, unit, the least and the most, and of a window its flow and octets of data in a full segment.
    fn variables(&self) -> PyResult<Vec<VariableRow>> {
        let held = self.held()?;
        let variables = held.path.variables().iter();
        let window = |one: &Variable| one.window.clone().map(|window| (window.flow, window.segment_octets));
        Ok(variables.map(|one| (one.key.clone(), one.unit, one.least, one.most, window(one))).collect())
    }

    fn set(&self, key: &str, at_ps: u64, value: u64) -> PyResult<()> {
        self.held()?.path.set(key, Time::from_ps(at_ps), value).map_err(refused)
    }

    fn set_share(&self, key: &str, at_ps: u64, share: f64) -> PyResult<()> {
        self.held()?.path.set(key, Time::from_ps(at_ps), share).map_err(refused)
    }

    /// What the sender has done whose window is set by a key, by names.
    fn sending<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyDict>> {
        let sending = self.held()?.path.sending(key).map_err(refused)?;
        let dict = PyDict::new(py);
        dict.set_item("cwnd_octets", sending.cwnd_octets)?;
        dict.set_item("acked_octets", sending.acked_octets)?;
        dict.set_item("flight_octets", sending.flight_octets)?;
        dict.set_item("segments", sending.segments)?;
        dict.set_item("resent_segments", sending.resent_segments)?;
        dict.set_item("recoveries", sending.recoveries)?;
        dict.set_item("timeouts", sending.timeouts)?;
        dict.set_item("marked_windows", sending.marked_windows)?;
        dict.set_item("is_over", sending.is_over)?;
        dict.set_item("round_trips", sending.round_trips)?;
        dict.set_item("round_trip_sum_ps", sending.round_trip_sum_ps)?;
        dict.set_item("last_round_trip_ps", sending.last_round_trip.map(Span::get))?;
        dict.set_item("least_round_trip_ps", sending.least_round_trip.map(Span::get))?;
        Ok(dict)
    }

    fn promise_open(&self, until_ps: u64) -> PyResult<()> {
        self.held()?.path.promise_open(Time::from_ps(until_ps));
        Ok(())
    }

    fn offer(&self, port: &str, at_ps: u64, octets: u32, tag: u64, headers: Headers) -> PyResult<()> {
        let packet = Packet { octets, tag, ..packet_of(headers)? };
        let path = &mut self.held()?.path;
        let port = path.port(port).map_err(refused)?;
        path.offer(port, Time::from_ps(at_ps), packet).map_err(refused)
    }

    /// Offers packets, each with its position as tag, beginning with `first_tag`; none if one is refused.
    fn offer_many(
        &self,
        port: &str,
        at_ps: PyReadonlyArray1<'_, i64>,
        octets: PyReadonlyArray1<'_, i64>,
        first_tag: u64,
        headers: Headers,
    ) -> PyResult<()> {
        let path = &mut self.held()?.path;
        let (port, packet) = (path.port(port).map_err(refused)?, packet_of(headers)?);
        let packets: Vec<(Time, Packet)> = at_ps
            .as_array()
            .iter()
            .zip(octets.as_array())
            .zip(first_tag..)
            .map(|((&at, &octets), tag)| {
                let octets = u32::try_from(octets).unwrap_or(if octets < 0 { 0 } else { u32::MAX });
                (Time::from_ps(at.max(0) as u64), Packet { octets, tag, ..packet })
            })
            .collect();
        for (place, (at, packet)) in packets.iter().enumerate() {
            path.check(port, *at, *packet).map_err(|error| {
                PyValueError::new_err(format!("packet {place}: {error}; none was offered"))
            })?;
        }
        packets.into_iter().try_for_each(|(at, packet)| path.offer(port, at, packet)).map_err(refused)
    }

    /// Runs to the first instant with deliveries, or to `until_ps`; says whether something was delivered, and the limit
    /// that stopped it if one did.
    fn run(&self, py: Python<'_>, until_ps: u64) -> PyResult<(bool, Option<String>)> {
        let held = &mut *self.held()?;
        let begun = Instant::now();
        let stop = py.detach(|| held.path.run(Time::from_ps(until_ps)));
        held.spent += begun.elapsed();
        stopped(stop)
    }

    /// Runs to the next acknowledgment that the sender gets whose window is set by a key, or to `until_ps`; earlier
    /// arrivals are left to be taken. Says whether one came, and the limit that stopped it if one did.
    fn run_to_acknowledgment(
        &self,
        py: Python<'_>,
        key: &str,
        until_ps: u64,
    ) -> PyResult<(bool, Option<String>)> {
        let held = &mut *self.held()?;
        let begun = Instant::now();
        let next = py.detach(|| {
            loop {
                match held.path.run_to_acknowledgment(key, Time::from_ps(until_ps)) {
                    Ok(Next::Stopped(Stop::Delivered(_))) => {}
                    other => return other,
                }
            }
        });
        held.spent += begun.elapsed();
        match next.map_err(refused)? {
            Next::Acknowledged(_) => Ok((true, None)),
            Next::Stopped(stop) => stopped(stop),
        }
    }

    fn take(&self) -> PyResult<Vec<Row>> {
        Ok(self.held()?.path.take().iter().map(row).collect())
    }

    /// The same in columns.
    fn take_columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let taken = self.held()?.path.take();
        let dict = PyDict::new(py);
        let column = |of: fn(&Delivery) -> i64| taken.iter().map(of).collect::<Vec<i64>>().into_pyarray(py);
        dict.set_item("port", column(|delivery| delivery.port.index() as i64))?;
        dict.set_item("at_ps", column(|delivery| delivery.at.ps() as i64))?;
        dict.set_item("offered_ps", column(|delivery| delivery.offered_at.ps() as i64))?;
        dict.set_item("tag", column(|delivery| delivery.tag as i64))?;
        dict.set_item("octets", column(|delivery| i64::from(delivery.octets)))?;
        dict.set_item("ecn", column(|delivery| i64::from(delivery.ecn.bits())))?;
        Ok(dict)
    }

    /// What is lost.
    fn fates(&self) -> PyResult<Vec<LossRow>> {
        let fates = self.held()?.path.fates().into_iter();
        let rows = fates
            .map(|fate| {
                let port: Port = fate.port;
                let (offered, lost) = (fate.offered_at.ps(), fate.at.ps());
                (port.index() as u32, fate.tag, offered, lost, fate.place, fate.reason)
            })
            .collect();
        Ok(rows)
    }

    /// The last value of each probe, by its name.
    fn probes(&self, py: Python<'_>) -> PyResult<Vec<(String, f64)>> {
        let path = &mut self.held()?.path;
        py.detach(move || path.probes()).map_err(|error| run_error(py, &error))
    }

    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (path, spent) = {
            let held = self.held()?;
            (held.path.clone(), held.spent)
        };
        let outcome = py.detach(|| path.finish()).map_err(|error| run_error(py, &error))?;
        let dict = columns::results(py, Results::of(outcome, &self.models, false))?;
        // It takes one thread, and waits for nothing.
        for name in ["cpu_s", "wall_s"] {
            dict.set_item(name, spent.as_secs_f64())?;
        }
        Ok(dict)
    }
}
