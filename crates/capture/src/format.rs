//! The formats of capture files, the contents of their records, and the writer of records.

use std::io::{self, Write};
use std::path::Path;

use cellwise_units::Time;

use crate::{Description, pcap, pcapng};

/// What a record of a capture holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// An IPv4 packet.
    Ip,
    /// An Ethernet frame without its check sequence.
    Ethernet,
    /// A PPP frame without its check sequence; address and control field may be left out.
    Ppp,
    /// An AAL5 frame behind a header of [`sunatm`](crate::sunatm).
    Frames,
    /// A cell as a record of [`erf`](crate::erf).
    Cells,
}

impl Link {
    /// The number by which capture files know it: LINKTYPE_RAW, LINKTYPE_ETHERNET, LINKTYPE_PPP,
    /// LINKTYPE_SUNATM, LINKTYPE_ERF.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::Ip => 101,
            Self::Ethernet => 1,
            Self::Ppp => 9,
            Self::Frames => 123,
            Self::Cells => 197,
        }
    }
}

/// The format of a capture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Classic pcap, in nanoseconds; every tool reads it.
    Pcap,
    /// pcapng, in nanoseconds, with the name of the capture point and comments.
    Pcapng,
    /// ERF records one after the other, in units of 2^-32 s; cells only.
    Erf,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[Self::Pcap, Self::Pcapng, Self::Erf];

    /// The suffix of its files, with the dot.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Pcap => ".pcap",
            Self::Pcapng => ".pcapng",
            Self::Erf => ".erf",
        }
    }

    /// The format that a file's suffix names.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?;
        Self::ALL.iter().copied().find(|format| &format.suffix()[1..] == suffix)
    }

    /// Whether its files hold such records.
    #[must_use]
    pub const fn holds(self, link: Link) -> bool {
        !matches!(self, Self::Erf) || matches!(link, Link::Cells)
    }

    /// Whether its files keep comments on records.
    #[must_use]
    pub const fn has_comments(self) -> bool {
        matches!(self, Self::Pcapng)
    }
}

/// One packet, frame or cell.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// When it was seen.
    pub at: Time,
    /// Its octets, with those that the link puts before them.
    pub octets: &'a [u8],
    /// What is to be said about it, where the format has room for that.
    pub comment: Option<&'a str>,
}

/// Streams records into anything that takes octets, in constant memory.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    format: Format,
    records: u64,
    scratch: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// What `out` has against it; [`io::ErrorKind::InvalidInput`] if the format does not hold such
    /// records.
    pub fn begin(mut out: W, format: Format, link: Link, about: &Description<'_>) -> io::Result<Self> {
        if !format.holds(link) {
            let message = format!("{} files hold cells only", format.suffix());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        match format {
            Format::Pcap => pcap::begin(&mut out, link.number())?,
            Format::Pcapng => pcapng::begin(&mut out, link.number(), about)?,
            Format::Erf => {}
        }
        Ok(Self { out, format, records: 0, scratch: Vec::new() })
    }

    /// Writes a record.
    ///
    /// # Errors
    /// What the output has against it.
    #[inline]
    pub fn write(&mut self, record: &Record<'_>) -> io::Result<()> {
        self.records += 1;
        let Record { at, octets, comment } = *record;
        match self.format {
            Format::Pcap => pcap::record(&mut self.out, at, octets),
            Format::Pcapng => pcapng::record(&mut self.out, at, octets, comment, &mut self.scratch),
            Format::Erf => self.out.write_all(octets),
        }
    }

    /// Records written.
    #[must_use]
    pub const fn records(&self) -> u64 {
        self.records
    }

    /// Where the octets go.
    pub fn output(&mut self) -> &mut W {
        &mut self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_names_the_format() {
        for &format in Format::ALL {
            let path = format!("a.b/trunk{}", format.suffix());
            assert_eq!(Format::of_path(Path::new(&path)), Some(format));
        }
        for other in ["a.cap", "a", "a.", ".pcap", "pcap/", "a.PCAP"] {
            assert_eq!(Format::of_path(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn a_file_of_records_is_what_the_format_says() {
        let about = Description { point: "ip@h1", ..Description::default() };
        let mut writer = Writer::begin(Vec::new(), Format::Pcap, Link::Ip, &about).unwrap();
        let at = Time::from_ps(2_000_000_003_999);
        writer.write(&Record { at, octets: &[1, 2, 3], comment: None }).unwrap();
        let file = writer.output();
        assert_eq!(file[..8], [0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0]);
        assert_eq!(file[16..24], [0, 0, 4, 0, 101, 0, 0, 0]);
        assert_eq!(file[24..], [2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 1, 2, 3]);
        assert_eq!(writer.records(), 1);
    }

    #[test]
    fn an_erf_file_holds_cells_alone() {
        let about = Description::default();
        let refused = Writer::begin(Vec::new(), Format::Erf, Link::Ip, &about).unwrap_err();
        assert_eq!(refused.to_string(), ".erf files hold cells only");
        let mut writer = Writer::begin(Vec::new(), Format::Erf, Link::Cells, &about).unwrap();
        writer.write(&Record { at: Time::ZERO, octets: &[5; 68], comment: Some("x") }).unwrap();
        assert_eq!(writer.output(), &[5; 68]);
    }
}
