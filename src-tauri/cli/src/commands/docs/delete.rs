//! `fieldctl docs delete`: the content goes into the history, then the document goes.

use std::collections::HashMap;
use std::io::{BufRead as _, IsTerminal as _};
use std::time::Duration;

use fielddesk_api::{Clock as _, SystemClock};
use fielddesk_core::connection::Connection;
use fielddesk_core::history::{History, Kept, Reason, Source};
use fielddesk_core::target::Target;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_model::FileReferenceId;
use futures::StreamExt as _;
use futures::stream;
use serde::Serialize;

use super::upload::history;
use super::{Item, distinct, finish, target};
use crate::args::{DeleteArgs, TargetArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// Documents that are deleted at once.
const AT_ONCE: usize = 4;

/// Names shown in the question.
const NAMES_SHOWN: usize = 5;

/// Waits before content that was cut off is fetched again.
const WAITS_S: [u64; 4] = [1, 2, 4, 8];

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted<'a> {
    file_reference_id: &'a str,
    deleted: bool,
}

/// Section and name of a document, as listed.
#[derive(Debug, Clone, Default)]
struct Place {
    section: String,
    name: String,
}

type Outcome = (String, Result<(), Failure>);

pub(super) async fn run(args: DeleteArgs, context: &Context) -> Result<Exit, Failure> {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !args.yes && !asks {
        return Err(Failure::usage(
            "yes",
            "Deleting needs a yes, and nobody can be asked here; nothing was deleted.",
            "Add --yes.",
        ));
    }
    let ids = distinct(args.ids);
    let connection = context.connect().await?;
    let target = target::find(context, &connection, &args.target).await?;
    let places = places(context, &connection, &target).await?;
    if !args.yes && !confirmed(context, &ids, &places, &args.target).await? {
        return Err(Failure::new(
            FailureKind::Cancelled,
            "Cancelled: nothing was deleted.",
            "",
        ));
    }
    let history = history(context).await?;
    let outcomes: Vec<Outcome> = stream::iter(ids)
        .map(|id| {
            let place = places.get(&id).cloned().unwrap_or_default();
            delete(context, &connection, &target, &history, id, place)
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
) -> Result<HashMap<String, Place>, Failure> {
    let on_service = target.on_service();
    let documents = connection.client.documents(&on_service);
    let pages = context.unless_cancelled(documents.list()).await?;
    let mut places = HashMap::new();
    for page in pages {
        for file in page.files {
            let place = Place {
                section: page.section.clone(),
                name: file.name,
            };
            places.insert(file.file_reference_id.to_string(), place);
        }
    }
    Ok(places)
}

async fn confirmed(
    context: &Context,
    ids: &[String],
    places: &HashMap<String, Place>,
    target: &TargetArgs,
) -> Result<bool, Failure> {
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
    context.output.question(&format!(
        "Delete {} of {}: {}? Everybody there loses it. [y/N] ",
        if ids.len() == 1 {
            "1 document".to_owned()
        } else {
            format!("{} documents", ids.len())
        },
        target::words(target),
        names.join(", "),
    ));
    let answer = tokio::task::spawn_blocking(|| {
        let mut answer = String::new();
        std::io::stdin()
            .lock()
            .read_line(&mut answer)
            .map(|_| answer)
    });
    context
        .unless_cancelled(async { answer.await.map_err(Failure::internal) })
        .await
        .map(|answer| answer.is_ok_and(|answer| is_yes(&answer)))
}

/// Yes in the languages of the app.
fn is_yes(answer: &str) -> bool {
    matches!(
        answer.trim().to_lowercase().as_str(),
        "y" | "yes" | "j" | "ja"
    )
}

async fn delete(
    context: &Context,
    connection: &Connection,
    target: &Target,
    history: &History,
    id: String,
    place: Place,
) -> Outcome {
    let document = FileReferenceId::new(id.as_str());
    let work = async {
        keep(connection, target, history, &document, place).await?;
        let on_service = target.on_service();
        connection
            .client
            .documents(&on_service)
            .delete(&document)
            .await?;
        Ok(())
    };
    let outcome = context.unless_cancelled::<(), Failure>(work).await;
    (id, outcome)
}

/// Brings the content into the history, unless it is there.
async fn keep(
    connection: &Connection,
    target: &Target,
    history: &History,
    id: &FileReferenceId,
    place: Place,
) -> Result<(), Failure> {
    let connection_key = connection.profile.id.as_str();
    if history.of_document(connection_key, id).await?.is_some() {
        return Ok(());
    }
    let on_service = target.on_service();
    let mut waits = WAITS_S.iter();
    loop {
        let download = connection
            .client
            .documents(&on_service)
            .download(id)
            .await?;
        let kept = Kept {
            connection: connection_key.to_owned(),
            target: target.clone(),
            section: place.section.clone(),
            name: download.name.clone().unwrap_or_else(|| place.name.clone()),
            document: Some(id.clone()),
            source: Source::Remote,
            reason: Reason::Deleted,
        };
        match history.keep(kept, download.into_stream()).await {
            Ok(_) => return Ok(()),
            Err(failure) if is_passing(&failure) => match waits.next() {
                Some(seconds) => SystemClock.sleep(Duration::from_secs(*seconds)).await,
                None => return Err(failure),
            },
            Err(failure) => return Err(failure),
        }
    }
}

fn is_passing(failure: &Failure) -> bool {
    matches!(
        failure.kind,
        FailureKind::Unreachable | FailureKind::ServiceFailed
    )
}

fn tell(
    context: &Context,
    outcomes: &[Outcome],
    places: &HashMap<String, Place>,
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

fn table(outcomes: &[Outcome], places: &HashMap<String, Place>) -> Table {
    let mut table = Table::new(&[
        ("DELETED", Kind::Name),
        ("SECTION", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for (id, result) in outcomes {
        if result.is_ok() {
            let place = places.get(id).cloned().unwrap_or_default();
            table.row([&place.name, &place.section, id]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_deletes() {
        for (answer, yes) in [
            ("y\n", true),
            ("YES\r\n", true),
            (" ja \n", true),
            ("", false),
            ("\n", false),
            ("n\n", false),
            ("yep\n", false),
        ] {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
