//! `fieldctl machines import`, `fieldctl users import`, and what takes them back.

mod dry_run;
mod outcome;
mod revert;

use std::path::Path;

use chrono::Utc;
use fielddesk_core::import::{self, Action, FileValues, ImportOptions, Plan, Resource};
use fielddesk_core::output_file::refuse_folder;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::fields::field;

pub(super) use revert::revert;

use super::confirm::{self, Doing};
use crate::args::{Create, ImportArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;
use crate::output::summary;

/// Rows that a remark names; the others are counted.
const ROWS_NAMED: usize = 20;

pub(super) async fn machines(args: ImportArgs, context: &Context) -> Result<Exit, Failure> {
    run(Resource::Machines, args, context).await
}

pub(super) async fn users(args: ImportArgs, context: &Context) -> Result<Exit, Failure> {
    run(Resource::Users, args, context).await
}

async fn run(resource: Resource, args: ImportArgs, context: &Context) -> Result<Exit, Failure> {
    if let Some(file) = &args.revert_file {
        refuse_as_revert_file(file)?;
    }
    let asks = args.create == Create::Ask && !args.dry_run;
    if asks {
        confirm::can_be_confirmed(Doing::Create, false)?;
    }
    let mut options = ImportOptions {
        sheet: args.sheet.clone(),
        heading_row: args.heading_row,
        encoding: args.encoding.clone(),
        company: args.company.id(),
        create: args.create != Create::No,
        other_person_rows: args.another_person.iter().copied().collect(),
        all_values: args.use_file_values,
        country: args.country.clone(),
        default_country: context.country(),
        takes_national_phones: true,
        ..ImportOptions::default()
    };
    choose_columns(resource, &args, &mut options).await?;
    let connection = context.connect().await?;
    let bases = context.export_bases(&connection).await;
    let following = context.following();
    let bar = Bar::steps(&context.output, "Reading", &following);
    let plan_with = |options: ImportOptions| {
        import::plan(
            &connection,
            resource,
            args.file.clone(),
            options,
            bases.as_ref(),
            &following,
        )
    };
    let mut plan = context.unless_cancelled(plan_with(options.clone())).await?;
    drop(bar);
    if asks && plan.totals.create > 0 {
        let question = format!("Create {} new {}?", plan.totals.create, resource.as_str());
        match confirm::ask(Doing::Create, context, &question).await {
            Ok(()) => {}
            Err(failure) if failure.kind == FailureKind::Cancelled => {
                options.create = false;
                plan = context.unless_cancelled(plan_with(options)).await?;
            }
            Err(failure) => return Err(failure),
        }
    }
    remark_on_source(&plan, context);
    remark_on_columns(&plan, context);
    remark_on_rows(&plan, context);
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

/// Fills the columns that `--column` names.
async fn choose_columns(
    resource: Resource,
    args: &ImportArgs,
    options: &mut ImportOptions,
) -> Result<(), Failure> {
    if args.column.is_empty() {
        return Ok(());
    }
    let look = import::look(resource, args.file.clone(), options.clone()).await?;
    for (name, heading) in &args.column {
        let shown = fielddesk_rules::file_name::shown;
        let wrong = |message: String, fix: String| Failure::usage("column", message, fix);
        if field(resource.fields(), name).is_none() {
            let message = format!("There is no field {}.", shown(name));
            return Err(wrong(message, "Choose another field.".to_owned()));
        }
        let mut columns = look.columns.iter().map(|column| &column.heading);
        let found = columns.find(|own| own.to_lowercase() == heading.to_lowercase());
        let Some(found) = found else {
            let all: Vec<&str> = look
                .columns
                .iter()
                .map(|column| column.heading.as_str())
                .collect();
            let message = format!("No column is called {}.", shown(heading));
            return Err(wrong(
                message,
                format!("The file has {}.", shown(&all.join(", "))),
            ));
        };
        // A column that would have filled the field gives way.
        for column in &look.columns {
            let fills = column.field.as_deref() == Some(name.as_str());
            if fills && !options.columns.contains_key(&column.heading) {
                options.columns.insert(column.heading.clone(), None);
            }
        }
        options.columns.insert(found.clone(), Some(name.clone()));
    }
    Ok(())
}

/// The sheet, the row of headings below others, and the encoding, where they were found out.
fn remark_on_source(plan: &Plan, context: &Context) {
    let source = &plan.source;
    if let Some(sheet) = source.sheet.as_ref().filter(|_| source.sheets.len() > 1) {
        let others: Vec<&str> = source
            .sheets
            .iter()
            .filter(|name| *name != sheet)
            .map(String::as_str)
            .collect();
        context.output.remark(&format!(
            "Read from sheet {sheet}; the workbook also has {}.",
            others.join(", ")
        ));
    }
    if source.heading_row > 1 {
        let row = source.heading_row;
        context
            .output
            .remark(&format!("The headings are in row {row}."));
    }
    if let Some(encoding) = source.encoding.as_deref().filter(|name| *name != "UTF-8") {
        context
            .output
            .remark(&format!("The file was read as {encoding}."));
    }
}

/// Refuses what cannot hold the file that takes an import back.
fn refuse_as_revert_file(file: &Path) -> Result<(), Failure> {
    if file.as_os_str() == "-" {
        return Err(Failure::usage(
            "revertFile",
            "The file that undoes the import cannot go to standard output.",
            "Name a file: --revert-file FILE.",
        ));
    }
    refuse_folder(file).map_err(|failure| failure.about("revertFile"))
}

/// Columns that fill nothing or are converted, and what new records lack.
fn remark_on_columns(plan: &Plan, context: &Context) {
    for column in &plan.columns {
        if let Some(unit) = column.unit.as_ref().filter(|_| column.field.is_some()) {
            context.output.remark(&format!(
                "Column `{}` is in {unit}: its values are converted.",
                column.heading
            ));
        }
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

/// The rows that the sheet hides, and the numbers of which characters were left out.
fn remark_on_rows(plan: &Plan, context: &Context) {
    match plan.totals.hidden {
        0 => {}
        1 => context
            .output
            .remark("1 row is hidden in the sheet, as by a filter; it counts as the others do."),
        rows => context.output.remark(&format!(
            "{rows} rows are hidden in the sheet, as by a filter; they count as the others do."
        )),
    }
    let cleaned = plan.rows.iter().filter(|row| row.cleaned);
    let mut rows: Vec<String> = cleaned.map(|row| row.row.to_string()).collect();
    let more = rows.len().saturating_sub(ROWS_NAMED);
    rows.truncate(ROWS_NAMED);
    if more > 0 {
        rows.push(format!("{more} more"));
    }
    let of = match rows.as_slice() {
        [] => return,
        [row] => format!("number of row {row}"),
        rows => format!("numbers of rows {}", rows.join(", ")),
    };
    context
        .output
        .remark(&format!("Invisible characters were removed from the {of}."));
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
            "Changed since the export: values of {rows} rows stay as the server has them."
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
            let mut failure = Failure::new(FailureKind::Refused, message, "Correct the row.");
            failure.field = reasons.first().and_then(|reason| reason.field.clone());
            Some(failure)
        }
        Action::Create { .. } | Action::Update { .. } | Action::Unchanged => None,
    })
}
