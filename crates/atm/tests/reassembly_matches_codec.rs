//! The reassembler on lengths and the codec on octets agree, whatever cells are lost: on which
//! frames are delivered, and on why the others are not.

use cellwise_atm::aal5::codec::{Decoder, Frame, Sdu};
use cellwise_atm::aal5::framing::cells_for;
use cellwise_atm::aal5::{AfterLostEnd, CellRun, Outcome, Reassembler, ReassemblyConfig, ReassemblyError};
use cellwise_units::{Bytes, Time};
use proptest::prelude::*;

/// What the end of a frame brought, as both sides can tell it.
type Result = std::result::Result<u64, ReassemblyError>;

/// An SDU whose first octets are the frame's number.
fn sdu(frame: u64, octets: usize) -> Sdu {
    let mut sdu = Sdu { octets: vec![0x5A; octets], uu: 0, cpi: 0 };
    sdu.octets[..8].copy_from_slice(&frame.to_be_bytes());
    sdu
}

/// For each frame, its octets and which cells are lost (drawn for more cells than it may have).
fn frames() -> impl Strategy<Value = Vec<(usize, Vec<bool>)>> {
    let loss = prop_oneof![
        3 => Just(vec![]),
        2 => prop::collection::vec(any::<bool>(), 30),
        2 => prop::collection::vec(prop::bool::weighted(0.1), 30),
    ];
    prop::collection::vec((8usize..1200, loss, any::<bool>(), any::<bool>()), 1..30).prop_map(|frames| {
        let lossy = |(octets, mut lost, lose_last, near_full): (usize, Vec<bool>, bool, bool)| {
            // Half of the SDUs fill their cells to a few octets, where arithmetic would slip.
            let octets = if near_full { octets / 48 * 48 + 40 } else { octets };
            let cells = cells_for(Bytes::new(octets as u64)).get() as usize;
            lost.resize(cells, false);
            if lose_last && cells.is_multiple_of(3) {
                lost[cells - 1] = true;
            }
            (octets, lost)
        };
        frames.into_iter().map(lossy).collect()
    })
}

/// Takes the surviving cells of the frames as octets.
fn by_codec(frames: &[(usize, Vec<bool>)], max_sdu: Bytes) -> Vec<Result> {
    let mut decoder = Decoder::new(max_sdu);
    let mut results = Vec::new();
    for (number, (octets, lost)) in frames.iter().enumerate() {
        let frame = Frame::of(&sdu(number as u64, *octets)).unwrap();
        for ((payload, end), _) in frame.cells().zip(lost).filter(|(_, lost)| !**lost) {
            let number = |sdu: Sdu| u64::from_be_bytes(*sdu.octets.first_chunk().unwrap());
            results.extend(decoder.push(&payload, end).map(|result| result.map(number)));
        }
    }
    results
}

/// The runs of consecutive surviving cells of one frame, none longer than `longest`.
fn runs(frame: u64, lost: &[bool], longest: usize) -> Vec<CellRun> {
    let frame_cells = lost.len() as u32;
    let mut runs: Vec<CellRun> = Vec::new();
    for index in (0..frame_cells).filter(|&index| !lost[index as usize]) {
        match runs.last_mut() {
            Some(run) if run.first_index + run.count == index && (run.count as usize) < longest => {
                run.count += 1
            }
            _ => runs.push(CellRun { frame, frame_cells, first_index: index, count: 1, is_damaged: false }),
        }
    }
    runs
}

/// Takes the surviving cells of the frames as runs.
fn by_lengths(frames: &[(usize, Vec<bool>)], max_sdu: Bytes, longest: usize) -> Vec<Result> {
    let mut receiver = Reassembler::new(&ReassemblyConfig { max_sdu, ..ReassemblyConfig::default() });
    let runs = frames.iter().enumerate().flat_map(|(number, (_, lost))| runs(number as u64, lost, longest));
    runs.filter_map(|run| receiver.on_cells(run, Time::ZERO))
        .map(|outcome| match outcome {
            Outcome::Delivered { frame } => Ok(frame),
            Outcome::Failed { error, .. } => Err(error),
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
            .map(|&octets| (octets, vec![false; cells_for(Bytes::new(octets as u64)).get() as usize]))
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
        for (number, (_, lost)) in frames.iter().enumerate() {
            for run in runs(number as u64, lost, longest) {
                arrived += u64::from(run.count);
                let cut_off = receiver.on_frame_check(run.frame);
                for outcome in cut_off.into_iter().chain(receiver.on_cells(run, Time::ZERO)) {
                    gone += match outcome {
                        Outcome::Delivered { frame } => {
                            delivered.push(frame);
                            u64::from(run.frame_cells)
                        }
                        Outcome::Failed { cells, .. } => cells,
                    };
                }
                prop_assert_eq!(arrived, gone + receiver.held_cells());
            }
        }
        let fits = |lost: &Vec<bool>| lost.len() as u64 <= largest_cells && !lost.contains(&true);
        let whole = (0u64..).zip(&frames).filter(|(_, (_, lost))| fits(lost)).map(|(number, _)| number);
        if separate {
            prop_assert_eq!(delivered, whole.collect::<Vec<_>>());
        }
    }
}
