//! A run with real hosts, from the first namespace that is made to the last that is removed.

use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use cellwise_units::{Span, Time};

use super::counters::Counters;
use super::device::{Device, Properties};
use super::fault::Fault;
use super::made::Register;
use super::mover::{Mover, Turns};
use super::namespace::{self, Namespace};
use super::priority::Given;
use super::recorder::Recorder;
use super::sys;
use crate::exchange::Exchange;
use crate::lateness::Table;
use crate::line::Line;
use crate::record::Head;
use crate::verdict::{Measured, Rules, Verdict, judge};

const PS_PER_MS: u64 = 1_000_000_000;
const PS_PER_S: u64 = 1_000 * PS_PER_MS;
/// So often the loop looks whether it has to stop.
const LOOK_EVERY: u64 = 50 * PS_PER_MS;
/// So often it reports its progress.
const NOTIFY_EVERY: u64 = PS_PER_S;
/// With so many rows a record is written on.
const ROWS_AT_ONCE: usize = 4096;
/// IPv6 takes no smaller packets to be the largest, and the field of a length ends there.
// spec: rfc8200 5
const MTUS: std::ops::RangeInclusive<usize> = 1280..=65_535;

/// What a run needs.
#[derive(Clone, Debug)]
pub struct Setup {
    /// For each port the namespace of its host: taken if it is there, else made and removed at the end.
    pub namespaces: Vec<String>,
    /// For each port its addresses, with the lengths of their prefixes.
    pub addresses: Vec<Vec<String>>,
    /// The longest packet, in octets with the IP header; 1280 to 65535.
    pub mtu: usize,
    /// So many packets wait in a device until they are read; at least 1.
    pub queue: u64,
    /// A cell at the bottleneck, or the shortest packet, takes so long.
    pub cell: Span,
    /// A full packet takes so long there.
    pub full_packet: Span,
    /// The run ends by itself after this.
    pub most: Option<Span>,
    /// What was offered and delivered goes there.
    pub record: Option<(PathBuf, Head)>,
}

/// How a run went, so far or in the end.
#[derive(Clone, Debug)]
pub struct Report {
    /// For how long the line ran.
    pub ran: Span,
    /// What the loop did.
    pub turns: Turns,
    /// How many packets were offered to the line, how many it lost, and how many are on it.
    pub line: (u64, u64, usize),
    /// How late packets left.
    pub late: Table,
    /// The share of the time in which the loop computed, from 0 to 1.
    pub busy: f64,
    /// Packets that devices dropped because their queue was full; known in the end.
    pub dropped_by_devices: u64,
    /// Whether the loop ran before everything at ordinary priority.
    pub is_real_time: bool,
    /// How often the loop had to leave a processor that it still wanted.
    pub preempted: u64,
    /// What devices leave to hardware, each once.
    pub offloads: Vec<&'static str>,
    /// Whether the run counts; judged in the end.
    pub verdict: Verdict,
}

/// Hosts that are wired up, but not yet served.
#[derive(Debug)]
pub struct Session {
    // What is dropped first is removed first: devices before the namespaces' register.
    devices: Vec<Device>,
    _register: Register,
    setup: Setup,
}

impl Session {
    /// Takes or makes the namespaces and makes the devices. All of it is removed with this.
    ///
    /// # Errors
    /// The mistakes of the setup, or the refusals of the system; then nothing is left of it.
    pub fn open(setup: Setup) -> Result<Self, Fault> {
        let wrong = mistakes(&setup);
        if !wrong.is_empty() {
            return Err(Fault::Setup(wrong));
        }
        let mut register = Register::new();
        let mut devices = Vec::new();
        for (port, (name, addresses)) in setup.namespaces.iter().zip(&setup.addresses).enumerate() {
            let namespace = Namespace::take(name, &mut register)?;
            let (name, mtu, queue) = (&*format!("cw{port}"), setup.mtu, setup.queue);
            devices.push(Device::make(namespace, &Properties { name, addresses, mtu, queue })?);
        }
        Ok(Self { devices, _register: register, setup })
    }

    /// Puts the hosts on a line until its time is over or a stop is requested. Reports its progress every second. To be
    /// called in a thread of its own: it gets a priority.
    ///
    /// # Errors
    /// If the line cannot continue, or a device is missing.
    pub fn run(
        self,
        line: impl Line,
        stop: &AtomicBool,
        mut notify: impl FnMut(&Report),
    ) -> Result<Report, Fault> {
        let setup = &self.setup;
        let before = self.counters()?;
        let recorder = setup.record.clone().map(|(file, head)| Recorder::begin(file, &head)).transpose()?;
        let exchange = Exchange::new(line, setup.mtu, recorder.is_some());
        let files: Result<Vec<File>, _> = self.devices.iter().map(|device| device.file.try_clone()).collect();
        let files = files.map_err(Fault::system("the devices' files"))?;
        let given = Given::ask();
        let mut going = Going {
            computed_ns: sys::computed_ns(),
            preempted: sys::preempted(),
            offloads: self.offloads()?,
            mover: Mover::new(exchange, files, setup.mtu, setup.cell),
            is_real_time: given.is_real_time,
            most_per_s: 0,
        };
        let ended = going.until_reported(setup.most, stop, recorder.as_ref(), &mut notify);
        drop(given);
        let mut report = going.report();
        report.dropped_by_devices =
            sum(&self.counters()?, |one| one.dropped) - sum(&before, |one| one.dropped);
        report.verdict = judge(&going.measured(&report, setup), &Rules::default());
        if let Err(fault) = &ended {
            report.verdict.faults.push(fault.to_string());
        }
        if let Some(recorder) = recorder {
            recorder.note(going.mover.take_rows());
            recorder.end(going.mover.reached(), &report.verdict.faults)?;
        }
        ended.map(|()| report)
    }

    fn offloads(&self) -> Result<Vec<&'static str>, Fault> {
        let found: Result<Vec<_>, _> = self.devices.iter().map(Device::offloads).collect();
        let mut found: Vec<_> = found?.concat();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn counters(&self) -> Result<Vec<Counters>, Fault> {
        self.devices.iter().map(Device::counters).collect()
    }
}

fn sum(counters: &[Counters], which: impl Fn(&Counters) -> u64) -> u64 {
    counters.iter().map(which).sum()
}

/// What is wrong in a setup, all of it.
fn mistakes(setup: &Setup) -> Vec<String> {
    let names = &setup.namespaces;
    let mut wrong: Vec<String> = names.iter().filter_map(|name| namespace::check(name)).collect();
    for (place, name) in names.iter().enumerate() {
        if names[..place].contains(name) {
            wrong.push(format!("netns: {name:?} is given twice; each port needs one of its own"));
        }
    }
    if !MTUS.contains(&setup.mtu) {
        let (mtu, least, most) = (setup.mtu, MTUS.start(), MTUS.end());
        wrong.push(format!("mtu: {mtu} octets are not allowed; give {least} to {most}"));
    }
    if setup.queue == 0 {
        wrong.push("queue: 0 packets are not allowed; give at least 1".to_owned());
    }
    wrong
}

/// A run that continues.
struct Going<L> {
    mover: Mover<L>,
    is_real_time: bool,
    /// What the thread had computed before.
    computed_ns: u64,
    /// How often it had been preempted before.
    preempted: u64,
    offloads: Vec<&'static str>,
    most_per_s: u64,
}

impl<L: Line> Going<L> {
    fn until_reported(
        &mut self,
        most: Option<Span>,
        stop: &AtomicBool,
        recorder: Option<&Recorder>,
        notify: &mut impl FnMut(&Report),
    ) -> Result<(), Fault> {
        let end = most.map_or(Time::from_ps(u64::MAX), |most| Time::from_ps(most.get()));
        let (mut reported, mut came) = (0, self.came());
        while self.mover.reached() < end && !stop.load(Ordering::Relaxed) {
            let now = self.mover.reached().ps();
            self.mover.turn(Time::from_ps(now + LOOK_EVERY).min(end))?;
            if let Some(recorder) = recorder
                && self.mover.rows_waiting() >= ROWS_AT_ONCE
            {
                recorder.note(self.mover.take_rows());
            }
            if self.mover.reached().ps() >= reported + NOTIFY_EVERY {
                reported = self.mover.reached().ps();
                let now = self.came();
                let most = now.iter().zip(&came).map(|(now, before)| now - before).max();
                self.most_per_s = self.most_per_s.max(most.unwrap_or(0));
                came = now;
                notify(&self.report());
            }
        }
        Ok(())
    }

    fn came(&self) -> Vec<u64> {
        self.mover.turns().ports.iter().map(|port| port.came).collect()
    }

    fn report(&self) -> Report {
        let ran = Span::from_ps(self.mover.reached().ps());
        let computed_ps = (sys::computed_ns() - self.computed_ns) * 1_000;
        Report {
            ran,
            turns: self.mover.turns().clone(),
            line: self.mover.on_the_line(),
            late: self.mover.lateness().table(),
            busy: computed_ps as f64 / ran.get().max(1) as f64,
            dropped_by_devices: 0,
            is_real_time: self.is_real_time,
            preempted: sys::preempted() - self.preempted,
            offloads: self.offloads.clone(),
            verdict: Verdict::default(),
        }
    }

    fn measured(&self, report: &Report, setup: &Setup) -> Measured {
        let turns = self.mover.turns();
        Measured {
            late: report.late,
            full_packet: setup.full_packet,
            dropped_by_devices: report.dropped_by_devices,
            refused_by_devices: turns.refused_by_devices,
            refused_packets: turns.refused,
            first_refusal: turns.first_refusal.clone(),
            longest_gap: turns.longest_gap,
            device_queue: setup.queue,
            most_packets_per_s: self.most_per_s,
            busy: report.busy,
            is_real_time: report.is_real_time,
            offloads: report.offloads.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_in_a_setup_comes_all_at_once_and_before_anything_is_made() {
        let setup = Setup {
            namespaces: vec!["a".into(), "a".into(), "-x".into()],
            addresses: vec![Vec::new(); 3],
            mtu: 1279,
            queue: 0,
            cell: Span::from_ps(1),
            full_packet: Span::from_ps(1),
            most: None,
            record: None,
        };
        let Err(Fault::Setup(wrong)) = Session::open(setup) else { panic!("it was opened") };
        assert_eq!(wrong.len(), 4, "{wrong:?}");
    }
}
