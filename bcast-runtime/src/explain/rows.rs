//! What is said of a plan, line by line: for terminals and for pages.

use super::stream::Home;
use super::{Access, Kernel, KernelWork, Pass, Plan, Route, Stream};

/// One line about a pass: what it is about, and what is said. A stream has its bytes.
pub(super) struct Row {
    pub(super) about: &'static str,
    pub(super) says: String,
    pub(super) bytes: Option<usize>,
    /// These bytes stay in the cache.
    pub(super) is_near: bool,
}

impl Plan {
    /// What is said of the call as a whole: how it runs on this machine, and what it moves.
    pub(super) fn summary(&self) -> [String; 2] {
        let passes = counted(self.passes.len(), "pass", "passes");
        let machine = match self.device() {
            Some(name) => [passes, counted(self.kernels().count(), "kernel", "kernels"), name.to_owned()],
            None => [passes, self.simd.to_owned(), counted(self.threads(), "thread", "threads")],
        };
        [machine.join(", "), self.moves()]
    }

    /// What it moves, and has to move, and the memory that it gets.
    pub(super) fn moves(&self) -> String {
        let (moves, least) = (self.bytes(), self.least_bytes());
        let (moves, least) = (size(moves), size(least));
        let has_to = if moves == least { "which it has to".to_owned() } else { format!("has to move {least}") };
        let allocates = match self.allocates() {
            0 => "allocates nothing".to_owned(),
            bytes => format!("allocates {}", size(bytes)),
        };
        let scratch = match self.scratch() {
            0 => String::new(),
            bytes => format!("; scratch {} a thread", size(bytes)),
        };
        let uploads = match self.uploads() {
            0 => String::new(),
            bytes => format!("; uploads {}", size(bytes)),
        };
        let compiles = match self.compiles() {
            0 => String::new(),
            count => format!("; compiles {}", counted(count, "kernel", "kernels")),
        };
        format!("moves {moves}, {has_to}; {allocates}{scratch}{uploads}{compiles}")
    }
}

/// What is said of passes that run together.
pub(super) fn together(first: &Pass) -> Option<String> {
    if first.shares_kernel() {
        return Some("together, one kernel, a group of threads for each row".to_owned());
    }
    let blocks = first.blocks()?;
    let shared = match first.threads() {
        1 => String::new(),
        threads => format!(", {} for {threads} threads", counted(first.pieces(), "piece", "pieces")),
    };
    let (count, extent) = (counted(blocks.count, "block", "blocks"), blocks.extent);
    Some(format!("together, {count} of {extent} along axis {}{shared}", blocks.axis))
}

impl Pass {
    /// What is said of it, but for its formula.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![row("over", self.goes_over())];
        rows.extend(self.how());
        rows.extend(self.reads().iter().map(|read| self.stream("reads", read, "gathered")));
        rows.extend(self.writes().iter().map(|written| self.stream("writes", written, "scattered")));
        let what = match self.scans_again() {
            0 if !self.kernels().is_empty() => "as it is read",
            0 => "each chunk while it is in the cache",
            1 => "all of it is read twice",
            2 => "all of it once more",
            _ => "all of it once more, and read twice",
        };
        rows.extend(self.scans().map(|axis| row("scans", format!("{what}, along axis {axis}"))));
        rows.extend(self.once().iter().map(|part| row("once", format!("{part}, before the loop"))));
        rows.extend((!self.shared().is_empty()).then(|| row("shares", self.shared().join(", "))));
        rows.extend(self.is_hoisted().then(|| row("hoisted", "once for each element of its own axes".to_owned())));
        if self.blocks().is_none() && self.threads() > 1 {
            let says = format!("{} take {}", self.threads(), counted(self.pieces(), "piece", "pieces"));
            rows.push(row("threads", says));
        }
        rows.extend(self.kernels().iter().map(|kernel| row("kernel", said(kernel))));
        rows.extend((self.scratch() > 0).then(|| row("scratch", format!("{} a thread", size(self.scratch())))));
        rows
    }

    fn goes_over(&self) -> String {
        let all = if self.sizes().is_empty() { "one value".to_owned() } else { times(self.sizes()) };
        let loops = match (self.route(), self.loops()) {
            (Route::Once | Route::Empty, _) => return all,
            (Route::Contraction, &[products, rows, columns, summed]) => {
                let products = counted(products, "product", "products");
                return format!("{all}, {products} of {rows}x{columns}, sums of {summed}");
            }
            (_, loops) if loops == self.sizes() => return all,
            (Route::Blocks, _) => "a block",
            _ => "loops",
        };
        let own = if self.loops().is_empty() { "1".to_owned() } else { times(self.loops()) };
        format!("{all}, {loops} {own}")
    }

    /// Its route, and how a reduction goes over its elements.
    fn how(&self) -> Option<Row> {
        let route = match self.route() {
            Route::Alike | Route::Direct | Route::EachDirect => "one kernel call",
            Route::Copied => "one kernel call, with copies",
            Route::Empty => "nothing to do",
            Route::Planned => "a plan, row by row",
            Route::Tree => "a tree of joins",
            Route::Contraction => "matrix products",
            Route::Blocks => "block by block",
            Route::Once => "computed once",
            Route::LeftOut | Route::OnDevice => return None,
        };
        let says = match self.traversal() {
            Some(traversal) if self.route() == Route::Blocks => traversal.to_owned(),
            Some(traversal) => format!("{route}: {traversal}"),
            None if self.route() == Route::Blocks => return None,
            None => route.to_owned(),
        };
        Some(row("by", says))
    }

    fn stream(&self, about: &'static str, stream: &Stream, copied: &str) -> Row {
        let mut says = vec![stream.text().to_owned()];
        if stream.is_value() {
            says.push("one value".to_owned());
        } else if stream.is_computed() {
            says.push("computed from indices".to_owned());
        } else {
            says.push(size(stream.bytes()));
        }
        let often = if about == "reads" && !stream.is_value() { self.times(stream) } else { 1 };
        says.extend((often > 1).then(|| format!("each element {often} times")));
        says.extend(match stream.access() {
            Access::InPlace => None,
            Access::Again => Some("from the cache".to_owned()),
            Access::Splatted => Some("splatted".to_owned()),
            Access::Gathered if stream.is_computed() => None,
            Access::Gathered => Some(copied.to_owned()),
            Access::Uploaded => Some("uploaded".to_owned()),
        });
        says.extend(stream.pass().map(|pass| format!("from pass {pass}")));
        says.extend(match stream.home {
            Home::Own => None,
            Home::Block => Some("in blocks".to_owned()),
            Home::Result => Some("where the result lies".to_owned()),
            Home::Kernel => Some("in the kernel".to_owned()),
        });
        let is_stored = !stream.is_value() && !stream.is_computed();
        let is_near = stream.access() == Access::Again
            || matches!(stream.home, Home::Block | Home::Kernel)
            || self.reads_in_kernel(stream)
            || (self.blocks().is_some() && stream.pass().is_some());
        Row { bytes: is_stored.then(|| stream.bytes()), is_near, ..row(about, says.join(", ")) }
    }
}

/// What is said of a kernel of a GPU.
fn said(kernel: &Kernel) -> String {
    let mut says = vec![match kernel.work {
        KernelWork::PerElement => "element by element".to_owned(),
        KernelWork::PerSquare => "through squares, turned round".to_owned(),
        KernelWork::PerResult => "reduces".to_owned(),
        KernelWork::PerTile => "reduces, several results a thread".to_owned(),
        KernelWork::PerLine => "runs along lines".to_owned(),
        KernelWork::Accumulators => "joins accumulators".to_owned(),
        KernelWork::PerRow => "row by row".to_owned(),
        KernelWork::ByDriver => return "the driver puts accumulators side by side".to_owned(),
    }];
    says.push(counted(kernel.workgroups, "workgroup", "workgroups"));
    says.extend((kernel.accumulators > 0).then(|| format!("leaves accumulators, {}", size(kernel.accumulators))));
    says.extend((!kernel.is_compiled).then(|| "to be compiled".to_owned()));
    says.join(", ")
}

fn row(about: &'static str, says: String) -> Row {
    Row { about, says, bytes: None, is_near: false }
}

fn times(sizes: &[usize]) -> String {
    sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
}

fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Bytes as people say them.
pub(super) fn size(bytes: usize) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match units.into_iter().find(|&(unit, _)| bytes >= unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes as f64 / unit as f64),
        None => counted(bytes, "byte", "bytes"),
    }
}

/// A text on lines of so many columns, as far as its words allow; all but the first one are indented.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let is_full = line.chars().count() + 1 + word.chars().count() > columns;
        if is_full && !line.trim().is_empty() {
            lines.push(std::mem::replace(&mut line, format!("  {word}")));
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
