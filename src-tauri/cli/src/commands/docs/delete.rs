//! `fieldctl docs delete`: the content goes into the history, then the document goes.

use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::documents::{Removed, remove_documents};
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use serde::Serialize;

use super::target;
use super::upload::Store;
use crate::args::{DeleteArgs, TargetArgs};
use crate::commands::confirm::{Doing, ask, can_be_confirmed};
use crate::commands::items::{Item, distinct, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// Names shown in the question.
const NAMES_SHOWN: usize = 5;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted<'a> {
    file_reference_id: &'a str,
    deleted: bool,
}

pub(super) async fn run(args: DeleteArgs, context: &Context) -> Result<Exit, Failure> {
    can_be_confirmed(Doing::Delete, args.yes)?;
    let ids = distinct(args.ids);
    let connection = context.connect().await?;
    let target = target::find(context, &connection, &args.target).await?;
    if !args.yes {
        let names = names(context, &connection, &target, &ids).await?;
        ask(Doing::Delete, context, &question(&names, &args.target)).await?;
    }
    let store = Store::open(context).await?;
    store.note_number(&target, &args.target).await;
    let ids: Vec<FileReferenceId> = ids.into_iter().map(FileReferenceId::new).collect();
    let work = store.document_context(context, &connection, target);
    let outcomes = context
        .unless_cancelled(remove_documents(&work, &ids))
        .await?;
    tell(context, &outcomes)
}

/// The names of the documents as listed, or their ids.
async fn names(
    context: &Context,
    connection: &Connection,
    target: &Target,
    ids: &[String],
) -> Result<Vec<String>, Failure> {
    let on_service = target.on_service();
    let documents = connection.client.documents(&on_service);
    let pages = context.unless_cancelled(documents.list()).await?;
    let files: Vec<_> = pages.into_iter().flat_map(|page| page.files).collect();
    let name_of = |id: &String| {
        let listed = files
            .iter()
            .find(|file| file.file_reference_id.as_str() == id);
        listed.map_or_else(|| id.clone(), |file| file.name.clone())
    };
    Ok(ids.iter().map(name_of).collect())
}

fn question(names: &[String], target: &TargetArgs) -> String {
    let mut shown: Vec<&str> = names.iter().take(NAMES_SHOWN).map(String::as_str).collect();
    if names.len() > NAMES_SHOWN {
        shown.push("…");
    }
    format!(
        "Delete {} of {}: {}? Crews can no longer open it.",
        if names.len() == 1 {
            "1 document".to_owned()
        } else {
            format!("{} documents", names.len())
        },
        target::words(target),
        shown.join(", "),
    )
}

fn tell(context: &Context, outcomes: &[Removed]) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes.iter().map(item).collect();
    context.output.result(&items, || table(outcomes))?;
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|removed| Some((removed.id.as_str(), removed.result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, "deleted"))
}

fn item(removed: &Removed) -> Item<Deleted<'_>, Deleted<'_>> {
    let deleted = |deleted| Deleted {
        file_reference_id: removed.id.as_str(),
        deleted,
    };
    match &removed.result {
        Ok(()) => Item::Done(deleted(true)),
        Err(failure) => Item::Failed {
            item: deleted(false),
            error: failure.into(),
        },
    }
}

fn table(outcomes: &[Removed]) -> Table {
    let mut table = Table::new(&[
        ("DELETED", Kind::Name),
        ("SECTION", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for removed in outcomes.iter().filter(|removed| removed.result.is_ok()) {
        table.row([&removed.name, &removed.section, removed.id.as_str()]);
    }
    table
}
