//! `fieldctl docs download`: documents into a folder, never over a file.

use std::path::{Path, PathBuf};

use fielddesk_core::Failure;
use fielddesk_core::Progress;
use fielddesk_core::connection::Connection;
use fielddesk_core::download::{SaveOptions, Saved, save};
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use fielddesk_rules::concurrency;
use futures::StreamExt as _;
use futures::stream;
use serde::Serialize;

use super::target;
use super::upload::path_text;
use crate::args::DownloadArgs;
use crate::commands::items::{Item, distinct, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;
use crate::output::table::{Kind, Table, size};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fetched<'a> {
    file_reference_id: &'a str,
    name: &'a str,
    path: String,
    bytes: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct NotFetched<'a> {
    file_reference_id: &'a str,
}

type Outcome = (String, Result<Saved, Failure>);

pub(super) async fn run(args: DownloadArgs, context: &Context) -> Result<Exit, Failure> {
    let ids = distinct(args.ids);
    let dir = folder(&args.to)?;
    let connection = context.connect().await?;
    let target = target::find(context, &connection, &args.target).await?;
    let counters: Vec<Progress> = ids.iter().map(|_| Progress::new()).collect();
    let bar = Bar::follow(&context.output, "Fetching", None, counters.clone());
    let outcomes: Vec<Outcome> = stream::iter(ids.into_iter().zip(counters))
        .map(|(id, progress)| fetch(context, &connection, &target, &dir, id, progress))
        .buffered(concurrency::DOWNLOADS)
        .collect()
        .await;
    drop(bar);
    tell(context, &outcomes)
}

/// The folder, made where it is missing.
fn folder(dir: &Path) -> Result<PathBuf, Failure> {
    let made = std::fs::create_dir_all(dir).and_then(|()| std::path::absolute(dir));
    made.map_err(|error| Failure::local("save into", dir, &error))
}

async fn fetch(
    context: &Context,
    connection: &Connection,
    target: &Target,
    dir: &Path,
    id: String,
    progress: Progress,
) -> Outcome {
    let options = SaveOptions {
        progress,
        cancel: context.cancel.clone(),
        ..SaveOptions::default()
    };
    let document = FileReferenceId::new(id.as_str());
    let saved = save(connection, &target.on_service(), &document, dir, options).await;
    (id, saved)
}

fn tell(context: &Context, outcomes: &[Outcome]) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes
        .iter()
        .map(|(id, result)| item(id, result))
        .collect();
    context.output.result(&items, || table(outcomes))?;
    for (_, saved) in outcomes {
        if let Ok(saved) = saved
            && saved.renamed
        {
            let stored = path_text(saved.path.file_name().unwrap_or_default().as_ref());
            context
                .output
                .remark(&format!("{} is saved as {stored}.", saved.name));
        }
    }
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|(id, result)| Some((id.as_str(), result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, "saved"))
}

fn item<'a>(id: &'a str, result: &'a Result<Saved, Failure>) -> Item<Fetched<'a>, NotFetched<'a>> {
    match result {
        Ok(saved) => Item::Done(Fetched {
            file_reference_id: id,
            name: &saved.name,
            path: path_text(&saved.path),
            bytes: saved.bytes,
        }),
        Err(failure) => Item::Failed {
            item: NotFetched {
                file_reference_id: id,
            },
            error: failure.into(),
        },
    }
}

fn table(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(&[
        ("NAME", Kind::Name),
        ("SIZE", Kind::Number),
        ("PATH", Kind::Id),
    ]);
    for (_, result) in outcomes {
        if let Ok(saved) = result {
            table.row([&saved.name, &size(saved.bytes), &path_text(&saved.path)]);
        }
    }
    table
}
