//! Files of other programs, and files that no program would write.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod fuzz;
mod limits;
mod mutate;
mod programs;
mod seeds;

use std::io::Cursor;

use fielddesk_tables::{Form, Options, Row, RowReceiver, TableError, read};

/// Form, headings and rows of a file.
#[derive(Debug, Default)]
struct Read {
    form: Form,
    heading: Option<Row>,
    rows: Vec<Row>,
}

impl RowReceiver for Read {
    type Error = TableError;

    fn begin(&mut self, form: &Form, heading: Row) -> Result<(), TableError> {
        self.form = form.clone();
        self.heading = Some(heading);
        Ok(())
    }

    fn row(&mut self, row: Row) -> Result<bool, TableError> {
        self.rows.push(row);
        Ok(true)
    }
}

fn known(heading: &str) -> bool {
    ["Nummer", "Navn", "Timer"].contains(&heading)
}

fn read_whole(bytes: &[u8], options: &Options) -> Result<Read, TableError> {
    let mut whole = Read::default();
    read(&mut Cursor::new(bytes), options, &known, &mut whole)?;
    Ok(whole)
}
