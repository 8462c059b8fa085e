//! Network namespaces, by the names that `ip netns` gives them.

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use super::fault::Fault;
use super::made::Register;
use super::sys;

/// Where `ip netns` keeps them.
const FOLDER: &str = "/run/netns";
/// Names longer than this are no file's.
const LONGEST: usize = 255;

/// A namespace that a device is in. One that was made here is removed with it.
#[derive(Debug)]
pub(super) struct Namespace {
    pub(super) name: String,
    is_ours: bool,
}

pub(super) fn place(name: &str) -> PathBuf {
    PathBuf::from(FOLDER).join(name)
}

/// What is wrong with a name.
pub(super) fn check(name: &str) -> Option<String> {
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "-_.".contains(one);
    let is_good = !name.is_empty()
        && name.len() <= LONGEST
        && name.chars().all(is_plain)
        && !name.starts_with(['.', '-']);
    let rule = "give letters, digits, `-`, `_` and `.`, beginning with a letter or digit";
    (!is_good).then(|| format!("netns: {name:?} is no name of a namespace; {rule}"))
}

impl Namespace {
    /// Takes the namespace of this name, or makes it and notes that it was made.
    pub(super) fn take(name: &str, register: &mut Register) -> Result<Self, Fault> {
        if place(name).exists() {
            return Ok(Self { name: name.to_owned(), is_ours: false });
        }
        register.will_make(name)?;
        ip(&["netns", "add", name])?;
        let made = Self { name: name.to_owned(), is_ours: true };
        register.has_made(name)?;
        ip(&["-n", name, "link", "set", "lo", "up"])?;
        Ok(made)
    }

    /// Whether it was made here.
    pub(super) const fn is_ours(&self) -> bool {
        self.is_ours
    }

    /// Does something in there, in a thread that ends with it.
    pub(super) fn inside<T: Send>(&self, work: impl FnOnce() -> Result<T, Fault> + Send) -> Result<T, Fault> {
        let name = &self.name;
        let entered = move || {
            let file = File::open(place(name)).map_err(Fault::system(format!("namespace {name}")))?;
            sys::enter(&file).map_err(Fault::system(format!("entering the namespace {name}")))?;
            work()
        };
        thread::scope(|scope| {
            scope.spawn(entered).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        if self.is_ours {
            // Programs in there keep it until they end; its name goes at once. Only the register is left to report a
            // failure, which a later start reads.
            let _ = remove(&self.name);
        }
    }
}

pub(super) fn remove(name: &str) -> Result<(), Fault> {
    ip(&["netns", "del", name])
}

/// Calls `ip`.
pub(super) fn ip(arguments: &[&str]) -> Result<(), Fault> {
    let done = Command::new("ip").args(arguments).output();
    let done = done.map_err(Fault::system("calling `ip`, of the package iproute2"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr).trim().to_owned();
    Err(Fault::Command { command: format!("ip {}", arguments.join(" ")), said })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_be_options_or_other_places_are_refused() {
        for name in ["", "-a", ".", "../x", "a/b", "a b", "ä", &"a".repeat(256)] {
            assert!(check(name).is_some(), "{name:?}");
        }
        for name in ["a", "client-1", "Home_2.x", &"a".repeat(255)] {
            assert_eq!(check(name), None);
        }
    }
}
