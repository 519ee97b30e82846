//! `fieldctl sync receipt`: what was delivered on a day, for a spreadsheet or for printing.

use chrono::{Local, NaiveDate};
use fielddesk_core::Failure;
use fielddesk_core::export::save;
use fielddesk_core::folders::{MappingId, Receipt};
use fielddesk_rules::language::Language;
use serde::Serialize;

use super::open::Synced;
use crate::args::{ReceiptArgs, ReceiptFormat};
use crate::commands::export::Exported;
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
    let synced = Synced::open(context).await?;
    let mapping = synced.find(&args.mapping.text).await?;
    // Named here, so that a receipt made around midnight is of the day that it says.
    let day = args.day.unwrap_or_else(|| Local::now().date_naive());
    let receipt = synced
        .folders
        .receipt(&mapping.id, Some(day), Language::En)
        .await?;
    match &args.output {
        Some(path) => {
            save(path, text(&args, &receipt).as_bytes())?;
            let place = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let document = Exported {
                exported: &place,
                rows: receipt.documents,
            };
            context.output.result(&document, || Table::new(&[]))?;
            remark(&receipt, day, &format!(", in {}", place.display()), context);
        }
        None if context.output.is_json() => {
            let document = Document {
                mapping: &mapping.id,
                day,
                documents: receipt.documents,
                csv: &receipt.csv,
                html: &receipt.html,
            };
            context.output.result(&document, || Table::new(&[]))?;
        }
        None => {
            context.output.bytes(text(&args, &receipt).as_bytes())?;
            remark(&receipt, day, "", context);
        }
    }
    Ok(Exit::Done)
}

fn text<'a>(args: &ReceiptArgs, receipt: &'a Receipt) -> &'a str {
    let extension = args.output.as_deref().and_then(|path| path.extension());
    let named_html = extension.is_some_and(|extension| {
        extension.eq_ignore_ascii_case("html") || extension.eq_ignore_ascii_case("htm")
    });
    match args.format {
        Some(ReceiptFormat::Html) => &receipt.html,
        None if named_html => &receipt.html,
        Some(ReceiptFormat::Csv) | None => &receipt.csv,
    }
}

fn remark(receipt: &Receipt, day: NaiveDate, place: &str, context: &Context) {
    let documents = super::ending::count(receipt.documents, "document");
    context
        .output
        .remark(&format!("{documents} on the receipt of {day}{place}."));
}
