//! Preview of custom ignore rules, before they are in force.

use fielddesk_rules::ignore::IgnoreRules;
use fielddesk_sync::engine::Engine;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::path::RelPath;

use crate::Failure;
use crate::folders::{Folders, MappingSelection, mappings::settings};

/// Names that are told; the others are counted.
const TOLD: usize = 50;

/// What rules would change for one folder.
#[derive(Debug, Clone, PartialEq)]
pub struct RulesPreview {
    /// Which.
    pub mapping: MappingId,
    /// The folder's own name.
    pub folder: String,
    /// The change; why it is not known where the folder or the page cannot be looked at.
    pub change: Result<RuleChange, Failure>,
}

/// Paths below the folder that a set of rules treats otherwise than those in force.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleChange {
    /// The first files that would be left out from now on.
    pub hides: Vec<String>,
    /// How many these are.
    pub hides_total: u64,
    /// The first files and folders that would be taken in from now on.
    pub shows: Vec<String>,
    /// How many these are.
    pub shows_total: u64,
}

impl Folders {
    /// What would be ignored, and what no longer, if these rules were in force now. Nothing is
    /// changed.
    ///
    /// # Errors
    /// `usage` naming the rule that cannot be read.
    pub async fn try_rules(&self, lines: &[String]) -> Result<Vec<RulesPreview>, Failure> {
        let tried = settings::rules(lines)?;
        let present = settings::rules(&self.settings().await?.rules)?;
        let mut trials = Vec::new();
        for mapping in self.select(&MappingSelection::All).await? {
            let read = |engine: &Engine| change(engine, &present, &tried);
            let change = self.with_look(&mapping, false, read).await;
            trials.push(RulesPreview {
                folder: mapping.name(),
                change: change.map_err(|why| why.into_failure(&mapping)),
                mapping: mapping.id,
            });
        }
        Ok(trials)
    }
}

fn change(engine: &Engine, present: &IgnoreRules, tried: &IgnoreRules) -> RuleChange {
    let mut change = RuleChange::default();
    let Some(view) = engine.view() else {
        return change;
    };
    for file in view.local.files.values().flatten() {
        if hides(tried, &file.path) {
            add(&mut change.hides, &mut change.hides_total, &file.path);
        }
    }
    for ignored in &view.local.ignored {
        // What is hidden for another reason than its name stays hidden.
        if hides(present, &ignored.path) && !hides(tried, &ignored.path) {
            add(&mut change.shows, &mut change.shows_total, &ignored.path);
        }
    }
    change
}

fn add(names: &mut Vec<String>, total: &mut u64, path: &RelPath) {
    *total += 1;
    if names.len() < TOLD {
        names.push(path.as_str().to_owned());
    }
}

/// Whether rules hide a file, or a folder of this name.
fn hides(rules: &IgnoreRules, path: &RelPath) -> bool {
    let below = format!("{}/x", path.as_str());
    rules.explain(path.as_str()).is_some()
        || RelPath::new(&below).is_ok_and(|below| rules.explain(below.as_str()).is_some())
}
