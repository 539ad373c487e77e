//! The specification of broadcasting, by index arithmetic alone.
//!
//! An operand is a shape and, for each of its axes, the output axis it lies along. There are no
//! strides here: the output's indices are counted up, the last axis fastest; an operand takes those of its
//! own axes (0 where its size is 1), and they give the position of its element in logical order.
//!
//! ```text
//! output (3, 4), operand (4) along axis 1:  index (1, 3) -> element 3
//! ```

/// What one operand contributes: its sizes and the output axis of each of its axes.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    sizes: Vec<usize>,
    axes: Vec<usize>,
}

/// An operand with an axis map; for one of full rank the map is `&all_axes(rank)`.
pub(crate) fn placed(sizes: &[usize], axes: &[usize]) -> Placed {
    assert_eq!(sizes.len(), axes.len(), "one output axis for each axis");
    Placed { sizes: sizes.to_vec(), axes: axes.to_vec() }
}

/// An operand aligned at the right, as NumPy does it.
pub(crate) fn aligned(sizes: &[usize], rank: usize) -> Placed {
    placed(sizes, &(rank - sizes.len()..rank).collect::<Vec<_>>())
}

/// An operand that has every axis of the output.
pub(crate) fn full(sizes: &[usize]) -> Placed {
    placed(sizes, &all_axes(sizes.len()))
}

pub(crate) fn all_axes(rank: usize) -> Vec<usize> {
    (0..rank).collect()
}

/// The broadcast of some operands: the output's shape and where each operand is read.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) shape: Vec<usize>,
    operands: Vec<Placed>,
}

impl Naive {
    /// `None` when two sizes along one axis differ and neither is 1.
    pub(crate) fn new(rank: usize, operands: &[Placed]) -> Option<Naive> {
        let mut shape = vec![1; rank];
        for operand in operands {
            for (&size, &axis) in operand.sizes.iter().zip(&operand.axes) {
                shape[axis] = joined(shape[axis], size)?;
            }
        }
        Some(Naive { shape, operands: operands.to_vec() })
    }

    /// The result in logical order. `element` gets, per operand, the position of its element.
    pub(crate) fn map<R>(&self, mut element: impl FnMut(&[usize]) -> R) -> Vec<R> {
        let mut at = vec![0; self.operands.len()];
        let mut index = vec![0; self.shape.len()];
        let mut results = Vec::new();
        for _ in 0..volume(&self.shape) {
            for (position, operand) in at.iter_mut().zip(&self.operands) {
                *position = operand.position(&index);
            }
            results.push(element(&at));
            advance(&mut index, &self.shape);
        }
        results
    }
}

/// What a row of the table must give: the elements of a result, of a target, and of a target that is changed by an
/// operator.
pub(crate) struct Outcome<T> {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<T>,
    pub(crate) stored: Vec<T>,
    pub(crate) compounded: Vec<T>,
}

impl<T: Copy> Outcome<T> {
    /// Of operands with these sizes and axes, and a target with this shape and these old elements.
    pub(crate) fn of<'a>(
        rank: usize,
        operands: impl Iterator<Item = (&'a [usize], &'a [usize])>,
        (target, old): (&[usize], &[T]),
        element: impl Fn(&[usize]) -> T,
        compound: impl Fn(&mut T, T),
    ) -> Self {
        let mut parts: Vec<_> = operands.map(|(sizes, axes)| placed(sizes, axes)).collect();
        let naive = Naive::new(rank, &parts).expect("the sizes fit");
        parts.push(full(target));
        let into = Naive::new(rank, &parts).expect("the sizes fit");
        let compounded = into.map(|at| {
            let mut value = old[at[parts.len() - 1]];
            compound(&mut value, element(at));
            value
        });
        Outcome { values: naive.map(&element), stored: into.map(&element), compounded, shape: naive.shape }
    }
}

impl Placed {
    fn position(&self, index: &[usize]) -> usize {
        let own = self.sizes.iter().zip(&self.axes);
        own.fold(0, |position, (&size, &axis)| {
            let along = if size == 1 { 0 } else { index[axis] };
            position * size + along
        })
    }
}

/// Two sizes fit when they are equal or one of them is 1; 1 against 0 gives 0.
fn joined(a: usize, b: usize) -> Option<usize> {
    match (a, b) {
        (1, b) => Some(b),
        (a, 1) => Some(a),
        (a, b) => (a == b).then_some(a),
    }
}

fn volume(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// The next index in logical (row major) order; after the last comes the first.
fn advance(index: &mut [usize], shape: &[usize]) {
    for (along, &size) in index.iter_mut().zip(shape).rev() {
        *along += 1;
        if *along < size {
            return;
        }
        *along = 0;
    }
}
