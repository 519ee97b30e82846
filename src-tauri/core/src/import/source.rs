//! Files of an import as rows: opened for [`fielddesk_tables`], whose errors become failures.

use std::fs::File;
use std::path::Path;

use fielddesk_tables::{IsHeading, Options, TableError, TableErrorKind as Kind};

use super::types::ImportOptions;
use crate::{Failure, FailureKind};

pub(super) use fielddesk_tables::{Cell, Form, Row, RowReceiver, SEPARATORS};

/// Reads the file through the taker. Blocks.
pub(super) fn read(
    path: &Path,
    options: &ImportOptions,
    known: IsHeading<'_>,
    taker: &mut impl RowReceiver<Error = Failure>,
) -> Result<(), Failure> {
    let local = |error: std::io::Error| Failure::local("read", path, &error);
    let mut file = File::open(path).map_err(local)?;
    let options = Options {
        sheet: options.sheet.clone(),
        heading_row: options.heading_row,
        encoding: options.encoding.clone(),
    };
    fielddesk_tables::read(&mut file, &options, known, taker)
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let TableError { kind, source } = error;
        if let Some(error) = source {
            return Self::local("read", Path::new("the file"), &error);
        }
        let failure = match &kind {
            Kind::TooManyBytes
            | Kind::UnpacksToTooMuch
            | Kind::TooManyTexts
            | Kind::TooLongText
            | Kind::TooManyRows => Self::new(FailureKind::TooLarge, kind.to_string(), kind.fix()),
            Kind::UnknownSheet { .. } => Self::usage("sheet", kind.to_string(), kind.fix()),
            Kind::UnknownEncoding { .. } => Self::usage("encoding", kind.to_string(), kind.fix()),
            Kind::NoHeadingRow { .. } => Self::usage("headingRow", kind.to_string(), kind.fix()),
            _ => {
                let message = format!("The file cannot be imported. {kind}");
                Self::new(FailureKind::Refused, message, kind.fix())
            }
        };
        let params = kind.params().into_iter();
        params.fold(
            failure.with("table", kind.code()),
            |failure, (name, value)| failure.with(name, value),
        )
    }
}
