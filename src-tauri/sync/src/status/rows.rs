//! Files by what is cheap to know of them: a folder of 100,000 is counted and sorted by these, and
//! words are made only for what is shown.

use std::collections::BTreeMap;

use fielddesk_rules::name_key::FileKey;

use super::{FileStatus, Standing, View};
use crate::mapping_state::Saved;
use crate::path::RelPath;
use crate::plan::{Action, ActionKind, SkipReason};
use crate::ports::NotReady;
use crate::reason::Reason;
use crate::tree::LocalFile;

/// A file before words are made of it.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// Key of the file.
    pub key: &'a FileKey,
    /// Section as spelled.
    pub section: &'a str,
    /// Name as spelled.
    pub name: &'a str,
    /// State of the file.
    pub state: Standing,
    /// The file; none where only an action is left of it.
    path: Option<&'a RelPath>,
    /// Remaining action.
    action: Option<&'a Action>,
}

impl Row<'_> {
    /// Returns true for a file of the folder that the page has as it is.
    #[must_use]
    pub const fn is_in_step(&self) -> bool {
        self.path.is_some() && self.action.is_none()
    }

    /// Returns true in a subfolder of a folder that has one section: nothing is done with it.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        self.action
            .is_some_and(|action| action.act == ActionKind::Skip(SkipReason::Subfolder))
    }

    /// Returns true where it is gone from the folder, which is looked at again before it counts as
    /// deleted.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        let missing = ActionKind::Skip(SkipReason::File(NotReady::Missing));
        self.action.is_some_and(|action| action.act == missing)
    }
}

impl View {
    /// Returns every file, in order, with the facts that are cheap to find: for counting, and for
    /// choosing the few that are shown.
    #[must_use]
    pub fn rows(&self) -> Vec<Row<'_>> {
        let mut left: BTreeMap<(&FileKey, Option<&RelPath>, &str), &Action> = BTreeMap::new();
        for action in &self.left.actions {
            left.insert((&action.key, action.path.as_ref(), &action.name), action);
        }
        let mut rows = Vec::with_capacity(self.local.files.len());
        for (key, here) in &self.local.files {
            for file in here {
                let action = if left.is_empty() {
                    None
                } else {
                    left.remove(&(key, Some(&file.path), file.path.name()))
                };
                rows.push(self.row_of_file(key, file, action));
            }
        }
        rows.extend(left.into_values().map(|action| self.row_of_action(action)));
        rows
    }

    /// Returns a row in full.
    #[must_use]
    pub fn of_row(&self, row: &Row<'_>, saved: &Saved) -> FileStatus {
        let agreed = saved.synced.get(row.key);
        let agreed = agreed.filter(|agreed| row.path.is_none_or(|path| agreed.path == *path));
        let why = match row.action {
            Some(action) => self.of_action(action),
            None => (Standing::InStep, Reason::InStep, None),
        };
        self.of_file(row.section, row.name, why, agreed)
    }

    /// Returns the row of one name; the first where the folder has it twice.
    #[must_use]
    pub fn row(&self, key: &FileKey) -> Option<Row<'_>> {
        let mut actions = self.left.actions.iter().filter(|action| action.key == *key);
        match self.local.files.get_key_value(key) {
            Some((key, here)) => {
                let file = here.first()?;
                let of_it = |action: &&Action| {
                    action.path.as_ref() == Some(&file.path) && action.name == file.path.name()
                };
                Some(self.row_of_file(key, file, actions.find(of_it)))
            }
            None => actions
                .min_by_key(|action| (&action.path, &action.name))
                .map(|action| self.row_of_action(action)),
        }
    }

    fn row_of_file<'a>(
        &'a self,
        key: &'a FileKey,
        file: &'a LocalFile,
        action: Option<&'a Action>,
    ) -> Row<'a> {
        Row {
            key,
            section: &file.section,
            name: file.path.name(),
            state: action.map_or(Standing::InStep, |action| self.of_action(action).0),
            path: Some(&file.path),
            action,
        }
    }

    fn row_of_action<'a>(&'a self, action: &'a Action) -> Row<'a> {
        Row {
            key: &action.key,
            section: &action.section,
            name: &action.name,
            state: self.of_action(action).0,
            path: None,
            action: Some(action),
        }
    }
}
