//! The kernel of a pass that reduces nothing: each workgroup has the elements that come next in the order of its
//! output.

use super::assembly::{Arrays, main_of};
use super::function::Function;
use super::mapping::PARAMETERS;
use super::pieces::word;
use super::spec::Spec;
use super::walk::{Four, Walk};
use crate::gpu::device::kernel::Text;
use crate::gpu::tuning::THREADS;

impl Spec<'_> {
    /// Writes the kernel.
    pub(crate) fn text(&self) -> Text {
        if let Some(across) = self.across {
            return self.text_of_squares(across);
        }
        let parameters = self.mapping();
        let function = Function::of("element".to_owned(), self, &self.values(), |number| parameters.number(number));
        let mut arrays = Arrays::default();
        arrays.of(&function);
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
}
