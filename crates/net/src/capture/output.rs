//! Where a capture goes, and what the system had against it.

use std::io;

use cellwise_capture::{Description, Link, Record, Sink, Writer};
use cellwise_units::Time;

use super::Capture;
use crate::data::error::RunError;

/// The output of a capture.
#[derive(Debug)]
pub(crate) struct Output {
    writer: Result<Writer<Box<dyn Sink>>, RunError>,
    has_comments: bool,
    target: String,
    /// What is later is not shown.
    pub(crate) end: Time,
}

impl Output {
    /// Begins it.
    pub(crate) fn begin(capture: Capture, link: Link, end: Time) -> Self {
        let Capture { name, about, format, sink, target, .. } = capture;
        let application = concat!("Cellwise ", env!("CARGO_PKG_VERSION"));
        let description = Description { point: &name, application, comment: &about };
        let writer = Writer::begin(sink, format, link, &description);
        let writer = writer.map_err(|error| fault(&target, &error));
        Self { writer, has_comments: format.has_comments(), target, end }
    }

    /// Whether comments are kept.
    pub(crate) fn has_comments(&self) -> bool {
        self.has_comments
    }

    /// Writes a record, unless writing has failed.
    #[inline]
    pub(crate) fn write(&mut self, record: &Record<'_>) {
        if let Ok(writer) = &mut self.writer
            && let Err(error) = writer.write(record)
        {
            self.writer = Err(fault(&self.target, &error));
        }
    }

    /// Why writing has failed, if it has.
    #[inline]
    pub(crate) fn fault(&self) -> Option<&RunError> {
        self.writer.as_ref().err()
    }

    /// Keeps what was written.
    pub(crate) fn commit(&mut self) -> Result<(), RunError> {
        match &mut self.writer {
            Ok(writer) => writer.output().commit().map_err(|error| fault(&self.target, &error)),
            Err(error) => Err(error.clone()),
        }
    }
}

fn fault(target: &str, error: &io::Error) -> RunError {
    RunError::Capture { target: target.to_owned(), code: error.raw_os_error(), reason: error.to_string() }
}
