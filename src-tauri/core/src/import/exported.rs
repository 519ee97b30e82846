//! The export that wrote the file of an import, where it is remembered.

use chrono::{DateTime, Utc};

use super::types::{Plan, Source};
use crate::Failure;
use crate::export::{ExportBase, ExportBases};
use crate::records::{PlannedChange, Resource, Task};

/// What the export wrote, and when. `None` where the file names none or it is not known here.
pub(super) async fn find(
    bases: Option<&ExportBases>,
    source: &Source,
    resource: Resource,
) -> Result<Option<(ExportBase, DateTime<Utc>)>, Failure> {
    match (bases, &source.export) {
        (Some(bases), Some(id)) => bases.find(id, resource).await,
        _ => Ok(None),
    }
}

/// Remembers what the import wants: what the service has of it later came from the file, and is
/// nobody else's change.
pub(super) async fn note(
    bases: Option<&ExportBases>,
    plan: &Plan,
    changes: &[PlannedChange],
) -> Result<(), Failure> {
    let Some((mut base, _)) = find(bases, &plan.source, plan.resource).await? else {
        return Ok(());
    };
    for change in changes {
        let Task::Change(cells) = &change.task else {
            continue;
        };
        for cell in cells {
            base.note_imported(&change.id, cell.field.name, cell.new.clone());
        }
    }
    match bases {
        Some(bases) => bases.update(base).await,
        None => Ok(()),
    }
}
