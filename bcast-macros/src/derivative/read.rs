//! Reads the body of a function.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::body::{Block, Expr, Kind, Statement, Wrap};
use super::outside::is_changed;

/// The body, or nothing if there is something else in it.
pub(super) fn read(body: &Group) -> Option<Block> {
    if is_changed(&body.stream()) {
        return None;
    }
    let mut reader = Reader { tokens: body.stream().into_iter().collect(), at: 0 };
    reader.block()
}

/// What cannot be a part of an expression here.
const REFUSED: [&str; 11] =
    ["return", "break", "continue", "loop", "while", "for", "unsafe", "async", "move", "static", "await"];

/// Infix operators by how tightly they bind, the loosest first.
const OPERATORS: [&[&str]; 9] = [
    &["||"],
    &["&&"],
    &["==", "!=", "<=", ">=", "<", ">"],
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

struct Reader {
    tokens: Vec<TokenTree>,
    at: usize,
}

impl Reader {
    fn of(group: &Group) -> Reader {
        Reader { tokens: group.stream().into_iter().collect(), at: 0 }
    }

    fn peek(&self) -> Option<&TokenTree> {
        self.tokens.get(self.at)
    }

    fn is_done(&self) -> bool {
        self.at == self.tokens.len()
    }

    fn since(&self, start: usize) -> TokenStream {
        self.tokens[start..self.at].iter().cloned().collect()
    }

    fn is_sign(&self, at: usize, sign: char) -> bool {
        matches!(self.tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    fn take_sign(&mut self, sign: char) -> Option<()> {
        self.is_sign(self.at, sign).then(|| self.at += 1)
    }

    fn word(&self) -> Option<String> {
        match self.peek() {
            Some(TokenTree::Ident(word)) => Some(word.to_string()),
            _ => None,
        }
    }

    fn take_name(&mut self) -> Option<Ident> {
        match self.peek() {
            Some(TokenTree::Ident(name)) => {
                let name = name.clone();
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    fn take_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => {
                let group = group.clone();
                self.at += 1;
                Some(group)
            }
            _ => None,
        }
    }

    /// The operator of these that comes next: no longer one, no assignment.
    fn operator(&self, among: &[&'static str]) -> Option<&'static str> {
        let text = self.signs();
        among.iter().copied().find(|sign| text == *sign)
    }

    /// The signs that are written as one, without those before the next operand: `< -x`.
    fn signs(&self) -> String {
        let mut text = String::new();
        for token in &self.tokens[self.at..] {
            let TokenTree::Punct(punct) = token else { break };
            text.push(punct.as_char());
            if punct.spacing() == proc_macro2::Spacing::Alone {
                break;
            }
        }
        // `a*-b` is written without a space.
        while text.len() > 1 && text.ends_with(['-', '!', '&', '*']) && !["&&"].contains(&text.as_str()) {
            text.pop();
        }
        text
    }

    /// All that is left.
    fn block(&mut self) -> Option<Block> {
        let mut statements = Vec::new();
        loop {
            match self.statement() {
                Some(Some(statement)) => statements.push(statement),
                Some(None) => break,
                None => return None,
            }
        }
        let value = self.expression(0)?;
        self.is_done().then_some(Block { statements, value })
    }

    /// A statement, if one comes next; nothing if it is none of ours.
    fn statement(&mut self) -> Option<Option<Statement>> {
        let start = self.at;
        match self.word().as_deref() {
            Some("let") => {
                self.at += 1;
                self.definition().map(Some)
            }
            Some("const") => {
                self.at = (start..self.tokens.len()).find(|&at| self.is_sign(at, ';'))? + 1;
                Some(Some(Statement::Constant(self.since(start))))
            }
            Some(_) => Some(self.assignment()),
            None => Some(None),
        }
    }

    fn definition(&mut self) -> Option<Statement> {
        let start = self.at;
        let equals = (start..self.tokens.len()).find(|&at| self.is_sign(at, '=') || self.is_sign(at, ';'))?;
        let is_mutable = self.word().as_deref() == Some("mut");
        self.at += usize::from(is_mutable);
        let simple = self.take_name().filter(|_| self.at == equals || self.is_sign(self.at, ':'));
        let named = self.at;
        self.at = equals;
        let (whole, of) = (self.since(start), self.since(named));
        self.take_sign('=')?;
        let value = self.expression(0)?;
        self.take_sign(';')?;
        Some(match simple {
            Some(name) => Statement::Let(name, of, value),
            None => Statement::Pattern(whole, value),
        })
    }

    fn assignment(&mut self) -> Option<Statement> {
        let start = self.at;
        let assignment = self.assigned();
        if assignment.is_none() {
            self.at = start;
        }
        assignment
    }

    fn assigned(&mut self) -> Option<Statement> {
        let name = self.take_name()?;
        let sign = match self.signs().as_str() {
            "=" => String::new(),
            "+=" | "-=" | "*=" | "/=" | "%=" => self.signs()[..1].to_owned(),
            _ => return None,
        };
        self.at += sign.len() + 1;
        let value = self.expression(0)?;
        self.take_sign(';')?;
        Some(Statement::Assign(name, sign, value))
    }

    /// An expression of operators that bind at least as tightly as this.
    fn expression(&mut self, level: usize) -> Option<Expr> {
        if level == OPERATORS.len() {
            return self.cast();
        }
        let start = self.at;
        let mut left = self.expression(level + 1)?;
        while let Some(operator) = self.operator(OPERATORS[level]) {
            self.at += operator.len();
            let right = self.expression(level + 1)?;
            let kind = match operator {
                "+" | "-" | "*" | "/" | "%" => Kind::Infix(operator.to_owned(), Box::new(left), Box::new(right)),
                _ => Kind::Step,
            };
            left = Expr { tokens: self.since(start), kind };
        }
        Some(left)
    }

    fn cast(&mut self) -> Option<Expr> {
        let start = self.at;
        let mut value = self.prefixed()?;
        while self.word().as_deref() == Some("as") {
            self.at += 1;
            let to = self.take_name()?;
            value = Expr { tokens: self.since(start), kind: Kind::Cast(Box::new(value), to) };
        }
        Some(value)
    }

    fn prefixed(&mut self) -> Option<Expr> {
        let start = self.at;
        let kind = match self.peek()? {
            TokenTree::Punct(sign) if sign.as_char() == '-' => {
                self.at += 1;
                Kind::Negative(Box::new(self.prefixed()?))
            }
            TokenTree::Punct(sign) if ['!', '*', '&'].contains(&sign.as_char()) => {
                let is_step = sign.as_char() == '!';
                self.at += 1;
                self.prefixed()?;
                if is_step { Kind::Step } else { Kind::Other }
            }
            _ => return self.postfixed(),
        };
        Some(Expr { tokens: self.since(start), kind })
    }

    fn postfixed(&mut self) -> Option<Expr> {
        let start = self.at;
        let mut value = self.primary()?;
        loop {
            let kind = match self.peek() {
                Some(TokenTree::Punct(dot)) if dot.as_char() == '.' && !self.is_sign(self.at + 1, '.') => {
                    self.at += 1;
                    let field = self.peek()?.clone();
                    self.at += 1;
                    match (field, self.take_group(Delimiter::Parenthesis)) {
                        (TokenTree::Ident(name), Some(group)) => {
                            let mut arguments = vec![value];
                            arguments.extend(arguments_of(&group)?);
                            Kind::Method(name, arguments)
                        }
                        _ => Kind::Other,
                    }
                }
                Some(TokenTree::Punct(sign)) if sign.as_char() == '?' => return None,
                Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace => {
                    self.at += 1;
                    Kind::Other
                }
                _ => return Some(value),
            };
            value = Expr { tokens: self.since(start), kind };
        }
    }

    fn primary(&mut self) -> Option<Expr> {
        let start = self.at;
        let kind = match self.peek()?.clone() {
            TokenTree::Literal(_) => {
                self.at += 1;
                Kind::Other
            }
            TokenTree::Punct(_) => return None,
            TokenTree::Group(group) => {
                self.at += 1;
                group_of(&group)?
            }
            TokenTree::Ident(word) => match word.to_string().as_str() {
                "if" => self.conditional()?,
                "match" => self.matched()?,
                word if REFUSED.contains(&word) => return None,
                _ => self.path()?,
            },
        };
        Some(Expr { tokens: self.since(start), kind })
    }

    /// What comes before the next brace.
    fn head(&mut self) -> Option<TokenStream> {
        let start = self.at;
        let is_brace =
            |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        self.at = (start..self.tokens.len()).find(|&at| is_brace(&self.tokens[at]))?;
        Some(self.since(start))
    }

    fn conditional(&mut self) -> Option<Kind> {
        let mut branches = Vec::new();
        loop {
            let head = self.head()?;
            if head.clone().into_iter().any(|token| token.to_string() == "let") {
                return None;
            }
            branches.push((head, Reader::of(&self.take_group(Delimiter::Brace)?).block()?));
            if self.word().as_deref() != Some("else") {
                // Without an `else` it has no value, and after that no other branch comes.
                let is_whole = branches.last().is_some_and(|(head, _)| starts_with(head, "else"));
                return is_whole.then_some(Kind::Choice(branches, Wrap::If));
            }
            if starts_with(&branches.last()?.0, "else") && !is_conditional(&branches.last()?.0) {
                return None;
            }
        }
    }

    fn matched(&mut self) -> Option<Kind> {
        let (head, mut arms) = (self.head()?, Reader::of(&self.take_group(Delimiter::Brace)?));
        let mut branches = Vec::new();
        while !arms.is_done() {
            let start = arms.at;
            let arrow = (start..arms.tokens.len()).find(|&at| arms.is_sign(at, '=') && arms.is_sign(at + 1, '>'))?;
            arms.at = arrow + 2;
            let pattern = arms.since(start);
            let value = arms.expression(0)?;
            let is_last = arms.take_sign(',').is_none();
            let is_block = matches!(value.kind, Kind::Block(_));
            branches.push((pattern, Block { statements: Vec::new(), value }));
            if is_last && !is_block && !arms.is_done() {
                return None;
            }
        }
        (!branches.is_empty()).then_some(Kind::Choice(branches, Wrap::Match(head)))
    }

    fn path(&mut self) -> Option<Kind> {
        let start = self.at;
        let mut last = self.take_name()?;
        let mut names = 1;
        while self.is_sign(self.at, ':') && self.is_sign(self.at + 1, ':') {
            self.at += 2;
            last = self.take_name()?;
            names += 1;
        }
        let path = self.since(start);
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                let arguments = arguments_of(group)?;
                self.at += 1;
                let is_method = names == 2 && ["f32", "f64"].iter().any(|kind| starts_with(&path, kind));
                Some(if is_method { Kind::Method(last, arguments) } else { Kind::Call(path, arguments) })
            }
            // A literal of a struct.
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => None,
            Some(TokenTree::Punct(sign)) if sign.as_char() == '!' && !self.is_sign(self.at + 1, '=') => None,
            _ if names == 1 => Some(Kind::Name(last)),
            _ => Some(Kind::Other),
        }
    }
}

/// A parenthesis, a block, a tuple or an array.
fn group_of(group: &Group) -> Option<Kind> {
    match group.delimiter() {
        Delimiter::Brace => Some(Kind::Block(Box::new(Reader::of(group).block()?))),
        Delimiter::Bracket => Some(Kind::Other),
        Delimiter::Parenthesis | Delimiter::None => match arguments_of(group)?.as_slice() {
            [single] if group.stream().into_iter().last().is_none_or(|last| last.to_string() != ",") => {
                Some(Kind::Parenthesis(Box::new(single.clone())))
            }
            _ => Some(Kind::Other),
        },
    }
}

fn arguments_of(group: &Group) -> Option<Vec<Expr>> {
    let (mut reader, mut arguments) = (Reader::of(group), Vec::new());
    while !reader.is_done() {
        arguments.push(reader.expression(0)?);
        if reader.take_sign(',').is_none() && !reader.is_done() {
            return None;
        }
    }
    Some(arguments)
}

fn starts_with(tokens: &TokenStream, word: &str) -> bool {
    matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == word)
}

/// `else if ..`
fn is_conditional(head: &TokenStream) -> bool {
    matches!(head.clone().into_iter().nth(1), Some(TokenTree::Ident(word)) if word == "if")
}
