//! Tables of promises with the tests that keep them: a table that nothing keeps is worse than none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The tables of a Markdown file of a crate: a promise and its tests in each row.
pub struct Promises<'a> {
    /// The folder of the crate.
    pub folder: &'a str,
    /// The file with the tables.
    pub file: &'a str,
    /// The title of the first column.
    pub heading: &'a str,
    /// The mark of the titles of sections.
    pub section: &'a str,
    /// The folders of sources, relative to that of the crate.
    pub sources: &'a [&'a str],
    /// The beginning of a second cell that gives a reason instead of tests.
    pub exempt: Option<&'a str>,
}

struct Row {
    section: String,
    promise: String,
    tests: String,
}

impl Promises<'_> {
    /// Fails where a row names no test, or one that does not exist.
    pub fn assert_kept(&self) {
        let mut sources = BTreeMap::new();
        for folder in self.sources {
            walk(&Path::new(self.folder).join(folder), "", &mut sources);
        }
        let mut missing = Vec::new();
        for row in self.rows() {
            if let Some(reason) = self.exempt.and_then(|mark| row.tests.strip_prefix(mark)) {
                assert!(reason.trim().len() > 15, "no reason given: {}", row.promise);
                continue;
            }
            let names: Vec<&str> = row.tests.split('`').skip(1).step_by(2).collect();
            if names.is_empty() {
                missing.push(format!("{}: no test is named", row.promise));
            }
            for name in names {
                let found = name.rsplit_once("::").is_some_and(|(module, function)| {
                    let sources = sources.get(module).into_iter().flatten();
                    sources.into_iter().any(|source| has_test(source, function))
                });
                if !found {
                    missing.push(format!("{}: {name}", row.promise));
                }
            }
        }
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }

    /// Fails where a section is not of these or has no row, or a promise stands twice.
    pub fn assert_sections(&self, sections: &[&str]) {
        let rows = self.rows();
        let found: BTreeSet<&str> = rows.iter().map(|row| row.section.as_str()).collect();
        assert_eq!(found, sections.iter().copied().collect());
        let promises: BTreeSet<&str> = rows.iter().map(|row| row.promise.as_str()).collect();
        assert_eq!(promises.len(), rows.len(), "a promise stands twice");
        assert!(rows.len() > 20, "the tables were not read");
    }

    fn rows(&self) -> Vec<Row> {
        let text = fs::read_to_string(Path::new(self.folder).join(self.file)).unwrap();
        let mut section = String::new();
        let mut rows = Vec::new();
        for line in text.lines() {
            if let Some(title) = line.strip_prefix(self.section) {
                title.clone_into(&mut section);
            }
            let cells = line
                .strip_prefix("| ")
                .and_then(|row| row.strip_suffix(" |"));
            let Some((promise, tests)) = cells.and_then(|cells| cells.rsplit_once(" | ")) else {
                continue;
            };
            if promise != self.heading {
                rows.push(Row {
                    section: section.clone(),
                    promise: promise.to_owned(),
                    tests: tests.to_owned(),
                });
            }
        }
        rows
    }
}

/// Reads the sources by module path: `uploads`, `users::create`.
fn walk(folder: &Path, module: &str, sources: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let inner = match (module, stem) {
            (module, "mod") => module.to_owned(),
            ("", stem) => stem.to_owned(),
            (module, stem) => format!("{module}::{stem}"),
        };
        if path.is_dir() {
            walk(&path, &inner, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            sources.entry(inner).or_default().push(source);
        }
    }
}

/// True for a source with a test function of this name, attribute and all.
fn has_test(source: &str, name: &str) -> bool {
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        let starts = |start: &str| line.starts_with(&format!("{start}{name}("));
        if marked && (starts("fn ") || starts("async fn ")) {
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

#[cfg(test)]
mod tests {
    use super::has_test;

    #[test]
    fn a_function_without_the_attribute_is_no_test() {
        let source = "#[test]\n// why\n#[cfg(unix)]\nfn one() {}\n\nfn two() {}\n";
        assert!(has_test(source, "one"));
        assert!(!has_test(source, "two") && !has_test(source, "on"));
    }
}
