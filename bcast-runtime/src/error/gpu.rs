//! What can go wrong on a device.

use super::BroadcastError;
use std::fmt;

/// Why something on a GPU failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no adapter, or none of that name.
    #[non_exhaustive]
    NoAdapter {
        /// The name that was asked for.
        wanted: Option<String>,
        /// The adapters that are there.
        found: Vec<String>,
    },
    /// The adapter would not give a device.
    #[non_exhaustive]
    NoDevice {
        /// The adapter.
        adapter: String,
        /// What it said.
        reason: String,
    },
    /// The device is gone: unplugged, reset, or its driver failed. Make a new [`Gpu`](crate::Gpu).
    #[non_exhaustive]
    Lost {
        /// What it said.
        reason: String,
    },
    /// There is not enough memory on the device.
    #[non_exhaustive]
    OutOfMemory {
        /// The bytes that were asked for; 0 where the driver does not say.
        bytes: u64,
    },
    /// An array is larger than the device can hold in one piece, or a count, a position or the elements of a range are
    /// reduced from more than 2^32 elements.
    #[non_exhaustive]
    TooLarge {
        /// Which array, with its sizes, as far as is known: `"`x` of [100000, 100000]"`, `"the result of [70000]"`.
        array: String,
        /// The bytes that were asked for.
        size: u64,
        /// The most that are possible.
        most: u64,
    },
    /// A kernel would read and write more arrays than the device can bind.
    #[non_exhaustive]
    TooManyArrays {
        /// The macro that was called.
        call: &'static str,
        /// How many there are.
        arrays: usize,
        /// How many can be.
        most: usize,
    },
    /// The device has no elements of this kind.
    #[non_exhaustive]
    Unsupported {
        /// `"16-bit floats"`, `"64-bit floats"` or `"64-bit integers"`.
        what: &'static str,
        /// The adapter.
        adapter: String,
    },
    /// An operand or a target lives on another [`Gpu`](crate::Gpu) than the call runs on.
    #[non_exhaustive]
    OtherGpu {
        /// The macro that was called.
        call: &'static str,
        /// The operand as written.
        operand: &'static str,
    },
    /// An operand is computed by a function of yours, as that of [`from_shape_fn`](crate::from_shape_fn) is, or by an
    /// expression that `lazy!` has made: kernels are made of one call.
    #[non_exhaustive]
    Function {
        /// The macro that was called.
        call: &'static str,
        /// The operand as written.
        operand: &'static str,
    },
    /// A kernel has divided an integer by zero, or MIN by -1, or shifted by too much, or looked up an element that is
    /// not there. What it has written is unspecified.
    #[non_exhaustive]
    Arithmetic {
        /// What happened, such as `"integer division by zero"`.
        what: &'static str,
        /// The macro that was called.
        call: &'static str,
        /// The operands of the call.
        operands: Vec<&'static str>,
        /// The file and the line of the call.
        place: String,
    },
    /// What [`Gpu::commands`](crate::Gpu::commands) recorded has not been submitted yet.
    Unsubmitted,
    /// The driver reported something that should not happen.
    #[non_exhaustive]
    Internal {
        /// What it said.
        reason: String,
    },
}

impl std::error::Error for GpuError {}

/// So that `?` takes both from a function with `try_bcast!` and downloads.
impl From<GpuError> for BroadcastError {
    fn from(error: GpuError) -> Self {
        BroadcastError::Gpu(error)
    }
}

impl GpuError {
    /// Says which array is too large, if that is what is wrong.
    pub(crate) fn of_array(mut self, name: &str, sizes: &[usize]) -> Self {
        if let GpuError::TooLarge { array, .. } = &mut self {
            *array = format!("{name} of {sizes:?}");
        }
        self
    }

    /// What the driver reported outside any call. Only buffers are made inside a scope that catches errors, so memory
    /// that is missing for anything else is reported here.
    pub(crate) fn of(error: &wgpu::Error) -> GpuError {
        let mut reason = error.to_string();
        let mut source = std::error::Error::source(error);
        while let Some(inner) = source {
            reason = format!("{reason}: {inner}");
            source = inner.source();
        }
        let said = reason.to_lowercase();
        let is_memory = said.contains("out of memory") || said.contains("not enough memory");
        match error {
            wgpu::Error::OutOfMemory { .. } => GpuError::OutOfMemory { bytes: 0 },
            _ if is_memory => GpuError::OutOfMemory { bytes: 0 },
            _ => GpuError::Internal { reason },
        }
    }
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GpuError::NoAdapter { wanted, found } => f.write_str(&no_adapter(wanted.as_deref(), found)),
            GpuError::NoDevice { adapter, reason } => write!(f, "{adapter} gives no device: {reason}"),
            GpuError::Lost { reason } => write!(f, "the GPU is lost: {reason}"),
            GpuError::OutOfMemory { bytes: 0 } => write!(f, "not enough memory on the GPU"),
            GpuError::OutOfMemory { bytes } => write!(f, "not enough memory on the GPU for {bytes} bytes"),
            GpuError::TooLarge { array, size, most } => {
                let of = if array.is_empty() { "" } else { ": " };
                write!(f, "{array}{of}{size} bytes are too many for this GPU, which takes {most}; compute it in parts")
            }
            GpuError::TooManyArrays { call, arrays, most } => {
                write!(
                    f,
                    "{call}: a kernel with {arrays} arrays, this GPU can bind {most}; give a part of the \
                     expression a call of its own, whose result is one array"
                )
            }
            GpuError::Unsupported { what, adapter } => write!(f, "{adapter} has no {what}"),
            GpuError::OtherGpu { call, operand } => {
                write!(f, "{call}: `{operand}` lives on another `Gpu` than the one that the call names")
            }
            GpuError::Function { call, operand } => write!(
                f,
                "{call}: no kernel can call the function that computes `{operand}`; make an array of it first, in a \
                 call on the processor or by `Array::from_shape_fn`"
            ),
            GpuError::Arithmetic { what, call, operands, place } => {
                write!(f, "{call}: {what}, in the call at {place} with {}", operands.join(", "))
            }
            GpuError::Unsubmitted => {
                write!(f, "commands of `Gpu::commands` have not been submitted: submit them to the queue first")
            }
            GpuError::Internal { reason } => write!(f, "the GPU's driver failed: {reason}"),
        }
    }
}

fn no_adapter(wanted: Option<&str>, found: &[String]) -> String {
    match wanted {
        None => "no GPU found: there is no adapter for Vulkan, Metal or Direct3D 12".to_owned(),
        Some(name) if found.is_empty() => format!("no GPU named `{name}`: there is no adapter at all"),
        Some(name) => format!("no GPU named `{name}`, there are: {}", found.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::GpuError;

    /// Drivers and wgpu call it by several names.
    #[test]
    fn lack_of_memory() {
        let (source, description) = (|| "Not enough memory left.".into(), String::new);
        for error in [
            wgpu::Error::OutOfMemory { source: "a heap is full".into() },
            wgpu::Error::Internal { source: source(), description: description() },
            wgpu::Error::Validation { source: source(), description: description() },
            wgpu::Error::Internal {
                source: "ERROR_OUT_OF_DEVICE_MEMORY: Out of memory".into(),
                description: description(),
            },
        ] {
            assert_eq!(GpuError::of(&error), GpuError::OutOfMemory { bytes: 0 }, "{error:?}");
        }
        let other = wgpu::Error::Internal { source: "a hiccup".into(), description: description() };
        assert!(matches!(GpuError::of(&other), GpuError::Internal { reason } if reason.contains("a hiccup")));
    }
}
