//! What kernels that map share: their parameters, and stores of what they compute.

use super::pieces::Parameters;
use super::spec::Spec;
use super::storage::Storage;
use super::walk::{Four, Lanes};

/// Words before the sizes of axes: the code of the call, workgroups side by side, elements (or vectors of them), and
/// the sixth is zero.
const HEAD: usize = 6;
pub(crate) const PARAMETERS: &str = "the code of the call, workgroups side by side, elements or vectors, -; \
     -, 0, then sizes of axes, digits of a step, numbers, the start and the strides of each array";

impl Spec<'_> {
    /// Where the parameters of a kernel that maps are.
    pub(crate) fn mapping(&self) -> Parameters {
        self.parameters(HEAD, self.axes)
    }

    /// Stores what is computed.
    pub(super) fn stored(&self, four: &Four, lanes: &Lanes) -> String {
        let targets = (0..self.targets.len()).map(|index| (format!("target{index}"), format!("t{index}")));
        let fresh = (0..self.fresh.len()).map(|index| (format!("out{index}"), format!("o{index}")));
        let all = targets.chain(fresh).enumerate();
        all.map(|(value, (array, place))| four.store(&Storage::written(array), &place, value, lanes)).collect()
    }
}
