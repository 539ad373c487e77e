//! Numbers that decide about times, not about what is computed: their units, and what they rest on.
//!
//! Times are those of an H100 (driver 580.159) by `benches/gpu`, where a number says so; others say what they were
//! reasoned from. Mesa's software Vulkan, on which tests run, says nothing of a GPU. Numbers that follow from formats
//! or limits (`nest::MOST`, `room`, `cuts`, the side of a grid in `launch`) are where they are used.
//!
//! How reductions are divided decides the order of their additions: a change there changes the last bits of sums.

// --- Threads --------------------------------------------------------------------------------------------------------

/// Threads of a workgroup, in each kernel. The most that every device has: WebGPU's default limit.
pub(crate) const THREADS: u32 = 256;

/// Elements that a thread takes at a time; in a wide kernel the elements of a vector. Kernels that compute little are
/// bound by how many loads are under way, and 16 bytes are the widest load of common devices. On an H100 two and four
/// vectors took 1.00 to 1.01 of the time where little is computed, and 1.00 and 1.09 with elementary functions.
pub(crate) const EACH: u32 = 4;

// --- Squares: arrays that lie across --------------------------------------------------------------------------------

/// Elements along the side of a square, which a workgroup loads along memory and reads turned. A warp of 32 threads
/// reads one row of it: a cache line of 128 bytes of `f32`s.
pub(crate) const SQUARE: u32 = 32;

/// Bytes of workgroup memory that every device has: WebGPU's default limit.
pub(crate) const LEAST_SHARED: usize = 16 << 10;

// --- Sums of what is looked up --------------------------------------------------------------------------------------

/// Chunks that sums are taken of by themselves, of which each has all of the table: as many workgroups keep a device
/// busy. Reasoned, as the next two.
pub(crate) const CHUNKS: usize = 64;

/// The least elements of a chunk, whatever the table has.
pub(crate) const LEAST_CHUNK: usize = if cfg!(debug_assertions) { 512 } else { 4096 };

/// Threads that share the elements of a table, a warp: each compares all places with its own.
pub(crate) const SUMMING: u32 = 32;

/// Elements of a chunk that a kernel adds; then comes the next one. Mesa leaves loops after 65,535 rounds in all.
pub(crate) const ROUND: usize = 1 << 14;

// --- Tiles: products of matrices, and the like ---------------------------------------------------------------------

/// Neighbouring threads that have the same rows of a tile: the threads of a warp, whose loads of one element are one.
pub(crate) const SIDE: u32 = 32;

/// The least size of each of the three axes. Builds with debug assertions are those of tests, which should see tiles
/// with few elements.
pub(crate) const LEAST_TILE: usize = if cfg!(debug_assertions) { 2 } else { 16 };

/// The least elements that are reduced: kernels of tiles are long, and take longer to compile.
pub(crate) const LEAST_WORK_OF_TILES: u64 = if cfg!(debug_assertions) { 8 } else { 1 << 18 };

/// Workgroups from which threads have more rows and columns rather than more company.
pub(crate) const TILE_GROUPS: u64 = 256;

/// The least elements of a chunk.
pub(crate) const TILE_CHUNK: u64 = 512;

// --- Kernels of rows ------------------------------------------------------------------------------------------------

/// Elements of the longest row that is read again in each pass of one kernel: 32 KB of `f32`s, which a cache holds.
/// Longer rows have a kernel for each pass.
pub(crate) const LONGEST_ROW: usize = 8192;

/// Bytes of workgroup memory that a kernel of rows takes at most. A multiprocessor should hold a few such workgroups:
/// with accumulators this is a row of 4,096 `f32`s.
pub(crate) const ROWS_SHARED: usize = 20 << 10;

/// Vectors of each array that a thread of such a kernel loads at a time, if rows have so many for it. On an H100
/// softmax of rows of 1,024 takes 0.70 of the time that one takes, of 4,096 0.81; layer norm 0.83 and 0.84.
pub(crate) const ROW_VECTORS: u32 = 4;

// --- Reductions -----------------------------------------------------------------------------------------------------

/// Vectors of each array that a thread of a wide reduction loads at a time: what it computes is one addition, so loads
/// are all there is to wait for.
pub(crate) const VECTORS: u32 = 2;

/// Workgroups that there should be before chunks get longer: so many keep a device with many multiprocessors busy,
/// which they do from about a million elements on.
pub(crate) const BUSY_GROUPS: u64 = 1024;

/// Vectors of a chunk that each of its threads has, at least and at most, where neighbours are reduced together.
pub(crate) const CHUNK_VECTORS: (u64, u64) = (4, 64);

/// The same of single elements. Little where there is little to do, so that there are chunks for all multiprocessors.
pub(crate) const CHUNK_ELEMENTS: (u64, u64) = (8, 64);

/// The same where neighbours belong to different results.
pub(crate) const CHUNK_ACROSS: (u64, u64) = (16, 64);

/// Threads that share a chunk where neighbours belong to different results. With 8 of 256 threads a chunk, 32
/// neighbours read together.
pub(crate) const LANES_ACROSS: u64 = 8;

/// From so many results on a thread has a result by itself, and so many elements of it, as there is work for all.
pub(crate) const MANY_RESULTS: u64 = 1 << 16;
/// Elements of a chunk there.
pub(crate) const CHUNK_OF_MANY: u64 = 256;

/// Accumulators that each thread joins: most often all of them in one go, since each further kernel waits for the last.
pub(crate) const CHUNK_ACCUMULATORS: u64 = 64;

// --- Scans ----------------------------------------------------------------------------------------------------------

/// Elements in a row that a thread has in a round where neighbours belong to one line: a vector.
pub(crate) const SCAN_ALONG: u32 = 4;

/// The same where neighbours belong to different lines.
pub(crate) const SCAN_ACROSS: u32 = 16;

/// The least rounds of a chunk, if a line has several: each chunk is read twice.
pub(crate) const LEAST_ROUNDS: usize = if cfg!(debug_assertions) { 1 } else { 4 };

// --- Batches and memory ---------------------------------------------------------------------------------------------

/// Bytes for the parameters of one batch: WebGPU's default limit of a uniform binding.
pub(crate) const BATCH_PARAMETERS: u64 = 1 << 16;

/// Passes of a batch. It is sent when it has so many, so that the device does not wait for a download.
pub(crate) const BATCH_PASSES: usize = 32;

/// Bytes of memory of the host that a batch copies from before it is sent.
pub(crate) const BATCH_BYTES: u64 = 1 << 20;

/// Bytes of such memory that are made together: the parameters of a batch, or small arrays.
pub(crate) const CHUNK: u64 = BATCH_PARAMETERS;

/// The most free ones that are kept.
pub(crate) const KEPT_CHUNKS: usize = 64;

/// Bytes of memory of the host that work under way takes before a call waits for it. `Gpu` says it to users.
pub(crate) const UNDER_WAY: u64 = 256 << 20;

/// Bytes that wgpu and a driver take for a recorded pass: 18.5 KB with its 2 KB of parameters (Mesa, 16,000 passes).
pub(crate) const PASS_BYTES: u64 = 16 << 10;

/// Words for errors in integer arithmetic that are there from the beginning.
pub(crate) const FAULT_WORDS: u64 = 64;

/// The most of them on which an array depends before a kernel makes one of them: an array that is computed from itself
/// again and again would depend on ever more.
pub(crate) const FAULTS: usize = 32;

/// Bytes of free memory that are kept for arrays to come.
pub(crate) const POOL_BYTES: u64 = 2 << 30;

/// Sizes of buffers are multiples of this part of the next power of two, so that arrays of like sizes share memory, and
/// at most so much is wasted.
pub(crate) const POOL_STEP: u64 = 8;

/// Bytes of the smallest step of sizes.
pub(crate) const POOL_LEAST: u64 = 256;
