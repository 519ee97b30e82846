//! From a file to a plan: what is stored is read, then row after row is judged.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::check::{Check, Facts, UNIT};
use super::columns::{self, is_known};
use super::exported;
use super::first_pass::FirstPass;
use super::known::Known;
use super::source::{self, Cell, Form, Row, RowReceiver};
use super::types::{Action, Column, ImportOptions, Look, Plan, PlannedRow, Reason, Totals};
use crate::bulk::BulkControl;
use crate::company::own_company;
use crate::connection::Connection;
use crate::export::ExportBases;
use crate::machines::CompanyTypes;
use crate::records::Resource;
use crate::{Failure, machines, users};
use fielddesk_rules::fields::{Problem, ProblemCode, Reading};
use fielddesk_rules::phone::{code_of, commonest_code};
use fielddesk_tables::{TableError, TableErrorKind};

/// Looks at the form and the columns of a file; nothing is asked of the service.
///
/// # Errors
/// For a file that cannot be read, has no headings, or two columns for one field.
pub async fn look(
    resource: Resource,
    path: PathBuf,
    options: ImportOptions,
) -> Result<Look, Failure> {
    blocking(move || super::look::look(resource, &path, &options)).await
}

/// Judges every row of a file against what is stored. Nothing is changed.
///
/// A workbook that was exported here is compared with what was exported, too, where the bases
/// know it. A bad row keeps no other from being applied. The progress counts rows; its total is known
/// at the end.
///
/// # Errors
/// As [`look`], for a file without a column that names the record, those of the lists, `usage` where a company has to be named, and `cancelled`.
pub async fn plan(
    connection: &Connection,
    resource: Resource,
    path: PathBuf,
    options: ImportOptions,
    bases: Option<&ExportBases>,
    following: &BulkControl,
) -> Result<Plan, Failure> {
    let looked = look(resource, path.clone(), options.clone()).await?;
    columns::check_key(resource, &looked)?;
    let fields: Vec<String> = looked
        .columns
        .iter()
        .filter_map(|c| c.field.clone())
        .collect();
    let exported = exported::find(bases, &looked.source, resource).await?;
    let (base, exported_at) = exported.unzip();
    let exported_at = exported_at.filter(|_| !options.all_values);
    let mut facts = facts(connection, resource, &options, &fields).await?;
    facts.base = base;
    let following = following.clone();
    blocking(move || {
        facts.first_pass = FirstPass::read(resource, &path, &options, &looked)?;
        let numbers = facts.first_pass.numbers;
        let mut looked = looked;
        looked.source.decimals = numbers.decimals;
        let mut planning = Planning {
            check: Check::new(resource, &facts, &options, &looked.columns),
            following,
            rows: Vec::new(),
            repairs: repairs(resource, &options, &looked.columns),
        };
        source::read(&path, &options, &is_known(resource), &mut planning)?;
        let Planning {
            rows, following, ..
        } = planning;
        let rows = both_of_a_number(rows);
        let rows = no_number_twice(resource, rows);
        following
            .progress
            .send_modify(|steps| steps.total = steps.done);
        Ok(Plan {
            resource,
            source: looked.source,
            company: facts.company,
            columns: looked.columns,
            missing: looked.missing,
            exported_at,
            totals: totals(&rows),
            rows,
        })
    })
    .await
}

/// Reads what the rows are judged by, and no more.
async fn facts(
    connection: &Connection,
    resource: Resource,
    options: &ImportOptions,
    fields: &[String],
) -> Result<Facts, Failure> {
    let has = |name: &str| fields.iter().any(|field| field == name);
    let mut names: Vec<&str> = fields.iter().map(String::as_str).collect();
    names.push(resource.key());
    if has("fuelConsumptionRate") {
        names.push(UNIT);
    }
    let machines = resource == Resource::Machines;
    if !machines {
        // The phone that logs in is nobody else's, and the person stays the same.
        names.extend(["mobileWork", "firstName", "lastName", "birthDate"]);
        names.extend(["employmentStartDate", "employmentEndDate"]);
    }
    let typed = machines && has("typeId");
    let own = async {
        match typed || options.company.is_none() {
            true => Ok(Some(own_company(connection).await)),
            false => Ok(None),
        }
    };
    let types = async {
        match typed {
            true => machines::types(connection).await.map(Some),
            false => Ok(None),
        }
    };
    let people = async {
        if !machines || !has("responsibleEmployeeNumber") {
            return Ok(None);
        }
        let users = users::list(connection, &users::UserQuery::default()).await?;
        let numbers: HashSet<String> = users.into_iter().map(|user| user.employee_number).collect();
        Ok(Some(numbers))
    };
    let known = Known::read(connection, resource, &names);
    let (known, own, types, people) = tokio::try_join!(known, own, types, people)?;
    let own = own.transpose();
    let types = types.map(|types| CompanyTypes {
        types: types.records,
        company: own.as_ref().ok().cloned().flatten(),
    });
    let company = match &options.company {
        Some(company) => Some(company.clone()),
        // Every row may name its company.
        None if has("companyId") => own.ok().flatten(),
        None => own?,
    };
    let own_code = options.default_country.as_deref().and_then(code_of);
    let said = options.country.as_deref().and_then(code_of);
    let phones = known.records().iter();
    let phones = phones.filter_map(|one| one.values.get("mobileWork")?.as_str());
    let code = said.or_else(|| commonest_code(phones)).or(own_code);
    let taken = said.is_some() || options.takes_national_phones;
    let today = chrono::Local::now().date_naive();
    Ok(Facts {
        reading: Reading::of_no_region(today, code.filter(|_| taken)),
        codes: [code, own_code],
        known,
        types,
        people,
        first_pass: FirstPass::default(),
        company,
        base: None,
    })
}

struct Planning<'a> {
    check: Check<'a>,
    following: BulkControl,
    rows: Vec<PlannedRow>,
    /// By row: the column and what is in it instead.
    repairs: HashMap<u64, Vec<(usize, Cell)>>,
}

/// Mended cells by row and column; those of fields that no column fills have no place.
fn repairs(
    resource: Resource,
    options: &ImportOptions,
    columns: &[Column],
) -> HashMap<u64, Vec<(usize, Cell)>> {
    let mut repairs: HashMap<u64, Vec<(usize, Cell)>> = HashMap::new();
    for repair in &options.repairs {
        let field = repair.field.as_deref().unwrap_or_else(|| resource.key());
        let column = columns.iter().find(|c| c.field.as_deref() == Some(field));
        let Some(column) = column else { continue };
        let cell = match repair.text.as_deref().map(str::trim) {
            None | Some("") => Cell::Empty,
            Some(text) => Cell::Text(text.to_owned()),
        };
        let of_row = repairs.entry(repair.row).or_default();
        of_row.push((column.index, cell));
    }
    repairs
}

impl RowReceiver for Planning<'_> {
    type Error = Failure;

    fn begin(&mut self, _: &Form, _: Row) -> Result<(), Failure> {
        Ok(())
    }

    fn row(&mut self, mut row: Row) -> Result<bool, Failure> {
        for (column, cell) in self.repairs.remove(&row.number).unwrap_or_default() {
            if row.cells.len() <= column {
                row.cells.resize(column + 1, Cell::Empty);
            }
            if let Some(place) = row.cells.get_mut(column) {
                *place = cell;
            }
        }
        if self.following.cancel.is_cancelled() {
            return Err(Failure::cancelled());
        }
        self.rows.push(self.check.judge(&row));
        self.following.step(1);
        Ok(true)
    }
}

/// Of two rows with one number nobody can tell which is right: the first one is bad as well.
fn both_of_a_number(mut rows: Vec<PlannedRow>) -> Vec<PlannedRow> {
    let mut last: HashMap<(&str, &str), u64> = HashMap::new();
    for row in &rows {
        let company = row.company.as_ref().map_or("", |company| company.as_str());
        if !row.number.is_empty() {
            last.insert((company, row.number.as_str()), row.row);
        }
    }
    let twice: HashMap<usize, u64> = rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let company = row.company.as_ref().map_or("", |company| company.as_str());
            let other = *last.get(&(company, row.number.as_str()))?;
            (other != row.row).then_some((index, other))
        })
        .collect();
    for (index, other) in twice {
        let Some(row) = rows.get_mut(index) else {
            continue;
        };
        let number = fielddesk_rules::file_name::shown(&row.number);
        let message = format!("{number} is in row {other} again.");
        let reason = Reason {
            field: None,
            heading: None,
            problem: Problem::new(ProblemCode::NumberTwice, message)
                .with("number", number)
                .with("row", other),
            suggestion: None,
            choices: Vec::new(),
        };
        row.changed_since = None;
        match &mut row.action {
            Action::Bad { reasons } => reasons.push(reason),
            action => {
                *action = Action::Bad {
                    reasons: vec![reason],
                }
            }
        }
    }
    rows
}

/// A number that a row of the file has is offered to no other: both rows would be bad then.
fn no_number_twice(resource: Resource, mut rows: Vec<PlannedRow>) -> Vec<PlannedRow> {
    let numbers = rows
        .iter()
        .map(|row| (row.company.clone(), row.number.clone()));
    let numbers: HashSet<_> = numbers.collect();
    for row in &mut rows {
        let Action::Bad { reasons } = &mut row.action else {
            continue;
        };
        for reason in reasons {
            let of_number = reason.field.as_deref() == Some(resource.key());
            let offered = reason.suggestion.clone().filter(|_| of_number);
            if offered.is_some_and(|near| numbers.contains(&(row.company.clone(), near))) {
                reason.suggestion = None;
            }
        }
    }
    rows
}

fn totals(rows: &[PlannedRow]) -> Totals {
    let mut totals = Totals::default();
    for row in rows {
        totals.rows += 1;
        let since = u64::from(row.changed_since.is_some());
        totals.changed_since += since;
        totals.hidden += u64::from(row.hidden);
        totals.cleaned += u64::from(row.cleaned);
        match &row.action {
            Action::Create { values } => {
                totals.create += 1;
                totals.values += values.len() as u64;
            }
            Action::Update { cells, .. } => {
                totals.update += 1;
                totals.values += cells.len() as u64;
                totals.falls += u64::from(!row.falls().is_empty());
            }
            Action::Unchanged => {
                totals.unchanged += 1;
                totals.only_changed_since += since;
            }
            Action::Bad { .. } => totals.bad += 1,
        }
    }
    totals
}

/// Runs work that blocks. A panic in a reader of foreign files is a file that cannot be read.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => {
            tracing::error!(%error, "the reading of a file ended");
            Err(TableError::from(TableErrorKind::Damaged).into())
        }
    }
}
