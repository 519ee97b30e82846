//! Bad rows of a plan as a file to fix: the cells as they are, and what is wrong with them.

use std::collections::HashMap;
use std::path::PathBuf;

use super::columns::is_known;
use super::plan::blocking;
use super::source::{self, Form, Row, RowReceiver};
use super::types::{Action, ImportOptions, Plan, Source};
use crate::Failure;
use crate::spreadsheet::BYTE_ORDER_MARK;
use crate::spreadsheet::guard::guard;

/// The heading of the added column; an import does not know it, so it is left out there.
const WHY: &str = "What is wrong";

/// The bad rows of a plan as a CSV that can be imported again, and how many they are. It is
/// separated as the file was: the program that wrote that one opens this one, too.
pub async fn bad_rows(
    plan: &Plan,
    path: PathBuf,
    options: ImportOptions,
) -> Result<(Vec<u8>, u64), Failure> {
    let resource = plan.resource;
    let bad: HashMap<u64, String> = plan
        .rows
        .iter()
        .filter_map(|row| match &row.action {
            Action::Bad { reasons } => {
                let all = reasons.iter().map(|one| one.problem.message.as_str());
                let all: Vec<&str> = all.collect();
                Some((row.row, all.join(" ")))
            }
            Action::Create { .. } | Action::Update { .. } | Action::Unchanged => None,
        })
        .collect();
    let separator = separator(&plan.source);
    blocking(move || {
        let mut taking = Taking {
            bad,
            width: 0,
            file: csv::WriterBuilder::new()
                .delimiter(separator)
                .from_writer(BYTE_ORDER_MARK.to_vec()),
            rows: 0,
        };
        source::read(&path, &options, &is_known(resource), &mut taking)?;
        let bytes = taking.file.into_inner().map_err(Failure::internal)?;
        Ok((bytes, taking.rows))
    })
    .await
}

/// What stands between the cells: what does in the file, unless a file has to name it to be read.
fn separator(source: &Source) -> u8 {
    let own = source.separator.and_then(|own| u8::try_from(own).ok());
    own.filter(|own| source::SEPARATORS.contains(own))
        .unwrap_or(b',')
}

struct Taking {
    bad: HashMap<u64, String>,
    width: usize,
    file: csv::Writer<Vec<u8>>,
    rows: u64,
}

impl Taking {
    fn write(&mut self, row: &Row, why: &str) -> Result<(), Failure> {
        let mut cells: Vec<String> = row.cells.iter().map(source::Cell::text).collect();
        cells.resize(self.width.max(cells.len()), String::new());
        cells.push(why.to_owned());
        let guarded = cells.iter().map(|cell| guard(cell).into_owned());
        let written = self.file.write_record(guarded);
        written.map_err(Failure::internal)
    }
}

impl RowReceiver for Taking {
    type Error = Failure;

    fn begin(&mut self, _: &Form, heading: Row) -> Result<(), Failure> {
        self.width = heading.cells.len();
        self.write(&heading, WHY)
    }

    fn row(&mut self, row: Row) -> Result<bool, Failure> {
        if let Some(why) = self.bad.remove(&row.number) {
            self.write(&row, &why)?;
            self.rows += 1;
        }
        Ok(!self.bad.is_empty())
    }
}
