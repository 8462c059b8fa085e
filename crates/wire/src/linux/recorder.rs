//! The record of a run, written during it: the loop passes events on and does not wait for a disk.

use std::fs::{self, File};
use std::io::{BufWriter, Result, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use cellwise_units::Time;

use super::fault::Fault;
use super::file::unfinished;
use crate::record::{self, Head, Row};

/// A record that is being written. It has its name when it is whole.
#[derive(Debug)]
pub(super) struct Recorder {
    file: PathBuf,
    rows: Option<Sender<Vec<Row>>>,
    writer: Option<JoinHandle<Result<BufWriter<File>>>>,
}

impl Recorder {
    pub(super) fn begin(file: PathBuf, head: &Head) -> std::result::Result<Self, Fault> {
        let reported = format!("writing {}", file.display());
        let begin = || -> Result<BufWriter<File>> {
            let mut out = BufWriter::new(File::create(unfinished(&file))?);
            out.write_all(record::head(head).as_bytes())?;
            Ok(out)
        };
        let out = begin().map_err(Fault::system(reported))?;
        let (rows, waits) = channel();
        let writer = Some(thread::spawn(move || write(out, &waits)));
        Ok(Self { file, rows: Some(rows), writer })
    }

    /// What happened since the last time.
    pub(super) fn note(&self, rows: Vec<Row>) {
        if let Some(to) = &self.rows {
            // A writer that has ended has a reason, which is reported in the end.
            let _ = to.send(rows);
        }
    }

    /// Ends the record and gives it its name.
    pub(super) fn end(mut self, end: Time, invalid: &[String]) -> std::result::Result<(), Fault> {
        self.rows = None;
        let finished = self.written().and_then(|mut out| {
            out.write_all(record::tail(end, invalid).as_bytes())?;
            out.flush()?;
            fs::rename(unfinished(&self.file), &self.file)
        });
        finished.map_err(Fault::system(format!("writing {}", self.file.display())))
    }

    fn written(&mut self) -> Result<BufWriter<File>> {
        let writer = self.writer.take().expect("fault in Cellwise: a record ends twice");
        writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            self.rows = None;
            drop(writer.join());
            // An unfinished record is not left half-written.
            let _ = fs::remove_file(unfinished(&self.file));
        }
    }
}

fn write(mut out: BufWriter<File>, waits: &Receiver<Vec<Row>>) -> Result<BufWriter<File>> {
    for mut rows in waits {
        record::order(&mut rows);
        for row in &rows {
            out.write_all(record::row(row).as_bytes())?;
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Flow;
    use crate::packet::Ecn;

    fn place(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("cellwise-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_record_has_its_name_when_it_is_whole() {
        let file = place("record");
        let head = Head { seed: 1, ports: vec!["a".into()], scenario: "x = 1\n".into() };
        let recorder = Recorder::begin(file.clone(), &head).unwrap();
        let at = Time::from_ps(5);
        recorder.note(vec![Row::Offered {
            port: 0,
            at,
            octets: 40,
            ecn: Ecn::Ect0,
            class: 3,
            flow: Flow::default(),
        }]);
        assert!(!file.exists());
        recorder.end(Time::from_ps(9), &["late".to_owned()]).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        let record = record::read(&text).unwrap();
        assert_eq!((record.head, record.rows.len(), record.invalid), (head, 1, vec!["late".to_owned()]));
    }

    #[test]
    fn a_record_that_does_not_end_leaves_no_file() {
        let file = place("cut");
        drop(Recorder::begin(file.clone(), &Head::default()).unwrap());
        assert!(!file.exists() && !unfinished(&file).exists());
    }

    #[test]
    fn a_record_that_cannot_be_written_is_reported() {
        let fault = Recorder::begin("/none/such".into(), &Head::default()).unwrap_err();
        assert!(fault.to_string().starts_with("writing /none/such: "), "{fault}");
    }
}
