//! `fieldctl machines import`, `fieldctl users import`, and what takes them back.

mod dry_run;
mod outcome;
mod revert;

use chrono::Utc;
use fielddesk_core::import::{self, Action, FileValues, ImportOptions, Plan, Resource};
use fielddesk_core::{Failure, FailureKind};

pub(super) use revert::revert;

use crate::args::ImportArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;
use crate::output::summary;

pub(super) async fn machines(args: ImportArgs, context: &Context) -> Result<Exit, Failure> {
    run(Resource::Machines, args, context).await
}

pub(super) async fn users(args: ImportArgs, context: &Context) -> Result<Exit, Failure> {
    run(Resource::Users, args, context).await
}

async fn run(resource: Resource, args: ImportArgs, context: &Context) -> Result<Exit, Failure> {
    let options = ImportOptions {
        sheet: args.sheet.clone(),
        company: args.company.id(),
        all_values: args.use_file_values,
        ..ImportOptions::default()
    };
    let connection = context.connect().await?;
    let bases = context.export_bases(&connection).await;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Reading", &following);
    let planned = import::plan(
        &connection,
        resource,
        args.file.clone(),
        options,
        bases.as_ref(),
        &following,
    );
    let plan = context.unless_cancelled(planned).await?;
    drop(bar);
    remark_on_columns(&plan, context);
    remark_on_export(&plan, context);
    if args.dry_run {
        return dry_run::tell(&plan, context);
    }
    let revert_file = args
        .revert_file
        .clone()
        .unwrap_or_else(|| import::revert_path(&args.file, Utc::now()));
    let following = context.following();
    let bar = Bar::steps(&context.output, "Importing", &following);
    // A cancel is heard between requests: what is under way gets its outcome.
    let report = import::apply(
        &connection,
        &plan,
        &FileValues::default(),
        bases.as_ref(),
        Some(revert_file),
        &following,
    )
    .await?;
    drop(bar);
    outcome::tell(&plan, &report, context)
}

/// Columns that fill nothing, and what new records lack.
fn remark_on_columns(plan: &Plan, context: &Context) {
    for column in &plan.columns {
        if let Some(why) = &column.unused {
            context
                .output
                .remark(&format!("Column `{}` is not used: {why}", column.heading));
        }
    }
    let creates = plan
        .rows
        .iter()
        .any(|row| matches!(row.action, Action::Bad { .. }));
    if creates && !plan.missing.is_empty() {
        context.output.remark(&format!(
            "No column holds {}; new records need it.",
            plan.missing.join(", ")
        ));
    }
}

/// That the file is compared with its export, and the rows that someone else changed since.
fn remark_on_export(plan: &Plan, context: &Context) {
    let Some(exported_at) = plan.exported_at else {
        return;
    };
    let exported_at = exported_at.format("%Y-%m-%d %H:%M");
    context.output.remark(&format!(
        "Exported here at {exported_at} UTC: only values that were changed in the file since are \
         imported. --use-file-values imports every value."
    ));
    let rows = plan.totals.changed_since;
    if rows > 0 {
        context.output.remark(&format!(
            "Changed since the export: values of {rows} rows stay as the service has them."
        ));
    }
}

/// Ends a command over the rows of a file: tells the gravest failure and settles the status.
fn finish(context: &Context, rows: usize, failures: &[Failure], doing: &str) -> Exit {
    let failures: Vec<&Failure> = failures.iter().collect();
    if let Some(failure) = summary(&failures, rows, doing) {
        context.output.failure(&failure);
    }
    Exit::of_items(rows, failures)
}

/// The rows that stay out, each with the first of its reasons.
fn bad_rows(plan: &Plan) -> impl Iterator<Item = Failure> {
    plan.rows.iter().filter_map(|row| match &row.action {
        Action::Bad { reasons } => {
            let why = reasons.first().map_or("", |reason| &reason.problem.message);
            let message = format!("Row {}: {why}", row.row);
            let mut failure = Failure::new(FailureKind::Refused, message, "Mend the row.");
            failure.field = reasons.first().and_then(|reason| reason.field.clone());
            Some(failure)
        }
        Action::Create { .. } | Action::Update { .. } | Action::Unchanged => None,
    })
}
