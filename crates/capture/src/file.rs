//! A file that appears complete or not at all: written under another name, then given its own.

use std::fmt::Debug;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Octets that are written at once.
const BUFFER_OCTETS: usize = 1 << 20;

/// Where a capture goes: octets, and the word that there are no more.
pub trait Sink: Write + Send + Debug {
    /// Keeps what was written; without this it is thrown away.
    ///
    /// # Errors
    /// If that cannot be done.
    fn commit(&mut self) -> io::Result<()>;
}

/// A file under its final name only once it is complete.
#[derive(Debug)]
pub struct File {
    path: PathBuf,
    scratch: PathBuf,
    out: Option<BufWriter<fs::File>>,
}

impl File {
    /// Begins a file; folders on the way are made.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let scratch = scratch_beside(path);
        let out = BufWriter::with_capacity(BUFFER_OCTETS, fs::File::create_new(&scratch)?);
        Ok(Self { path: path.to_owned(), scratch, out: Some(out) })
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<fs::File>> {
        self.out.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

/// A name next to a file that no other writer has: a user's own `NAME.tmp` stays.
fn scratch_beside(path: &Path) -> PathBuf {
    let mut scratch = path.as_os_str().to_owned();
    scratch.push(format!(".{:016x}.tmp", RandomState::new().hash_one(std::process::id())));
    PathBuf::from(scratch)
}

impl Write for File {
    #[inline]
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.out()?.write(octets)
    }

    #[inline]
    fn write_all(&mut self, octets: &[u8]) -> io::Result<()> {
        self.out()?.write_all(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out()?.flush()
    }
}

impl Sink for File {
    fn commit(&mut self) -> io::Result<()> {
        self.flush()?;
        fs::rename(&self.scratch, &self.path)?;
        self.out = None;
        Ok(())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if let Some(out) = self.out.take() {
            // What is left in the buffer is not to be written.
            let _ = out.into_parts();
            let _ = fs::remove_file(&self.scratch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of the test's own, removed with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("cellwise-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_appears_when_it_is_committed() {
        let folder = Folder::new("committed");
        let mut file = File::create(&folder.0.join("a/b.pcap")).unwrap();
        file.write_all(b"whole").unwrap();
        assert!(!folder.0.join("a/b.pcap").exists());
        file.commit().unwrap();
        drop(file);
        assert_eq!(fs::read(folder.0.join("a/b.pcap")).unwrap(), b"whole");
        assert!(!folder.0.join("a/b.pcap.tmp").exists());
    }

    #[test]
    fn of_a_file_that_is_given_up_nothing_is_left() {
        let folder = Folder::new("given-up");
        let mut file = File::create(&folder.0.join("b.pcap")).unwrap();
        file.write_all(&[0; 100]).unwrap();
        drop(file);
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = Folder::new("folder");
        fs::create_dir_all(folder.0.join("b.pcap")).unwrap();
        assert_eq!(File::create(&folder.0.join("b.pcap")).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }
}
