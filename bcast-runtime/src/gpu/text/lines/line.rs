//! The lines of a body, as the macro's `elemental::lines` has them.

/// A line.
#[derive(Debug)]
pub(super) enum Line<'a> {
    Parameter(usize),
    /// With its first value, or without.
    Variable(usize, Option<usize>),
    Set(Place<'a>, usize),
    /// A value, and what it is.
    Value(usize, Node<'a>),
    If(usize),
    Else,
    Loop,
    End,
    Break,
    Continue,
    Return(usize),
    /// Nothing comes here.
    Never,
    /// Counts, and leaves the loop if the place has this last value.
    Next(usize, Option<usize>),
}

/// How a value is made.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Get(Place<'a>),
    Literal(Of<'a>, &'a str),
    Constant(usize),
    Operation(&'a str, Vec<usize>),
    Cast(usize, Of<'a>),
    Call(usize, Vec<usize>),
    Tuple(Vec<usize>),
    Array(Vec<usize>),
    /// A value, and the constant that says how often.
    Repeat(usize, usize),
    Struct(Of<'a>, Vec<(&'a str, usize)>),
}

/// Where a type comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of<'a> {
    Mark(usize),
    Value(usize),
    Result,
    Named(&'a str),
}

/// A variable or a value, and the way to a part of it.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) root: usize,
    pub(super) steps: Vec<Step<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    Part(&'a str),
    Index(usize),
}

/// The lines of a text, which the macro wrote.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    text.lines().map(written).flat_map(Written::lines).collect()
}

/// A line as it is written, which may stand for several.
pub(super) enum Written<'a> {
    Single(Line<'a>),
    Clamp(Clamp),
}

pub(super) fn written(line: &str) -> Written<'_> {
    match line.strip_prefix("clamp ") {
        Some(rest) => {
            let [first, x, low, high] = numbers(rest);
            Written::Clamp(Clamp { first, x, low, high })
        }
        None => Written::Single(Words(line.split(' ')).line()),
    }
}

impl<'a> Written<'a> {
    fn lines(self) -> Vec<Line<'a>> {
        match self {
            Written::Single(line) => vec![line],
            Written::Clamp(clamp) => clamp.lines(),
        }
    }
}

/// `clamp` of std, which other than that of formulas keeps a NaN.
#[derive(Clone, Copy)]
pub(super) struct Clamp {
    /// The first of four numbers.
    first: usize,
    pub(super) x: usize,
    pub(super) low: usize,
    pub(super) high: usize,
}

impl Clamp {
    /// What comes of it.
    pub(super) fn result(self) -> usize {
        self.first + 3
    }

    fn lines<'a>(self) -> Vec<Line<'a>> {
        let Clamp { first: variable, x, low, high } = self;
        let place = || Place { root: variable, steps: Vec::new() };
        let mut lines = vec![Line::Variable(variable, Some(x))];
        for (is_beyond, name, bound) in [(variable + 1, "less", low), (variable + 2, "greater", high)] {
            lines.extend([
                Line::Value(is_beyond, Node::Operation(name, vec![x, bound])),
                Line::If(is_beyond),
                Line::Set(place(), bound),
                Line::End,
            ]);
        }
        lines.push(Line::Value(self.result(), Node::Get(place())));
        lines
    }
}

fn numbers<const N: usize>(words: &str) -> [usize; N] {
    let mut words = words.split(' ').map(number);
    std::array::from_fn(|_| words.next().expect("the macro writes all words of a line"))
}

struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    fn word(&mut self) -> &'a str {
        self.0.next().expect("the macro writes all words of a line")
    }

    fn number(&mut self) -> usize {
        number(self.word())
    }

    fn rest(&mut self) -> Vec<usize> {
        self.0.by_ref().map(number).collect()
    }

    fn fields(&mut self) -> Vec<(&'a str, usize)> {
        let mut fields = Vec::new();
        while let Some(name) = self.0.next() {
            fields.push((name, self.number()));
        }
        fields
    }

    fn of(&mut self) -> Of<'a> {
        let word = self.word();
        match (word.strip_prefix('='), word.parse()) {
            (Some(value), _) => Of::Value(number(value)),
            (None, Ok(mark)) => Of::Mark(mark),
            (None, Err(_)) if word == "result" => Of::Result,
            (None, Err(_)) => Of::Named(word),
        }
    }

    fn place(&mut self) -> Place<'a> {
        let word = self.word();
        let is_sign = |c: char| c == '.' || c == '[';
        let end = word.find(is_sign).unwrap_or(word.len());
        let (root, mut rest) = (number(&word[..end]), &word[end..]);
        let mut steps = Vec::new();
        while let Some(tail) = rest.get(1..) {
            let end = tail.find(is_sign).unwrap_or(tail.len());
            let part = &tail[..end];
            steps.push(if rest.starts_with('.') { Step::Part(part) } else { Step::Index(number(part)) });
            rest = &tail[end..];
        }
        Place { root, steps }
    }

    fn line(mut self) -> Line<'a> {
        let word = self.word();
        match word {
            "param" => Line::Parameter(self.number()),
            "var" => Line::Variable(self.number(), self.0.next().map(number)),
            "set" => Line::Set(self.place(), self.number()),
            "if" => Line::If(self.number()),
            "else" => Line::Else,
            "loop" => Line::Loop,
            "end" => Line::End,
            "break" => Line::Break,
            "continue" => Line::Continue,
            "return" => Line::Return(self.number()),
            "never" => Line::Never,
            "next" => Line::Next(self.number(), self.0.next().map(number)),
            _ => Line::Value(self.number(), self.node(word)),
        }
    }

    fn node(&mut self, word: &str) -> Node<'a> {
        match word {
            "get" => Node::Get(self.place()),
            "literal" => Node::Literal(self.of(), self.word()),
            "const" => Node::Constant(self.number()),
            "op" => Node::Operation(self.word(), self.rest()),
            "cast" => Node::Cast(self.number(), self.of()),
            "call" => Node::Call(self.number(), self.rest()),
            "tuple" => Node::Tuple(self.rest()),
            "array" => Node::Array(self.rest()),
            "struct" => Node::Struct(self.of(), self.fields()),
            "repeat" => Node::Repeat(self.number(), self.number()),
            other => unreachable!("the macro writes no `{other}`"),
        }
    }
}

fn number(word: &str) -> usize {
    word.parse().unwrap_or_else(|_| unreachable!("the macro writes a number, not `{word}`"))
}
