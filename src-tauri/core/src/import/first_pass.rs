//! Facts about a whole file that its rows are judged by: its decimal sign, the users that its rows
//! create, and whether a supervisor is marked as the primary one.

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;

use super::columns::is_known;
use super::number_columns::NumberColumns;
use super::source::{self, Form, Row, RowReceiver};
use super::types::{ImportOptions, Look};
use crate::Failure;
use crate::records::Resource;
use fielddesk_rules::fields::{Decimals, FieldDef, Numbers, SeenNumbers, USER_FIELDS, field};

/// Facts about a file as a whole.
#[derive(Debug, Default)]
pub(super) struct FirstPass {
    /// The reading of its numbers.
    pub(super) numbers: Numbers,
    /// True where a column fills the supervisors.
    pub(super) names_supervisors: bool,
    /// Whether any supervisor of the file is marked as the primary one; else the file has
    /// nothing to say about it.
    pub(super) marks_primary: bool,
    /// The numbers of the file, where unknown ones become users.
    new: HashSet<String>,
}

impl FirstPass {
    /// Reads the file, where it has supervisors, or numbers whose decimal sign is not chosen. Blocks.
    pub(super) fn read(
        resource: Resource,
        path: &Path,
        options: &ImportOptions,
        look: &Look,
    ) -> Result<Self, Failure> {
        let column = |name: &str| {
            let column = look
                .columns
                .iter()
                .find(|c| c.field.as_deref() == Some(name))?;
            Some((column.index, field(USER_FIELDS, name)?))
        };
        let supervisors = column("immediateSupervisors").filter(|_| resource == Resource::Users);
        let columns = match options.decimals {
            Decimals::Unknown => NumberColumns::of(resource, &look.columns),
            _ => NumberColumns::default(),
        };
        let is_read = supervisors.is_some() || !columns.is_empty();
        let mut reading = Reading {
            pass: Self {
                names_supervisors: supervisors.is_some(),
                ..Self::default()
            },
            number: supervisors.and_then(|_| column(resource.key())),
            supervisors,
            options,
            columns,
            seen: SeenNumbers::default(),
        };
        if is_read {
            source::read(path, options, &is_known(resource), &mut reading)?;
        }
        let Reading { mut pass, seen, .. } = reading;
        pass.numbers = match options.decimals {
            Decimals::Unknown => seen.numbers(look.source.separator),
            chosen => chosen.into(),
        };
        Ok(pass)
    }

    /// Whether the file has a row of this number that can become a user.
    pub(super) fn creates(&self, number: &str) -> bool {
        self.new.contains(number)
    }
}

struct Reading<'a> {
    options: &'a ImportOptions,
    columns: NumberColumns,
    pass: FirstPass,
    supervisors: Option<(usize, &'static FieldDef)>,
    number: Option<(usize, &'static FieldDef)>,
    seen: SeenNumbers,
}

impl Reading<'_> {
    fn value(row: &Row, (index, field): (usize, &FieldDef)) -> Option<Value> {
        let cell = row.cells.get(index)?.loose()?;
        field.parse_loose(&cell, Numbers::default()).ok()
    }
}

impl RowReceiver for Reading<'_> {
    type Error = Failure;

    fn begin(&mut self, _: &Form, _: Row) -> Result<(), Failure> {
        Ok(())
    }

    fn row(&mut self, row: Row) -> Result<bool, Failure> {
        self.columns.note(&row, &mut self.seen);
        let supervisors = self
            .supervisors
            .and_then(|column| Self::value(&row, column));
        let mut all = supervisors.iter().filter_map(Value::as_array).flatten();
        self.pass.marks_primary |= all.any(|one| one.get("primary") == Some(&Value::Bool(true)));
        let number = self.number.filter(|_| self.options.creates(row.number));
        let number = number.and_then(|number| Self::value(&row, number));
        let number = number.as_ref().and_then(Value::as_str).map(str::trim);
        self.pass.new.extend(number.map(str::to_owned));
        Ok(true)
    }
}
