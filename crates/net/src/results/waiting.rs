//! TCP flows that wait for their retransmission timers when a run ends: until then nothing will move them.

use cellwise_units::Time;

use crate::circuit::Role;
use crate::data::flow::Flow;
use crate::elements::Elements;
use crate::host::endpoint::Transport;

/// A TCP flow that waits for its retransmission timer.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The flow.
    pub flow: String,
    /// Since when nothing has reached its sender or left it, in seconds.
    pub since_s: f64,
    /// When the timer fires, in seconds.
    pub until_s: f64,
}

/// The TCP flows that wait, if all do that have something left to send; else none.
///
/// A web flow opens connections all the time, so where there is one, not all wait. `packets` are under way on packet
/// links, where they are not counted by flow: while there is one, no flow over such links only waits.
pub(crate) fn if_all(net: &Elements, packets: u64, end: Time) -> Vec<Waiting> {
    let mut waiting = Vec::new();
    for flow in net.flows.iter() {
        match state(net, flow, packets, end) {
            State::Moves => return Vec::new(),
            State::Waits(one) => waiting.push(one),
            State::IsOver => {}
        }
    }
    waiting
}

enum State {
    Moves,
    Waits(Waiting),
    /// It has sent all, has given up, has not begun, or is no TCP flow.
    IsOver,
}

fn state(net: &Elements, flow: &Flow, packets: u64, end: Time) -> State {
    let [(source, from), (destination, to)] = flow.ends;
    let endpoint = &net.hosts[source].endpoints[from];
    let sender = match &endpoint.transport {
        Transport::TcpSender(sender) => sender,
        Transport::WebServer(_) | Transport::WebClient(_) => return State::Moves,
        _ => return State::IsOver,
    };
    if endpoint.started_at.is_none() || sender.is_finished() || sender.stats().gave_up {
        return State::IsOver;
    }
    let acknowledges = match &net.hosts[destination].endpoints[to].transport {
        Transport::TcpReceiver(receiver) => receiver.next_deadline() != Time::NEVER,
        _ => false,
    };
    let works = !net.hosts[source].inbox.is_empty() || !net.hosts[destination].inbox.is_empty();
    match sender.waits_for_timer() {
        Some((since, until)) if since < end && !acknowledges && !works && is_empty(net, flow, packets) => {
            State::Waits(Waiting {
                flow: flow.name.clone(),
                since_s: since.as_secs_f64(),
                until_s: until.as_secs_f64(),
            })
        }
        _ => State::Moves,
    }
}

/// Whether nothing is under way on any of a flow's circuits.
fn is_empty(net: &Elements, flow: &Flow, packets: u64) -> bool {
    flow.all_circuits().all(|circuit| {
        let circuit = &net.circuits[circuit];
        if circuit.role == Role::Packets {
            return packets == 0;
        }
        let lost: u64 = circuit.way().map(|hop| net.lost_at(&net.hops[hop]).total()).sum();
        circuit.sent.cells == circuit.received.cells + lost
    })
}
