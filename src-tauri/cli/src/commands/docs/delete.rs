//! `fieldctl docs delete`: the content goes into the history, then the document goes.

use std::collections::HashMap;

use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::documents::{Listed, keep_then_delete};
use fielddesk_core::history::History;
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use futures::StreamExt as _;
use futures::stream;
use serde::Serialize;

use super::target;
use super::upload::history;
use crate::args::{DeleteArgs, TargetArgs};
use crate::commands::confirm::{ask, can_be_confirmed};
use crate::commands::items::{Item, distinct, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// Documents that are deleted at once.
const AT_ONCE: usize = 4;

/// Names shown in the question.
const NAMES_SHOWN: usize = 5;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted<'a> {
    file_reference_id: &'a str,
    deleted: bool,
}

type Outcome = (String, Result<(), Failure>);

pub(super) async fn run(args: DeleteArgs, context: &Context) -> Result<Exit, Failure> {
    can_be_confirmed(args.yes)?;
    let ids = distinct(args.ids);
    let connection = context.connect().await?;
    let target = target::find(context, &connection, &args.target).await?;
    let places = places(context, &connection, &target).await?;
    if !args.yes {
        ask(context, &question(&ids, &places, &args.target)).await?;
    }
    let history = history(context).await?;
    let outcomes: Vec<Outcome> = stream::iter(ids)
        .map(|id| {
            let listed = places.get(&id).cloned().unwrap_or_default();
            delete(context, &connection, &target, &history, id, listed)
        })
        .buffered(AT_ONCE)
        .collect()
        .await;
    tell(context, &outcomes, &places)
}

async fn places(
    context: &Context,
    connection: &Connection,
    target: &Target,
) -> Result<HashMap<String, Listed>, Failure> {
    let on_service = target.on_service();
    let documents = connection.client.documents(&on_service);
    let pages = context.unless_cancelled(documents.list()).await?;
    let mut places = HashMap::new();
    for page in pages {
        for file in page.files {
            let listed = Listed {
                section: page.section.clone(),
                name: file.name,
            };
            places.insert(file.file_reference_id.to_string(), listed);
        }
    }
    Ok(places)
}

fn question(ids: &[String], places: &HashMap<String, Listed>, target: &TargetArgs) -> String {
    let mut names: Vec<_> = ids
        .iter()
        .take(NAMES_SHOWN)
        .map(|id| {
            places
                .get(id)
                .map_or(id.as_str(), |place| place.name.as_str())
        })
        .collect();
    if ids.len() > NAMES_SHOWN {
        names.push("…");
    }
    format!(
        "Delete {} of {}: {}? Everybody there loses it.",
        if ids.len() == 1 {
            "1 document".to_owned()
        } else {
            format!("{} documents", ids.len())
        },
        target::words(target),
        names.join(", "),
    )
}

async fn delete(
    context: &Context,
    connection: &Connection,
    target: &Target,
    history: &History,
    id: String,
    listed: Listed,
) -> Outcome {
    let document = FileReferenceId::new(id.as_str());
    let work = keep_then_delete(connection, history, target, &document, listed);
    let outcome = context.unless_cancelled(work).await;
    (id, outcome)
}

fn tell(
    context: &Context,
    outcomes: &[Outcome],
    places: &HashMap<String, Listed>,
) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes
        .iter()
        .map(|(id, result)| item(id, result))
        .collect();
    context.output.result(&items, || table(outcomes, places))?;
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|(id, result)| Some((id.as_str(), result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, "deleted"))
}

fn item<'a>(id: &'a str, result: &Result<(), Failure>) -> Item<Deleted<'a>, Deleted<'a>> {
    let deleted = |deleted| Deleted {
        file_reference_id: id,
        deleted,
    };
    match result {
        Ok(()) => Item::Done(deleted(true)),
        Err(failure) => Item::Failed {
            item: deleted(false),
            error: failure.into(),
        },
    }
}

fn table(outcomes: &[Outcome], places: &HashMap<String, Listed>) -> Table {
    let mut table = Table::new(&[
        ("DELETED", Kind::Name),
        ("SECTION", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for (id, result) in outcomes {
        if result.is_ok() {
            let listed = places.get(id).cloned().unwrap_or_default();
            table.row([&listed.name, &listed.section, id]);
        }
    }
    table
}
