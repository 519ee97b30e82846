//! `fieldctl docs upload`: files to a page, at once and without the queue of the app.
//!
//! It takes no lock on the data folder: the app may be running. What it begins is in a journal
//! there, and the content that goes in the history.

use std::path::Path;
use std::sync::Arc;

use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::documents::{
    DocumentContext, FileOutcome, SameName, SendFiles, Target, send_files,
};
use fielddesk_core::history::{History, new_act};
use fielddesk_core::sync_adapters::StoredDetails;
use fielddesk_core::{Failure, Progress, SystemClock};
use serde::Serialize;

use super::target;
use crate::args::{TargetArgs, UploadArgs};
use crate::commands::folders::here;
use crate::commands::items::{Item, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::files;
use crate::output::progress::Bar;
use crate::output::table::{Kind, Table, size};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Sent<'a> {
    name: &'a str,
    section: &'a str,
    file_reference_id: &'a str,
    bytes: u64,
    #[serde(flatten)]
    details: &'a StoredDetails,
}

#[derive(Debug, Serialize)]
struct NotSent<'a> {
    name: &'a str,
    file: String,
}

pub(super) async fn run(args: UploadArgs, context: &Context) -> Result<Exit, Failure> {
    let gathered = files::gather(&args.files, args.recursive)?;
    if args.replace {
        files::one_of_each_name(&gathered.files)?;
    }
    if !gathered.left_out.is_empty() {
        let count = gathered.left_out.len();
        for path in &gathered.left_out {
            tracing::info!(path = %path.display(), "left out");
        }
        context.output.remark(&format!(
            "{count} hidden or temporary files and links are ignored."
        ));
    }
    let connection = context.connect().await?;
    let target = target::find(context, &connection, &args.target).await?;
    let same_name = if args.replace {
        SameName::Replace
    } else {
        SameName::KeepBoth
    };
    let progress = Progress::new();
    let bytes = files::total_bytes(&gathered.files);
    let bar = Bar::follow(
        &context.output,
        "Uploading",
        Some(bytes),
        vec![progress.clone()],
    );
    let send = SendFiles {
        section: args.section,
        same_name,
        files: gathered.files,
        progress,
    };
    let store = Store::open(context).await?;
    store.note_number(&target, &args.target).await;
    let outcomes = send_files(&store.document_context(context, &connection, target), send).await;
    drop(bar);
    for name in &outcomes.recovered {
        context.output.remark(&format!(
            "{} of an upload that was interrupted earlier is in the project.",
            fielddesk_rules::file_name::shown(name)
        ));
    }
    tell(context, &outcomes.files)
}

/// What documents are changed with: the folder, its journal and its history.
pub(super) struct Store {
    data_dir: DataDir,
    database: Database,
    history: History,
}

impl Store {
    pub(super) async fn open(context: &Context) -> Result<Self, Failure> {
        let data_dir = context.data_dir()?;
        let database = context.database().await?;
        let history = History::open(&data_dir, &database, Arc::new(SystemClock)).await?;
        Ok(Self {
            data_dir,
            database,
            history,
        })
    }

    /// Remembers the number of the project for the list of what is kept.
    pub(super) async fn note_number(&self, target: &Target, args: &TargetArgs) {
        let number = args.project.as_deref();
        self.history.note_number(target, number).await;
    }

    pub(super) fn document_context<'a>(
        &'a self,
        context: &Context,
        connection: &'a Connection,
        target: Target,
    ) -> DocumentContext<'a> {
        DocumentContext {
            connection,
            target,
            data_dir: &self.data_dir,
            database: &self.database,
            history: &self.history,
            clock: Arc::new(SystemClock),
            act: new_act(),
            cancel: context.cancel.clone(),
        }
    }
}

fn tell(context: &Context, outcomes: &[FileOutcome]) -> Result<Exit, Failure> {
    let items: Vec<_> = outcomes.iter().map(item).collect();
    context.output.result(&items, || table(outcomes))?;
    let failures: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| Some((outcome.name.as_str(), outcome.result.as_ref().err()?)))
        .collect();
    Ok(finish(context, outcomes.len(), &failures, "uploaded"))
}

fn item(outcome: &FileOutcome) -> Item<Sent<'_>, NotSent<'_>> {
    match &outcome.result {
        Ok(sent) => Item::Done(Sent {
            name: &outcome.name,
            section: &sent.section,
            file_reference_id: sent.id.as_str(),
            bytes: sent.bytes,
            details: &sent.details,
        }),
        Err(failure) => Item::Failed {
            item: NotSent {
                name: &outcome.name,
                file: path_text(&outcome.path),
            },
            error: failure.into(),
        },
    }
}

fn table(outcomes: &[FileOutcome]) -> Table {
    let mut table = Table::new(&[
        ("NAME", Kind::Name),
        ("SECTION", Kind::Name),
        ("SIZE", Kind::Number),
        ("STORED", Kind::Id),
        ("ID", Kind::Id),
    ]);
    for outcome in outcomes {
        if let Ok(sent) = &outcome.result {
            let stored = sent
                .details
                .created_date_time
                .map_or_else(String::new, here);
            let (size, id) = (size(sent.bytes), sent.id.as_str());
            table.row([&outcome.name, &sent.section, &size, &stored, id]);
        }
    }
    table
}

/// A path as text, for a program to read.
pub(super) fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
