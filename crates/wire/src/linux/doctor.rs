//! What this machine lacks for real hosts.

use std::fs;
use std::io;
use std::process::Command;
use std::thread;

use super::priority::Given;
use super::sys;

/// The tested thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// In a word or two.
    pub name: &'static str,
    /// Whether nothing is missing.
    pub is_good: bool,
    /// Whether there is no run without it.
    pub is_needed: bool,
    /// What was found, and what to do where something is missing.
    pub found: String,
}

/// The rights that a run needs, by name and place in the set of capabilities.
const RIGHTS: [(&str, u32); 2] = [("CAP_NET_ADMIN", 12), ("CAP_SYS_ADMIN", 21)];

/// Tests everything. Nothing is made or changed.
#[must_use]
pub fn doctor() -> Vec<Check> {
    vec![device(), rights(), program(), offload(), real_time(), throttling(), timers()]
}

fn check(name: &'static str, is_needed: bool, found: Result<String, String>) -> Check {
    let is_good = found.is_ok();
    let found = found.unwrap_or_else(|lacks| lacks);
    Check { name, is_good, is_needed, found }
}

fn device() -> Check {
    let opened = fs::OpenOptions::new().read(true).write(true).open(sys::TUN);
    let found = match opened {
        Ok(_) => Ok(format!("{} can be opened", sys::TUN)),
        Err(error) => {
            Err(format!("{}: {error}; load the module tun, or give the container the device", sys::TUN))
        }
    };
    check("TUN device", true, found)
}

fn rights() -> Check {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let missing = missing_rights(&status);
    let found = if missing.is_empty() {
        Ok("namespaces and devices may be made".to_owned())
    } else {
        Err(format!("{} missing: run as root, or in a container with these capabilities", missing.join(", ")))
    };
    check("rights", true, found)
}

fn missing_rights(status: &str) -> Vec<&'static str> {
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let held = line.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0);
    RIGHTS.into_iter().filter(|(_, place)| held >> place & 1 == 0).map(|(name, _)| name).collect()
}

fn program() -> Check {
    let found = match Command::new("ip").arg("-V").output() {
        Ok(_) => Ok("`ip` is there".to_owned()),
        Err(error) => Err(format!("`ip`: {error}; install the package iproute2")),
    };
    check("program ip", true, found)
}

/// Tested with a device in a namespace of its own: both end with the thread.
fn offload() -> Check {
    const PROBE: &str = "cw-probe";
    let asked = || -> io::Result<Vec<&'static str>> {
        sys::leave()?;
        let _device = sys::open_tun(PROBE)?;
        sys::offloads(PROBE)
    };
    let found = match thread::spawn(asked).join() {
        Ok(Ok(none)) if none.is_empty() => {
            Ok("devices leave nothing to hardware: packets come whole, up to the MTU".to_owned())
        }
        Ok(Ok(some)) => Err(format!("devices leave to hardware: {}; switch it off there", some.join(", "))),
        Ok(Err(error)) => Err(format!("a device cannot be asked: {error}")),
        Err(_) => Err("a device cannot be asked".to_owned()),
    };
    check("offload", false, found)
}

/// Tried in a thread of its own, which ends with its privileges.
fn real_time() -> Check {
    let is_given = thread::spawn(|| Given::ask().is_real_time).join().unwrap_or(false);
    let found = if is_given {
        Ok("SCHED_FIFO is given to the thread that moves packets".to_owned())
    } else {
        Err("SCHED_FIFO is refused: packets will be late under load; give CAP_SYS_NICE, or `ulimit -r 50`"
            .to_owned())
    };
    check("real-time priority", false, found)
}

fn throttling() -> Check {
    let file = "/proc/sys/kernel/sched_rt_runtime_us";
    let found = match fs::read_to_string(file).map(|text| text.trim().to_owned()) {
        Ok(most) if most == "-1" => "real-time threads are never stopped".to_owned(),
        Ok(most) => format!("a real-time thread that never waits is stopped after {most} us of each second"),
        Err(error) => format!("{file}: {error}"),
    };
    check("throttling", false, Ok(found))
}

/// How late this thread wakes when it asks for a millisecond, at ordinary priority.
fn timers() -> Check {
    const WAIT_NS: u64 = 1_000_000;
    let worst = || {
        let _ = sys::be_punctual();
        let late = |_| {
            let due_ns = sys::monotonic_ns() + WAIT_NS;
            let _ = sys::wait(&[], WAIT_NS);
            sys::monotonic_ns().saturating_sub(due_ns)
        };
        (0..20).map(late).max().unwrap_or(0)
    };
    let worst_us = thread::spawn(worst).join().unwrap_or(0) / 1_000;
    let found = if worst_us < 1_000 {
        Ok(format!("a thread wakes at most {worst_us} us late, of 20 times"))
    } else {
        Err(format!(
            "a thread wakes up to {worst_us} us late: no high-resolution timers, or a loaded machine"
        ))
    };
    check("timers", false, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_read_from_the_set() {
        assert_eq!(missing_rights("Name:\tx\nCapEff:\t000001ffffffffff\n"), [""; 0]);
        assert_eq!(missing_rights("CapEff:\t0000000000200000\n"), ["CAP_NET_ADMIN"]);
        assert_eq!(missing_rights("CapEff:\t0000000000000000\n"), ["CAP_NET_ADMIN", "CAP_SYS_ADMIN"]);
        assert_eq!(missing_rights(""), ["CAP_NET_ADMIN", "CAP_SYS_ADMIN"]);
    }

    #[test]
    fn every_check_says_something() {
        let checks = doctor();
        assert!(checks.len() > 4 && checks.iter().all(|check| !check.found.is_empty()));
    }
}
