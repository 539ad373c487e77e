//! What is noted of passes that are explained.

use super::{PlacedPass, Reduce, Work, bytes};
use crate::engine::fold::Yield;
use crate::engine::mode::Explaining;
use crate::engine::notes::{Note, Scans};
use crate::engine::route::Route;

/// Passes that are ready to run, and can be explained instead.
pub trait Explain {
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "only the engine calls it")]
    fn explain(&mut self, mode: Explaining);
}

impl PlacedPass<'_> {
    /// What is noted of it, whichever way it runs.
    pub(in crate::engine) fn note(&self) -> Note {
        if let Work::Last { single: true } = self.work {
            let mut note = Note::single(self.call, &self.operands, self.site.targets, self.site.is_identity);
            self.tell(&mut note);
            return note;
        }
        let note = Note::of(self.call, &self.operands, self.site.targets, self.shape.sizes());
        let mut note = note.writing(self.outputs_noted().into_iter());
        self.tell(&mut note);
        note.joins = self.joins;
        if self.is_written { note.by(Route::LeftOut) } else { note }
    }

    /// Tells a note which operands stages yield, and whether what it has written runs along an axis.
    pub(in crate::engine) fn tell(&self, note: &mut Note) {
        note.scans = note.scans.or(scans(&self.work));
        self.yielded.iter().for_each(|&(at, from)| note.yielded(at, from));
    }

    /// Fresh results, or the items of a stage.
    fn outputs_noted(&self) -> Vec<(usize, usize, usize)> {
        match self.work {
            Work::Last { .. } => self.fresh.iter().map(|made| made.noted(self.len())).collect(),
            Work::Stage { reduce, yields } => {
                let places = self.items().iter().map(|item| item.ptr.addr());
                let items = items(self.shape.sizes(), reduce, yields).zip(places);
                items.map(|((size, elements, _), place)| (size, elements, place)).collect()
            }
        }
    }
}

/// How what a pass has written runs along an axis, unless chunk by chunk.
pub(in crate::engine) fn scans(work: &Work) -> Option<Scans> {
    match work {
        Work::Stage { reduce: Reduce::Scan(scanned), .. } => Some(scanned.noted(true)),
        _ => None,
    }
}

/// What a stage over these sizes yields: bytes of an element, how many there are, and no place.
pub(in crate::engine) fn items<'y>(
    sizes: &[usize],
    reduce: Reduce,
    yields: &'y [Yield],
) -> impl Iterator<Item = (usize, usize, usize)> + use<'y> {
    let len: usize = sizes.iter().product();
    let kept = (0..sizes.len()).filter(|&axis| !reduce.reduces(axis)).map(|axis| sizes[axis]).product();
    let elements = move |item: &Yield| if item.fold().is_some() { kept } else { len };
    yields.iter().map(move |item| (bytes(*item), elements(item), 0))
}
