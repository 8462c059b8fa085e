//! Captures into memory, and what is in them.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cellwise_capture::{Format, Sink};
use cellwise_net::{Capture, Outcome, Run, RunError, Status};
use cellwise_scenario::{LinkKind, Network, NodeKind, capture_point};

use super::SLICE;

/// What a capture has written, and whether it was kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    octets: Arc<Mutex<(Vec<u8>, bool)>>,
    /// Octets for which there is room; any number without.
    room: Option<usize>,
}

impl Memory {
    pub(crate) fn of(room: usize) -> Self {
        Self { room: Some(room), ..Self::default() }
    }

    /// What was written, if it was kept.
    pub(crate) fn kept(&self) -> Option<Vec<u8>> {
        let (octets, kept) = &*self.octets.lock().unwrap();
        kept.then(|| octets.clone())
    }
}

impl Write for Memory {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let mut written = self.octets.lock().unwrap();
        if self.room.is_some_and(|room| written.0.len() + octets.len() > room) {
            return Err(io::Error::from_raw_os_error(28));
        }
        written.0.extend_from_slice(octets);
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Memory {
    fn commit(&mut self) -> io::Result<()> {
        self.octets.lock().unwrap().1 = true;
        Ok(())
    }
}

/// Every capture point of a network.
pub(crate) fn every_point(network: &Network) -> Vec<String> {
    let atm = || network.links.iter().filter(|link| link.kind == LinkKind::Atm);
    let ports = atm().flat_map(|link| &link.directions).map(|direction| &direction.port_name);
    let cells = ports.flat_map(|port| [format!("cells@{port}"), format!("cells@{port}:arriving")]);
    let nodes = network.nodes.iter().enumerate();
    let hosts = nodes.filter(|(_, node)| matches!(node.kind, NodeKind::Host(_)));
    let packets = hosts.flat_map(|(index, node)| {
        let has_adapter = atm().any(|link| link.ends.iter().any(|end| end.get() == index));
        let frames = has_adapter.then(|| format!("aal5@{}", node.name));
        [format!("ip@{}", node.name)].into_iter().chain(frames)
    });
    let links = network.links.iter().flat_map(|link| &link.directions);
    let queues = links.filter(|direction| direction.packets.is_some() || direction.packet_queue.is_some());
    let queued = queues.map(|direction| &direction.port_name);
    let queued = queued.flat_map(|port| [format!("packets@{port}"), format!("packets@{port}:arriving")]);
    cells.chain(packets).chain(queued).collect()
}

/// Runs a network with captures at points, each with its output.
pub(crate) fn run_captured(
    network: Network,
    points: &[String],
    format: Format,
    sinks: &[Memory],
) -> Result<Outcome, RunError> {
    let captures = points.iter().zip(sinks).map(|(name, sink)| Capture {
        point: capture_point(&network, name).unwrap_or_else(|issue| panic!("{issue}")),
        name: name.clone(),
        about: "a test".into(),
        format,
        sink: Box::new(sink.clone()),
        target: format!("{name}{}", format.suffix()),
    });
    let captures = captures.collect();
    let mut run = Run::with_captures(network, captures);
    while run.advance(SLICE) == Status::Running {}
    run.finish()
}

/// Runs a network with pcapng captures at points; gives them in their order.
pub(crate) fn captured(network: Network, points: &[String]) -> (Outcome, Vec<Vec<u8>>) {
    let sinks: Vec<Memory> = points.iter().map(|_| Memory::default()).collect();
    let outcome =
        run_captured(network, points, Format::Pcapng, &sinks).unwrap_or_else(|error| panic!("{error}"));
    (outcome, sinks.iter().map(|sink| sink.kept().expect("a finished run keeps its captures")).collect())
}

/// A record of a pcapng file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) ns: u64,
    pub(crate) octets: Vec<u8>,
    pub(crate) comment: Option<String>,
}

impl Seen {
    /// Whether its comment begins with a word.
    pub(crate) fn is_reported(&self, word: &str) -> bool {
        self.comment.as_ref().is_some_and(|comment| comment.starts_with(word))
    }
}

/// The records of a pcapng file.
pub(crate) fn records(file: &[u8]) -> Vec<Seen> {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    let (mut at, mut found) = (0, Vec::new());
    while at < file.len() {
        if word(at) == 6 {
            let octets = word(at + 20) as usize;
            let ns = u64::from(word(at + 12)) << 32 | u64::from(word(at + 16));
            let option = at + 28 + octets.next_multiple_of(4);
            let has_comment = word(at + 4) as usize > 4 + option - at;
            let comment = has_comment.then(|| {
                let length = (word(option) >> 16) as usize;
                String::from_utf8(file[option + 4..option + 4 + length].to_vec()).expect("a text")
            });
            found.push(Seen { ns, octets: file[at + 28..at + 28 + octets].to_vec(), comment });
        }
        at += word(at + 4) as usize;
    }
    found
}
