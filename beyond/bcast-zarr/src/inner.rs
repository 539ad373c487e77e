//! An array of Zarr without its types: chunks to memory and back.

use crate::copy::{At, copy, row_major};
use crate::{Error, Store};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use zarrs::array::{Array, ArrayBytes, ArrayShardedExt, ArraySubset, CodecOptions, FillValue};
use zarrs::storage::{ReadableStorage, ReadableStorageTraits, StorePrefix, WritableStorage, WritableStorageTraits};

/// An array of Zarr.
pub(crate) struct Inner {
    store: Store,
    array: Array<dyn ReadableStorageTraits>,
    writer: Option<Array<dyn WritableStorageTraits>>,
    pub(crate) sizes: Vec<usize>,
    /// Bytes of an element, and whether only 0 and 1 are some.
    pub(crate) element: usize,
    is_bool: bool,
    /// Where chunks end, along each axis; within the sizes.
    pub(crate) ends: Vec<Vec<usize>>,
    /// Bytes of the largest chunk.
    pub(crate) chunk_bytes: usize,
}
/// Where a part of a chunk begins, and its sizes.
type Part<'p> = (&'p [usize], &'p [usize]);

/// Indices along an axis: so many from the first one on.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    pub(crate) first: usize,
    pub(crate) step: usize,
    pub(crate) count: usize,
}

impl Steps {
    /// What they lie in.
    fn range(self) -> Range<usize> {
        let behind = self.count.checked_sub(1).map_or(0, |last| last * self.step + 1);
        self.first..self.first + behind
    }

    /// Which of them lie in other indices.
    fn inside(self, indices: &Range<usize>) -> Range<usize> {
        let before = |index: usize| index.saturating_sub(self.first).div_ceil(self.step).min(self.count);
        before(indices.start)..before(indices.end)
    }
}

/// How chunks are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) threads: usize,
    /// Whether every chunk must be there.
    pub(crate) requires_chunks: bool,
}

impl Inner {
    pub(crate) fn new(
        store: &Store,
        array: Array<dyn ReadableStorageTraits>,
        (element, is_bool): (usize, bool),
    ) -> Result<Inner, Error> {
        let options = CodecOptions::default().with_concurrent_target(1).with_store_empty_chunks(true);
        let array = array.with_codec_options(options);
        let writer = store.writable.clone().map(|writable| array.with_storage(writable));
        let sizes: Vec<usize> = array.shape().iter().map(|&size| size as usize).collect();
        let mut inner =
            Inner { store: store.clone(), array, writer, sizes, element, is_bool, ends: Vec::new(), chunk_bytes: 0 };
        inner.chunk_bytes = element;
        for axis in 0..inner.sizes.len() {
            let (ends, longest) = inner.ends_along(axis)?;
            inner.ends.push(ends);
            inner.chunk_bytes = inner.chunk_bytes.saturating_mul(longest);
        }
        Ok(inner)
    }

    /// Where chunks end along an axis, and how long the longest one is, of which some may be outside of the array.
    fn ends_along(&self, axis: usize) -> Result<(Vec<usize>, usize), Error> {
        let count = if self.sizes.contains(&0) { 0 } else { self.array.chunk_grid_shape()[axis] };
        let (mut index, mut longest) = (vec![0; self.sizes.len()], 1);
        let ends = (0..count).map(|number| {
            index[axis] = number;
            let chunk = self.array.chunk_subset(&index).map_err(|error| self.said(error))?;
            longest = longest.max(chunk.shape()[axis] as usize);
            Ok(self.sizes[axis].min(chunk.end_exc()[axis] as usize))
        });
        let ends = ends.collect::<Result<_, Error>>()?;
        Ok((ends, longest))
    }

    /// Its path in the store.
    pub(crate) fn path(&self) -> &str {
        self.array.path().as_str()
    }

    /// Where it is read and written.
    pub(crate) fn storage(&self) -> Option<(ReadableStorage, WritableStorage)> {
        Some((self.store.readable.clone(), self.store.writable.clone()?))
    }

    /// What keys of marks begin with, which lie beside the chunks.
    pub(crate) fn marks(&self) -> String {
        match self.path().trim_start_matches('/') {
            "" => "bcast.resume/".into(),
            path => format!("{path}/bcast.resume/"),
        }
    }

    /// Whether both are the same array of the same store.
    pub(crate) fn is_same(&self, other: &Inner) -> bool {
        self.store.is(&other.store) && self.path() == other.path()
    }

    pub(crate) fn is_writable(&self) -> bool {
        self.writer.is_some()
    }

    pub(crate) fn said(&self, why: impl std::fmt::Display) -> Error {
        Error::Array { array: self.path().to_string(), why: why.to_string() }
    }

    fn said_of(&self, chunk: &[u64], why: impl std::fmt::Display) -> Error {
        let key = self.array.chunk_key(chunk).to_string();
        Error::Chunk { array: self.path().to_string(), key, why: why.to_string() }
    }

    /// The chunks that have some of these indices.
    fn chunks(&self, indices: &[Range<usize>]) -> Vec<Vec<u64>> {
        let mut chunks = vec![Vec::new()];
        for (ends, indices) in self.ends.iter().zip(indices) {
            let first = ends.partition_point(|&end| end <= indices.start);
            let last = if indices.is_empty() { first } else { ends.partition_point(|&end| end < indices.end) + 1 };
            let with =
                |chunk: &Vec<u64>| (first..last).map(|at| [&chunk[..], &[at as u64]].concat()).collect::<Vec<_>>();
            chunks = chunks.iter().flat_map(with).collect();
        }
        chunks
    }

    /// The indices of a chunk that are inside of the array.
    fn inside(&self, chunk: &[u64]) -> Vec<Range<usize>> {
        let along = |(ends, &at): (&Vec<usize>, &u64)| {
            let start = (at as usize).checked_sub(1).map_or(0, |before| ends[before]);
            start..ends[at as usize]
        };
        self.ends.iter().zip(chunk).map(along).collect()
    }

    /// Reads elements at these indices, the first of which is at `to`.
    ///
    /// # Safety
    /// The memory has room for them, and nobody else reads or writes it.
    pub(crate) unsafe fn read(&self, indices: &[Steps], to: &At, reading: Reading) -> Result<(), Error> {
        let ranges: Vec<Range<usize>> = indices.iter().map(|steps| steps.range()).collect();
        each(&self.chunks(&ranges), reading.threads, |chunk| {
            // SAFETY: each chunk is read once, and chunks have different elements.
            unsafe { self.read_chunk(chunk, indices, to, reading.requires_chunks) }
        })
    }

    /// # Safety
    /// As for [`read`](Inner::read).
    unsafe fn read_chunk(&self, chunk: &[u64], indices: &[Steps], to: &At, requires_chunks: bool) -> Result<(), Error> {
        let (inside, shape) = (self.inside(chunk), self.shape_of(chunk)?);
        let wanted: Vec<Range<usize>> = indices.iter().zip(&inside).map(|(steps, own)| steps.inside(own)).collect();
        if wanted.iter().any(Range::is_empty) {
            return Ok(());
        }
        if requires_chunks {
            let size = self.array.storage().size_key(&self.array.chunk_key(chunk));
            size.map_err(|error| self.said_of(chunk, error))?.ok_or_else(|| self.said_of(chunk, "it is missing"))?;
        }
        let sizes: Vec<usize> = wanted.iter().map(Range::len).collect();
        let at = |((steps, wanted), own): ((&Steps, &Range<usize>), &Range<usize>)| {
            steps.first + wanted.start * steps.step - own.start
        };
        let within: Vec<usize> = indices.iter().zip(&wanted).zip(&inside).map(at).collect();
        // Parts of a shard are decoded by themselves; other chunks as a whole, with their checksums.
        let spans: Vec<usize> = indices.iter().zip(&sizes).map(|(steps, size)| (size - 1) * steps.step + 1).collect();
        let is_part = self.array.is_sharded() && spans != shape;
        let part = is_part.then_some((&within[..], &spans[..]));
        let (bytes, shape) = (self.decoded(chunk, part, &shape)?, if is_part { &spans } else { &shape });
        let from = At { ptr: bytes.as_ptr().cast_mut(), strides: row_major(shape, self.element) };
        let mut from = if is_part { from } else { from.moved(within.into_iter()) };
        from.strides.iter_mut().zip(indices).for_each(|(stride, steps)| *stride *= steps.step as isize);
        let to = to.moved(wanted.iter().map(|wanted| wanted.start));
        // SAFETY: the chunk has these elements, and the memory room for them.
        unsafe { copy(&from, &to, &sizes, self.element) };
        Ok(())
    }

    fn shape_of(&self, chunk: &[u64]) -> Result<Vec<usize>, Error> {
        self.array.chunk_shape_usize(chunk).map_err(|error| self.said_of(chunk, error))
    }

    /// The bytes of elements of a chunk, or of a part of it.
    fn decoded(&self, chunk: &[u64], part: Option<Part>, shape: &[usize]) -> Result<Vec<u8>, Error> {
        let said = |error: &dyn std::fmt::Display| self.said_of(chunk, error);
        let list = |sizes: &[usize]| sizes.iter().map(|&size| size as u64).collect();
        let bytes = match part {
            Some((starts, sizes)) => {
                let subset = ArraySubset::new_with_start_shape(list(starts), list(sizes));
                self.array.retrieve_chunk_subset::<ArrayBytes>(chunk, &subset.map_err(|error| said(&error))?)
            }
            None => self.array.retrieve_chunk::<ArrayBytes>(chunk),
        };
        let bytes = bytes.map_err(|error| said(&error))?.into_fixed().map_err(|error| said(&error))?.into_owned();
        let elements: usize = part.map_or(shape, |(_, sizes)| sizes).iter().product();
        if bytes.len() != elements * self.element {
            return Err(said(&format!("{} bytes are not those of {elements} elements", bytes.len())));
        }
        if self.is_bool && bytes.iter().any(|&byte| byte > 1) {
            return Err(said(&"a byte is neither 0 nor 1"));
        }
        Ok(bytes)
    }

    /// Writes the chunks of these indices, all of whose elements are among them, the first of which is at `from`.
    ///
    /// # Safety
    /// The memory has these elements, and nobody writes it.
    pub(crate) unsafe fn write(&self, indices: &[Range<usize>], from: &At, threads: usize) -> Result<(), Error> {
        let writer = self.writer.as_ref().ok_or_else(|| self.said("its store cannot be written"))?;
        each(&self.chunks(indices), threads, |chunk| {
            let inside = self.inside(chunk);
            let is_whole = inside.iter().zip(indices).all(|(own, all)| all.start <= own.start && own.end <= all.end);
            assert!(is_whole, "blocks end where chunks do");
            let shape = self.shape_of(chunk)?;
            let mut bytes = filled(self.array.fill_value(), shape.iter().product::<usize>(), self.element);
            let sizes: Vec<usize> = inside.iter().map(Range::len).collect();
            let to = At { ptr: bytes.as_mut_ptr(), strides: row_major(&shape, self.element) };
            let from = from.moved(inside.iter().zip(indices).map(|(own, all)| own.start - all.start));
            // SAFETY: the chunk is inside of these indices, and its bytes have room for it.
            unsafe { copy(&from, &to, &sizes, self.element) };
            writer.store_chunk(chunk, ArrayBytes::new_flen(bytes)).map_err(|error| self.said_of(chunk, error))
        })
    }

    /// Hands the indices of each chunk to somebody, on so many threads.
    pub(crate) fn each_chunk(
        &self,
        threads: usize,
        run: impl Fn(&[Range<usize>]) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let all: Vec<Range<usize>> = self.sizes.iter().map(|&size| 0..size).collect();
        each(&self.chunks(&all), threads, |chunk| run(&self.inside(chunk)))
    }

    /// Writes what describes the array.
    pub(crate) fn write_metadata(&self) -> Result<(), Error> {
        let writer = self.writer.as_ref().ok_or_else(|| self.said("its store cannot be written"))?;
        // How far a call was that wrote it is of no matter any more.
        let marks = StorePrefix::new(self.marks()).map_err(|error| self.said(error))?;
        writer.storage().erase_prefix(&marks).map_err(|error| self.said(error))?;
        writer.store_metadata().map_err(|error| self.said(error))
    }
}

/// Elements of the fill value, which only those outside of the array keep.
fn filled(value: &FillValue, elements: usize, element: usize) -> Vec<u8> {
    let value = value.as_ne_bytes();
    if value.iter().all(|&byte| byte == 0) {
        return vec![0; elements * element];
    }
    value.repeat(elements)
}

/// Does the same for each chunk, on so many threads; gives an error of the first ones that fail.
fn each(chunks: &[Vec<u64>], threads: usize, run: impl Fn(&[u64]) -> Result<(), Error> + Sync) -> Result<(), Error> {
    let threads = threads.min(chunks.len());
    if threads < 2 {
        return chunks.iter().try_for_each(|chunk| run(chunk));
    }
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let some = || {
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = run(chunk) {
                next.store(chunks.len(), Ordering::Relaxed);
                failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(some)));
        some();
    });
    failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).map_or(Ok(()), Err)
}
