//! Parts of a formula while it is drawn.

/// A part of a formula: as written, and as loops over dual numbers.
pub(super) struct Text {
    pub(super) dotted: String,
    pub(super) loops: String,
}

impl Text {
    pub(super) fn new(dotted: impl Into<String>, loops: impl Into<String>) -> Self {
        Text { dotted: dotted.into(), loops: loops.into() }
    }

    /// With `a` as this name's value.
    pub(super) fn after(self, a: &Text) -> Text {
        let loops = format!("{{ let a = {}; {} }}", a.loops, self.loops);
        Text::new(format!("let a = {}; {}", a.dotted, self.dotted), loops)
    }

    /// By a function of both, as written and of elements. One after the other: an argument has no such letters.
    pub(super) fn joined(&self, other: &Text, (function, of_elements): (&str, &str)) -> Text {
        let dotted = function.replace('A', &self.dotted).replace('B', &format!("({})", other.dotted));
        Text::new(dotted, format!("each([&{}, &{}], |[a, b]| {of_elements})", self.loops, other.loops))
    }

    /// With its axes at these places.
    pub(super) fn along(self, axes: &str) -> Text {
        self.along_given(&format!("({axes})"), axes)
    }

    /// The same, with the axes in other words.
    pub(super) fn along_given(self, axes: &str, numbers: &str) -> Text {
        Text::new(format!("({}) @ {axes}", self.dotted), format!("along(&{}, &[{numbers}])", self.loops))
    }

    /// Reduced along these axes, in words and numbers, which remain with size 1 if it stands beside what has them.
    pub(super) fn reduced(self, (name, by): (&str, &str), (axes, numbers): (&str, &str), remain: bool) -> Text {
        let loops = format!("reduced(&{}, &[{numbers}], {remain}, {by})", self.loops);
        Text::new(format!("{name}[{axes}]({})", self.dotted), loops)
    }

    /// Run through along an axis.
    pub(super) fn run(self, name: &str, axis: usize, by: &str) -> Text {
        Text::new(format!("{name}[{axis}]({})", self.dotted), format!("run(&{}, {axis}, {by})", self.loops))
    }
}
