//! The axes of a reduction in the order of its loops: which of them runs along the lanes decides whether outputs are
//! rows or columns.
//!
//! That is the last axis, unless another one takes its place:
//! * rows that are reduced would be shorter than a group of lanes, or than all lanes if more than they is reduced, and
//!   the innermost of the kept axes is long enough, or they are those of a matrix that has enough of them
//!   ([`has_rows_for_lanes`]);
//! * the last axis is short, and there are many small arrays along a kept axis: points, matrices of 3 by 3;
//! * memory runs along a kept axis ([`turned`]);
//! * it is short, and what is read most is the same along it ([`repeated`]).
//!
//! Among the kept axes the choice does not change what is joined. So a short last axis that is kept brings along those
//! that run on into it ([`columns`]): pixels of three colours are rows of three times as many columns. So does an axis
//! that is reduced, where the order of joins changes nothing: the largest byte of a picture is that of one long row.

use crate::engine::cursor::{GROUP, LANES, SHORT_ROW};
use crate::engine::fold::{Fold, Yield};
use crate::engine::passes::{Kind, Shaped, Work};
use crate::engine::tuning::{
    ACROSS_SHORT_ROWS, BATCH, FEWEST_ACROSS, FEWEST_IN_LINES, FEWEST_ROWS_IN_LINES, FEWEST_TAKEN, LINE, SHORT,
};
use crate::loop_plan::Group;
use crate::operand::{RawOperand, widest};
use smallvec::{SmallVec, smallvec};

/// Axes that a list of them holds without allocating.
const AXES: usize = 4;

/// The axes outermost first: those that are kept, those that are reduced, the columns. Along `cut` there is only a part
/// of the pass.
pub(super) fn order(pass: &Shaped, cut: Option<usize>) -> SmallVec<[(usize, Group); AXES]> {
    let sizes = pass.shape.sizes();
    let live = live(sizes);
    let last = match *live {
        [] => return SmallVec::new(),
        [only] => return smallvec![(only, Group::Columns)],
        [.., last] => last,
    };
    let together = columns(pass, &live, cut);
    let in_place_of_last = || in_place_of(last, pass, &live).map(|axis| with_others(axis, pass, &live, cut));
    let other = match together.len() {
        1 => in_place_of_last()
            .or_else(|| turned(pass).map(|axis| alone(axis, &live)))
            .or_else(|| dense_batch(last, pass, &live).map(|axis| with_others(axis, pass, &live, cut)))
            .or_else(|| repeated(pass, &live).map(|axis| alone(axis, &live))),
        _ => None,
    };
    let columns = other.unwrap_or(together);
    let outer = || live.iter().filter(|&axis| !columns.contains(axis));
    let kept = outer().filter(|&&axis| !pass.reduces(axis)).map(|&axis| (axis, Group::Kept));
    let reduced = outer().filter(|&&axis| pass.reduces(axis)).map(|&axis| (axis, Group::Reduced));
    kept.chain(reduced).chain(columns.iter().map(|&axis| (axis, Group::Columns))).collect()
}

/// The axes that count.
fn live(sizes: &[usize]) -> SmallVec<[usize; AXES]> {
    (0..sizes.len()).filter(|&axis| sizes[axis] != 1).collect()
}

/// The last axis, and those before it that run on into it in all operands. A short one that is kept takes others that
/// are kept: they run on in what the stage keeps, too, whose order is that of an operand. One that is reduced takes
/// others that are reduced if the order of joins is of no matter, and all of them fill the lanes. Only the outermost
/// may be cut.
fn columns<'l>(pass: &Shaped, live: &'l [usize], cut: Option<usize>) -> &'l [usize] {
    let (sizes, last) = (pass.shape.sizes(), live.len() - 1);
    if pass.is_apart {
        return &live[last..];
    }
    let is_reduced = pass.reduces(live[last]);
    if if is_reduced { !is_in_any_order(pass) } else { sizes[live[last]] >= LANES } {
        return &live[last..];
    }
    let start = first_of_run(last, pass, live, cut);
    let len = live[start..].iter().map(|&axis| sizes[axis]).product();
    if is_reduced && is_short(len) { &live[last..] } else { &live[start..] }
}

/// Where those axes begin that run on into one another, up to the one at `last`, in all operands.
fn first_of_run(last: usize, pass: &Shaped, live: &[usize], cut: Option<usize>) -> usize {
    let sizes = pass.shape.sizes();
    let run_on = |outer: usize, inner: usize| {
        let are_alike = pass.reduces(outer) == pass.reduces(inner);
        are_alike && pass.operands.iter().all(|operand| runs_on(operand, outer, inner, sizes))
    };
    let mut start = last;
    while start > 0 && cut != Some(live[start]) && run_on(live[start - 1], live[start]) {
        start -= 1;
    }
    start
}

/// The kept axis that takes the place of the last one, and those that run on into it; or the innermost that is kept, if
/// it has enough columns with those that run on into it: they lie nearer each other.
fn with_others<'l>(axis: usize, pass: &Shaped, live: &'l [usize], cut: Option<usize>) -> &'l [usize] {
    if pass.is_apart {
        return alone(axis, live);
    }
    let run = |at: usize| &live[first_of_run(at, pass, live, cut)..=at];
    let own = || run(place(axis, live));
    let is_long = |run: &&[usize]| run.iter().map(|&axis| pass.shape.sizes()[axis]).product::<usize>() >= LANES;
    let innermost = live.iter().rposition(|&axis| !pass.reduces(axis)).map(run);
    innermost.filter(is_long).unwrap_or_else(own)
}

/// The kept axis of a batch of small arrays whose last axis is kept and would be columns of its own, too few to fill
/// runs of lanes, where memory holds each array in one piece: then its columns are gathered at once. Sums along the
/// middle axis of 2000 x 3 x 16 take 0.5 of the time on a Zen 4 (`f32` 0.25), positions of maxima 0.6.
fn dense_batch(last: usize, pass: &Shaped, live: &[usize]) -> Option<usize> {
    let sizes = pass.shape.sizes();
    if pass.is_apart || pass.reduces(last) || sizes[last] >= LANES || rows_of_line(pass).is_some() {
        return None;
    }
    let at = live.iter().rposition(|&axis| !pass.reduces(axis) && axis != last && sizes[axis] >= LANES)?;
    let inside = &live[at + 1..];
    let is_dense = |operand: &RawOperand| {
        let is_one_piece = || inside.windows(2).all(|pair| runs_on(operand, pair[0], pair[1], sizes));
        operand.is_computed() || operand.axes().output_stride(live[at], sizes.len()) == 0 || is_one_piece()
    };
    let is_small = inside.iter().map(|&axis| sizes[axis]).product::<usize>() <= BATCH;
    (is_small && pass.operands.iter().all(is_dense)).then_some(live[at])
}

/// One axis among those that count.
fn alone(axis: usize, live: &[usize]) -> &[usize] {
    std::slice::from_ref(&live[place(axis, live)])
}

/// Where an axis is among those that count.
fn place(axis: usize, live: &[usize]) -> usize {
    live.iter().position(|&other| other == axis).expect("what is chosen counts")
}

/// Whether an operand runs on from one axis into another.
fn runs_on(operand: &RawOperand, outer: usize, inner: usize, sizes: &[usize]) -> bool {
    let step = |axis: usize| operand.axes().output_stride(axis, sizes.len());
    step(outer) == step(inner) * sizes[inner] as isize
}

/// Whether the order of all joins of a stage is of no matter.
pub(super) fn is_in_any_order(pass: &Shaped) -> bool {
    let Work::Stage { yields, .. } = &pass.work else { return false };
    are_in_any_order(yields)
}

/// The same of what it yields.
#[inline(always)]
pub(in crate::engine) fn are_in_any_order(yields: &[Yield]) -> bool {
    yields.iter().all(|item| matches!(item, Yield::Fold(fold) if fold.any_order))
}

/// The kept axis that takes the place of a last one which fills no runs of lanes.
fn in_place_of(last: usize, pass: &Shaped, live: &[usize]) -> Option<usize> {
    let sizes = pass.shape.sizes();
    if !is_short(sizes[last]) || has_short_rows(pass, last) {
        return None;
    }
    let kept = || live.iter().copied().filter(|&axis| !pass.reduces(axis));
    let is_matrix = |&axis: &usize| live.len() == 2 && has_rows_for_lanes(sizes[axis], sizes[last]);
    let innermost = kept().next_back().filter(|axis| pass.reduces(last) && (sizes[*axis] >= LANES || is_matrix(axis)));
    let inside = |axis: usize| sizes[axis + 1..].iter().product::<usize>();
    // Columns of their own are good enough if there are some.
    let is_batch = |axis: usize, least: usize| {
        sizes[axis] >= least && inside(axis) <= BATCH && (pass.reduces(last) || sizes[last] < SHORT)
    };
    // Else a group of lanes is more than a short last axis fills.
    let is_longer = |&axis: &usize| sizes[axis] >= GROUP.max(sizes[last]);
    let longer = || match pass.reduces(last) {
        true => kept().next_back().filter(is_longer),
        false if line_of_few(pass, live).is_some() => None,
        false => kept().rfind(|&axis| is_longer(&axis) && is_batch(axis, GROUP)),
    };
    innermost.or_else(|| kept().rfind(|&axis| is_batch(axis, LANES))).or_else(longer)
}

/// Whether each output is a [short row](SHORT_ROW) along this axis, and gains by it.
pub(super) fn has_short_rows(pass: &Shaped, axis: usize) -> bool {
    let sizes = pass.shape.sizes();
    let alone = (0..sizes.len()).all(|other| sizes[other] == 1 || pass.reduces(other) == (other == axis));
    alone && (GROUP..SHORT_ROW).contains(&sizes[axis]) && may_go_along(pass.work.yields(), widest(&pass.operands))
}

/// Whether what reduces short rows gains by it: where the order of joins is of no matter, not by accumulators that have
/// more bytes than what they take.
pub(in crate::engine) fn may_go_along(yields: &[Yield], widest: usize) -> bool {
    let gains = |fold: &Fold| fold.along && (!fold.any_order || fold.acc <= widest);
    yields.iter().filter_map(Yield::fold).any(gains)
}

/// Whether kernels can go along them: not where positions decide, or functions do.
pub(in crate::engine) fn by_short_rows(yields: &[Yield], speculates: bool) -> bool {
    !speculates && !yields.iter().filter_map(Yield::fold).any(|fold| fold.seldom)
}

/// The reduced axis that takes the place of a very short last one which is kept, where the largest operand is the same
/// along that: what pulls at points, of one number for each pair of them. Its elements are read in place then, and not
/// repeated.
fn repeated(pass: &Shaped, live: &[usize]) -> Option<usize> {
    let (sizes, &last) = (pass.shape.sizes(), live.last()?);
    let axis = live.iter().copied().rfind(|&axis| pass.reduces(axis) && sizes[axis] >= LANES + GROUP)?;
    if pass.reduces(last) || sizes[last] >= SHORT {
        return None;
    }
    let largest = pass.operands.iter().rev().max_by_key(|operand| operand.len())?;
    let lies = |axis: usize| largest.axes().own_axis(axis, sizes.len()).is_some();
    (lies(axis) && !lies(last)).then_some(axis)
}

/// Whether so many columns are too few to run along the lanes: they fill no run.
#[inline(always)]
pub(in crate::engine) fn is_short(columns: usize) -> bool {
    columns < LANES
}

/// How many very short rows are a line, if what a pass reduces has many of them: its last axes are kept, and have few
/// elements.
pub(super) fn rows_of_line(pass: &Shaped) -> Option<usize> {
    let live = live(pass.shape.sizes());
    let last = *live.last()?;
    let is_last = || in_place_of(last, pass, &live).or_else(|| repeated(pass, &live)).is_none();
    if pass.reduces(last) { None } else { line_of_few(pass, &live).filter(|_| is_last()) }
}

/// The last axes, which are kept.
fn last_kept<'l>(pass: &'l Shaped, live: &'l [usize]) -> impl Iterator<Item = usize> + 'l {
    live.iter().rev().copied().take_while(|&axis| !pass.reduces(axis))
}

/// How many rows are a line, if the last axes have few elements beside all that is reduced. Of many matrices only very
/// short rows gain by it, or many.
fn line_of_few(pass: &Shaped, live: &[usize]) -> Option<usize> {
    let (sizes, last) = (pass.shape.sizes(), last_kept(pass, live).count());
    let len = |axes: &[usize], reduced: bool| -> usize {
        axes.iter().filter(|&&axis| pass.reduces(axis) == reduced).map(|&axis| sizes[axis]).product()
    };
    let (outer, inner) = live.split_at(live.len() - last);
    let (rows, columns) = (len(outer, true), len(inner, false));
    let gains = len(outer, false) == 1 || columns < SHORT || rows * columns >= 8 * LINE;
    line_of(rows, columns).filter(|_| gains)
}

/// How many of so many rows of so few columns are a line: about 1024 elements, or an eighth of all, a power of two
/// rows.
#[inline(always)]
pub(in crate::engine) fn line_of(rows: usize, columns: usize) -> Option<usize> {
    let len = rows * columns;
    let are_enough = rows >= FEWEST_ROWS_IN_LINES && len >= FEWEST_IN_LINES;
    let is_line = (2..LANES).contains(&columns) && are_enough;
    is_line.then(|| 1 << (LINE.min(len / 8) / columns).ilog2())
}

/// Whether lanes run across the rows of a matrix, although these are fewer than the lanes: then each row has a lane,
/// and there is nothing to join. On a Zen 4, sums of 63 rows of 2 to 48 columns take 0.25 to 0.5 of the time that lanes
/// along the rows take, of 16 rows 0.6 to 0.7, positions of maxima 0.5 to 0.8. Softmax of fewer rows than a group of
/// lanes would take longer where they are long.
#[inline(always)]
pub(in crate::engine) fn has_rows_for_lanes(rows: usize, columns: usize) -> bool {
    rows >= GROUP || (rows >= FEWEST_ACROSS && columns <= rows)
}

/// Whether a reducing pass has an output in each column along an axis.
pub(in crate::engine) fn is_across(pass: &Shaped, axis: usize) -> bool {
    pass.kind() == Kind::Reduction
        && !pass.reduces(axis)
        && order(pass, None).last().is_some_and(|&(inner, _)| inner == axis)
}

/// Whether 64 of them for each of 64 outputs are not too much for the second cache.
fn has_small_accumulators(pass: &Shaped) -> bool {
    let Work::Stage { yields, .. } = &pass.work else { return false };
    yields.iter().all(|item| !matches!(item, Yield::Fold(fold) if fold.acc > 64))
}

/// The axis along which memory runs, where that is not the last one, which is the only one that is reduced, and fills
/// runs of lanes or is a short row that need not be turned.
pub(super) fn turned(pass: &Shaped) -> Option<usize> {
    let sizes = pass.shape.sizes();
    let live = live(sizes);
    let last = *live.last().filter(|_| live.len() > 1 && !pass.is_apart)?;
    let alone = (0..last).all(|axis| sizes[axis] == 1 || !pass.reduces(axis));
    let runs = |operand: &RawOperand, axis: usize| operand.axes().output_stride(axis, sizes.len()).unsigned_abs() == 1;
    // What is stored along rows would have to be gathered.
    let mut stored = pass.operands.iter().filter(|operand| !operand.is_computed() && operand.axes().sizes().len() > 1);
    let by_rows = stored.any(|operand| runs(operand, last));
    let (is_enough, least) = match sizes[last] {
        LANES.. => (true, SHORT),
        // Less is sooner turned by tiles.
        few => (few >= FEWEST_TAKEN && has_short_rows(pass, last), ACROSS_SHORT_ROWS),
    };
    let fits = pass.reduces(last) && alone && is_enough && !by_rows && has_small_accumulators(pass);
    let leader = pass.leader().filter(|_| fits && in_place_of(last, pass, &live).is_none())?;
    (0..last).find(|&axis| sizes[axis] >= least && runs(leader, axis))
}
