//! The address space that the system lets this process have.

use std::fs::File;
use std::io::Read as _;

/// A limit of the address space: `ulimit -v`, `RLIMIT_AS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpace {
    limit: u64,
}

impl AddressSpace {
    /// The limit of this process; `None` if it has none, or the system does not say.
    #[must_use]
    pub fn of_this_process() -> Option<Self> {
        let limit = limit_in(contents("/proc/self/limits", &mut [0; 4096])?)?;
        Some(Self { limit })
    }

    /// The most that the process may have, in octets.
    #[must_use]
    pub fn limit(self) -> u64 {
        self.limit
    }

    /// The octets that it does not have yet.
    #[must_use]
    pub fn left(self) -> u64 {
        let taken = contents("/proc/self/status", &mut [0; 4096]).and_then(taken_in);
        taken.map_or(u64::MAX, |taken| self.limit.saturating_sub(taken))
    }
}

/// The beginning of a file that the system makes up; nothing is allocated for it.
fn contents<'b>(path: &str, buffer: &'b mut [u8]) -> Option<&'b str> {
    let length = File::open(path).ok()?.read(buffer).ok()?;
    std::str::from_utf8(&buffer[..length]).ok()
}

fn limit_in(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn taken_in(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read_and_none_is_none() {
        let line = "Max stack size  8388608  unlimited  bytes\nMax address space         600000000    unlimited  bytes\n";
        assert_eq!(limit_in(line), Some(600_000_000));
        assert_eq!(limit_in("Max address space         unlimited    unlimited  bytes\n"), None);
    }

    #[test]
    fn what_is_taken_is_read_in_kilobytes() {
        assert_eq!(taken_in("Name:\tx\nVmSize:\t    1000 kB\nVmLck:\t 0 kB\n"), Some(1_024_000));
    }
}
