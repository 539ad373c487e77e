//! What can be wrong with an array of Zarr.

use std::fmt;

/// Why an array cannot be opened, made, read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Something is wrong with the array as a whole.
    #[non_exhaustive]
    Array {
        /// Its path in the store.
        array: String,
        /// What is wrong.
        why: String,
    },
    /// A chunk cannot be read or written.
    #[non_exhaustive]
    Chunk {
        /// The path of the array.
        array: String,
        /// The key of the chunk in the store.
        key: String,
        /// What is wrong.
        why: String,
    },
    /// A store cannot be opened.
    #[non_exhaustive]
    Store {
        /// What is wrong.
        why: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Array { array, why } => write!(f, "array `{array}`: {why}"),
            Error::Chunk { array, key, why } => write!(f, "chunk `{key}` of array `{array}`: {why}"),
            Error::Store { why } => f.write_str(why),
        }
    }
}
impl std::error::Error for Error {}
