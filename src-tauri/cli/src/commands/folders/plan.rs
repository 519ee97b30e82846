//! `fieldctl sync plan`: what a run would do, and the id that approves it.

use fielddesk_core::Failure;
use fielddesk_core::folders::{MappingId, PlanView};
use serde::Serialize;

use super::ending::{self, finish};
use super::open::{Synced, path_text};
use super::through::Through;
use super::words::{planned_action, reason};
use crate::commands::items::Item;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table, size};

#[derive(Debug, Serialize)]
struct NotPlanned<'a> {
    mapping: &'a MappingId,
    connection: Option<&'a str>,
}

pub(super) async fn run(text: Option<&str>, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let names = synced.names().await?;
    if let Some(text) = text {
        let mapping = synced.find(text).await?;
        let plan = match synced.folders.plan(&mapping.id).await {
            Ok(plan) => plan,
            Err(failure) => return ending::of(context, &failure),
        };
        let through = Through::folder(&plan, &mapping.id, &names);
        context
            .output
            .result(&through, || table(&[(&mapping.folder, &plan)]))?;
        remarks(&plan, &path_text(&mapping.folder), context);
        return Ok(Exit::Done);
    }
    let mappings = synced.folders.list().await?;
    let mut plans = Vec::new();
    for mapping in &mappings {
        plans.push(synced.folders.plan(&mapping.id).await);
    }
    let document: Vec<_> = mappings
        .iter()
        .zip(&plans)
        .map(|(mapping, plan)| match plan {
            Ok(plan) => Item::Done(Through::folder(plan, &mapping.id, &names)),
            Err(failure) => Item::Failed {
                item: NotPlanned {
                    mapping: &mapping.id,
                    connection: names.connection(&mapping.id),
                },
                error: failure.into(),
            },
        })
        .collect();
    let made: Vec<_> = mappings
        .iter()
        .zip(&plans)
        .filter_map(|(mapping, plan)| Some((&mapping.folder, plan.as_ref().ok()?)))
        .collect();
    context.output.result(&document, || table(&made))?;
    for (folder, plan) in &made {
        remarks(plan, &path_text(folder), context);
    }
    let folders: Vec<String> = mappings
        .iter()
        .map(|mapping| path_text(&mapping.folder))
        .collect();
    let failures: Vec<_> = folders
        .iter()
        .zip(&plans)
        .filter_map(|(name, plan)| Some((name.as_str(), plan.as_ref().err()?)))
        .collect();
    Ok(finish(context, mappings.len(), &failures, "planned"))
}

fn table(plans: &[(&std::path::PathBuf, &PlanView)]) -> Table {
    let mut table = Table::new(&[
        ("ID", Kind::Id),
        ("ACTION", Kind::Id),
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("SIZE", Kind::Number),
        ("WHY", Kind::Name),
    ]);
    for (_, plan) in plans {
        for action in &plan.actions {
            table.row([
                &plan.mapping.0,
                planned_action(&action.action),
                &action.section,
                &action.name,
                &size(action.bytes),
                reason(action.reason),
            ]);
        }
    }
    table
}

fn remarks(plan: &PlanView, folder: &str, context: &Context) {
    if plan.actions.is_empty() {
        context.output.remark(&format!("{folder}: nothing to do."));
        return;
    }
    let sums = &plan.sums;
    context.output.remark(&format!(
        "{folder}: {} to upload and {} to replace ({}), {} to delete, {} to compare, {} conflicts, {} cannot be uploaded now. Plan {}; nothing was uploaded.",
        sums.uploads,
        sums.replaces,
        size(sums.bytes),
        sums.deletes,
        sums.adopts,
        sums.conflicts,
        sums.skips,
        plan.plan.0,
    ));
    if plan.leaves_little {
        context.output.remark(&format!(
            "Its deletes would leave less than a tenth: only `fieldctl sync run {} --once --approve {}` does them.",
            plan.mapping, plan.plan.0
        ));
    }
}
