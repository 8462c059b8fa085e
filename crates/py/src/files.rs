//! The files that a scenario names, looked for from a folder.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use cellwise_engine::memory;

/// A trace of a day has a few million octets.
const MOST_BYTES: u64 = 64 << 20;

/// The text of a file in a folder, for scenarios.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A folder by its name.
    pub(crate) fn new(name: &str) -> Self {
        Self(PathBuf::from(name))
    }

    /// The text of a file, or why it cannot be had.
    pub(crate) fn read(&self, name: &str) -> Result<String, String> {
        let path = self.0.join(name);
        text_of(&path).map_err(|reason| format!("give a file that can be read: {}: {reason}", path.display()))
    }
}

fn text_of(path: &Path) -> Result<String, String> {
    let reported = |error: std::io::Error| error.to_string();
    // Opening waits where something else than a file has no program at its other end.
    if !path.metadata().map_err(reported)?.is_file() {
        return Err("is no file".to_owned());
    }
    let file = File::open(path).map_err(reported)?;
    let most = file.metadata().map_err(reported)?.len().min(MOST_BYTES);
    if memory::lacks(most as usize, "octets of a file to be read", most as usize) {
        // The scenario is refused for its `limits.memory`.
        return Err("there is no room for it".to_owned());
    }
    // A list that grows during the reading would take twice as much.
    let mut octets = Vec::with_capacity(most as usize + 1);
    file.take(MOST_BYTES + 1).read_to_end(&mut octets).map_err(reported)?;
    if octets.len() as u64 > MOST_BYTES {
        return Err(format!("has more than {MOST_BYTES} bytes"));
    }
    String::from_utf8(octets).map_err(|_| "is no UTF-8 text".to_owned())
}
