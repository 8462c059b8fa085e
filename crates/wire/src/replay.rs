//! A record offered again in virtual time: what came of it must be the same, to the bit.

use cellwise_units::Time;

use crate::line::{Delivery, Line, Offer};
use crate::packet::Ecn;
use crate::record::{Record, Row};

/// A packet that came: the offer's number, where, when, with which ECN field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// The number of the offer, from 0.
    pub offer: u64,
    /// Where, from 0.
    pub port: usize,
    /// When.
    pub at: Time,
    /// With which ECN field.
    pub ecn: Ecn,
}

/// What came of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// What came, in order.
    pub came: Vec<Came>,
    /// How many offers there were.
    pub offers: u64,
    /// The place of the first delivery that is not the record's, from 0, with the record's delivery there and the one
    /// that came.
    pub differs: Option<(usize, Option<Came>, Option<Came>)>,
}

/// Offers again what a record offered, at the same instants, and compares what comes.
///
/// # Errors
/// Why the line cannot continue: a sentence.
pub fn replay(line: &mut impl Line, record: &Record) -> Result<Replayed, String> {
    let (mut came, mut offers) = (Vec::new(), 0);
    for row in &record.rows {
        let &Row::Offered { port, at, octets, ecn, class, flow } = row else { continue };
        // What is offered at one instant enters together: nothing runs in between.
        if line.now() < at {
            run(line, at, &mut came)?;
        }
        line.offer(Offer { port, at, octets, ecn, class, flow, tag: offers })?;
        offers += 1;
    }
    run(line, record.end, &mut came)?;
    let differs = difference(&recorded(record), &came);
    Ok(Replayed { came, offers, differs })
}

fn run(line: &mut impl Line, until: Time, came: &mut Vec<Came>) -> Result<(), String> {
    let (mut delivered, mut lost) = (Vec::new(), Vec::new());
    while line.run(until)? {
        line.take(&mut delivered);
        came.extend(delivered.drain(..).map(|Delivery { port, at, tag, ecn, .. }| Came {
            offer: tag,
            port,
            at,
            ecn,
        }));
        line.lost(&mut lost);
        lost.clear();
    }
    Ok(())
}

fn recorded(record: &Record) -> Vec<Came> {
    let delivered = |row: &Row| match *row {
        Row::Delivered { port, at, offer, ecn } => Some(Came { offer, port, at, ecn }),
        Row::Offered { .. } => None,
    };
    record.rows.iter().filter_map(delivered).collect()
}

fn difference(recorded: &[Came], came: &[Came]) -> Option<(usize, Option<Came>, Option<Came>)> {
    let most = recorded.len().max(came.len());
    (0..most)
        .map(|place| (place, recorded.get(place).copied(), came.get(place).copied()))
        .find(|(_, before, now)| before != now)
}
