//! Values of links that are set, in the world: they hold for later transmissions.

use cellwise_engine::Key;
use cellwise_units::{BitRate, ClockPoint, Time};

use super::World;
use crate::data::ids::{MergeId, PacketPortId, PortId};
use crate::host::outside::{Target, Value};

impl World {
    /// Sets something of a link at `now`, when everything else of the instant has happened.
    pub(super) fn set_of_link(&mut self, target: Target, now: Time, value: Value) {
        match target {
            Target::PacketRate(port, merge) => self.set_packet_rate(port, merge, now, value.whole()),
            Target::PacketErrors(port) => {
                self.elements.packet_ports[port].wire().set_error_ratio(value.share())
            }
            Target::CellRate(port, merge) => self.set_cell_rate(port, merge, now, value.whole()),
            Target::CellErrors(noise) => self.elements.stages.noises[noise].set_error_ratio(value.share()),
            Target::Nothing => {}
        }
    }

    fn set_packet_rate(&mut self, port: PacketPortId, merge: Option<MergeId>, now: Time, bps: u64) {
        let place = &mut self.elements.packet_ports[port];
        let before = place.next_departure();
        place.come_to(now);
        let may_begin = place.set_rate(BitRate::from_bps(bps));
        // Where nothing comes, nothing waits.
        let Some(merge) = merge else { return };
        if may_begin {
            self.send_from_packet_port(port, now);
        }
        let next = self.elements.packet_ports[port].next_departure();
        self.move_own_slot(merge, before, next);
    }

    fn set_cell_rate(&mut self, port: PortId, merge: MergeId, now: Time, bps: u64) {
        let scheduled = self.elements.ports.scheduled(port);
        let before = scheduled.next_departure(port);
        if scheduled.set_rate(now, BitRate::from_bps(bps)) {
            self.transmit(port, ClockPoint::exactly(now), true);
        }
        let next = self.elements.ports.scheduled(port).next_departure(port);
        self.move_own_slot(merge, before, next);
    }

    fn move_own_slot(&mut self, merge: MergeId, before: Key, next: Key) {
        self.elements.merges[merge].set_own(before, next);
        self.note_first(merge);
    }
}
