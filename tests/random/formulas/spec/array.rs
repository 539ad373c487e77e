//! Arrays of the specification: sizes, and elements in logical order.

use crate::formulas::tree::Entry;

/// Its elements, the last axis fastest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Array {
    pub(crate) sizes: Vec<usize>,
    pub(crate) elements: Vec<f64>,
}

impl Array {
    /// Of what a function says for each index.
    pub(crate) fn of(sizes: &[usize], mut element: impl FnMut(&[usize]) -> f64) -> Self {
        let mut elements = Vec::new();
        each_index(sizes, &mut |index| elements.push(element(index)));
        Array { sizes: sizes.to_vec(), elements }
    }

    pub(crate) fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The element at the indices of its own axes among those of an output; an axis of size 1 stretches.
    pub(crate) fn at(&self, index: &[usize], axes: &[usize]) -> f64 {
        let along = self.sizes.iter().zip(axes);
        let position = along.fold(0, |position, (&size, &axis)| {
            let own = if size == 1 { 0 } else { index[axis] };
            position * size + own
        });
        self.elements[position]
    }

    /// What a slice takes of it.
    pub(crate) fn sliced(&self, entries: &[Entry]) -> Self {
        let kept = self.sizes.iter().zip(entries).filter(|(_, entry)| entry.keeps());
        let sizes: Vec<usize> = kept.map(|(&size, _)| size).collect();
        Array::of(&sizes, |index| {
            let mut index = index.iter();
            let place = self.sizes.iter().zip(entries).fold(0, |place, (&size, entry)| {
                let mut along = || *index.next().expect("an index for each axis that is kept");
                let own = match entry {
                    Entry::All => along(),
                    Entry::Reversed => size - 1 - along(),
                    Entry::First => 0,
                    Entry::Last => size - 1,
                };
                place * size + own
            });
            self.elements[place]
        })
    }

    /// Stretched along the axes of an output.
    pub(crate) fn stretched(&self, sizes: &[usize], axes: &[usize]) -> Vec<f64> {
        Array::of(sizes, |index| self.at(index, axes)).elements
    }
}

/// All indices in logical order.
pub(crate) fn each_index(sizes: &[usize], seen: &mut dyn FnMut(&[usize])) {
    let mut index = vec![0; sizes.len()];
    for _ in 0..sizes.iter().product::<usize>() {
        seen(&index);
        for (along, &size) in index.iter_mut().zip(sizes).rev() {
            *along += 1;
            if *along < size {
                break;
            }
            *along = 0;
        }
    }
}
