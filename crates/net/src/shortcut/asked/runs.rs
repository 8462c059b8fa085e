//! Runs at adapters: data that come while an adapter sends nothing but what it has planned, taken together.
//!
//! Until an adapter sends a cell that it has not planned, the data that come only join those that wait, or are lost:
//! nothing but an RM cell changes when the next one is sent. So the cells of a train that come before that, and before an
//! RM cell may, are one event. Planned cells that leave meanwhile are counted in their turn. Only adapters that are asked
//! for their cells do so, and not those that report room to their host.

use cellwise_units::{Span, Time};

use crate::circuit::merge::{Lookahead, Server};
use crate::circuit::{Circuit, Role};
use crate::data::ids::{MergeId, PortId};
use crate::element::port::Port;
use crate::elements::Elements;

impl Elements {
    /// Finds out at which ordering points an adapter may take runs, and until when no RM cell comes there.
    pub(crate) fn set_runs(&mut self) {
        for merge in self.merges.ids() {
            if self.takes_runs(self.merges[merge].server) {
                self.merges[merge].before_rm = Some(Box::default());
            }
        }
        for circuit in self.circuits.ids() {
            let circuit = &self.circuits[circuit];
            if matches!(circuit.role, Role::ForwardRm | Role::BackwardRm) {
                for (merge, passage, from) in self.comings(circuit) {
                    if let Some(before_rm) = &mut self.merges[merge].before_rm {
                        // What is here already is taken in its turn.
                        before_rm.note(passage, from.filter(|&place| place != merge));
                    }
                }
            }
        }
    }

    fn takes_runs(&self, server: Server) -> bool {
        let Server::Paced(port) = server else { return false };
        let Port::Adapter(adapter) = &self.ports[port] else { return false };
        adapter.outlets.is_some() && !adapter.notifies_host
    }

    /// The ordering points to which a circuit brings RM cells, each with the least time from the one before and, where that
    /// is no time at all, the other one that has them before.
    fn comings(&self, circuit: &Circuit) -> Vec<(MergeId, Span, Option<MergeId>)> {
        let (mut passage, mut comings) = (Span::ZERO, Vec::new());
        for hop in circuit.way() {
            let here = &self.hops[hop];
            if let Some((merge, _)) = here.stream {
                comings.push((merge, passage, None));
            }
            if let Some(ended) = here.ends_loop.filter(|_| circuit.role == Role::ForwardRm) {
                // Turned around, it is there at the same instant.
                let turned = self.circuits[self.loops[ended].turned].first_hop;
                let to = self.hops[turned].stream.map(|(merge, _)| merge);
                let from = here.stream.map(|(merge, _)| merge);
                comings.extend(to.map(|merge| (merge, passage, from)));
            }
            if here.stream.is_some() {
                passage = Span::ZERO;
            }
            passage = passage + self.least_passage(here.element);
        }
        comings
    }

    /// Until when the data of one train that reach an adapter at `now` or later are one event, as far as it depends on
    /// the adapter and on where RM cells are turned around to it, and how long what is due elsewhere takes at least to
    /// bring an RM cell; `None` where that is not known.
    pub(crate) fn joins_until(
        &mut self,
        merge: MergeId,
        port: PortId,
        now: Time,
    ) -> Option<(Time, Lookahead)> {
        let before_rm = self.merges[merge].before_rm.as_deref()?;
        let lookahead = before_rm.lookahead;
        let turned = before_rm.turned_at.iter().map(|&place| self.merges[place].first().time());
        let turned_at = turned.fold(Time::NEVER, Time::min);
        let here = self.ports.adapter(port).only_takes_data_until(now).min(turned_at);
        Some((here, lookahead))
    }
}
