//! What has to be known of a whole file before a row of it is judged: who its rows create, and
//! whether it says which supervisor is the primary one.

use std::collections::HashSet;
use std::path::Path;

use serde_json::Value;

use super::columns::is_known;
use super::source::{self, Row, Taker};
use super::types::{Column, ImportOptions, Source};
use crate::Failure;
use crate::records::Resource;
use fielddesk_rules::fields::{Decimals, FieldDef, USER_FIELDS, field};

/// What a file of users says as a whole.
#[derive(Debug, Default)]
pub(super) struct FirstPass {
    /// Whether any supervisor of the file is marked as the primary one; else the file has
    /// nothing to say about it.
    pub(super) marks_primary: bool,
    /// The numbers of the file, where unknown ones become users.
    new: HashSet<String>,
}

impl FirstPass {
    /// Reads the file, where it names supervisors. Blocks.
    pub(super) fn read(
        resource: Resource,
        path: &Path,
        options: &ImportOptions,
        columns: &[Column],
        decimals: Decimals,
    ) -> Result<Option<Self>, Failure> {
        let column = |name: &str| {
            let column = columns.iter().find(|c| c.field.as_deref() == Some(name))?;
            Some((column.index, field(USER_FIELDS, name)?))
        };
        let (Resource::Users, Some(supervisors)) = (resource, column("immediateSupervisors"))
        else {
            return Ok(None);
        };
        let mut reading = Reading {
            pass: Self::default(),
            supervisors,
            number: column(resource.key()),
            options,
            decimals,
        };
        source::read(path, options, &is_known(resource), &mut reading)?;
        Ok(Some(reading.pass))
    }

    /// Whether the file has a row of this number that can become a user.
    pub(super) fn creates(&self, number: &str) -> bool {
        self.new.contains(number)
    }
}

struct Reading<'a> {
    options: &'a ImportOptions,
    pass: FirstPass,
    supervisors: (usize, &'static FieldDef),
    number: Option<(usize, &'static FieldDef)>,
    decimals: Decimals,
}

impl Reading<'_> {
    fn value(&self, row: &Row, (index, field): (usize, &FieldDef)) -> Option<Value> {
        let cell = row.cells.get(index)?.loose()?;
        field.parse_loose(&cell, self.decimals).ok()
    }
}

impl Taker for Reading<'_> {
    fn begin(&mut self, _: &Source, _: Row) -> Result<(), Failure> {
        Ok(())
    }

    fn row(&mut self, row: Row) -> Result<bool, Failure> {
        let supervisors = self.value(&row, self.supervisors);
        let mut all = supervisors.iter().filter_map(Value::as_array).flatten();
        self.pass.marks_primary |= all.any(|one| one.get("primary") == Some(&Value::Bool(true)));
        let number = self.number.filter(|_| self.options.creates(row.number));
        let number = number.and_then(|number| self.value(&row, number));
        let number = number.as_ref().and_then(Value::as_str).map(str::trim);
        self.pass.new.extend(number.map(str::to_owned));
        Ok(true)
    }
}
