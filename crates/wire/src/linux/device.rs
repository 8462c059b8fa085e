//! TUN devices: where packets of hosts come from and go to.

use std::fs::{self, File};

use super::counters::{self, Counters};
use super::fault::Fault;
use super::namespace::{Namespace, ip};
use super::sys;

/// A device in a namespace. It ends with its file.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) name: String,
    pub(super) namespace: Namespace,
    pub(super) file: File,
}

/// What a device gets.
#[derive(Clone, Debug)]
pub(super) struct Properties<'a> {
    pub(super) name: &'a str,
    /// With the lengths of their prefixes.
    pub(super) addresses: &'a [String],
    pub(super) mtu: usize,
    /// So many packets wait in it until they are read.
    pub(super) queue: u64,
}

impl Device {
    /// Makes a device in a namespace and brings it up. In a namespace that was made for it, everything goes there.
    pub(super) fn make(namespace: Namespace, properties: &Properties<'_>) -> Result<Self, Fault> {
        let name = properties.name.to_owned();
        let what = format!("making the device {name} in the namespace {}", namespace.name);
        let file = namespace.inside(|| {
            let file = sys::open_tun(&name).map_err(Fault::system(what))?;
            be_quiet(&name);
            Ok(file)
        })?;
        let device = Self { name, namespace, file };
        device.set(properties)?;
        Ok(device)
    }

    fn set(&self, properties: &Properties<'_>) -> Result<(), Fault> {
        let (namespace, name) = (self.namespace.name.as_str(), self.name.as_str());
        let (mtu, queue) = (properties.mtu.to_string(), properties.queue.to_string());
        ip(&["-n", namespace, "link", "set", name, "mtu", &mtu, "txqueuelen", &queue, "up"])?;
        for address in properties.addresses {
            // Without looking for others with this address: there is no one to ask.
            let is_six = address.contains(':');
            let no_question: &[&str] = if is_six { &["nodad"] } else { &[] };
            ip(&[&["-n", namespace, "address", "add", address, "dev", name], no_question].concat())?;
            if self.namespace.is_ours() {
                let family = if is_six { "-6" } else { "-4" };
                ip(&["-n", namespace, family, "route", "add", "default", "dev", name])?;
            }
        }
        Ok(())
    }

    /// Names what it leaves to hardware: nothing, unless that was switched on.
    pub(super) fn offloads(&self) -> Result<Vec<&'static str>, Fault> {
        let what = format!("asking what the device {} leaves to hardware", self.name);
        self.namespace.inside(|| sys::offloads(&self.name).map_err(Fault::system(what)))
    }

    pub(super) fn counters(&self) -> Result<Counters, Fault> {
        self.namespace.inside(|| counters::read(&self.name))
    }
}

/// No addresses and questions of its own: they would be packets that no host sent.
fn be_quiet(device: &str) {
    for (key, value) in
        [("addr_gen_mode", "1"), ("autoconf", "0"), ("accept_ra", "0"), ("router_solicitations", "0")]
    {
        // A system without IPv6 has none of them, and is quiet. Packets that still come are left out as noise.
        let _ = fs::write(format!("/proc/sys/net/ipv6/conf/{device}/{key}"), value);
    }
}
