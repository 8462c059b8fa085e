//! A register of things made on this machine, so that they can be removed after a process that was killed.
//!
//! Each process has a file with its number in `/run/cellwise`, which lists the namespaces that it made. Devices need no
//! entry: the system removes them with the process.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process;

use super::fault::Fault;
use super::file::replace;
use super::namespace::{place, remove};

const FOLDER: &str = "/run/cellwise";
const PREFIX: &str = "wire-";
/// The field of `/proc/PID/stat` after the name of the program that says when the process began.
const BEGAN: usize = 19;

/// What this process makes.
#[derive(Debug)]
pub(super) struct Register {
    file: PathBuf,
    /// Namespaces by name, with their number in the file system once they are there.
    made: Vec<(String, Option<u64>)>,
}

impl Register {
    pub(super) fn new() -> Self {
        Self { file: Path::new(FOLDER).join(format!("{PREFIX}{}", process::id())), made: Vec::new() }
    }

    pub(super) fn will_make(&mut self, name: &str) -> Result<(), Fault> {
        self.made.push((name.to_owned(), None));
        self.write()
    }

    pub(super) fn has_made(&mut self, name: &str) -> Result<(), Fault> {
        let number = fs::metadata(place(name)).map(|found| found.ino()).ok();
        self.made.retain(|(other, _)| other != name);
        self.made.push((name.to_owned(), number));
        self.write()
    }

    fn write(&self) -> Result<(), Fault> {
        let began = began(process::id()).unwrap_or_default();
        let rows = self.made.iter().map(|(name, number)| match number {
            Some(number) => format!("{name} {number}\n"),
            None => format!("{name}\n"),
        });
        let text = format!("{began}\n{}", rows.collect::<String>());
        fs::create_dir_all(FOLDER)
            .and_then(|()| replace(&self.file, text.as_bytes()))
            .map_err(Fault::system(format!("writing {}", self.file.display())))
    }
}

impl Drop for Register {
    fn drop(&mut self) {
        // What could not be removed stays listed.
        if !self.made.iter().any(|(name, number)| is_it(name, *number)) {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// The leftovers of a process that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// The number that the process had.
    pub pid: u32,
    /// The namespaces that it made and that are still there.
    pub namespaces: Vec<String>,
    file: PathBuf,
}

/// The leftovers of processes that have ended.
#[must_use]
pub fn leftovers() -> Vec<Leftover> {
    let entries = fs::read_dir(FOLDER).into_iter().flatten().flatten();
    let mut found: Vec<Leftover> = entries.filter_map(|entry| leftover(&entry.path())).collect();
    found.sort_by_key(|one| one.pid);
    found
}

/// Removes the leftovers of processes that have ended; gives those that could be removed.
///
/// # Errors
/// What could not.
pub fn clean() -> Result<Vec<Leftover>, Fault> {
    let found = leftovers();
    for one in &found {
        for name in &one.namespaces {
            remove(name)?;
        }
        fs::remove_file(&one.file).map_err(Fault::system(format!("removing {}", one.file.display())))?;
    }
    Ok(found)
}

fn leftover(file: &Path) -> Option<Leftover> {
    let pid = file.file_name()?.to_str()?.strip_prefix(PREFIX)?.parse().ok()?;
    let text = fs::read_to_string(file).ok()?;
    let (when, made) = listed(&text)?;
    // Another process may have the same number by now.
    if began(pid) == Some(when) {
        return None;
    }
    let there = made.into_iter().filter(|(name, number)| is_it(name, *number)).map(|(name, _)| name);
    Some(Leftover { pid, namespaces: there.collect(), file: file.to_owned() })
}

/// When the process began, and the namespaces that it made.
type Listed = (u64, Vec<(String, Option<u64>)>);

fn listed(text: &str) -> Option<Listed> {
    let mut lines = text.lines();
    let when = lines.next()?.parse().ok()?;
    let row = |line: &str| match line.split_once(' ') {
        Some((name, number)) => (name.to_owned(), number.parse().ok()),
        None => (line.to_owned(), None),
    };
    Some((when, lines.map(row).collect()))
}

/// Whether the namespace of this name is the one that was made: another may have been made since.
fn is_it(name: &str, number: Option<u64>) -> bool {
    fs::metadata(place(name)).is_ok_and(|found| number.is_none_or(|number| found.ino() == number))
}

/// When a process began, in ticks since the machine did.
fn began(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program may hold anything, also spaces and brackets.
    text.rsplit_once(')')?.1.split_whitespace().nth(BEGAN)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_read() {
        let wanted = vec![("a".to_owned(), Some(12)), ("b".to_owned(), None)];
        assert_eq!(listed("99\na 12\nb\n"), Some((99, wanted)));
        assert_eq!(listed("x\n"), None);
        assert_eq!(listed(""), None);
    }

    #[test]
    fn a_process_that_runs_has_a_beginning_and_one_that_cannot_be_has_none() {
        assert!(began(process::id()).is_some_and(|ticks| ticks > 0));
        assert_eq!(began(u32::MAX), None);
    }
}
