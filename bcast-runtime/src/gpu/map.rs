//! The kernel of a pass that reduces nothing: each workgroup has the elements that come next in the order of its output.

use super::function::Function;
use super::nest::Nest;
use super::text::{Arrays, Parameters, Spec, THREADS, Text, main_of, word};
use super::walk::{Four, Lanes, Walk, digits_of};

/// Words before the sizes of axes: the code of the call, workgroups side by side, elements (or vectors of them), and the
/// sixth is zero.
const HEAD: usize = 6;
pub(super) const PARAMETERS: &str = "the code of the call, workgroups side by side, elements or vectors, -; -, 0, then sizes of axes, \
                          digits of a step, numbers, the start and the strides of each array";

impl Spec<'_> {
    /// Where the parameters of a kernel that maps are.
    pub(super) fn mapping(&self) -> Parameters {
        self.parameters(HEAD, self.axes)
    }

    /// Its parameters but for numbers and streams, and its workgroups.
    pub(super) fn mapping_words(&self, nest: &Nest) -> (Vec<u32>, u64) {
        let places = self.mapping();
        let mut words = vec![0; places.words()];
        let sizes = self.sizes_of(nest);
        let len = sizes.iter().product::<usize>();
        words[2] = len as u32;
        for (axis, (&size, step)) in sizes.iter().zip(digits_of(THREADS as usize, &sizes)).enumerate() {
            words[places.sizes() + axis] = size as u32;
            words[places.steps() + axis] = step;
        }
        let groups = match self.across {
            Some(across) => self.squares(nest, across),
            None => (len as u64).div_ceil(u64::from(THREADS * self.steps())),
        };
        (words, groups)
    }

    /// Writes the kernel.
    pub(crate) fn text(&self) -> Text {
        if let Some(across) = self.across {
            return self.text_of_squares(across);
        }
        let parameters = self.mapping();
        let function = Function::of("element".to_owned(), self, &self.values(), |number| parameters.number(number));
        let mut arrays = Arrays::default();
        arrays.operands(self);
        arrays.written("target", self.targets, self.wide);
        arrays.written("out", self.fresh, self.wide);
        let walk = Walk {
            digit: 'x',
            axes: self.axes,
            sizes: parameters.sizes(),
            steps: parameters.steps(),
            streams: self.streams(&parameters),
        };
        let source = |argument| self.source(argument);
        let four = Four { spec: self, function: &function, walk: &walk, source: &source, on: false };
        let block = THREADS * self.steps();
        let mut main = format!("let at = (group.y * {} + group.x) * {block}u + lane;\n", word(1));
        main.push_str(&walk.digits("at"));
        let exists = |k: u32| {
            format!("{} < {}", if k == 0 { "at".to_owned() } else { format!("at + {}u", k * THREADS) }, word(2))
        };
        main.push_str(&four.text(exists, |lanes| self.stored(&four, lanes)));
        arrays.text(PARAMETERS, &parameters, &function.text, &main_of(&main))
    }

    /// Stores what is computed.
    pub(super) fn stored(&self, four: &Four, lanes: &Lanes) -> String {
        let targets = (0..self.targets.len()).map(|index| (format!("target{index}"), format!("t{index}")));
        let fresh = (0..self.fresh.len()).map(|index| (format!("out{index}"), format!("o{index}")));
        let all = targets.chain(fresh).enumerate();
        all.map(|(value, (array, place))| four.store(&array, &place, value, lanes)).collect()
    }
}
