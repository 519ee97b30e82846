//! `fieldctl sync receipt`: what was delivered on a day, for a spreadsheet or for printing.

use chrono::{Local, NaiveDate};
use fielddesk_core::Failure;
use fielddesk_core::folders::{MappingId, Receipt};
use fielddesk_rules::language::Language;
use serde::Serialize;

use super::open::Synced;
use crate::args::{ReceiptArgs, ReceiptFormat};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::Table;

/// A receipt as programs read it, where it goes to no file.
#[derive(Debug, Serialize)]
struct Document<'a> {
    mapping: &'a MappingId,
    day: NaiveDate,
    documents: u64,
    csv: &'a str,
    html: &'a str,
}

pub(super) async fn run(args: ReceiptArgs, context: &Context) -> Result<Exit, Failure> {
    let file = args.output.file()?;
    let synced = Synced::open(context).await?;
    let mapping = synced.find(&args.mapping.text).await?;
    // Named here, so that a receipt made around midnight is of the day that it says.
    let day = args.day.unwrap_or_else(|| Local::now().date_naive());
    let receipt = synced
        .folders
        .receipt(&mapping.id, Some(day), Language::En)
        .await?;
    if file.is_none() && context.output.is_json() {
        let document = Document {
            mapping: &mapping.id,
            day,
            documents: receipt.documents,
            csv: &receipt.csv,
            html: &receipt.html,
        };
        context.output.result(&document, || Table::new(&[]))?;
        return Ok(Exit::Done);
    }
    let bytes = text(&args, &receipt).as_bytes();
    let told = |place: &str| remark(&receipt, day, &format!(", in {place}"));
    context.output.file(file, bytes, receipt.documents, told)?;
    if file.is_none() {
        context.output.remark(&remark(&receipt, day, ""));
    }
    Ok(Exit::Done)
}

fn text<'a>(args: &ReceiptArgs, receipt: &'a Receipt) -> &'a str {
    let named_html = args.output.ends_with("html") || args.output.ends_with("htm");
    match args.format {
        Some(ReceiptFormat::Html) => &receipt.html,
        None if named_html => &receipt.html,
        Some(ReceiptFormat::Csv) | None => &receipt.csv,
    }
}

fn remark(receipt: &Receipt, day: NaiveDate, place: &str) -> String {
    let documents = super::ending::count(receipt.documents, "document");
    format!("{documents} on the receipt of {day}{place}.")
}
