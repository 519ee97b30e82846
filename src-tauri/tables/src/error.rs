//! Errors of files that are no table: a kind with its place, for words of any language, and an
//! English sentence with its remedy.

use std::fmt;

/// The error of a file that cannot be read as a table.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct TableError {
    /// The kind, with the place.
    pub kind: TableErrorKind,
    /// The error of the reader, where it is one.
    #[source]
    pub source: Option<std::io::Error>,
}

impl From<TableErrorKind> for TableError {
    fn from(kind: TableErrorKind) -> Self {
        Self { kind, source: None }
    }
}

impl From<std::io::Error> for TableError {
    fn from(error: std::io::Error) -> Self {
        Self {
            kind: TableErrorKind::Unreadable,
            source: Some(error),
        }
    }
}

/// Kinds of [`TableError`]. Rows are numbered as a spreadsheet program counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableErrorKind {
    /// The reader failed.
    Unreadable,
    /// Neither text nor a workbook.
    NoTable,
    /// A web page, XML or JSON under another name.
    Markup,
    /// A workbook with a password.
    Encrypted,
    /// A workbook that is damaged.
    Damaged,
    /// A part of the workbook declares a document type.
    DocumentType,
    /// More than 200 MB.
    TooManyBytes,
    /// The sheets unpack to more than 200 MB.
    UnpacksToTooMuch,
    /// Texts and formats of the workbook unpack to more than 50 MB.
    TooManyTexts,
    /// A row of the workbook has more than 4 MB of text.
    TooLongText,
    /// More than 100,000 rows.
    TooManyRows,
    /// A quotation mark that is opened in this row and not closed as it has to be.
    UnclosedQuote {
        /// The row.
        row: u64,
    },
    /// Bytes that are no text in the assumed encoding.
    NotText {
        /// The row.
        row: u64,
        /// The encoding, such as `UTF-8`.
        encoding: &'static str,
    },
    /// The workbook has no work sheet.
    NoSheet,
    /// The workbook has no sheet of that name.
    UnknownSheet {
        /// The name that was asked for.
        sheet: String,
        /// The work sheets that it has.
        sheets: Vec<String>,
    },
    /// The file has no encoding of that name.
    UnknownEncoding {
        /// The name that was asked for.
        encoding: String,
    },
    /// The row that was chosen for the headings is empty or not there.
    NoHeadingRow {
        /// The row.
        row: u64,
    },
    /// Nothing is in the file or sheet.
    Empty {
        /// The sheet of a workbook.
        sheet: Option<String>,
    },
    /// Headings without rows.
    NoRows {
        /// The sheet of a workbook.
        sheet: Option<String>,
        /// The row of the headings.
        row: u64,
    },
    /// A heading is a formula without a stored result.
    HeadingFormula {
        /// The row.
        row: u64,
        /// The column, from 1.
        column: usize,
    },
}

impl TableErrorKind {
    /// Returns the name for translated sentences.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::NoTable => "noTable",
            Self::Markup => "markup",
            Self::Encrypted => "encrypted",
            Self::Damaged => "damaged",
            Self::DocumentType => "documentType",
            Self::TooManyBytes => "tooManyBytes",
            Self::UnpacksToTooMuch => "unpacksToTooMuch",
            Self::TooManyTexts => "tooManyTexts",
            Self::TooLongText => "tooLongText",
            Self::TooManyRows => "tooManyRows",
            Self::UnclosedQuote { .. } => "unclosedQuote",
            Self::NotText { .. } => "notText",
            Self::NoSheet => "noSheet",
            Self::UnknownSheet { .. } => "unknownSheet",
            Self::UnknownEncoding { .. } => "unknownEncoding",
            Self::NoHeadingRow { .. } => "noHeadingRow",
            Self::Empty { .. } => "empty",
            Self::NoRows { .. } => "noRows",
            Self::HeadingFormula { .. } => "headingFormula",
        }
    }

    /// Returns the values for translated sentences by their names.
    #[must_use]
    pub fn params(&self) -> Vec<(&'static str, String)> {
        let of_sheet =
            |sheet: &Option<String>| sheet.iter().map(|name| ("sheet", name.clone())).collect();
        match self {
            Self::UnclosedQuote { row } | Self::NoHeadingRow { row } => {
                vec![("row", row.to_string())]
            }
            Self::NotText { row, encoding } => {
                vec![
                    ("row", row.to_string()),
                    ("encoding", (*encoding).to_owned()),
                ]
            }
            Self::UnknownSheet { sheet, sheets } => {
                vec![("sheet", sheet.clone()), ("sheets", sheets.join(", "))]
            }
            Self::UnknownEncoding { encoding } => vec![("encoding", encoding.clone())],
            Self::Empty { sheet } => of_sheet(sheet),
            Self::NoRows { sheet, row } => {
                let mut params: Vec<_> = of_sheet(sheet);
                params.push(("row", row.to_string()));
                params
            }
            Self::HeadingFormula { row, column } => {
                vec![("row", row.to_string()), ("column", column.to_string())]
            }
            _ => Vec::new(),
        }
    }

    /// Returns the remedy, in English.
    #[must_use]
    pub const fn fix(&self) -> &'static str {
        match self {
            Self::Unreadable => {
                "Check that the disk or network drive is connected, then try again."
            }
            Self::NoTable | Self::Markup => {
                "Open it in a spreadsheet program and save it as .xlsx, or as CSV."
            }
            Self::Encrypted => "Save it without a password.",
            Self::Damaged | Self::DocumentType => {
                "Open it in a spreadsheet program and save it as .xlsx again."
            }
            Self::TooManyBytes | Self::TooManyRows => "Split it into smaller files.",
            Self::UnpacksToTooMuch | Self::TooManyTexts | Self::TooLongText => {
                "Copy the rows into a new workbook, or save the sheet as CSV."
            }
            Self::UnclosedQuote { .. } => {
                "Close it, write it twice where it belongs to the text, or remove it."
            }
            Self::NotText { .. } => "Save it as “CSV UTF-8” or as .xlsx, or name its encoding.",
            Self::NoSheet => "Choose another file.",
            Self::UnknownSheet { .. } => "Choose one of its sheets.",
            Self::UnknownEncoding { .. } => "Name one such as utf-8, windows-1252 or macintosh.",
            Self::NoHeadingRow { .. } => "Choose the row that names the columns.",
            Self::Empty { .. } => "Choose another sheet or file.",
            Self::NoRows { .. } => "Add rows below the headings, or choose another sheet or file.",
            Self::HeadingFormula { .. } => "Open it in a spreadsheet program and save it again.",
        }
    }
}

impl fmt::Display for TableErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = fielddesk_rules::file_name::shown;
        let of = |sheet: &Option<String>| match sheet {
            Some(sheet) => format!("Sheet {}", shown(sheet)),
            None => "The file".to_owned(),
        };
        match self {
            Self::Unreadable => write!(f, "The file cannot be read."),
            Self::NoTable => write!(f, "The file is neither text nor a workbook."),
            Self::Markup => write!(f, "The file is a web page, XML or JSON, and no table."),
            Self::Encrypted => write!(f, "The workbook has a password."),
            Self::Damaged => write!(f, "The workbook is damaged."),
            Self::DocumentType => write!(
                f,
                "A part of the workbook declares a document type, which no spreadsheet program does."
            ),
            Self::TooManyBytes => write!(f, "The file is larger than 200 MB."),
            Self::UnpacksToTooMuch => {
                write!(f, "The sheets of the workbook unpack to more than 200 MB.")
            }
            Self::TooManyTexts => write!(
                f,
                "The texts and formats of the workbook unpack to more than 50 MB."
            ),
            Self::TooLongText => write!(f, "A row of the workbook has more than 4 MB of text."),
            Self::TooManyRows => write!(f, "The file has more than 100,000 rows."),
            Self::UnclosedQuote { row } => write!(
                f,
                "Row {row}: a quotation mark (\") is opened at the beginning of a cell and not closed at its end."
            ),
            Self::NotText { row, encoding } => {
                write!(f, "Row {row}: the text is not in the encoding {encoding}.")
            }
            Self::NoSheet => write!(f, "The workbook has no work sheet."),
            Self::UnknownSheet { sheet, sheets } => {
                write!(
                    f,
                    "The workbook has no sheet {}; it has {}.",
                    shown(sheet),
                    shown(&sheets.join(", "))
                )
            }
            Self::UnknownEncoding { encoding } => {
                write!(f, "There is no encoding {}.", shown(encoding))
            }
            Self::NoHeadingRow { row } => {
                write!(f, "Row {row} is empty: it cannot name the columns.")
            }
            Self::Empty { sheet } => {
                write!(f, "{} is empty: it has no row of headings.", of(sheet))
            }
            Self::NoRows { sheet, row } => {
                write!(
                    f,
                    "{} has headings in row {row} and no row below them.",
                    of(sheet)
                )
            }
            Self::HeadingFormula { row, column } => write!(
                f,
                "The heading in row {row}, column {column} is a formula without a stored result."
            ),
        }
    }
}
