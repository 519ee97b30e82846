//! `fieldctl sync settings` and `set`: bandwidth, ignore rules, and what a delete means.

use fielddesk_core::Failure;
use fielddesk_core::folders::{Deletes, FoldersSettings, RulesPreview, time_text};
use serde::Serialize;

use super::mappings;
use super::open::Synced;
use crate::args::{DeletesArg, SetArgs, SettingsArgs, schedule};
use crate::commands::items::Item;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

/// The settings of all folders, for a program.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    /// Bytes a second outside the windows; `null` is no limit.
    upload_limit: Option<u64>,
    windows: Vec<Window>,
    ignore: Vec<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Window {
    from: String,
    to: String,
    upload_limit: Option<u64>,
}

/// What other rules would change in one folder.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Preview<'a> {
    mapping: &'a str,
    hides: &'a [String],
    hides_total: u64,
    shows: &'a [String],
    shows_total: u64,
}

#[derive(Debug, Serialize)]
struct Folder<'a> {
    mapping: &'a str,
}

pub(super) async fn settings(args: SettingsArgs, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mut settings = synced.folders.settings().await?;
    if args.no_ignore || !args.ignore.is_empty() {
        settings.rules = args.ignore;
    }
    if args.preview {
        let trials = synced.folders.try_rules(&settings.rules).await?;
        return preview(&trials, context);
    }
    if !args.upload_limit.is_empty() {
        settings.speed = schedule(&args.upload_limit);
    }
    if settings != synced.folders.settings().await? {
        synced.folders.set_settings(settings.clone()).await?;
    }
    let document = document(settings);
    context.output.result(&document, || table(&document))?;
    Ok(Exit::Done)
}

pub(super) async fn set(args: &SetArgs, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(&args.mapping.text).await?;
    let deletes = deletes(args.deletes);
    let mapping = synced.folders.set_deletes(&mapping.id, deletes).await?;
    context
        .output
        .result(&mapping, || mappings::table(std::slice::from_ref(&mapping)))?;
    Ok(Exit::Done)
}

/// The policy that an argument names.
pub(super) const fn deletes(arg: DeletesArg) -> Deletes {
    match arg {
        DeletesArg::Ask => Deletes::Ask,
        DeletesArg::Keep => Deletes::Keep,
        DeletesArg::Propagate => Deletes::Propagate,
    }
}

fn document(settings: FoldersSettings) -> Document {
    let windows = settings.speed.windows.iter().map(|window| Window {
        from: time_text(window.from),
        to: time_text(window.to),
        upload_limit: window.bytes_per_second,
    });
    Document {
        upload_limit: settings.speed.otherwise,
        windows: windows.collect(),
        ignore: settings.rules,
    }
}

fn table(document: &Document) -> Table {
    let mut table = Table::new(&[("SETTING", Kind::Name), ("VALUE", Kind::Name)]);
    let limit = |bytes: Option<u64>| {
        bytes.map_or_else(|| "none".to_owned(), |bytes| format!("{bytes} bytes/s"))
    };
    table.row(["upload limit", &limit(document.upload_limit)]);
    for window in &document.windows {
        let times = format!("upload limit {}-{}", window.from, window.to);
        table.row([&times, &limit(window.upload_limit)]);
    }
    for rule in &document.ignore {
        table.row(["ignore", rule]);
    }
    table
}

fn preview(trials: &[RulesPreview], context: &Context) -> Result<Exit, Failure> {
    let items: Vec<_> = trials
        .iter()
        .map(|trial| match &trial.change {
            Ok(change) => Item::Done(Preview {
                mapping: &trial.mapping.0,
                hides: &change.hides,
                hides_total: change.hides_total,
                shows: &change.shows,
                shows_total: change.shows_total,
            }),
            Err(failure) => Item::Failed {
                item: Folder {
                    mapping: &trial.mapping.0,
                },
                error: failure.into(),
            },
        })
        .collect();
    context.output.result(&items, || preview_table(trials))?;
    let failures: Vec<_> = trials
        .iter()
        .filter_map(|trial| Some((trial.folder.as_str(), trial.change.as_ref().err()?)))
        .collect();
    Ok(super::ending::finish(
        context,
        trials.len(),
        &failures,
        "read",
    ))
}

fn preview_table(trials: &[RulesPreview]) -> Table {
    let mut table = Table::new(&[
        ("FOLDER", Kind::Name),
        ("CHANGE", Kind::Name),
        ("FILE", Kind::Name),
    ]);
    for trial in trials {
        let Ok(change) = &trial.change else { continue };
        let kinds = [
            (&change.hides, change.hides_total, "would be ignored"),
            (
                &change.shows,
                change.shows_total,
                "would no longer be ignored",
            ),
        ];
        for (names, total, what) in kinds {
            for name in names {
                table.row([&trial.folder, what, name]);
            }
            let more = total.saturating_sub(names.len() as u64);
            if more > 0 {
                table.row([&trial.folder, what, &format!("and {more} more")]);
            }
        }
    }
    table
}
