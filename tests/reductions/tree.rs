//! The tree by which sums are joined, in plain loops: what is documented at the head of the engine's `reduce`.

/// Lanes of a row, and elements of a leaf.
const LANES: usize = 64;
/// Accumulators of a short row, which has so many elements at least, and fewer than that.
const GROUP: usize = 16;
const SHORT_ROW: usize = 256;
const LEAF: usize = 16 * 1024;

/// A float to be summed.
pub(crate) trait Float: Copy + std::ops::Add<Output = Self> {
    const NOTHING: Self;
    fn bits(self) -> u64;
}
impl Float for f32 {
    const NOTHING: f32 = -0.0;
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}
impl Float for f64 {
    const NOTHING: f64 = -0.0;
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

/// The sums over some axes, for each output in logical order.
pub(crate) fn sums<T: Float>(shape: &[usize], values: &[T], axes: &[usize]) -> Vec<T> {
    let live: Vec<usize> = (0..shape.len()).filter(|&axis| shape[axis] != 1).collect();
    let Some(&last) = live.last() else {
        return values.to_vec();
    };
    let fill_no_run = shape[last] < LANES;
    if axes.contains(&last) && fill_no_run && are_gone_across(shape, axes, &live) {
        return of_columns(shape, values, axes, &live);
    }
    let outer = &live[..live.len() - 1];
    let reduced: Vec<usize> = outer.iter().copied().filter(|axis| axes.contains(axis)).collect();
    let kept: Vec<usize> = outer.iter().copied().filter(|axis| !axes.contains(axis)).collect();
    let rows = offsets(shape, &reduced);
    let line = rows_of_line(shape, axes, &live);
    let mut sums = Vec::new();
    for output in offsets(shape, &kept) {
        let row = |row: usize| {
            let start = output + rows[row];
            let step: usize = shape[last + 1..].iter().product();
            (0..shape[last]).map(move |column| values[start + column * step]).collect::<Vec<T>>()
        };
        let all: Vec<Vec<T>> = (0..rows.len()).map(row).collect();
        match axes.contains(&last) {
            true => sums.push(along(&all)),
            false => sums.extend((0..shape[last]).map(|column| match line {
                Some(line) => in_lines(&all, column, line),
                None => across(&all, column),
            })),
        }
    }
    sums
}

/// Whether each output of rows that fill no run of lanes, or little more, has one lane: the innermost axis that is kept
/// is long; or a matrix has 16 rows, or 8 of no more elements; or it counts 16 rows of no more elements; or a long axis
/// that is kept counts arrays of no more than 64 elements.
fn are_gone_across(shape: &[usize], axes: &[usize], live: &[usize]) -> bool {
    let mut kept = live.iter().rev().filter(|axis| !axes.contains(axis));
    let Some(&innermost) = kept.clone().next() else { return false };
    let (rows, columns) = (shape[innermost], shape[live[live.len() - 1]]);
    // Rows that alone are reduced, and fill a group of accumulators, are gone along.
    if live.iter().filter(|axis| axes.contains(axis)).count() == 1 && columns >= GROUP {
        return false;
    }
    let is_matrix = live.len() == 2 && (rows >= 16 || (rows >= 8 && columns <= rows));
    let is_batch = |&axis: &usize| shape[axis] >= LANES && shape[axis + 1..].iter().product::<usize>() <= 64;
    let is_longer = rows >= 16 && rows >= columns;
    rows >= LANES || is_matrix || is_longer || kept.any(is_batch)
}

/// The sums across what is reduced, for each output one after the other.
fn of_columns<T: Float>(shape: &[usize], values: &[T], axes: &[usize], live: &[usize]) -> Vec<T> {
    let (reduced, kept): (Vec<usize>, Vec<usize>) = live.iter().partition(|axis| axes.contains(axis));
    let rows = offsets(shape, &reduced);
    let sum = |output: usize| {
        let all: Vec<Vec<T>> = rows.iter().map(|row| vec![values[output + row]]).collect();
        across(&all, 0)
    };
    offsets(shape, &kept).into_iter().map(sum).collect()
}

/// Where the elements are along some axes.
fn offsets(shape: &[usize], axes: &[usize]) -> Vec<usize> {
    axes.iter().fold(vec![0], |offsets, &axis| {
        let step: usize = shape[axis + 1..].iter().product();
        offsets.iter().flat_map(|offset| (0..shape[axis]).map(move |index| offset + index * step)).collect()
    })
}

fn across<T: Float>(rows: &[Vec<T>], column: usize) -> T {
    let leaf = |rows: &[Vec<T>]| rows.iter().fold(T::NOTHING, |sum, row| sum + row[column]);
    joined(&rows.chunks(64).map(leaf).collect::<Vec<T>>())
}

/// How many very short rows are a line, of about 1024 elements or an eighth of all: the last axes are kept and have
/// fewer than 64, and there are 128 elements in 32 rows at least. Where other axes are kept, too, the last ones have
/// fewer than 16, or there are 8192 elements.
fn rows_of_line(shape: &[usize], axes: &[usize], live: &[usize]) -> Option<usize> {
    let size = |axes: &mut dyn Iterator<Item = &usize>| axes.map(|&axis| shape[axis]).product::<usize>();
    let columns = size(&mut live.iter().rev().take_while(|axis| !axes.contains(axis)));
    let rows = size(&mut live.iter().filter(|axis| axes.contains(axis)));
    let (len, all) = (rows * columns, size(&mut live.iter()));
    let is_kept = !axes.contains(live.last()?) && columns < 64;
    let are_enough = rows >= 32 && len >= 128 && (all == len || columns < 16 || len >= 8192);
    (is_kept && are_enough).then(|| 1 << ((len / 8).min(1024) / columns).ilog2())
}

/// An accumulator for each row of a line, line after line, 64 lines a leaf; then the upper half joins the lower one.
fn in_lines<T: Float>(rows: &[Vec<T>], column: usize, line: usize) -> T {
    let leaf = |rows: &[Vec<T>]| {
        let mut lanes = vec![T::NOTHING; line];
        for (row, values) in rows.iter().enumerate() {
            lanes[row % line] = lanes[row % line] + values[column];
        }
        halved(lanes)
    };
    joined(&rows.chunks(64 * line).map(leaf).collect::<Vec<T>>())
}

fn along<T: Float>(rows: &[Vec<T>]) -> T {
    let columns = rows[0].len();
    if rows.len() == 1 && (GROUP..SHORT_ROW).contains(&columns) {
        return in_group(&rows[0]);
    }
    let mut leaves = Vec::new();
    if columns < LANES && rows.len() > 1 {
        // Short rows run end to end, as many of them as fill runs of lanes.
        let most = LEAF / columns;
        let filling = (1..=most).rev().find(|some| (some * columns).is_multiple_of(LANES));
        let leaf_rows = filling.unwrap_or(most).clamp(1, rows.len());
        leaves.extend(rows.chunks(leaf_rows).map(|leaf| in_lanes(&[leaf.concat()])));
    } else {
        for leaf in rows.chunks((LEAF / columns).clamp(1, rows.len())) {
            for piece in 0..columns.div_ceil(LEAF) {
                let part = |row: &Vec<T>| row[piece * LEAF..columns.min((piece + 1) * LEAF)].to_vec();
                leaves.push(in_lanes(&leaf.iter().map(part).collect::<Vec<_>>()));
            }
        }
    }
    joined(&leaves)
}

/// An accumulator per lane, row after row; of 64, the upper half joins the lower one, fewer are a short row.
fn in_lanes<T: Float>(rows: &[Vec<T>]) -> T {
    let mut lanes = vec![T::NOTHING; rows[0].len().min(LANES)];
    for row in rows {
        for (column, &value) in row.iter().enumerate() {
            lanes[column % LANES] = lanes[column % LANES] + value;
        }
    }
    if (GROUP..LANES).contains(&lanes.len()) {
        return in_group(&lanes);
    }
    halved(lanes)
}

/// Sixteen accumulators take the elements in turn, as long as there are so many. They are halved to eight, four, two
/// and one, each of which takes as many of what is left, if there are as many.
fn in_group<T: Float>(elements: &[T]) -> T {
    let (groups, mut left) = elements.split_at(elements.len() / GROUP * GROUP);
    let mut accs = vec![T::NOTHING; GROUP];
    for (at, &value) in groups.iter().enumerate() {
        accs[at % GROUP] = accs[at % GROUP] + value;
    }
    for some in [8, 4, 2, 1] {
        accs = (0..some).map(|lane| accs[lane] + accs[lane + some]).collect();
        if left.len() >= some {
            (0..some).for_each(|lane| accs[lane] = accs[lane] + left[lane]);
            left = &left[some..];
        }
    }
    accs[0]
}

/// The upper half of some accumulators joins the lower one, until one is left.
fn halved<T: Float>(mut lanes: Vec<T>) -> T {
    while lanes.len() > 1 {
        let upper = lanes.split_off(lanes.len().div_ceil(2));
        for (low, high) in lanes.iter_mut().zip(upper) {
            *low = *low + high;
        }
    }
    lanes[0]
}

/// Pairs, pairs of pairs, and so on.
fn joined<T: Float>(leaves: &[T]) -> T {
    match leaves {
        [one] => *one,
        _ => {
            let (low, high) = leaves.split_at(leaves.len().next_power_of_two() / 2);
            joined(low) + joined(high)
        }
    }
}
