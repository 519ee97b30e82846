//! Remedies for a transfer that stands still: never the same again where it must fail again.

use std::path::Path;

use fielddesk_rules::file_name::{next_number, numbered, safe_file_name};
use fielddesk_rules::name_key::{NameKey, SectionKey};

use super::Transfers;
use super::row::Row;
use super::types::{Remedy, TransferId, TransferKind, TransferState};
use crate::content::{blocking, read_failure, stat_file};
use crate::documents::{Documents, Page, SameName};
use crate::{Failure, FailureKind};

/// The status of a server that refuses because of what is stored.
const CONFLICT: u16 = 409;

/// What can be done about a transfer as it stands, the most fitting first.
pub(super) fn remedies(row: &Row) -> Vec<Remedy> {
    use Remedy::{ChooseFile, KeepBoth, Replace, TryAgain};
    let stuck = matches!(row.state, TransferState::Failed | TransferState::NeedsYou);
    if !stuck {
        let waits = row.state == TransferState::Waiting && row.next_try_at.is_some();
        return if waits && !row.is_growing() {
            vec![TryAgain]
        } else {
            Vec::new()
        };
    }
    // What may be in the project already is looked for again, whatever was the matter.
    let Some(failure) = row.failure.as_ref().filter(|_| row.step.is_none()) else {
        return vec![TryAgain];
    };
    match failure.kind {
        FailureKind::Conflict if row.is_upload() && failure.status == Some(CONFLICT) => {
            vec![Replace, KeepBoth]
        }
        FailureKind::FileVanished | FailureKind::TooLarge if row.is_upload() => vec![ChooseFile],
        FailureKind::FileUnreadable if row.is_upload() => vec![TryAgain, ChooseFile],
        FailureKind::NameRefused => Vec::new(),
        _ => vec![TryAgain],
    }
}

impl Transfers {
    /// Uploads a file again whose name the project has: in the place of that document, or under
    /// a free name beside it.
    pub async fn resolve_name(
        &self,
        documents: &Documents,
        id: TransferId,
        same_name: SameName,
    ) -> Result<(), Failure> {
        let row = self.stuck_upload(id)?;
        let page = documents.list(&row.target, true).await?;
        let (name, replaced) = match same_name {
            SameName::Replace => (row.name.clone(), replaced_by(&page, &row)),
            SameName::KeepBoth => (free_name(&page, &row), None),
        };
        self.engine
            .keep(&[id.0], |row| {
                row.name.clone_from(&name);
                row.kind = match replaced {
                    Some(_) => TransferKind::Replace,
                    None => TransferKind::Upload,
                };
                row.document.clone_from(&replaced);
                row.follows = None;
            })
            .await;
        self.retry(&[id]).await
    }

    /// Uploads another file in the place of the one that was queued, under the same name.
    pub async fn choose_file(&self, id: TransferId, path: &Path) -> Result<(), Failure> {
        self.stuck_upload(id)?;
        let chosen = path.to_owned();
        let stamp = blocking(move || stat_file(&chosen)).await;
        let stamp = stamp.map_err(|error| read_failure(path, &error))?;
        self.engine
            .keep(&[id.0], |row| {
                row.path = path.to_owned();
                row.size = stamp.size;
                row.sha256 = None;
            })
            .await;
        self.retry(&[id]).await
    }

    fn stuck_upload(&self, id: TransferId) -> Result<Row, Failure> {
        let row = self.engine.rows(&[id.0]).into_iter().next();
        let stuck = |row: &Row| row.is_upload() && row.step.is_none() && !row.live.busy;
        row.filter(stuck).ok_or_else(|| {
            Failure::not_found("transfer", &id.0.to_string(), "Upload the file again.")
        })
    }
}

/// Names of the section that an upload goes to, with their documents.
fn in_section<'a>(
    page: &'a Page,
    row: &'a Row,
) -> impl Iterator<Item = &'a crate::documents::Document> {
    let wanted = row.section.as_deref().map(SectionKey::of);
    let sections = page.sections.iter().filter(move |section| {
        let key = SectionKey::of(&section.section);
        wanted.as_ref().is_none_or(|wanted| *wanted == key)
    });
    sections.flat_map(|section| &section.documents)
}

fn replaced_by(page: &Page, row: &Row) -> Option<fielddesk_model::FileReferenceId> {
    let key = NameKey::of(&row.name);
    let mut same = in_section(page, row).filter(|document| NameKey::of(&document.name) == key);
    same.next().map(|document| document.id.clone())
}

/// `NAME (2).ext`, or the next number that the section does not have. A name that was refused
/// with its number goes on from it.
fn free_name(page: &Page, row: &Row) -> String {
    let taken: std::collections::BTreeSet<NameKey> = in_section(page, row)
        .map(|document| NameKey::of(&document.name))
        .collect();
    let safe = safe_file_name(&row.name).name;
    let (base, next) = next_number(&safe);
    let free = (next..10_000).map(|number| numbered(&base, number));
    let mut free = free.filter(|name| !taken.contains(&NameKey::of(name)));
    free.next().unwrap_or(safe)
}

#[cfg(test)]
mod tests {
    use super::super::row::Row;
    use super::*;
    use crate::target::Target;

    fn failed(kind: FailureKind, status: Option<u16>) -> Vec<Remedy> {
        let target = Target::project("p".into());
        let mut row = Row::new("a.pdf".into(), target, String::new(), "a.pdf".into());
        let failure = Failure {
            status,
            ..Failure::new(kind, "", "")
        };
        row.fail(failure, chrono::DateTime::UNIX_EPOCH);
        remedies(&row)
    }

    #[test]
    fn nothing_is_tried_again_that_must_fail_again() {
        use Remedy::{ChooseFile, KeepBoth, Replace, TryAgain};
        for (kind, status, expected) in [
            (FailureKind::Conflict, Some(409), vec![Replace, KeepBoth]),
            // The uploaded document was not listed: it is looked for again.
            (FailureKind::Conflict, None, vec![TryAgain]),
            (FailureKind::FileVanished, None, vec![ChooseFile]),
            (FailureKind::TooLarge, Some(413), vec![ChooseFile]),
            (FailureKind::NameRefused, None, vec![]),
            (FailureKind::ServiceFailed, Some(503), vec![TryAgain]),
        ] {
            assert_eq!(failed(kind, status), expected, "{kind:?}");
        }
    }
}
