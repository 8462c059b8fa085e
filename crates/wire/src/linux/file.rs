//! Files that are there whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

/// The name under which a file is written.
pub(super) fn unfinished(file: &Path) -> PathBuf {
    let mut name = file.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".part");
    file.with_file_name(name)
}

/// Writes a file, instead of the one that is there.
pub(super) fn replace(file: &Path, octets: &[u8]) -> Result<()> {
    let part = unfinished(file);
    fs::write(&part, octets)?;
    fs::rename(&part, file)
}
