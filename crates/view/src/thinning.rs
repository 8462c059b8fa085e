//! The points of a long series that a picture of so many columns can show.
//!
//! Of every column the first, the least, the greatest and the last point stay, so that a spike of a single cell is never
//! lost: within a column, a line through these four covers what the line through all points covers.

use std::ops::Range;

/// Points of one column that may stay.
pub const POINTS_PER_COLUMN: usize = 4;

/// The positions of the points that a picture shows, rising; at most four per column.
///
/// The columns are of equal width from the first to the last `x`, which never falls. In `y`, not-a-number is a gap, and
/// is neither least nor greatest.
///
/// # Panics
/// If `x` and `y` differ in length.
#[must_use]
pub fn decimate(x: &[f64], y: &[f64], columns: usize) -> Vec<usize> {
    assert_eq!(x.len(), y.len(), "one y for every x");
    let (Some(&least), Some(&greatest)) = (x.first(), x.last()) else { return Vec::new() };
    let column = |at: usize| column_of(x[at], least, greatest, columns);
    let mut kept = Vec::new();
    let mut start = 0;
    while start < x.len() {
        let number = column(start);
        let end = (start + 1..x.len()).find(|&at| column(at) != number).unwrap_or(x.len());
        keep(y, start..end, &mut kept);
        start = end;
    }
    kept
}

/// The number of the part of a range, cut into so many equal ones, that a value is in.
fn column_of(value: f64, least: f64, greatest: f64, count: usize) -> usize {
    // Halves keep the width of the widest ranges finite.
    let width = greatest / 2.0 - least / 2.0;
    if width == 0.0 {
        return 0;
    }
    let share = (value / 2.0 - least / 2.0) / width;
    ((share * count as f64) as usize).min(count - 1)
}

/// Keeps the first, the least, the greatest and the last point of a column.
fn keep(y: &[f64], column: Range<usize>, kept: &mut Vec<usize>) {
    let (mut least, mut greatest) = (None::<usize>, None::<usize>);
    for at in column.clone().filter(|&at| !y[at].is_nan()) {
        if least.is_none_or(|best| y[at] < y[best]) {
            least = Some(at);
        }
        if greatest.is_none_or(|best| y[at] > y[best]) {
            greatest = Some(at);
        }
    }
    let mut four: Vec<usize> =
        [Some(column.start), least, greatest, Some(column.end - 1)].into_iter().flatten().collect();
    four.sort_unstable();
    four.dedup();
    kept.extend(four);
}

/// The positions of the points of a part of a series that a picture of a width in columns shows, rising, with the point
/// before that part and the one behind it. Where there is no bound, the part reaches to that end.
#[must_use]
pub fn shown(x: &[f64], y: &[f64], from: Option<f64>, to: Option<f64>, width: usize) -> Vec<usize> {
    let first = from.map_or(0, |from| x.partition_point(|&one| one <= from).saturating_sub(1));
    let last = to.map_or(x.len(), |to| (x.partition_point(|&one| one < to) + 1).min(x.len()));
    let part = first..last.max(first);
    if part.len() <= POINTS_PER_COLUMN * width {
        return part.collect();
    }
    let finite: Vec<f64> = y[part.clone()].iter().map(|&one| finite(one)).collect();
    decimate(&x[part], &finite, width).into_iter().map(|at| first + at).collect()
}

/// A value as a picture has it: what is not finite is a gap.
#[must_use]
pub fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rising(count: usize) -> Vec<f64> {
        (0..count).map(|at| at as f64).collect()
    }

    #[test]
    fn a_spike_of_one_point_stays() {
        let mut y = vec![0.0; 1000];
        y[123] = 1.0;
        let kept = decimate(&rising(1000), &y, 10);
        assert!(kept.contains(&123) && kept.len() <= 40, "{kept:?}");
        assert!(kept.is_sorted());
    }

    #[test]
    fn a_gap_is_neither_least_nor_greatest() {
        let y = [f64::NAN, 2.0, 1.0, 3.0, f64::NAN];
        assert_eq!(decimate(&rising(5), &y, 1), [0, 2, 3, 4]);
        assert_eq!(decimate(&rising(3), &[f64::NAN; 3], 1), [0, 2]);
    }

    #[test]
    fn points_at_one_instant_are_one_column() {
        assert_eq!(decimate(&[1.0; 4], &[0.0, 5.0, -5.0, 0.0], 3), [0, 1, 2, 3]);
        assert!(decimate(&[], &[], 3).is_empty());
    }

    #[test]
    fn a_part_has_the_points_beside_it() {
        let (x, y) = (rising(10), vec![0.0; 10]);
        assert_eq!(shown(&x, &y, Some(3.5), Some(5.5), 10), [3, 4, 5, 6]);
        assert_eq!(shown(&x, &y, Some(3.0), Some(5.0), 10), [3, 4, 5]);
        assert_eq!(shown(&x, &y, Some(20.0), Some(30.0), 10), [9]);
        assert_eq!(shown(&x, &y, None, None, 10).len(), 10);
        assert_eq!(shown(&x, &y, Some(5.0), Some(2.0), 10), Vec::<usize>::new());
    }
}
