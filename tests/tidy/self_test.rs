//! The rules themselves: each must notice what it is for.

use crate::source::Source;
use crate::{Finding, circles, documents, exceptions, faults, findings_of, map};

fn findings(path: &str, text: &str) -> Vec<(&'static str, usize)> {
    let source = Source::new(path.to_owned(), text.to_owned());
    findings_of(&source).into_iter().map(|finding| (finding.rule, finding.number)).collect()
}

#[test]
fn sizes() {
    assert_eq!(findings("a.md", &"x".repeat(120)), []);
    assert_eq!(findings("a.md", &format!("{}\n", "é".repeat(121))), [("wide-lines", 1)]);
    assert_eq!(findings("a.wgsl", &"\n".repeat(401)), [("long-file", 401)]);
    assert_eq!(findings("DECISIONS.md", &"\n".repeat(401)), []);
    assert_eq!(findings("README.md", &"\n".repeat(201)), [("long-file", 201)]);
    assert_eq!(findings("a/README.md", &"\n".repeat(201)), []);
    assert_eq!(findings("a.md", &format!("| {} |", "x".repeat(120))), []);
    assert_eq!(findings("a.rs", &format!("| {} |", "x".repeat(120))), [("wide-lines", 1)]);
    let function =
        |lines: usize| format!("type F = fn(u8);\nfn f<'a>(c: [u8; 3]) {{\n{}}}\n", "a('{');\n".repeat(lines));
    assert_eq!(findings("a.rs", &function(38)), []);
    assert_eq!(findings("a.rs", &function(39)), [("long-function", 41)]);
}

#[test]
fn unfinished_macros() {
    assert_eq!(findings("a.rs", "fn f() { todo!() }\nfn g() { dbg!(1) }"), [("unfinished", 2)]);
    assert_eq!(findings("a.rs", "// todo!()\n/* a /* b */ todo!() */ fn f() { g(\"todo!()\", r#\"\"todo!()\"#) }"), []);
}

#[test]
fn unsafe_without_reason() {
    let rule = [("unsafe-without-reason", 1)];
    assert_eq!(findings("a.rs", "fn f() { unsafe { g() } }"), rule);
    assert_eq!(findings("a.rs", "fn f() {\n    // SAFETY: passed on; as above.\n    unsafe { g() }\n}"), rule);
    assert_eq!(findings("a.rs", "// SAFETY: by the contract, `p`\n// is not null.\nunsafe impl Send for P {}"), []);
}

#[test]
fn unsafe_functions() {
    let rule = [("unsafe-fn-without-safety-section", 1)];
    assert_eq!(findings("a.rs", "/// Reads.\n#[inline]\nunsafe fn f() {}"), rule);
    assert_eq!(findings("a.rs", "trait T {\n    unsafe fn f();\n}"), rule);
    assert_eq!(
        findings("a.rs", "/// Reads.\n///\n/// # Safety\n///\n/// `p` is valid.\n#[inline]\npub unsafe fn f() {}"),
        []
    );
    assert_eq!(findings("a.rs", "impl T for A {\n    fn e() {}\n    unsafe fn f() {}\n}\ntype F = unsafe fn(u8);"), []);
}

#[test]
fn comments_above() {
    let manifest = "[package]\nname = \"a\"\n\n[dev-dependencies]\n# Why.\na = \"1\"\nb = \"1\"\n";
    assert_eq!(findings("a/Cargo.toml", manifest), [("dependency-without-comment", 1)]);
    let table = |comment: &str| {
        let text =
            format!("/// {comment}\nconst A: [f32; 2] = [1.0, 2.0];\npub(super) const B: [f64; 2] = [1.0, 2.0];\n");
        documents::tables(&Source::new("bcast-runtime/src/math/exp.rs".to_owned(), text)).map(|finding| finding.number)
    };
    assert_eq!(table("exp(r) for r up to 1/2, with an error of 2^-60."), None);
    assert_eq!(table("exp(r) for r up to 1/2."), Some(2));
}

#[test]
fn modules_in_circles() {
    let source = |path: &str, text: &str| Source::new(format!("src/{path}"), text.to_owned());
    let with = |last: &str| {
        [
            source("lib.rs", "mod a; mod b; mod c; use crate::a::A;"),
            source("a/mod.rs", "mod inner; use crate::{c::C as D, b::{self, B}}; use self::inner::I;"),
            source("a/inner.rs", "use super::A;"),
            source("b.rs", "fn f() -> super::c::C {}"),
            source("c.rs", last),
        ]
    };
    assert_eq!(circles::findings(&with("use crate::d;")), []);
    for circle in ["use crate::{d, a::A};", "use crate::a::inner::I;"] {
        let findings = circles::findings(&with(circle));
        let found: Vec<(&str, usize)> = findings.iter().map(|finding| (&*finding.item, finding.number)).collect();
        assert_eq!(found, [("src/a", 3), ("src/b", 3), ("src/c", 3)]);
    }
}

#[test]
fn what_a_module_passes_on() {
    let source = |path: &str, text: &str| Source::new(format!("src/{path}"), text.to_owned());
    let sources = [
        source("a/mod.rs", "mod left;\nmod right;\npub use left::{L, M};\nuse self::right::R;"),
        source("a/left.rs", "use super::R;"),
        source("a/right.rs", "fn f() { super::M::g() }"),
    ];
    let found: Vec<String> = circles::findings(&sources).into_iter().map(|finding| finding.item).collect();
    assert_eq!(found, ["src/a::left", "src/a::right"]);
    assert_eq!(circles::findings(&sources[..2]), []);
}

#[test]
fn paths_are_read() {
    let mut paths = Vec::new();
    circles::read("crate::{a::{self, b as c}, d::*, e,\n}; f::g", &Vec::new(), &mut paths);
    let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::a::self", "crate::a::b", "crate::d::", "crate::e"]);
}

#[test]
fn the_map_and_what_is_there() {
    let source = |path: &str, text: &str| Source::new(path.to_owned(), text.to_owned());
    let on = |map: &str| {
        let sources = [
            source("ARCHITECTURE.md", map),
            source("a/src/lib.rs", "mod walk; struct Pass; // struct Gone;"),
            source("a/src/b/mod.rs", ""),
            source("c/d/main.rs", ""),
            source("c/README.md", "`d`"),
        ];
        map::findings(&sources)
            .into_iter()
            .map(|Finding { rule, item, number }| (rule, item, number))
            .collect::<Vec<_>>()
    };
    let finding = |rule, item: &str, number| (rule, item.to_owned(), number);
    let words =
        "## Folders\n`a/{src,src/b}`\n`c`\n## Words\n| word | meaning | code |\n| pass | `No` | `Pass`, `walk` |\n";
    assert_eq!(on(&format!("\n{words}")), []);
    let long = format!("\n{words}{}", "\n".repeat(150));
    assert_eq!(on(&long), [finding("long-map", "ARCHITECTURE.md", 157)]);
    assert_eq!(on(&format!("\n{words}").replace(",src/b", "")), [finding("folder-off-map", "a/src/b", 1)]);
    assert_eq!(on(&format!("\n{words}").replace("`walk`", "`Gone`")), [finding("word-off-code", "Gone", 1)]);
    assert_eq!(on("```\n`a/src` `a/src/b` `c`\n```\n").len(), 3);
}

#[test]
fn exceptions_may_only_shrink() {
    let list =
        exceptions::read("# why\n\nlong-file a.rs 410\nlong-file b.rs 420\nlong-file c.rs 430\nlong-file d.rs 440\n");
    let finding = |item: &str, number| Finding { rule: "long-file", item: item.to_owned(), number };
    let findings = [finding("a.rs", 410), finding("b.rs", 421), finding("c.rs", 429), finding("e.rs", 500)];
    let complaints = exceptions::complaints(&findings, &list);
    let ends = ["b.rs: 421, at most 420", "lower the exception", "e.rs: 500", "remove the exception"];
    assert_eq!(complaints.len(), ends.len(), "{complaints:?}");
    assert!(complaints.iter().zip(ends).all(|(complaint, end)| complaint.ends_with(end)), "{complaints:?}");
}

#[test]
fn faults_that_no_longer_fit() {
    let source = |path: &str, text: &str| Source::new(path.to_owned(), text.to_owned());
    let sources = [source("a/src/lib.rs", "f(x); g(x)"), source("a/src/b.rs", "f(y); f(x)"), source("a/c.md", "g(y)")];
    let lost = |text: &str| faults::lost(&source("z.fault", &format!("What is wrong.\nformulas\n{text}")), &sources);
    assert_eq!(lost("a/src\n- g(x)\n+ g(y)\na/src/lib.rs\n- f(x)\n+ f(y)"), 0);
    assert_eq!(lost("a/src\n- f(x)\n+ f(z)\n- f(y)\n+ f(z)\na\n- g(y)\n+ g(z)"), 2);
}
