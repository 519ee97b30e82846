//! A receipt as it is written: a table for a spreadsheet, whose headings are for programs, and a
//! page for printing, in the language of those who read it.

use std::collections::HashSet;
use std::path::PathBuf;

use chrono::{DateTime, Local, NaiveDate, Utc};
use fielddesk_rules::language::{Language, ReceiptWords};
use fielddesk_rules::name_key::FileKey;

use crate::Failure;
use crate::folders::Receipt;
use crate::folders::receipts::delivered::{Delivered, Delivery};
use crate::printed::Page;
use crate::spreadsheet::guard::guard;

/// A receipt of what each folder delivered; without a folder it was done by hand.
pub(super) fn receipt(
    language: Language,
    place: &str,
    day: NaiveDate,
    parts: &[(PathBuf, Vec<Delivered>)],
) -> Result<Receipt, Failure> {
    Ok(Receipt {
        csv: csv_of(place, day, parts)?,
        html: html_of(language, place, day, parts),
        documents: parts.iter().map(|(_, part)| part.len() as u64).sum(),
    })
}

const HEADINGS: [&str; 12] = [
    "stored",
    "what",
    "section",
    "name",
    "bytes",
    "fileReferenceId",
    "sha256",
    "verified",
    "by",
    "day",
    "project",
    "folder",
];

fn csv_of(
    place: &str,
    day: NaiveDate,
    parts: &[(PathBuf, Vec<Delivered>)],
) -> Result<String, Failure> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    let written = (|| -> Result<(), csv::Error> {
        writer.write_record(HEADINGS)?;
        for (folder, delivered) in parts {
            for one in delivered {
                let mut cells = cells(one, word(one.how)).to_vec();
                cells.push(day.to_string());
                cells.push(place.to_owned());
                cells.push(folder.to_string_lossy().into_owned());
                writer.write_record(cells.iter().map(|cell| guard(cell).into_owned()))?;
            }
        }
        Ok(())
    })();
    written.map_err(Failure::internal)?;
    let bytes = writer.into_inner().map_err(Failure::internal)?;
    String::from_utf8(bytes).map_err(Failure::internal)
}

fn html_of(
    language: Language,
    place: &str,
    day: NaiveDate,
    parts: &[(PathBuf, Vec<Delivered>)],
) -> String {
    let words = language.receipt();
    let all = || parts.iter().flat_map(|(_, delivered)| delivered);
    let day = language.written_day(day);
    let documents: HashSet<FileKey> = all()
        .map(|one| FileKey::of(&one.section, &one.name))
        .collect();
    let sum = |what: &str, count: usize| format!("{what}: {count}");
    let mut page = Page::new(language, &words.title, &format!("{place} {day}"));
    page.lines([place, day.as_str()]);
    page.lines([
        sum(&words.documents, documents.len()).as_str(),
        sum(&words.uploads, all().count()).as_str(),
    ]);
    page.table(
        words.headings.each_ref().map(String::as_str),
        all().map(|one| cells(one, how(words, one.how))),
    );
    page.finish()
}

/// What both say of a document, in the order of their first headings.
fn cells(one: &Delivered, how: &str) -> [String; 9] {
    [
        local(one.at),
        how.to_owned(),
        one.section.clone(),
        one.name.clone(),
        one.bytes.to_string(),
        one.document.as_str().to_owned(),
        one.sha256.clone().unwrap_or_default(),
        one.verified.map(local).unwrap_or_default(),
        by(one),
    ]
}

/// How a document was delivered, for programs.
const fn word(how: Delivery) -> &'static str {
    match how {
        Delivery::New => "new",
        Delivery::Replaced => "replaced",
        Delivery::Stored => "stored",
        Delivery::ByHand => "by hand",
    }
}

/// How a document was delivered, for people.
fn how(words: &ReceiptWords, how: Delivery) -> &str {
    match how {
        Delivery::New => &words.new,
        Delivery::Replaced => &words.replaced,
        Delivery::Stored => &words.uploaded,
        Delivery::ByHand => &words.by_hand,
    }
}

fn by(delivered: &Delivered) -> String {
    let by = delivered.by.as_ref();
    by.map(|(user, machine)| format!("{user} ({machine})"))
        .unwrap_or_default()
}

/// A moment by this computer's clock, as a spreadsheet sorts it.
fn local(at: DateTime<Utc>) -> String {
    at.with_timezone(&Local)
        .format("%Y-%m-%d %H:%M:%S")
        .to_string()
}
