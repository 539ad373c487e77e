//! Arrays of the specification: sizes, and elements in logical order.

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
