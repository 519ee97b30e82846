//! Preview of an import, as a table of old and new values.

use fielddesk_core::Failure;
use fielddesk_core::import::{Action, CellChange, Plan, PlannedRow, Resource};
use fielddesk_rules::fields::{field, shown};
use serde::Serialize;
use serde_json::Value;

use super::{bad_rows, finish};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    dry_run: bool,
    /// The sheet of a workbook.
    sheet: Option<&'a str>,
    /// The row of headings.
    heading_row: u64,
    /// The encoding of a text.
    encoding: Option<&'a str>,
    #[serde(flatten)]
    plan: &'a Plan,
}

pub(super) fn tell(plan: &Plan, context: &Context) -> Result<Exit, Failure> {
    let document = Document {
        dry_run: true,
        sheet: plan.source.sheet.as_deref(),
        heading_row: plan.source.heading_row,
        encoding: plan.source.encoding.as_deref(),
        plan,
    };
    context.output.result(&document, || table(plan))?;
    let totals = plan.totals;
    context.output.remark(&format!(
        "{} rows: {} new, {} changed, {} unchanged, {} with errors. Nothing was changed.",
        totals.rows, totals.create, totals.update, totals.unchanged, totals.bad
    ));
    let failures: Vec<Failure> = bad_rows(plan).collect();
    Ok(finish(context, plan.rows.len(), &failures, "imported"))
}

fn table(plan: &Plan) -> Table {
    let mut table = Table::new(&[
        ("ROW", Kind::Number),
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("ACTION", Kind::Name),
        ("FIELD", Kind::Id),
        ("OLD", Kind::Name),
        ("NEW", Kind::Name),
    ]);
    for row in &plan.rows {
        lines(&mut table, plan.resource, row);
    }
    table
}

fn lines(table: &mut Table, resource: Resource, row: &PlannedRow) {
    let place = row.row.to_string();
    let of = row.name.as_deref().unwrap_or_default();
    let mut line = |action: &str, name: &str, old: &str, new: &str| {
        table.row([&place, &row.number, of, action, name, old, new]);
    };
    match &row.action {
        Action::Create { values } => {
            for (name, value) in values {
                line("create", name, "", &cell(resource, name, value));
            }
        }
        Action::Update { cells, .. } => {
            for change in cells {
                let name = &change.field;
                let (old, new) = (&change.old, &change.new);
                line(
                    "update",
                    name,
                    &cell(resource, name, old),
                    &cell(resource, name, new),
                );
            }
        }
        Action::Unchanged => {}
        Action::Bad { reasons } => {
            for reason in reasons {
                let name = reason.field.as_deref().or(reason.heading.as_deref());
                line("error", name.unwrap_or(""), "", &reason.problem.message);
            }
        }
    }
    for since in row.changed_since.iter().flat_map(|since| &since.cells) {
        let CellChange { field, old, new } = &since.change;
        line(
            "changed since",
            field,
            &cell(resource, field, old),
            &cell(resource, field, new),
        );
    }
}

fn cell(resource: Resource, name: &str, value: &Value) -> String {
    match field(resource.fields(), name) {
        Some(field) => shown(field, value, None),
        None => value.to_string(),
    }
}
