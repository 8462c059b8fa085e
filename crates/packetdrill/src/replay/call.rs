//! System calls: what of them concerns the connection.

use std::collections::BTreeSet;

use super::host::Host;
use super::stop::{Stop, skipped};
use crate::script::Call;

/// What an application does to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// It opens the connection.
    Connect,
    /// It writes so many octets.
    Write(u64),
    /// It closes the connection.
    Close,
}

/// What a call does, if anything; options of the socket are set at the host.
pub(super) fn read(call: &Call, host: &mut Host, notes: &mut BTreeSet<String>) -> Result<Option<Act>, Stop> {
    match call.name.as_str() {
        // Reads take what there is at once; how much they return is not compared.
        "socket" | "bind" | "listen" | "accept" | "fcntl" | "getsockopt" | "read" | "readv" | "recv"
        | "recvfrom" | "recvmsg" => Ok(None),
        "connect" => Ok(Some(Act::Connect)),
        "setsockopt" => set_option(&call.arguments, host, notes).map(|()| None),
        "write" | "writev" | "send" | "sendto" | "sendmsg" => written(call).map(Some),
        // The socket that listens is closed while the connection continues; scripts number it first.
        "close" if call.arguments.first().is_some_and(|socket| socket == "3") => Ok(None),
        "close" | "shutdown" => Ok(Some(Act::Close)),
        name => Err(skipped(format!("the system call {name}"))),
    }
}

fn written(call: &Call) -> Result<Act, Stop> {
    let special = ["MSG_MORE", "MSG_ZEROCOPY", "MSG_FASTOPEN", "MSG_OOB", "MSG_EOR"];
    if let Some(flag) = special.iter().find(|flag| call.arguments.iter().any(|one| one.contains(*flag))) {
        return Err(skipped(format!("a write with {flag}")));
    }
    match call.result.and_then(|octets| u64::try_from(octets).ok()) {
        Some(octets) => Ok(Act::Write(octets)),
        None => Err(skipped("a write that fails")),
    }
}

fn set_option(arguments: &[String], host: &mut Host, notes: &mut BTreeSet<String>) -> Result<(), Stop> {
    let argument = |n: usize| arguments.get(n).map_or("", |text| text.as_str());
    let value = argument(3).trim_matches(['[', ']', '"']);
    match argument(2) {
        "SO_REUSEADDR" | "SO_SNDBUF" | "SO_RCVBUF" | "IP_MTU_DISCOVER" | "IP_TOS" | "SO_SNDBUFFORCE" => {}
        "TCP_NODELAY" => host.set_nagle(value == "0"),
        "TCP_CONGESTION" => host.set_congestion_control(value)?,
        "TCP_FASTOPEN" => host.fast_open.socket = value != "0",
        "TCP_CORK"
        | "TCP_FASTOPEN_CONNECT"
        | "SO_ZEROCOPY"
        | "TCP_MAXSEG"
        | "TCP_USER_TIMEOUT"
        | "TCP_MD5SIG"
        | "TCP_REPAIR" => {
            return Err(skipped(format!("the socket option {}", argument(2))));
        }
        name => {
            notes.insert(format!("left out: socket option {name}"));
        }
    }
    Ok(())
}
