//! A small cell-level network of ABR loops: sources, output ports in series with one rate rule each,
//! destinations that turn RM cells around, and background of a higher category.
//!
//! Buffers have no limit. Backward RM cells go past the ports' queues, at once except the delays.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, VecDeque};

use cellwise_atm::abr::{AbrDestination, AbrSettings, AbrSource, RmCell, Sent};
use cellwise_atm::rate_rule::{AnyRateRule, PortView, RateRule, RateRuleConfig, VcContract};
use cellwise_units::{Span, Time};

/// An output port, its link, and the higher category that it carries.
#[derive(Clone, Debug)]
pub(crate) struct PortSpec {
    /// Cells/s.
    pub(crate) rate: f64,
    /// From the port to the next one, or to the destinations.
    pub(crate) delay: Span,
    /// Cells of a higher category.
    pub(crate) background: Option<Background>,
}

/// A constant rate, on between two times.
#[derive(Clone, Debug)]
pub(crate) struct Background {
    /// Cells/s.
    pub(crate) rate: f64,
    pub(crate) from: Time,
    pub(crate) until: Time,
}

/// A VC and its greedy source.
#[derive(Clone, Debug)]
pub(crate) struct VcSpec {
    /// The ports on its way.
    pub(crate) path: Vec<usize>,
    /// From the source to the first port.
    pub(crate) access: Span,
    pub(crate) settings: AbrSettings,
    pub(crate) weight: f64,
    /// When it has cells to send, in pairs of start and end.
    pub(crate) active: Vec<(Time, Time)>,
}

/// What is recorded of each bin of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bin {
    /// Cells of each VC that were delivered.
    pub(crate) delivered: Vec<u64>,
    /// ACR of each VC at the end, in cells/s.
    pub(crate) acr: Vec<f64>,
    /// The longest ABR queue of each port.
    pub(crate) most_waiting: Vec<u64>,
    /// The sum of the ABR queues that arriving ABR cells found, and how many arrived, of each port.
    pub(crate) found: Vec<(u64, u64)>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Data { efci: bool },
    Forward(RmCell),
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    vc: usize,
    hop: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// The source may have something to send, unless there is a newer wake.
    Wake { vc: usize, wake: u64 },
    /// A VC begins or stops to have data.
    Activity { vc: usize, is_active: bool },
    /// At the port of its present hop, or at the destination behind the last.
    Arrive(Cell),
    /// A port has sent a cell.
    Served { port: usize },
    /// A cell of the higher category arrives.
    Higher { port: usize },
    /// A backward RM cell passes the switch of a hop.
    Back { vc: usize, hop: usize, rm: RmCell },
    /// A backward RM cell reaches the source.
    Home { vc: usize, rm: RmCell },
}

struct Due {
    at: Time,
    order: u64,
    event: Event,
}

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Due {}
impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Due {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.at, self.order).cmp(&(other.at, other.order))
    }
}

struct Port {
    spec: PortSpec,
    rule: AnyRateRule,
    /// The rule's number of each VC of the network.
    number: Vec<usize>,
    waiting: VecDeque<Cell>,
    higher_waiting: u64,
    /// What is being sent: a cell of the higher category, or an ABR cell.
    serving: Option<Option<Cell>>,
}

struct Source {
    spec: VcSpec,
    source: AbrSource,
    destination: AbrDestination,
    is_active: bool,
    wake: u64,
}

/// The network.
pub(crate) struct Network {
    now: Time,
    due: BinaryHeap<Reverse<Due>>,
    order: u64,
    ports: Vec<Port>,
    sources: Vec<Source>,
    bin: Bin,
}

fn span_of(cells_per_s: f64) -> Span {
    Span::from_ps((1e12 / cells_per_s) as u64)
}

impl Network {
    /// A network in which every port has the same rule.
    pub(crate) fn new(config: &RateRuleConfig, ports: &[PortSpec], vcs: &[VcSpec]) -> Self {
        let mut network = Self {
            now: Time::ZERO,
            due: BinaryHeap::new(),
            order: 0,
            ports: (0..ports.len()).map(|at| port(config, at, &ports[at], vcs)).collect(),
            sources: vcs.iter().map(source).collect(),
            bin: Bin::default(),
        };
        for (vc, spec) in vcs.iter().enumerate() {
            for &(from, until) in &spec.active {
                network.schedule(from, Event::Activity { vc, is_active: true });
                network.schedule(until, Event::Activity { vc, is_active: false });
            }
        }
        for (port, spec) in ports.iter().enumerate() {
            if let Some(background) = &spec.background {
                network.schedule(background.from, Event::Higher { port });
            }
        }
        network.bin = network.empty_bin();
        network
    }

    /// Runs for so many bins of `length` each.
    pub(crate) fn run(&mut self, length: Span, bins: usize) -> Vec<Bin> {
        (0..bins).map(|_| self.run_bin(length)).collect()
    }

    fn run_bin(&mut self, length: Span) -> Bin {
        let end = self.now + length;
        while self.due.peek().is_some_and(|Reverse(due)| due.at < end) {
            let Some(Reverse(due)) = self.due.pop() else { break };
            self.now = due.at;
            self.handle(due.event);
        }
        self.now = end;
        let acr = self.sources.iter().map(|source| source.source.acr()).collect();
        let empty = self.empty_bin();
        Bin { acr, ..std::mem::replace(&mut self.bin, empty) }
    }

    fn empty_bin(&self) -> Bin {
        Bin {
            delivered: vec![0; self.sources.len()],
            acr: Vec::new(),
            most_waiting: vec![0; self.ports.len()],
            found: vec![(0, 0); self.ports.len()],
        }
    }

    fn schedule(&mut self, at: Time, event: Event) {
        self.order += 1;
        self.due.push(Reverse(Due { at, order: self.order, event }));
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Wake { vc, wake } if wake == self.sources[vc].wake => self.send(vc),
            Event::Wake { .. } => {}
            Event::Activity { vc, is_active } => {
                self.sources[vc].is_active = is_active;
                self.wake(vc);
            }
            Event::Arrive(cell) => self.arrive(cell),
            Event::Served { port } => self.served(port),
            Event::Higher { port } => self.higher(port),
            Event::Back { vc, hop, rm } => self.back(vc, hop, rm),
            Event::Home { vc, rm } => {
                self.sources[vc].source.on_backward(&rm);
                self.wake(vc);
            }
        }
    }

    fn wake(&mut self, vc: usize) {
        let source = &mut self.sources[vc];
        source.wake += 1;
        let at = source.source.next_opportunity(source.is_active, false).max(self.now);
        if at < Time::NEVER {
            let wake = source.wake;
            self.schedule(at, Event::Wake { vc, wake });
        }
    }

    fn send(&mut self, vc: usize) {
        let source = &mut self.sources[vc];
        let kind = match source.source.send(self.now, source.is_active, false) {
            Sent::Data | Sent::Backward => Kind::Data { efci: false },
            Sent::Forward(rm) | Sent::OutOfRate(rm) => Kind::Forward(rm),
        };
        let at = self.now + source.spec.access;
        self.schedule(at, Event::Arrive(Cell { vc, hop: 0, kind }));
        self.wake(vc);
    }

    fn arrive(&mut self, mut cell: Cell) {
        let Some(&at) = self.sources[cell.vc].spec.path.get(cell.hop) else {
            return self.deliver(cell);
        };
        let port = &mut self.ports[at];
        let view = PortView { now: self.now, abr_queue: port.waiting.len() as u64 };
        let vc = port.number[cell.vc];
        port.rule.on_abr_cell(&view, vc);
        match &mut cell.kind {
            Kind::Data { efci } => *efci |= port.rule.uses_efci() && port.rule.marks_efci(&view),
            Kind::Forward(rm) => port.rule.on_forward(&view, vc, rm),
        }
        port.waiting.push_back(cell);
        let waiting = port.waiting.len() as u64;
        let (sum, count) = self.bin.found[at];
        self.bin.found[at] = (sum + view.abr_queue, count + 1);
        self.bin.most_waiting[at] = self.bin.most_waiting[at].max(waiting);
        self.serve(at);
    }

    fn higher(&mut self, at: usize) {
        let port = &mut self.ports[at];
        let Some(background) = port.spec.background.clone() else { return };
        if self.now >= background.until {
            return;
        }
        let view = PortView { now: self.now, abr_queue: port.waiting.len() as u64 };
        port.rule.on_higher_cell(&view);
        port.higher_waiting += 1;
        self.schedule(self.now + span_of(background.rate), Event::Higher { port: at });
        self.serve(at);
    }

    fn serve(&mut self, at: usize) {
        let port = &mut self.ports[at];
        if port.serving.is_some() {
            return;
        }
        port.serving = if port.higher_waiting > 0 {
            port.higher_waiting -= 1;
            Some(None)
        } else {
            port.waiting.pop_front().map(Some)
        };
        if port.serving.is_some() {
            let done = self.now + span_of(port.spec.rate);
            self.schedule(done, Event::Served { port: at });
        }
    }

    fn served(&mut self, at: usize) {
        let port = &mut self.ports[at];
        if let Some(Some(cell)) = port.serving.take() {
            let arrival = self.now + port.spec.delay;
            self.schedule(arrival, Event::Arrive(Cell { hop: cell.hop + 1, ..cell }));
        }
        self.serve(at);
    }

    fn deliver(&mut self, cell: Cell) {
        self.bin.delivered[cell.vc] += 1;
        let destination = &mut self.sources[cell.vc].destination;
        match cell.kind {
            Kind::Data { efci } => destination.on_data(efci),
            Kind::Forward(rm) => {
                let rm = destination.turn_around(rm);
                self.go_back(cell.vc, cell.hop, rm);
            }
        }
    }

    /// From behind the port of hop `beyond - 1`, or from the switch of the first hop, towards the source.
    fn go_back(&mut self, vc: usize, beyond: usize, rm: RmCell) {
        let spec = &self.sources[vc].spec;
        let (delay, event) = match beyond.checked_sub(1) {
            Some(hop) => (self.ports[spec.path[hop]].spec.delay, Event::Back { vc, hop, rm }),
            None => (spec.access, Event::Home { vc, rm }),
        };
        self.schedule(self.now + delay, event);
    }

    fn back(&mut self, vc: usize, hop: usize, mut rm: RmCell) {
        let port = &mut self.ports[self.sources[vc].spec.path[hop]];
        let view = PortView { now: self.now, abr_queue: port.waiting.len() as u64 };
        port.rule.on_backward(&view, port.number[vc], &mut rm);
        assert!(rm.er >= 0.0 && rm.er.is_finite(), "ER {} at {}", rm.er, self.now);
        self.go_back(vc, hop, rm.carried(self.sources[vc].spec.settings.rate_encoding));
    }
}

fn port(config: &RateRuleConfig, at: usize, spec: &PortSpec, vcs: &[VcSpec]) -> Port {
    let mut number = vec![usize::MAX; vcs.len()];
    let mut contracts = Vec::new();
    for (vc, of) in vcs.iter().enumerate().filter(|(_, of)| of.path.contains(&at)) {
        number[vc] = contracts.len();
        contracts.push(VcContract { mcr: of.settings.mcr, pcr: of.settings.pcr, weight: of.weight });
    }
    Port {
        spec: spec.clone(),
        rule: config.build(spec.rate, &contracts),
        number,
        waiting: VecDeque::new(),
        higher_waiting: 0,
        serving: None,
    }
}

fn source(spec: &VcSpec) -> Source {
    Source {
        spec: spec.clone(),
        source: AbrSource::new(&spec.settings, Time::ZERO),
        destination: AbrDestination::new(&spec.settings),
        is_active: false,
        wake: 0,
    }
}
