//! `fieldctl sync conflicts`: conflicts that wait for a decision.

use fielddesk_core::Failure;
use fielddesk_core::folders::{ConflictReason, ConflictView};

use super::ending;
use super::open::{Names, Synced};
use super::status::here;
use super::through::Through;
use super::words::reason;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table, size};

pub(super) async fn run(text: Option<&str>, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let which = synced.which(text).await?;
    let names = synced.names().await?;
    let conflicts = match synced.folders.conflicts(&which).await {
        Ok(conflicts) => conflicts,
        Err(failure) => return ending::of(context, &failure),
    };
    let each = Through::each(&conflicts, &names, |one| &one.mapping);
    context.output.result(&each, || table(&conflicts, &names))?;
    synced.folders.note_listed(&which, &conflicts).await?;
    context.output.remark(match conflicts.is_empty() {
        true => "There are no conflicts.",
        false => "`fieldctl sync resolve MAPPING NAME --keep local|remote|both` resolves one.",
    });
    Ok(Exit::Done)
}

pub(super) fn table(conflicts: &[ConflictView], names: &Names) -> Table {
    let mut table = Table::new(&[
        ("FOLDER", Kind::Name),
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("WHY", Kind::Name),
        ("HERE", Kind::Name),
        ("IN THE PROJECT", Kind::Name),
    ]);
    for conflict in conflicts {
        let mut local = conflict.local.as_ref().map_or_else(
            || "deleted".to_owned(),
            |local| format!("{}, {}", size(local.bytes), here(local.modified)),
        );
        if let (ConflictReason::NameCollision, Some(path)) = (conflict.reason, &conflict.path) {
            local = format!("{path}, {local}");
        }
        let remote: Vec<&str> = conflict
            .remote
            .iter()
            .map(|document| document.id.as_str())
            .collect();
        let remote = match remote.is_empty() {
            true => "deleted".to_owned(),
            false => remote.join(" "),
        };
        table.row([
            names.get(&conflict.mapping),
            &conflict.section,
            &conflict.name,
            reason(conflict.reason.into()),
            &local,
            &remote,
        ]);
    }
    table
}
