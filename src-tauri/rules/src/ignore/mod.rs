//! Ignore rules: which files are never uploaded, and by which rule.
//!
//! A rule has an id and a name to show, so that "why isn't this file uploaded?" has an answer.

mod cad;
mod fixed;
mod office;
mod rule;
mod system;
mod wording;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use serde::{Serialize, Serializer};

pub use fixed::{OUR_PREFIX, OUR_SUFFIX, is_ours};
use rule::Name;
pub use wording::name_in;

/// Links are never followed.
pub const LINKS: IgnoreRule = IgnoreRule::fixed("link", "Links");

/// The id of a rule that the user wrote.
const OWN_RULE: &str = "user";

/// A rule by its id and the name that is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IgnoreRule {
    /// Stable, for programs.
    pub id: &'static str,
    /// "Office lock files".
    pub name: Cow<'static, str>,
}

impl IgnoreRule {
    /// Makes a rule that no person wrote.
    #[must_use]
    pub const fn fixed(id: &'static str, name: &'static str) -> Self {
        Self {
            id,
            name: Cow::Borrowed(name),
        }
    }
}

impl fmt::Display for IgnoreRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// In what is shown, a rule is its name.
impl Serialize for IgnoreRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

/// A line of the user's rules that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rule `{line}` cannot be read: {reason}")]
pub struct InvalidIgnoreRule {
    /// The line as written.
    pub line: String,
    /// English reason.
    pub reason: String,
}

/// The rules of one synced folder, or of a drop: the fixed ones and the user's own. Cheap to clone.
#[derive(Clone)]
pub struct IgnoreRules {
    own: Arc<Gitignore>,
    lines: Arc<[String]>,
}

impl fmt::Debug for IgnoreRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IgnoreRules")
            .field("own", &self.lines)
            .finish()
    }
}

impl Default for IgnoreRules {
    fn default() -> Self {
        Self {
            own: Arc::new(Gitignore::empty()),
            lines: Arc::new([]),
        }
    }
}

impl IgnoreRules {
    /// Makes the fixed rules and the user's, in gitignore syntax, later ones first. `!*.bak` brings
    /// back what a fixed rule hides; our own temporary files stay hidden whatever it says.
    pub fn with(lines: &[impl AsRef<str>]) -> Result<Self, InvalidIgnoreRule> {
        // Matching is of paths below the root, so the builder's root is empty.
        let mut builder = GitignoreBuilder::new("");
        let bad = |line: &str, error: ignore::Error| InvalidIgnoreRule {
            line: line.to_owned(),
            reason: error.to_string(),
        };
        // Names are one name whatever their case, so are rules.
        let set = builder.case_insensitive(true).map(drop);
        set.map_err(|error| bad("", error))?;
        for line in lines {
            let line = line.as_ref();
            let added = builder.add_line(None, line).map(drop);
            added.map_err(|error| bad(line, error))?;
        }
        let own = builder.build().map_err(|error| bad("", error))?;
        Ok(Self {
            own: Arc::new(own),
            lines: lines.iter().map(|line| line.as_ref().to_owned()).collect(),
        })
    }

    /// Returns the user's lines as given.
    #[must_use]
    pub fn own(&self) -> &[String] {
        &self.lines
    }

    /// Returns every fixed rule, for a list in the window.
    pub fn fixed() -> impl Iterator<Item = IgnoreRule> {
        fixed::all().map(|rule| IgnoreRule::fixed(rule.id, rule.name))
    }

    /// Returns the rule that ignores a file, by its name or by a folder on its path. Paths are
    /// below the root, with `/` between folders.
    #[must_use]
    pub fn explain(&self, path: &str) -> Option<IgnoreRule> {
        let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        folders
            .map(|folder| self.folder(folder))
            .find(Option::is_some)
            .unwrap_or_else(|| self.file(path))
    }

    /// Returns the rule that ignores a file whose folders are not ignored.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<IgnoreRule> {
        self.entry(path, false)
    }

    /// Returns the rule that ignores a folder whose own folders are not ignored.
    #[must_use]
    pub fn folder(&self, path: &str) -> Option<IgnoreRule> {
        self.entry(path, true)
    }

    /// Returns the rule that ignores a file or a folder; the folders on its path are not ignored.
    #[must_use]
    pub fn entry(&self, path: &str, is_folder: bool) -> Option<IgnoreRule> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if fixed::is_ours(name) {
            return Some(IgnoreRule::fixed(fixed::OURS.id, fixed::OURS.name));
        }
        if !self.own.is_empty() {
            match self.own.matched(path, is_folder) {
                Match::Ignore(glob) => {
                    return Some(IgnoreRule {
                        id: OWN_RULE,
                        name: format!("Your rule {}", glob.original()).into(),
                    });
                }
                Match::Whitelist(_) => return None,
                Match::None => {}
            }
        }
        let name = Name::new(name);
        let rule = fixed::all().find(|rule| {
            let hides = if is_folder { rule.folder } else { rule.file };
            hides(&name)
        });
        rule.map(|rule| IgnoreRule::fixed(rule.id, rule.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(rules: &IgnoreRules, path: &str) -> Option<String> {
        rules.explain(path).map(|rule| rule.name.into_owned())
    }

    #[test]
    fn each_temporary_file_is_hidden_by_a_rule_with_a_name() {
        let rules = IgnoreRules::default();
        for (path, name) in [
            ("~$Plan.docx", "Office lock files"),
            ("VA/~$Plan.xlsx", "Office lock files"),
            ("~WRD0004.tmp", "Word's temporary files"),
            ("~WRL3121.tmp", "Word's temporary files"),
            ("5F3A2B10", "Excel's temporary files"),
            ("Backup of Plan.wbk", "Office backups"),
            ("db.laccdb", "Office lock files"),
            (".~lock.Plan.odt#", "LibreOffice lock files"),
            ("Plan.dwl", "AutoCAD lock files"),
            ("PLAN.DWL2", "AutoCAD lock files"),
            ("Plan_1_1_0001.sv$", "AutoCAD's temporary files"),
            ("Plan.ac$", "AutoCAD's temporary files"),
            ("atmp0001", "AutoCAD's temporary files"),
            ("Plan.bak", "Backup copies"),
            ("Bygg.0001.rvt", "Revit backups"),
            ("Familie.0123.rfa", "Revit backups"),
            ("Revit_temp/x.rvt", "Revit's temporary files"),
            ("terreng.3dmbak", "Rhino backups"),
            ("terreng.3dm.rhl", "Rhino lock files"),
            ("hus.skb", "SketchUp backups"),
            ("AutoSave_hus.skp", "SketchUp backups"),
            ("~$del.SLDPRT", "SolidWorks lock files"),
            ("aab12345", "Acrobat's temporary files"),
            ("plan.pdf.crdownload", "Unfinished downloads"),
            ("plan.pdf.part", "Unfinished downloads"),
            ("Thumbs.db", "Files of the operating system"),
            ("desktop.ini", "Files of the operating system"),
            (".DS_Store", "Files of the operating system"),
            ("._Plan.pdf", "Files of the operating system"),
            ("$RECYCLE.BIN/x.pdf", "Files of the operating system"),
            (".git/config", "Hidden files"),
            (".hidden", "Hidden files"),
            ("sav3f2.tmp", "Temporary files"),
            ("notes.txt~", "Editor backups"),
            ("Plan.lnk", "Shortcuts"),
            ("model.lck", "Lock files"),
            (".fielddesk-1a.tmp", "Fielddesk's own temporary files"),
        ] {
            assert_eq!(by(&rules, path).as_deref(), Some(name), "{path}");
        }
    }

    #[test]
    fn documents_are_not_hidden() {
        let rules = IgnoreRules::default();
        for path in [
            "Plan.pdf",
            "Bygg.rvt",
            "Bygg.2024.rvt.pdf",
            "Bygg.001.rvt",
            "12345678.pdf",
            "1234567",
            "deadbeef",
            "atmp.dwg",
            "aab12345.pdf",
            "~Plan.docx",
            "tmp/Plan.pdf",
            "Plan tmp",
            "backup/Plan.pdf",
            "Thumbs.db/Plan.pdf",
            "lock.pdf",
            "Tegning Ö.dwg",
        ] {
            assert_eq!(by(&rules, path), None, "{path}");
        }
    }

    #[test]
    fn a_persons_rules_hide_and_bring_back() {
        let rules =
            IgnoreRules::with(&["*.log", "/Arkiv/", "!Viktig.bak", "!.fielddesk-1.tmp"]).unwrap();
        assert_eq!(by(&rules, "VA/A.LOG").unwrap(), "Your rule *.log");
        assert_eq!(by(&rules, "Arkiv/2020/x.pdf").unwrap(), "Your rule /Arkiv/");
        assert_eq!(by(&rules, "VA/Arkiv/x.pdf"), None);
        assert_eq!(by(&rules, "Viktig.bak"), None);
        assert_eq!(by(&rules, "Annet.bak").unwrap(), "Backup copies");
        assert!(by(&rules, ".fielddesk-1.tmp").is_some());
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_named() {
        let error = IgnoreRules::with(&["*.pdf", "x[z-a]"]).unwrap_err();
        assert_eq!(error.line, "x[z-a]");
    }

    #[test]
    fn ids_are_of_one_rule_each() {
        let mut ids: Vec<_> = IgnoreRules::fixed().map(|rule| rule.id).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}
