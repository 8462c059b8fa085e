//! The packets on packet links, which may overtake each other: each has a place until it arrives or is lost.

use crate::data::packet::Sdu;

/// Packets by place. A place is given again once its packet has left it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loose {
    places: Vec<Option<Sdu>>,
    free: Vec<u32>,
}

impl Loose {
    #[inline]
    pub(crate) fn push(&mut self, packet: Sdu) -> u32 {
        if let Some(place) = self.free.pop() {
            self.places[place as usize] = Some(packet);
            return place;
        }
        self.places.push(Some(packet));
        self.places.len() as u32 - 1
    }

    #[inline]
    pub(crate) fn take(&mut self, place: u32) -> Sdu {
        let packet = self.places[place as usize].take().expect("a packet that arrives has been sent");
        self.free.push(place);
        packet
    }

    /// A packet under way.
    ///
    /// # Panics
    /// If it is lost, and so on its way no more.
    #[inline]
    pub(crate) fn get(&self, place: u32) -> &Sdu {
        self.places[place as usize].as_ref().expect("a packet under way is known")
    }

    /// Forgets a packet that will not arrive.
    pub(crate) fn forget(&mut self, place: u32) {
        if self.places.get_mut(place as usize).is_some_and(|packet| packet.take().is_some()) {
            self.free.push(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ids::FlowId;
    use crate::data::packet::Packet;
    use cellwise_units::Time;

    fn packet(octets: u32) -> Sdu {
        Sdu::new(Packet::Cell, FlowId::new(0), Time::ZERO, octets)
    }

    #[test]
    fn packets_are_found_in_any_order_and_their_places_are_given_anew() {
        let mut loose = Loose::default();
        let places = [1, 2, 3].map(|octets| loose.push(packet(octets)));
        assert_eq!(loose.take(places[1]).octets(), 2);
        assert_eq!(loose.get(places[2]).octets(), 3);
        assert_eq!(loose.push(packet(4)), places[1]);
        loose.forget(places[0]);
        loose.forget(places[0]);
        assert_eq!(loose.push(packet(5)), places[0]);
        assert_eq!(loose.push(packet(6)), 3, "a place is not given twice");
        assert_eq!([places[0], places[1], places[2]].map(|place| loose.take(place).octets()), [5, 4, 3]);
    }
}
