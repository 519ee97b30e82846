//! Takes an import back.

use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::import::{self, RevertOutcome, RevertReport};

use super::finish;
use crate::commands::folders::absolute;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;
use crate::output::table::{Kind, Table};

pub(in crate::commands) async fn revert(file: &Path, context: &Context) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Undoing", &following);
    // What is done is noted in a file beside it: a bare name has no folder to put one into.
    let file = absolute(file);
    let report = import::revert(&connection, file, &following).await?;
    drop(bar);
    context.output.result(&report, || table(&report))?;
    let failures: Vec<Failure> = report
        .rows
        .iter()
        .filter_map(|row| match &row.outcome {
            RevertOutcome::Failed { failure } | RevertOutcome::Kept { failure, .. } => {
                Some(failure.clone())
            }
            RevertOutcome::Restored { .. }
            | RevertOutcome::Deleted { .. }
            | RevertOutcome::Nothing => None,
        })
        .collect();
    Ok(finish(context, report.rows.len(), &failures, "undone"))
}

fn table(report: &RevertReport) -> Table {
    let mut table = Table::new(&[
        ("ROW", Kind::Number),
        ("NUMBER", Kind::Id),
        ("OUTCOME", Kind::Name),
        ("FIELD", Kind::Id),
        ("WHY", Kind::Name),
    ]);
    for row in &report.rows {
        let place = row.row.to_string();
        let (outcome, what, why) = match &row.outcome {
            RevertOutcome::Restored { fields } => ("restored", fields.join(" "), ""),
            RevertOutcome::Deleted { .. } => ("deleted", String::new(), ""),
            RevertOutcome::Nothing => ("no change needed", String::new(), ""),
            RevertOutcome::Kept { why, .. } => ("unchanged", String::new(), why.as_str()),
            RevertOutcome::Failed { failure } => {
                ("failed", String::new(), failure.message.as_str())
            }
        };
        table.row([&place, &row.number, outcome, &what, why]);
        for cell in &row.kept {
            table.row([&place, &row.number, "keeps", &cell.field, &cell.why]);
        }
    }
    table
}
