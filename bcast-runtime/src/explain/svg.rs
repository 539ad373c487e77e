//! The picture for a page: a card for each pass, with a bar for each stream in memory, pale where a cache holds it.
//! Passes that run together share a frame.

use super::rows::{Row, together, wrapped};
use super::{Pass, Plan};
use std::fmt::Write;

/// Sizes in pixels. A character of the text is 0.6 as wide as it is high.
const WIDTH: usize = 760;
const LINE: usize = 19;
const MARGIN: usize = 16;
const PADDING: usize = 10;
/// Where texts about a pass begin, and where bars do, and how long the longest one is.
const SAYS: usize = 108;
const BARS: usize = 628;
const BAR: usize = 104;
/// The most characters on a line: of formulas, and of rows.
const COLUMNS: usize = 90;
const ROW_COLUMNS: usize = 66;

/// Of this picture alone, wherever it stands in a page.
const STYLE: &str = "\
.bcast-plan{background:#fff}.bcast-plan .text{\
font:12.5px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2328}\
.bcast-plan .formula{font-weight:600}.bcast-plan .about{fill:#656d76}\
.bcast-plan .card{fill:#f6f8fa;stroke:#d0d7de}\
.bcast-plan .frame{fill:none;stroke:#8250df;stroke-dasharray:5 4}\
.bcast-plan .reads{fill:#0969da}.bcast-plan .writes{fill:#bc4c00}.bcast-plan .near{opacity:.3}\
@media(prefers-color-scheme:dark){.bcast-plan{background:#0d1117}\
.bcast-plan .text{fill:#e6edf3}.bcast-plan .about{fill:#8d96a0}\
.bcast-plan .card{fill:#161b22;stroke:#30363d}.bcast-plan .frame{stroke:#a371f7}\
.bcast-plan .reads{fill:#4493f8}.bcast-plan .writes{fill:#db6d28}}";

impl Plan {
    /// A picture of the plan as the text of an SVG, for a page in light or dark colours. It does not say the SIMD level
    /// of this machine.
    ///
    /// ```
    /// use bcast_runtime::explain::Plan;
    ///
    /// fn page(plan: &Plan) -> String {
    ///     format!("<h1>What it does</h1>{}", plan.svg())
    /// }
    /// ```
    pub fn svg(&self) -> String {
        let mut picture = Picture { body: String::new(), y: MARGIN, longest: self.longest_stream() };
        picture.lines(MARGIN, "text about", &wrapped(&self.moves(), COLUMNS));
        if let Some(structured) = self.structured() {
            picture.lines(MARGIN, "text about", &wrapped(&structured, COLUMNS));
        }
        for (number, group) in self.drawn() {
            picture.group(group, number);
        }
        let (height, body) = (picture.y + MARGIN, picture.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" class=\"bcast-plan\">\n<style>{STYLE}</style>\n{body}</svg>\n"
        )
    }

    /// Bytes of the longest stream.
    fn longest_stream(&self) -> usize {
        self.passes().iter().flat_map(Pass::rows).filter_map(|row| row.bytes).max().unwrap_or(1).max(1)
    }
}

/// A picture that grows from above.
struct Picture {
    body: String,
    y: usize,
    longest: usize,
}

impl Picture {
    /// Passes that run together, or one; they are numbered from here on.
    fn group(&mut self, passes: &[Pass], first: usize) {
        self.y += PADDING;
        let top = self.y;
        let says = together(&passes[0]);
        if let Some(says) = &says {
            self.y += PADDING / 2;
            self.lines(MARGIN + PADDING, "text about", &wrapped(says, COLUMNS));
        }
        for (at, pass) in passes.iter().enumerate() {
            self.card(pass, first + at);
        }
        if says.is_some() {
            let (x, width, height) = (MARGIN / 2, WIDTH - MARGIN, self.y + PADDING - top);
            self.rectangle("frame", (x, top), (width, height), 8);
            self.y += PADDING;
        }
    }

    fn card(&mut self, pass: &Pass, number: usize) {
        self.y += PADDING;
        let (top, outside) = (self.y, std::mem::take(&mut self.body));
        self.y += PADDING / 2;
        let head = self.y;
        for part in pass.formula() {
            self.lines(SAYS - 70, "text formula", &wrapped(part, COLUMNS));
        }
        if self.y == head {
            self.y += LINE;
        }
        self.line(MARGIN + PADDING - 6, head, "text about", &number.to_string());
        pass.rows().iter().for_each(|row| self.row(row));
        self.y += PADDING / 2;
        let inside = std::mem::replace(&mut self.body, outside);
        self.rectangle("card", (MARGIN, top), (WIDTH - 2 * MARGIN, self.y - top), 6);
        self.body.push_str(&inside);
    }

    fn row(&mut self, row: &Row) {
        let y = self.y;
        self.line(SAYS - 70, y, "text about", row.about);
        if let Some(bytes) = row.bytes {
            let long = (bytes as f64 / self.longest as f64 * BAR as f64).ceil() as usize;
            let class = if row.is_near { format!("{} near", row.about) } else { row.about.to_owned() };
            self.rectangle(&class, (BARS, y + 4), (long.clamp(1, BAR), LINE - 9), 2);
        }
        self.lines(SAYS, "text", &wrapped(&row.says, ROW_COLUMNS));
    }

    /// Lines of text one under the other.
    fn lines(&mut self, x: usize, class: &str, lines: &[String]) {
        for line in lines {
            self.line(x, self.y, class, line);
            self.y += LINE;
        }
    }

    fn line(&mut self, x: usize, top: usize, class: &str, text: &str) {
        let indent = text.len() - text.trim_start().len();
        let (x, y, text) = (x + indent * 8, top + LINE - 6, escaped(text.trim_start()));
        self.put(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"));
    }

    fn rectangle(&mut self, class: &str, (x, y): (usize, usize), (width, height): (usize, usize), radius: usize) {
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>"
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments) {
        // Writing to a `String` does not fail.
        let _ = writeln!(self.body, "{element}");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
