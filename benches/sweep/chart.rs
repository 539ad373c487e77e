//! The chart: nanoseconds of an element over bytes, both logarithmic, a panel for each expression.

use std::fmt::Write;

/// An expression's measurements.
pub struct Panel {
    pub formula: &'static str,
    pub lines: Vec<Line>,
}

/// Those with one number of threads.
pub struct Line {
    pub threads: usize,
    pub ours: Vec<Point>,
    pub theirs: Vec<Point>,
}

pub struct Point {
    pub bytes: f64,
    pub nanos: f64,
    /// Our time over theirs.
    pub ratio: f64,
}

/// A panel's size, what is left of it for the numbers, and the space above it.
const WIDTH: f64 = 410.0;
const HEIGHT: f64 = 230.0;
const LEFT: f64 = 54.0;
const TOP: f64 = 60.0;
/// From one panel to the next.
const ACROSS: f64 = WIDTH + LEFT + 16.0;
const DOWN: f64 = HEIGHT + 78.0;

/// Colours of numbers of threads, on light pages and on dark ones.
const COLOURS: [(&str, &str); 5] = [
    ("#2563eb", "#60a5fa"),
    ("#dc2626", "#f87171"),
    ("#16a34a", "#4ade80"),
    ("#9333ea", "#c084fc"),
    ("#b45309", "#fbbf24"),
];

const LIGHT: &str = "text { font: 12px system-ui, sans-serif; fill: #1f2328 } .small { font-size: 11px } \
    .code { font: 12px ui-monospace, monospace } .page { fill: #ffffff } path { fill: none; stroke-width: 1.8 } \
    .grid { stroke: #d1d9e0; stroke-width: 1 } .hand { stroke-dasharray: 5 3; opacity: 0.7 }";
const DARK: &str = "text { fill: #e6edf3 } .page { fill: #0d1117 } .grid { stroke: #30363d }";

/// The whole picture, two panels a row.
pub fn draw(panels: &[Panel]) -> String {
    let (width, height) = (2.0 * ACROSS + 8.0, 34.0 + panels.len().div_ceil(2) as f64 * DOWN);
    let (mut light, mut dark) = (LIGHT.to_owned(), DARK.to_owned());
    for (number, (on_light, on_dark)) in COLOURS.iter().enumerate() {
        write!(light, " .c{number} {{ stroke: {on_light} }}").expect("strings grow");
        write!(dark, " .c{number} {{ stroke: {on_dark} }}").expect("strings grow");
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>Time per element from 1 KB to 1 GB</title>\n\
         <style>{light} @media (prefers-color-scheme: dark) {{ {dark} }}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n\
         <text x=\"12\" y=\"22\">Nanoseconds per element (f32) over the bytes of all arrays. Solid: bcast; dashed: \
         hand-written loops.</text>\n"
    );
    if let Some(panel) = panels.first() {
        legend(&mut svg, panel);
    }
    for (number, panel) in panels.iter().enumerate() {
        let (left, top) = (LEFT + (number % 2) as f64 * ACROSS, TOP + (number / 2) as f64 * DOWN + 24.0);
        draw_panel(&mut svg, panel, left, top);
    }
    svg + "</svg>\n"
}

fn legend(svg: &mut String, panel: &Panel) {
    for (number, line) in panel.lines.iter().enumerate() {
        let (x, colour) = (12.0 + 110.0 * number as f64, number % COLOURS.len());
        let unit = if line.threads == 1 { "thread" } else { "threads" };
        writeln!(
            svg,
            "<path class=\"c{colour}\" d=\"M{x} 38h24\"/><text x=\"{}\" y=\"42\">{} {unit}</text>",
            x + 30.0,
            line.threads
        )
        .expect("strings grow");
    }
}

fn draw_panel(svg: &mut String, panel: &Panel, left: f64, top: f64) {
    let every = || panel.lines.iter().flat_map(|line| line.ours.iter().chain(&line.theirs));
    let range =
        |of: fn(&Point) -> f64| every().map(of).fold((f64::MAX, 0.0), |(a, b): (f64, f64), v| (a.min(v), b.max(v)));
    let ((least, most), (fastest, slowest)) = (range(|point| point.bytes), range(|point| point.nanos));
    // At least a decade, so that noise does not look like steps.
    let (low, high) = ((fastest * 0.8).log10(), (slowest * 1.2).log10());
    let (low, high) = if high - low < 1.0 { (high - 1.0, high) } else { (low, high) };
    let x = |bytes: f64| left + (bytes / least).ln() / (most / least).ln() * WIDTH;
    let y = |nanos: f64| top + (high - nanos.log10()) / (high - low) * HEIGHT;

    let mut ratios: Vec<f64> = panel.lines.iter().flat_map(|line| &line.ours).map(|point| point.ratio).collect();
    ratios.sort_by(f64::total_cmp);
    writeln!(
        svg,
        "<text class=\"code\" x=\"{left}\" y=\"{}\">{}</text>\n<text class=\"small\" x=\"{left}\" y=\"{}\">bcast over hand \
         loop: {:.2} to {:.2}, median {:.2}</text>",
        top - 20.0,
        panel.formula,
        top - 6.0,
        ratios[0],
        ratios[ratios.len() - 1],
        ratios[ratios.len() / 2]
    )
    .expect("strings grow");
    grid(svg, (left, top), (least, most), (low, high), &x, &y);
    for (number, line) in panel.lines.iter().enumerate() {
        for (points, class) in [(&line.theirs, " hand"), (&line.ours, "")] {
            let path: Vec<String> = points.iter().map(|p| format!("{:.1} {:.1}", x(p.bytes), y(p.nanos))).collect();
            writeln!(svg, "<path class=\"c{}{class}\" d=\"M{}\"/>", number % COLOURS.len(), path.join("L"))
                .expect("strings grow");
        }
    }
}

fn grid(
    svg: &mut String,
    (left, top): (f64, f64),
    (least, most): (f64, f64),
    (low, high): (f64, f64),
    x: &dyn Fn(f64) -> f64,
    y: &dyn Fn(f64) -> f64,
) {
    for (bytes, name) in [(10, "1 KB"), (15, "32 KB"), (20, "1 MB"), (25, "32 MB"), (30, "1 GB")] {
        let bytes = f64::from(bytes).exp2();
        if (least..=most).contains(&bytes) {
            let x = x(bytes);
            writeln!(
                svg,
                "<path class=\"grid\" d=\"M{x:.1} {top}v{HEIGHT}\"/><text class=\"small\" x=\"{x:.1}\" y=\"{}\" \
                 text-anchor=\"middle\">{name}</text>",
                top + HEIGHT + 16.0
            )
            .expect("strings grow");
        }
    }
    for decade in low.floor() as i32..=high.floor() as i32 {
        for digit in [1.0, 2.0, 5.0] {
            let nanos = digit * 10.0_f64.powi(decade);
            if !(low..=high).contains(&nanos.log10()) {
                continue;
            }
            let (x, y, digits) = (left - 6.0, y(nanos), decade.min(0).unsigned_abs() as usize);
            writeln!(
                svg,
                "<path class=\"grid\" d=\"M{left} {y:.1}h{WIDTH}\"/><text class=\"small\" x=\"{x}\" y=\"{:.1}\" \
                 text-anchor=\"end\">{nanos:.digits$}</text>",
                y + 4.0
            )
            .expect("strings grow");
        }
    }
}
