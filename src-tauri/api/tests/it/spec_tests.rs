//! README.md against the tests: a table of promises that nothing keeps is worse than none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const SECTIONS: [&str; 6] = [
    "Authentication",
    "Errors",
    "Retry policy",
    "Update rules",
    "Supervisors and tags",
    "Pagination and sync modes",
];

/// A row of a table: its section and its two cells.
struct Row {
    section: String,
    rule: String,
    tests: String,
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(crate_folder().join("README.md")).unwrap();
    let mut section = String::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            title.clone_into(&mut section);
        }
        let cells = line
            .strip_prefix("| ")
            .and_then(|row| row.strip_suffix(" |"));
        let Some((rule, tests)) = cells.and_then(|cells| cells.rsplit_once(" | ")) else {
            continue;
        };
        if rule != "Rule" {
            rows.push(Row {
                section: section.clone(),
                rule: rule.to_owned(),
                tests: tests.to_owned(),
            });
        }
    }
    rows
}

/// The sources by module path, `users` or `auth::token`: integration tests and the crate's own.
fn sources() -> BTreeMap<String, Vec<String>> {
    fn walk(folder: &Path, module: &[String], sources: &mut BTreeMap<String, Vec<String>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut inner = module.to_vec();
            if stem != "mod" {
                inner.push(stem);
            }
            if path.is_dir() {
                walk(&path, &inner, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                sources.entry(inner.join("::")).or_default().push(source);
            }
        }
    }
    let mut sources = BTreeMap::new();
    for folder in ["tests/it", "src"] {
        walk(&crate_folder().join(folder), &[], &mut sources);
    }
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
        let names: Vec<&str> = row.tests.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            missing.push(format!("{}: no test is named", row.rule));
        }
        for name in names {
            let found = name.rsplit_once("::").is_some_and(|(module, function)| {
                let sources = sources.get(module).into_iter().flatten();
                sources.into_iter().any(|source| has_test(source, function))
            });
            if !found {
                missing.push(format!("{}: {name}", row.rule));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_section_of_the_specification_has_its_rules_and_no_rule_stands_twice() {
    let rows = rows();
    let sections: BTreeSet<&str> = rows.iter().map(|row| row.section.as_str()).collect();
    assert_eq!(sections, BTreeSet::from(SECTIONS));
    let rules: BTreeSet<&str> = rows.iter().map(|row| row.rule.as_str()).collect();
    assert_eq!(rules.len(), rows.len(), "a rule stands twice");
    assert!(rules.len() > 50, "the tables were not read");
}

#[test]
fn a_function_without_the_attribute_is_no_test() {
    let source = "#[test]\n// why\n#[cfg(unix)]\nfn one() {}\n\nfn two() {}\n";
    assert!(has_test(source, "one"));
    assert!(!has_test(source, "two") && !has_test(source, "on"));
}
