//! An array whose last axis is the components of vectors, counted in vectors.

/// Sizes and strides in vectors, if whole vectors lie from each to the next.
pub(crate) type InVectors = Option<(Vec<usize>, Vec<isize>)>;

/// Of vectors of so many components, which are the last axis.
#[track_caller]
pub(crate) fn in_vectors(sizes: &[usize], strides: &[isize], components: usize) -> InVectors {
    let ((&last, sizes), (&step, strides)) =
        sizes.split_last().zip(strides.split_last()).expect("bcast: an axis for the components of vectors");
    assert!(last == components, "bcast: vectors of {components} components in an array whose last axis has {last}");
    let is_whole = |(&stride, &size): (&isize, &usize)| size <= 1 || stride % components.max(1) as isize == 0;
    let is_one = sizes.contains(&0) || components == 0;
    let are_whole = is_one || ((step == 1 || components == 1) && strides.iter().zip(sizes).all(is_whole));
    are_whole.then(|| (sizes.to_vec(), strides.iter().map(|stride| stride / components.max(1) as isize).collect()))
}
