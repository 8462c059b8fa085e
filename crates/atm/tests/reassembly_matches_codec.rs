//! The reassembler on lengths and the codec on octets agree, whatever cells are lost or damaged: on which
//! frames are delivered, and on why the others are not.

use cellwise_atm::aal5::codec::{Decoder, Frame, Sdu};
use cellwise_atm::aal5::framing::cells_for;
use cellwise_atm::aal5::{
    AfterLostEnd, CellRun, Reassembled, Reassembler, ReassemblyConfig, ReassemblyError,
};
use cellwise_units::{Bytes, Time};
use proptest::prelude::*;

/// The result of the end of a frame, in a form that both sides have.
type Result = std::result::Result<u64, ReassemblyError>;

/// An SDU whose first octets are the frame's number.
fn sdu(frame: u64, octets: usize) -> Sdu {
    let mut sdu = Sdu { octets: vec![0x5A; octets], uu: 0, cpi: 0 };
    sdu.octets[..8].copy_from_slice(&frame.to_be_bytes());
    sdu
}

/// What becomes of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Whole,
    Lost,
    Damaged,
}

/// For each frame, its octets and what becomes of its cells (drawn for more cells than it may have).
fn frames() -> impl Strategy<Value = Vec<(usize, Vec<Fate>)>> {
    let fate =
        |whole| prop_oneof![whole => Just(Fate::Whole), 2 => Just(Fate::Lost), 1 => Just(Fate::Damaged)];
    let loss = prop_oneof![
        3 => Just(vec![]),
        2 => prop::collection::vec(fate(3), 30),
        2 => prop::collection::vec(fate(27), 30),
    ];
    prop::collection::vec((8usize..1200, loss, any::<bool>(), any::<bool>()), 1..30).prop_map(|frames| {
        let lossy = |(octets, mut fates, lose_last, near_full): (usize, Vec<Fate>, bool, bool)| {
            // Half of the SDUs fill their cells to a few octets, where arithmetic would slip.
            let octets = if near_full { octets / 48 * 48 + 40 } else { octets };
            let cells = cells_for(Bytes::new(octets as u64)).get() as usize;
            fates.resize(cells, Fate::Whole);
            if lose_last && cells.is_multiple_of(3) {
                fates[cells - 1] = Fate::Lost;
            }
            (octets, fates)
        };
        frames.into_iter().map(lossy).collect()
    })
}

/// Takes the surviving cells of the frames as octets.
fn by_codec(frames: &[(usize, Vec<Fate>)], max_sdu: Bytes) -> Vec<Result> {
    let mut decoder = Decoder::new(max_sdu);
    let mut results = Vec::new();
    for (number, (octets, fates)) in frames.iter().enumerate() {
        let frame = Frame::of(&sdu(number as u64, *octets)).unwrap();
        for ((mut payload, end), fate) in frame.cells().zip(fates).filter(|(_, fate)| **fate != Fate::Lost) {
            // Eight bits in a row: the CRC finds any burst of up to 32.
            payload[0] ^= if *fate == Fate::Damaged { 0xFF } else { 0 };
            let number = |sdu: Sdu| u64::from_be_bytes(*sdu.octets.first_chunk().unwrap());
            results.extend(decoder.push(&payload, end).map(|result| result.map(number)));
        }
    }
    results
}

/// The runs of consecutive surviving cells of one frame, none longer than `longest`.
fn runs(frame: u64, fates: &[Fate], longest: usize) -> Vec<CellRun> {
    let frame_cells = fates.len() as u32;
    let mut runs: Vec<CellRun> = Vec::new();
    for (index, fate) in (0..frame_cells).zip(fates).filter(|(_, fate)| **fate != Fate::Lost) {
        let is_damaged = *fate == Fate::Damaged;
        match runs.last_mut() {
            Some(run) if run.first_index + run.count == index && (run.count as usize) < longest => {
                run.count += 1;
                run.is_damaged |= is_damaged;
            }
            _ => runs.push(CellRun { frame, frame_cells, first_index: index, count: 1, is_damaged }),
        }
    }
    runs
}

/// Takes the surviving cells of the frames as runs.
fn by_lengths(frames: &[(usize, Vec<Fate>)], max_sdu: Bytes, longest: usize) -> Vec<Result> {
    let mut receiver = Reassembler::new(&ReassemblyConfig { max_sdu, ..ReassemblyConfig::default() });
    let runs = frames.iter().enumerate().flat_map(|(number, (_, fates))| runs(number as u64, fates, longest));
    runs.filter_map(|run| receiver.on_cells(run, Time::ZERO))
        .map(|outcome| match outcome {
            Reassembled::Delivered { frame } => Ok(frame),
            Reassembled::Failed { error, .. } => Err(error),
        })
        .collect()
}

proptest! {
    #[test]
    fn octets_and_lengths_deliver_the_same_frames_and_fail_for_the_same_reasons(
        frames in frames(), largest_cells in 5u64..60, longest in 1usize..30,
    ) {
        // The largest SDU fills its cells, so that none of as many cells is longer.
        let max_sdu = Bytes::new(largest_cells * 48 - 8);
        prop_assert_eq!(by_codec(&frames, max_sdu), by_lengths(&frames, max_sdu, longest));
    }

    #[test]
    fn without_loss_every_frame_that_fits_is_delivered(octets in prop::collection::vec(8usize..3000, 1..20)) {
        let frames: Vec<_> = octets
            .iter()
            .map(|&octets| (octets, vec![Fate::Whole; cells_for(Bytes::new(octets as u64)).get() as usize]))
            .collect();
        let all: Vec<Result> = (0..frames.len() as u64).map(Ok).collect();
        prop_assert_eq!(by_codec(&frames, Bytes::new(65_535)), all.clone());
        prop_assert_eq!(by_lengths(&frames, Bytes::new(65_535), usize::MAX), all);
    }

    #[test]
    fn every_cell_is_delivered_thrown_away_or_held(
        frames in frames(), largest_cells in 5u64..60, longest in 1usize..30, separate in any::<bool>(),
    ) {
        let max_sdu = Bytes::new(largest_cells * 48 - 8);
        let after_lost_end = if separate { AfterLostEnd::Separate } else { AfterLostEnd::Merge };
        let config = ReassemblyConfig { max_sdu, after_lost_end, ..ReassemblyConfig::default() };
        let mut receiver = Reassembler::new(&config);
        let (mut arrived, mut gone, mut delivered) = (0, 0, Vec::new());
        for (number, (_, fates)) in frames.iter().enumerate() {
            for run in runs(number as u64, fates, longest) {
                arrived += u64::from(run.count);
                let cut_off = receiver.on_frame_check(run.frame);
                for outcome in cut_off.into_iter().chain(receiver.on_cells(run, Time::ZERO)) {
                    gone += match outcome {
                        Reassembled::Delivered { frame } => {
                            delivered.push(frame);
                            u64::from(run.frame_cells)
                        }
                        Reassembled::Failed { cells, .. } => cells,
                    };
                }
                prop_assert_eq!(arrived, gone + receiver.held_cells());
            }
        }
        let is_whole = |fates: &Vec<Fate>| fates.iter().all(|fate| *fate == Fate::Whole);
        let fits = |fates: &Vec<Fate>| fates.len() as u64 <= largest_cells && is_whole(fates);
        let whole = (0u64..).zip(&frames).filter(|(_, (_, fates))| fits(fates)).map(|(number, _)| number);
        if separate {
            prop_assert_eq!(delivered, whole.collect::<Vec<_>>());
        }
    }
}
