//! Which errors in integer arithmetic concern which array.
//!
//! A pass that may fail reports in a word of its own. An array depends on the words of the passes that have written it,
//! and on those on which the arrays depend that these have read. So an error is that of the arrays that it spoilt, each
//! time that they are downloaded, and of no others.

use crate::gpu::tuning::{FAULT_WORDS, FAULTS};
use std::collections::HashMap;

/// The words, and who depends on them.
pub(super) struct Faults {
    pub(super) words: wgpu::Buffer,
    /// Bytes from one word to the next: kernels bind one, and bindings are aligned.
    pitch: u64,
    /// How many arrays depend on each word that was ever used.
    uses: Vec<usize>,
    /// Words that nobody depends on any more.
    free: Vec<u32>,
    of: HashMap<wgpu::Buffer, Vec<u32>>,
}

/// What `words` is used for.
const USAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);

impl Faults {
    pub(super) fn new(device: &wgpu::Device, limits: &wgpu::Limits) -> Self {
        let pitch = u64::from(limits.min_storage_buffer_offset_alignment.max(4));
        Faults {
            words: words(device, FAULT_WORDS * pitch),
            pitch,
            uses: Vec::new(),
            free: Vec::new(),
            of: HashMap::new(),
        }
    }

    /// Where a word lies, in bytes.
    pub(super) fn place(&self, word: u32) -> u64 {
        u64::from(word) * self.pitch
    }

    /// What a kernel binds of a word.
    pub(super) fn binding(&self, word: u32) -> wgpu::BufferBinding<'_> {
        wgpu::BufferBinding { buffer: &self.words, offset: self.place(word), size: 4.try_into().ok() }
    }

    /// The words on which an array depends.
    pub(super) fn of(&self, array: &wgpu::Buffer) -> &[u32] {
        self.of.get(array).map_or(&[], Vec::as_slice)
    }

    /// The array depends on nothing any more: it is gone, or all of it is written anew.
    pub(super) fn forget(&mut self, array: &wgpu::Buffer) {
        for word in self.of.remove(array).into_iter().flatten() {
            self.uses[word as usize] -= 1;
            if self.uses[word as usize] == 0 {
                self.free.push(word);
            }
        }
    }

    /// What a pass reads becomes part of what it writes, and so does `own`, its word. Says whether an array depends on
    /// too many now.
    pub(super) fn pass<'b>(
        &mut self,
        read: impl Iterator<Item = &'b wgpu::Buffer>,
        written: impl Iterator<Item = &'b wgpu::Buffer>,
        own: Option<u32>,
    ) -> bool {
        if self.of.is_empty() && own.is_none() {
            return false;
        }
        let mut all: Vec<u32> = read.flat_map(|array| self.of(array)).copied().chain(own).collect();
        all.sort_unstable();
        all.dedup();
        let mut are_many = false;
        for array in written {
            let mut depends = [self.of(array), &all].concat();
            depends.sort_unstable();
            depends.dedup();
            are_many |= depends.len() > FAULTS;
            self.set(array, depends);
        }
        are_many
    }

    /// Says on which words an array depends from now on.
    fn set(&mut self, array: &wgpu::Buffer, words: Vec<u32>) {
        // Those that stay are not free in between.
        words.iter().for_each(|&word| self.uses[word as usize] += 1);
        self.forget(array);
        if !words.is_empty() {
            self.of.insert(array.clone(), words);
        }
    }

    /// A word that says that nothing has failed.
    pub(super) fn word(&mut self, device: &wgpu::Device, encoder: &mut wgpu::CommandEncoder) -> u32 {
        if let Some(word) = self.free.pop() {
            encoder.clear_buffer(&self.words, self.place(word), Some(4));
            return word;
        }
        let word = self.uses.len() as u32;
        if self.place(word) == self.words.size() {
            // What is recorded goes on with the old ones, which are copied when it has run.
            let more = words(device, 2 * self.words.size());
            encoder.copy_buffer_to_buffer(&self.words, 0, &more, 0, self.words.size());
            self.words = more;
        }
        self.uses.push(0);
        word
    }

    /// Words on which an array depends that are so many that they should be one.
    pub(super) fn too_many(&self) -> Option<Vec<u32>> {
        self.of.values().find(|words| words.len() > FAULTS).cloned()
    }

    /// All that depend on exactly these words depend on one instead of the first of them.
    pub(super) fn replace(&mut self, words: &[u32], first: usize, by: u32) {
        let all: Vec<_> = self.of.iter().filter(|(_, own)| *own == words).map(|(array, _)| array.clone()).collect();
        let mut left = [&words[first..], &[by]].concat();
        left.sort_unstable();
        all.iter().for_each(|array| self.set(array, left.clone()));
    }
}

fn words(device: &wgpu::Device, size: u64) -> wgpu::Buffer {
    let wanted = wgpu::BufferDescriptor { label: Some("faults"), size, usage: USAGE, mapped_at_creation: false };
    device.create_buffer(&wanted)
}

/// The most words that one kernel makes one.
pub(super) const MERGED: usize = 256;

/// That kernel: `p` has how many there are and where the one lies, then where they lie.
pub(super) const MERGE: &str = "\
@group(0) @binding(0) var<uniform> p: array<vec4<u32>, 65>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(1)
fn main() {
    var code = 0u;
    for (var i = 0u; i < p[0].z; i++) {
        code = max(code, words[p[1u + i / 4u][i % 4u]]);
    }
    words[p[0].w] = code;
}
";
