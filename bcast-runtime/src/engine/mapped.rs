//! Maps of adjacent operands, as types tell, by themselves and behind stages.

use super::direct::{Adjacent, Cursors, Items, LooksAt};
use super::dispatch::{Driver, note_of_pass};
use super::streams::{Goals, Reads};
use super::{Fresh, Made, Site, erased};
use crate::call::Call;
use crate::rank::Rank;
use crate::shape::Extents;

/// Targets and operands of a map, if types tell that they are adjacent, with their cursors; items are those of the
/// stages before it.
#[inline(always)]
pub(super) fn adjacent<K: Rank, T: Goals, L: Reads>(
    site: &Site,
    (targets, operands): (&T, &L),
    items: Option<&Items>,
    cursors: &mut Cursors,
) -> Option<Adjacent> {
    let mut adjacent = Adjacent::mapped(K::NDIM, site.streams);
    let mut looking = LooksAt::new(&mut adjacent, items, cursors);
    targets.look(&mut looking);
    operands.look(&mut looking);
    adjacent.are().then_some(adjacent)
}

/// What a map makes of operands that are such, if they are few enough.
///
/// # Safety
/// As for [`start_at`](super::start_at); the operands are adjacent, and `made` are the fresh results.
#[inline(always)]
pub(super) unsafe fn map_of<M: Driver, K: Rank, T: Goals, L: Reads, W: Fresh>(
    mode: M,
    (call, site): (&'static Call<'static>, &'static Site),
    of: (&T, &L),
    (items, (adjacent, cursors)): (Option<&Items>, (&Adjacent, &mut Cursors)),
    (made, f): (&mut [Made], *const u8),
) -> Option<M::Made<W::Out<K>>> {
    // SAFETY: job 1, and the operands are adjacent.
    if !unsafe { mode.map_adjacent((call, site), (adjacent, cursors), made, f) } {
        return None;
    }
    let ((rank, rows, columns), len) = (adjacent.extent(), adjacent.len());
    let sizes = &[rows, columns][2 - rank..];
    mode.note(|| {
        let mut operands = erased(of.0, of.1);
        items.inspect(|items| items.tell(operands.as_mut_slice()));
        note_of_pass((call, site), operands.as_slice(), made, sizes).by_rows([1, len])
    });
    // SAFETY: every element is written.
    Some(mode.made(|| unsafe { W::finish::<K>(made, Extents { sizes, strides: None, len }) }))
}
