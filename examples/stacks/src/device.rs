//! smoltcp's device: what it has sent waits to be offered, what has arrived to be looked at.

use std::collections::VecDeque;

use smoltcp::phy::{self, DeviceCapabilities, Medium};
use smoltcp::time::Instant;

#[derive(Default)]
pub struct Device {
    pub received: VecDeque<Vec<u8>>,
    pub sent: Vec<Vec<u8>>,
}

pub struct Received(Vec<u8>);
pub struct Sent<'d>(&'d mut Vec<Vec<u8>>);

impl phy::RxToken for Received {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
        read(&self.0)
    }
}

impl phy::TxToken for Sent<'_> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, octets: usize, write: F) -> R {
        self.0.push(vec![0; octets]);
        write(self.0.last_mut().expect("it was added"))
    }
}

impl phy::Device for Device {
    type RxToken<'d> = Received;
    type TxToken<'d> = Sent<'d>;

    fn receive(&mut self, _: Instant) -> Option<(Received, Sent<'_>)> {
        Some((Received(self.received.pop_front()?), Sent(&mut self.sent)))
    }

    fn transmit(&mut self, _: Instant) -> Option<Sent<'_>> {
        Some(Sent(&mut self.sent))
    }

    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        (capabilities.medium, capabilities.max_transmission_unit) = (Medium::Ip, 1500);
        capabilities
    }
}
