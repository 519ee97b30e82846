//! The columns of a file that fill numbers, for its decimal sign. Pure.

use super::source::{Cell, Row};
use super::types::Column;
use crate::records::Resource;
use fielddesk_rules::fields::{Kind, SeenNumbers, field};

/// The columns that fill numbers.
#[derive(Debug, Default)]
pub(super) struct NumberColumns(Vec<usize>);

impl NumberColumns {
    pub(super) fn of(resource: Resource, columns: &[Column]) -> Self {
        let is_number = |column: &&Column| {
            let name = column.field.as_deref();
            let field = name.and_then(|name| field(resource.fields(), name));
            field.is_some_and(|field| matches!(field.kind, Kind::Number | Kind::Whole))
        };
        let columns = columns.iter().filter(is_number);
        Self(columns.map(|column| column.index).collect())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes the numbers of a row that are texts.
    pub(super) fn note(&self, row: &Row, seen: &mut SeenNumbers) {
        for cell in self.0.iter().filter_map(|column| row.cells.get(*column)) {
            if let Cell::Text(text) = cell {
                seen.note(text.trim());
            }
        }
    }
}
