//! Options that machines and users share: fields to set, the company meant, files to import.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use fielddesk_core::model::CompanyId;
use fielddesk_rules::language::Language;
use fielddesk_rules::retention::EXPORT_DAYS;

use super::OutputArg;

/// Which company is meant.
#[derive(Debug, Args)]
pub(crate) struct CompanyArgs {
    /// Company ID, if a number is not unique in the company tree
    #[arg(long, value_name = "ID")]
    pub(crate) company: Option<String>,
}

impl CompanyArgs {
    /// The company that was named.
    pub(crate) fn id(&self) -> Option<CompanyId> {
        self.company.as_deref().map(CompanyId::from)
    }
}

/// What a record is to hold: fields one by one, or a file.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct FieldArgs {
    /// Field and value, with the field names of the API; repeatable
    #[arg(long = "set", value_name = "FIELD=VALUE", conflicts_with = "from")]
    pub(crate) set: Vec<String>,
    /// JSON file with the fields; - reads standard input
    #[arg(long, value_name = "FILE.json")]
    pub(crate) from: Option<PathBuf>,
}

/// A file of rows to import.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A CSV, XLSX, XLS or ODS file with a row of headings
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Preview the import, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Create records for unknown numbers; with no such rows are errors, ask asks once
    #[arg(long, value_name = "ANSWER", default_value = "yes")]
    pub(crate) create: Create,
    /// Sheet of a workbook [default: the first visible one with known headings]
    #[arg(long, value_name = "NAME")]
    pub(crate) sheet: Option<String>,
    /// Row of the headings [default: the one with most known headings]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) heading_row: Option<u64>,
    /// Field, and heading of its column; repeatable
    #[arg(long, value_name = "FIELD=HEADING", num_args = 1.., value_parser = pair)]
    pub(crate) column: Vec<(String, String)>,
    /// Encoding of a text file, such as windows-1252 [default: UTF-8, UTF-16 or Windows-1252 by its bytes]
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// Two letters of the country of phone numbers without a code [default: that of most stored numbers]
    #[arg(long, value_name = "NN", value_parser = country)]
    pub(crate) country: Option<String>,
    /// Rows that may change name and birth date of a user
    #[arg(long, value_name = "ROW", num_args = 1..)]
    pub(crate) another_person: Vec<u64>,
    /// File that undoes this import [default: beside the imported one]
    #[arg(long, value_name = "FILE.json")]
    pub(crate) revert_file: Option<PathBuf>,
    /// Import all values of an exported file, not only those changed in it
    #[arg(long)]
    pub(crate) use_file_values: bool,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
}

/// An answer to new numbers of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Create {
    /// Each is a new record
    Yes,
    /// Their rows are errors
    No,
    /// Ask on the terminal
    Ask,
}

/// Reads `FIELD=HEADING`.
fn pair(text: &str) -> Result<(String, String), String> {
    let (field, heading) = text.split_once('=').ok_or("write it as FIELD=HEADING")?;
    Ok((field.trim().to_owned(), heading.trim().to_owned()))
}

/// Reads the two letters of a country.
fn country(text: &str) -> Result<String, String> {
    match fielddesk_rules::phone::code_of(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err("give the two letters of a country, such as NO".to_owned()),
    }
}

/// Where an export goes.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// File format [default: by the file name, else csv]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<SheetFormat>,
    #[command(flatten)]
    pub(crate) output: OutputArg,
    /// For programs: do not guard cells that a spreadsheet would run
    #[arg(long)]
    pub(crate) raw: bool,
    /// Language of the headings [default: field names of the API]
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) headings: Option<Headings>,
}

/// A kind of table file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// Values with commas between them
    Csv,
    /// A spreadsheet
    Xlsx,
}

/// A language of headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Headings(pub(crate) Language);

impl ValueEnum for Headings {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Headings>> =
            LazyLock::new(|| Language::ALL.into_iter().map(Headings).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.tag()).help(self.0.name()))
    }
}

/// The languages of headings, in a sentence.
pub(super) fn languages() -> String {
    let [others @ .., last] = Language::ALL.map(Language::name);
    format!("{} or {last}", others.join(", "))
}

/// What an import does with a file that was exported here.
pub(super) fn of_exports() -> String {
    format!(
        "\
An XLSX file that was exported on this computer within {EXPORT_DAYS} days is compared with what was exported:
only values that were changed in the file are imported. A value that was changed on the server since
stays. --use-file-values imports all values of the file."
    )
}
