//! SPEC-TESTS.md against the tests: a table of promises that nothing keeps is worse than none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const SECTIONS: [&str; 10] = [
    "Authentication",
    "Users",
    "Machines",
    "Projects and work orders",
    "Documents",
    "Mass transport",
    "Errors",
    "Limits",
    "Versioning",
    "Control",
];

/// A row of a table: its section and its two cells.
struct Row {
    section: String,
    sentence: String,
    tests: String,
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(crate_folder().join("SPEC-TESTS.md")).unwrap();
    let mut section = String::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut section);
        }
        let Some(cells) = line
            .strip_prefix("| ")
            .and_then(|row| row.strip_suffix(" |"))
        else {
            continue;
        };
        let (sentence, tests) = cells
            .rsplit_once(" | ")
            .unwrap_or_else(|| panic!("a row has two cells: {line}"));
        if sentence != "Sentence" {
            rows.push(Row {
                section: section.clone(),
                sentence: sentence.to_owned(),
                tests: tests.to_owned(),
            });
        }
    }
    rows
}

/// The sources of the tests by module path: `uploads`, `hostile::bodies`.
fn sources() -> BTreeMap<String, String> {
    fn walk(folder: &Path, module: &[String], sources: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut inner = module.to_vec();
            if stem != "mod" {
                inner.push(stem);
            }
            if path.is_dir() {
                walk(&path, &inner, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.insert(inner.join("::"), fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut sources = BTreeMap::new();
    walk(&crate_folder().join("tests/it"), &[], &mut sources);
    sources
}

/// Whether a source has a test function of this name, attribute and all.
fn has_test(source: &str, name: &str) -> bool {
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        let is_function = ["fn ", "async fn "]
            .iter()
            .any(|start| line.starts_with(&format!("{start}{name}(")));
        if is_function && marked {
            return true;
        }
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            marked = true;
        } else if !line.starts_with("#[") && !line.starts_with("//") {
            marked = false;
        }
    }
    false
}

#[test]
fn every_named_test_exists() {
    let sources = sources();
    let mut missing = Vec::new();
    for row in rows() {
        if let Some(reason) = row.tests.strip_prefix("Not over HTTP:") {
            assert!(
                reason.trim().len() > 15,
                "no reason given: {}",
                row.sentence
            );
            continue;
        }
        let names: Vec<&str> = row.tests.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            missing.push(format!("{}: no test is named", row.sentence));
        }
        for name in names {
            let found = name.rsplit_once("::").is_some_and(|(module, function)| {
                sources
                    .get(module)
                    .is_some_and(|source| has_test(source, function))
            });
            if !found {
                missing.push(format!("{}: {name}", row.sentence));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_row_stands_in_a_section_of_the_specification_once() {
    let mut seen = BTreeMap::new();
    for row in rows() {
        assert!(SECTIONS.contains(&row.section.as_str()), "{}", row.section);
        let place = seen.insert(row.sentence.clone(), row.section.clone());
        assert!(place.is_none(), "twice: {}", row.sentence);
    }
    assert!(seen.len() > 20, "the tables were not read");
}

#[test]
fn a_function_without_the_attribute_is_no_test() {
    let source = "#[test]\n// why\n#[cfg(unix)]\nfn one() {}\n\nfn two() {}\n";
    assert!(has_test(source, "one"));
    assert!(!has_test(source, "two") && !has_test(source, "on"));
}
