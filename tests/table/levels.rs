//! Which SIMD level the table ran with.

use std::io::Write;

/// A value that is no level is told, once; the program runs on.
#[test]
fn an_unknown_level() {
    let program = std::env::current_exe().expect("this program");
    let output = std::process::Command::new(program)
        .args(["the_level_in_use", "--nocapture"])
        .env("BCAST_SIMD", "sse9")
        .output()
        .expect("it runs");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    let complaint = r#"BCAST_SIMD is "sse9", which is none of ["baseline", "x86-64-v3", "x86-64-v4"]"#;
    assert_eq!(said.matches(complaint).count(), 1, "{said}");
}

/// `BCAST_SIMD` lowers the level and never raises it; builds with debug assertions have the lowest only.
#[test]
fn the_level_in_use() {
    let levels = ["baseline", "x86-64-v3", "x86-64-v4"];
    let place = |name: &str| levels.iter().position(|&level| level == name);
    let level = bcast::simd_level();
    let at = place(level).expect("one of the documented names");
    if let Some(forced) = std::env::var("BCAST_SIMD").ok().as_deref().and_then(place) {
        assert!(at <= forced, "BCAST_SIMD asks for {}, {level} runs", levels[forced]);
    }
    if cfg!(debug_assertions) {
        assert_eq!(level, "baseline");
    }
    // Straight to the stream: the harness shows what a test prints only when it fails.
    writeln!(std::io::stderr(), "table of shapes, maps and layouts: SIMD level {level}")
        .expect("a standard error stream");
}
