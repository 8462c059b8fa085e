//! Circuits: the way of each virtual connection through ports, adapters and hosts, and of the RM
//! cells of its control loops.
//!
//! An ABR connection is one control loop from end to end, or several if switches on its way act as
//! virtual source and destination. At each end of a loop an adapter paces what enters it. Forward
//! RM cells go with the data; backward ones have a circuit of their own, which leads through the
//! rate rules of the loop's ports and may pass by their queues.

use std::collections::BTreeSet;

use cellwise_atm::abr::{AbrDestination, AbrSettings, Reverse};
use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_scenario::{
    AdapterSettings, BackwardRm, Flow, FlowKind, LinkKind, Node, NodeIndex, NodeKind, Vc,
};
use cellwise_units::Capacity;

use super::hops::add_circuit;
use super::plan::Plan;
use super::plan::marks;
use super::ports::{Fifos, adapter_settings, router_fifo};
use super::stages::{PathStages, Stages, add_path_stages};
use crate::circuit::Role;
use crate::circuit::feeder::Feeder;
use crate::circuit::hop::Hop;
use crate::data::error::RunError;
use crate::data::ids::{CircuitId, HopId, HostId, PortId};
use crate::element::Element;
use crate::element::port::{Adapter, Port};
use crate::elements::{ControlLoop, Elements};

/// One direction of a virtual connection, before it is a circuit.
struct Way {
    /// The output port of each link, from the sending end.
    ports: Vec<PortId>,
    /// The nodes at which they are.
    nodes: Vec<NodeIndex>,
    source: HostId,
    destination: HostId,
}

/// One end of a control loop on the way: before the output port at `position`.
#[derive(Clone, Copy)]
struct End {
    position: usize,
    adapter: Option<PortId>,
}

/// A virtual connection, and for each direction its way and the ends of its control loops.
struct Connection<'n> {
    index: usize,
    vc: &'n Vc,
    ways: [Way; 2],
    ends: [Vec<End>; 2],
}

/// What circuits are added to, and what they share.
struct Adding<'b, 'n> {
    net: &'b mut Elements,
    plan: &'b Plan<'n>,
    paths: PathStages,
    fifos: Fifos,
}

/// Adds both directions of every virtual connection, the first circuits of all, and behind
/// them those of their RM cells.
pub(super) fn add_circuits(net: &mut Elements, plan: &Plan<'_>) -> Result<(), RunError> {
    let is_bare = |flow: &&Flow| matches!(flow.kind, FlowKind::Cells { .. });
    let bare = plan.network.flows.iter().filter(is_bare).filter_map(|flow| flow.vc());
    let bare: BTreeSet<usize> = bare.map(|(vc, _)| vc.get()).collect();
    let paths = add_path_stages(net, plan.network);
    let mut adding = Adding { net, plan, paths, fifos: Fifos::new() };
    let mut abr = Vec::new();
    for (index, vc) in plan.network.vcs.iter().enumerate() {
        plan.budget.look("virtual connections", index, plan.network.vcs.len())?;
        let ways = ways(plan, vc);
        let ends = [0, 1].map(|side| adding.add_adapters(vc, &ways[side], side));
        let connection = Connection { index, vc, ways, ends };
        for side in 0..2 {
            let origin = if bare.contains(&index) { Feeder::Cells } else { Feeder::Host };
            let circuit = adding.add_data(&connection, side, origin);
            debug_assert_eq!(circuit, CircuitId::of_vc(index, side));
        }
        if vc.abr.is_some() {
            abr.push(connection);
        }
    }
    for connection in abr {
        plan.budget.look("virtual connections", connection.index, plan.network.vcs.len())?;
        for side in 0..2 {
            adding.add_control_loops(&connection, side);
        }
    }
    Ok(())
}

/// The two directions of a virtual connection.
fn ways(plan: &Plan<'_>, vc: &Vc) -> [Way; 2] {
    let forward: Vec<(usize, usize)> = vc.hops.iter().map(|hop| (hop.link.get(), hop.end)).collect();
    let backward: Vec<(usize, usize)> = forward.iter().rev().map(|&(link, end)| (link, 1 - end)).collect();
    [forward, backward].map(|way| {
        let node_at = |&(link, end): &(usize, usize)| plan.network.links[link].ends[end];
        let end_of =
            |node: NodeIndex| plan.hosts[node.get()].expect("a virtual connection joins end systems");
        let (first, last) = (way[0], way[way.len() - 1]);
        Way {
            ports: way.iter().map(|&(link, end)| PortId::of_link(link, end)).collect(),
            nodes: way.iter().map(node_at).collect(),
            source: end_of(node_at(&first)),
            destination: end_of(node_at(&(last.0, 1 - last.1))),
        }
    })
}

impl Adding<'_, '_> {
    /// Adds the adapters of one direction: at its source and at each switch that begins a new loop.
    fn add_adapters(&mut self, vc: &Vc, way: &Way, side: usize) -> Vec<End> {
        let Some(settings) = vc.abr.as_ref().map(|ends| &ends[side]) else { return Vec::new() };
        // Data go back at the rate of the line, RM cells at once: there is no source.
        let is_unlimited = side == 1 && settings.reverse == Reverse::Unlimited;
        let mut ends = Vec::new();
        for position in 0..way.ports.len() {
            let begins = match self.node_at(way, position).kind {
                NodeKind::Switch(ref switch) => switch.vs_vd,
                NodeKind::Host(_) | NodeKind::Router(_) => true,
            };
            if begins {
                let adapter = (!is_unlimited).then(|| self.add_adapter(vc, settings, way, side, position));
                ends.push(End { position, adapter });
            }
        }
        ends
    }

    fn node_at(&self, way: &Way, position: usize) -> &Node {
        &self.plan.network.nodes[way.nodes[position].get()]
    }

    fn add_adapter(&mut self, vc: &Vc, abr: &AbrSettings, way: &Way, side: usize, position: usize) -> PortId {
        let node = self.node_at(way, position);
        let target_queue = match &node.kind {
            NodeKind::Switch(switch) => switch.vs_queue.get() as f64,
            NodeKind::Host(_) | NodeKind::Router(_) => f64::INFINITY,
        };
        // A switch may have two: one for each direction.
        let direction = if side == 1 && position > 0 { ".backward" } else { "" };
        let name = format!("{}.{}{direction}", node.name, vc.name);
        let unlimited = AdapterSettings { buffer: Capacity::Unlimited, drop: DropPolicyConfig::default() };
        let buffer = if position == 0 { &vc.adapters[side] } else { &unlimited };
        let settings = adapter_settings(self.net, self.plan, name, way.ports[position], buffer);
        let adapter = Adapter::new(settings, marks(self.plan.network), abr, target_queue);
        self.net.ports.push(Port::Adapter(Box::new(adapter)))
    }

    /// Adds the circuit of the data of one direction.
    fn add_data(&mut self, connection: &Connection<'_>, side: usize, origin: Feeder) -> CircuitId {
        let Self { net, plan, paths, fifos } = self;
        let Connection { vc, ways, ends, .. } = connection;
        let (way, ends, first) = (&ways[side], &ends[side], ways[side].ports[0]);
        let line = net.ports[first].settings().rate;
        let stages = Stages { network: plan.network, paths, vc, side, line };
        let name_at = |position: usize| &plan.network.nodes[way.nodes[position].get()].name;
        let mut elements = stages.at(net, 0, name_at(0));
        elements.extend(plan.packet_ports.get(&first).copied().map(Element::PacketPort));
        let is_paced = adapter_at(ends, 0).is_some();
        let fifo = router_fifo(net, plan, way.nodes[0], first, is_paced, fifos);
        elements.extend(fifo.map(Element::Port));
        for position in 0..way.ports.len() {
            if position > 0 {
                elements.extend(stages.at(net, position, name_at(position)));
            }
            elements.extend(adapter_at(ends, position).map(Element::Port));
            elements.extend(switch_elements(plan, way, position));
        }
        elements.push(Element::Host(way.destination));
        let circuit = push_circuit(net, Role::Data, vc, origin, &elements);
        if plan.packet_ports.contains_key(&first) {
            net.circuits[circuit].pass_queue();
        }
        net.hosts[way.source].sends.push(circuit);
        net.hosts[way.destination].receives.push(circuit);
        for hop in net.circuits[circuit].way() {
            if let Element::Port(port) = net.hops[hop].element
                && let Port::Adapter(adapter) = &mut net.ports[port]
            {
                adapter.data_hop = hop;
            }
        }
        circuit
    }

    /// Adds the RM circuits of every control loop of one direction.
    fn add_control_loops(&mut self, connection: &Connection<'_>, side: usize) {
        let Connection { index, vc, ways, ends } = connection;
        let data = CircuitId::of_vc(*index, side);
        let (way, back, net) = (&ways[side], &ways[1 - side], &mut *self.net);
        let settings = &vc.abr.as_ref().expect("the connection is ABR")[side];
        for (number, end) in ends[side].iter().enumerate() {
            let Some(adapter) = end.adapter else { continue };
            let next = ends[side].get(number + 1);
            let last = next.map_or(way.ports.len(), |next| next.position);
            let forward = add_forward_rm(net, vc, data, adapter);
            // Seen from the way back, the loop ends where the port of the same node is.
            let back_position = way.ports.len() - last;
            let returning = adapter_at(&ends[1 - side], back_position);
            let behind = next.and_then(|next| next.adapter);
            let turned_from = behind.map_or(Feeder::Turned, Feeder::Port);
            let origin = returning.map_or(turned_from, Feeder::Port);
            let mut elements = backward_elements(self.plan, way, back, end.position, back_position);
            elements.push(Element::Port(adapter));
            let backward = push_circuit(net, Role::BackwardRm, vc, origin, &elements);
            relate_backward(net, backward, data);
            let turned = match returning {
                None => backward,
                Some(returning) => {
                    net.ports.adapter(returning).backward = Some(backward);
                    push_circuit(net, Role::TurnedRm, vc, turned_from, &[Element::Port(returning)])
                }
            };
            net.ports.adapter(adapter).forward = forward;
            let destination = AbrDestination::new(settings);
            net.loops.push(ControlLoop { destination, turned, source_behind: behind });
        }
    }
}

/// The elements that cells pass from the node of a position to the next: a fabric if the switch has
/// one, the output port with the taps and the watch before and behind it, and the stages of the link.
fn switch_elements(plan: &Plan<'_>, way: &Way, position: usize) -> Vec<Element> {
    let fabric = plan.fabrics.get(&way.nodes[position].get()).filter(|_| position > 0);
    debug_assert_eq!(plan.network.links[way.ports[position].link()].kind, LinkKind::Atm);
    let port = way.ports[position];
    let fabric = fabric.copied().map(Element::Port);
    let [before, behind] = plan.taps.get(&port).copied().unwrap_or_default().map(|tap| tap.map(Element::Tap));
    let stages = plan.behind.get(&port).into_iter().flatten().copied();
    let watch = plan.watches.get(&port).copied().map(Element::Watch);
    [fabric, before, watch, Some(Element::Port(port)), behind].into_iter().flatten().chain(stages).collect()
}

fn adapter_at(ends: &[End], position: usize) -> Option<PortId> {
    ends.iter().find(|end| end.position == position).and_then(|end| end.adapter)
}

/// Adds the circuit of the forward RM cells that an adapter makes for the loop that is added next: with the data, to the
/// end of the loop.
fn add_forward_rm(net: &mut Elements, vc: &Vc, data: CircuitId, adapter: PortId) -> CircuitId {
    let from = net.ports.adapter(adapter).data_hop.next();
    let to = net.circuits[data].last_hop();
    let is_end = |net: &Elements, hop: HopId| match net.hops[hop].element {
        Element::Host(_) => true,
        Element::Port(port) => net.ports[port].is_adapter(),
        _ => false,
    };
    let last = from.up_to(to.next()).find(|&hop| is_end(net, hop)).expect("a circuit ends at a host");
    let elements: Vec<Element> = from.up_to(last.next()).map(|hop| net.hops[hop].element).collect();
    let circuit = push_circuit(net, Role::ForwardRm, vc, Feeder::Port(adapter), &elements);
    for (hop, data_hop) in net.circuits[circuit].way().zip(from.up_to(last.next())) {
        set_beside(net, hop, data_hop);
    }
    let end = net.circuits[circuit].last_hop();
    let control = net.loops.next_id();
    net.hops[end].ends_loop = Some(control);
    net.hops[last].ends_loop = Some(control);
    if let Element::Host(host) = net.hops[end].element {
        net.hosts[host].receives.push(circuit);
    }
    circuit
}

/// The elements on the way of a loop's backward RM cells, from the loop's end to the adapter at
/// `begin` on the way forward; `from` is where they set out on the way back.
fn backward_elements(plan: &Plan<'_>, way: &Way, back: &Way, begin: usize, from: usize) -> Vec<Element> {
    let mut elements = Vec::new();
    let to = way.ports.len() - begin;
    for position in from..to {
        let node = &plan.network.nodes[back.nodes[position].get()].kind;
        if position > from
            && let Some(rule) = rule_at(plan, way, way.ports.len() - position)
        {
            elements.push(Element::Feedback(rule));
        }
        match node {
            NodeKind::Switch(switch) if switch.backward_rm == BackwardRm::Unqueued => {
                elements.push(Element::Express(back.ports[position]));
            }
            _ => elements.extend(switch_elements(plan, back, position)),
        }
    }
    // At a switch that begins the loop, its own rule answers as well.
    if begin > 0 {
        elements.extend(rule_at(plan, way, begin).map(Element::Feedback));
    }
    elements
}

/// The output port at a position, if it has a rate rule.
fn rule_at(plan: &Plan<'_>, way: &Way, position: usize) -> Option<PortId> {
    let port = way.ports[position];
    let queue = plan.network.links[port.link()].directions[port.end()].queue.as_ref();
    queue.is_some_and(|queue| queue.rate_rule.is_some()).then_some(port)
}

/// Lets the hops of backward RM cells know which data they go with: at a rule the data of
/// their loop, elsewhere those of the way back.
fn relate_backward(net: &mut Elements, backward: CircuitId, data: CircuitId) {
    for hop in net.circuits[backward].way() {
        let (element, circuit) = match net.hops[hop].element {
            Element::Feedback(port) => (Element::Port(port), data),
            element => (element, data.opposite()),
        };
        let beside = net.circuits[circuit].way().find(|&hop| net.hops[hop].element == element);
        set_beside(net, hop, beside.unwrap_or(hop));
    }
}

/// Adds a circuit of a virtual connection.
fn push_circuit(net: &mut Elements, role: Role, vc: &Vc, origin: Feeder, elements: &[Element]) -> CircuitId {
    add_circuit(net, role, (vc.encapsulation, &vc.reassembly), origin, elements)
}

/// Lets a hop of RM cells know the hop of the data with which they pass.
fn set_beside(net: &mut Elements, hop: HopId, data_hop: HopId) {
    net.hops[hop].data_hop = Some(data_hop);
    let Hop { element, lane, .. } = net.hops[hop];
    match element {
        Element::Port(port) => net.ports[port].buffer_mut().note_rm_cells(lane),
        // The rule knows its connections by their data.
        Element::Feedback(_) => net.hops[hop].lane = net.hops[data_hop].lane,
        element => {
            if let Some(lanes) = net.lanes_mut(element) {
                lanes.note_rm_cells(lane);
            }
        }
    }
}
