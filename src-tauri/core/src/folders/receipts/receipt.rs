//! The delivery receipt: what of a mapping, or of a project, was stored on the service on one day, from the log
//! and from what is agreed. For a spreadsheet and for printing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::{DateTime, Days, Local, NaiveDate, TimeZone as _, Utc};
use fielddesk_model::FileReferenceId;
use fielddesk_rules::language::Language;
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::mapping_state::Saved;

use crate::Failure;
use crate::folders::activity::entry::{Act, Activity, ActivityFilter};
use crate::folders::mappings::mapping::{FolderMapping, NamedTarget};
use crate::folders::mappings::store;
use crate::folders::{Folders, Receipt, activity::activity_log};
use crate::printed::Page;
use crate::spreadsheet::guard::guard;
use crate::sync_adapters::instant;
use crate::target::Target;
use crate::upload_records::{Gone, UploadedByHand, uploaded_by_hand};

/// One document that was delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Delivered {
    at: DateTime<Utc>,
    what: &'static str,
    section: String,
    name: String,
    bytes: u64,
    document: FileReferenceId,
    sha256: Option<String>,
    verified: Option<DateTime<Utc>>,
    by: Option<(String, String)>,
}

impl Folders {
    /// What was delivered on a day, by this computer's time; today when none is said.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn receipt(
        &self,
        id: &MappingId,
        day: Option<NaiveDate>,
    ) -> Result<Receipt, Failure> {
        let mapping = &self.get(id).await?;
        let parts = &self.inner.parts;
        let day = day.unwrap_or_else(|| parts.clock.now().with_timezone(&Local).date_naive());
        let (from, to) = bounds(day)?;
        let delivered = self.delivered_by(mapping, from, to).await?;
        let place = mapping.place.in_words();
        receipt(&place, day, &[(mapping.folder.clone(), delivered)])
    }

    /// What of the project of a mapping was delivered on a day, by this computer's time: by all
    /// its folders of that connection, and by hand.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn receipt_of_project(
        &self,
        id: &MappingId,
        day: NaiveDate,
    ) -> Result<Receipt, Failure> {
        let mapping = self.get(id).await?;
        let (from, to) = bounds(day)?;
        let mut parts = Vec::new();
        for other in store::all(&self.inner.parts.database).await? {
            if other.profile == mapping.profile
                && other.place.target.project == mapping.place.target.project
            {
                let delivered = self.delivered_by(&other, from, to).await?;
                parts.push((other.folder, delivered));
            }
        }
        let by_hand = uploaded_by_hand(
            &self.inner.parts.database,
            mapping.profile.as_str(),
            Some(&mapping.place.target.project),
            (from, to),
            Gone::LeftOut,
            u32::MAX,
        );
        let mut by_hand: Vec<Delivered> =
            by_hand.await?.into_iter().map(Delivered::by_hand).collect();
        sort(&mut by_hand);
        parts.push((PathBuf::new(), by_hand));
        let place = NamedTarget {
            target: Target::project(mapping.place.target.project.clone()),
            work_order_number: None,
            work_order_name: None,
            ..mapping.place.clone()
        };
        receipt(&place.in_words(), day, &parts)
    }

    async fn delivered_by(
        &self,
        mapping: &FolderMapping,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<Vec<Delivered>, Failure> {
        let filter = ActivityFilter {
            mapping: Some(mapping.id.clone()),
            from: Some(from),
            to: Some(to),
            limit: Some(u32::MAX),
            ..ActivityFilter::default()
        };
        let lines = activity_log::read(&self.inner.parts.database, &filter).await?;
        // What a kill kept from the log is in the memory of the mapping all the same.
        let saved = self
            .inner
            .slots
            .engine_factory
            .remembered(&mapping.id)
            .await?;
        Ok(delivered(&lines, &saved, from, to))
    }
}

impl Delivered {
    fn by_hand(sent: UploadedByHand) -> Self {
        Self {
            at: sent.at,
            what: "by hand",
            section: sent.section,
            name: sent.name,
            bytes: sent.bytes,
            document: sent.id,
            sha256: sent.sha256,
            verified: sent.verified,
            by: None,
        }
    }
}

/// A receipt of what each folder delivered; without a folder it was done by hand.
fn receipt(
    place: &str,
    day: NaiveDate,
    parts: &[(PathBuf, Vec<Delivered>)],
) -> Result<Receipt, Failure> {
    Ok(Receipt {
        csv: csv_of(place, day, parts)?,
        html: html_of(place, day, parts),
        documents: parts.iter().map(|(_, part)| part.len() as u64).sum(),
    })
}

/// The first and the last moment of a local day.
fn bounds(day: NaiveDate) -> Result<(DateTime<Utc>, DateTime<Utc>), Failure> {
    let midnight = |day: NaiveDate| {
        let time = day.and_time(chrono::NaiveTime::MIN);
        // Where summer time begins at midnight there is none: the day begins an hour later.
        let local = Local.from_local_datetime(&time).earliest().or_else(|| {
            Local
                .from_local_datetime(&(time + chrono::TimeDelta::hours(1)))
                .earliest()
        });
        local.map(|local| local.with_timezone(&Utc))
    };
    let next = day.checked_add_days(Days::new(1));
    match (midnight(day), next.and_then(midnight)) {
        (Some(from), Some(to)) => Ok((from, to)),
        _ => Err(Failure::usage(
            "day",
            format!("{day} is no day of the calendar here."),
            "Write it as 2026-11-20.",
        )),
    }
}

fn delivered(
    lines: &[Activity],
    saved: &Saved,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> Vec<Delivered> {
    let mut all: BTreeMap<FileReferenceId, Delivered> = BTreeMap::new();
    for line in lines {
        let what = match line.act {
            Act::Uploaded => "new",
            Act::Replaced => "replaced",
            _ => continue,
        };
        let Some(document) = &line.document else {
            continue;
        };
        all.insert(
            document.clone(),
            Delivered {
                at: line.at,
                what,
                section: line.section.clone(),
                name: line.name.clone(),
                bytes: line.bytes,
                document: document.clone(),
                sha256: None,
                verified: None,
                by: Some((line.who.user.clone(), line.who.machine.clone())),
            },
        );
    }
    for (_, agreed) in saved.synced.iter() {
        let at = instant(agreed.at);
        if let Some(known) = all.get_mut(&agreed.id) {
            known.sha256 = Some(agreed.sha256.to_string());
            known.verified = agreed.verified.map(instant);
        } else if from <= at && at < to && !lines.iter().any(|line| adopted(line, &agreed.id)) {
            all.insert(
                agreed.id.clone(),
                Delivered {
                    at,
                    what: "stored",
                    section: agreed.section.clone(),
                    name: agreed.path.name().to_owned(),
                    bytes: agreed.stat.size,
                    document: agreed.id.clone(),
                    sha256: Some(agreed.sha256.to_string()),
                    verified: agreed.verified.map(instant),
                    by: None,
                },
            );
        }
    }
    let mut all: Vec<Delivered> = all.into_values().collect();
    sort(&mut all);
    all
}

fn sort(all: &mut [Delivered]) {
    all.sort_by(|a, b| (a.at, &a.section, &a.name).cmp(&(b.at, &b.section, &b.name)));
}

/// It was there before and is only ours by comparison: nothing was delivered.
fn adopted(line: &Activity, document: &FileReferenceId) -> bool {
    line.act == Act::Adopted && line.document.as_ref() == Some(document)
}

fn local(at: DateTime<Utc>) -> String {
    at.with_timezone(&Local)
        .format("%Y-%m-%d %H:%M:%S")
        .to_string()
}

const HEADINGS: [&str; 9] = [
    "stored",
    "what",
    "section",
    "name",
    "bytes",
    "fileReferenceId",
    "sha256",
    "verified",
    "by",
];

fn cells(delivered: &Delivered) -> [String; 9] {
    [
        local(delivered.at),
        delivered.what.to_owned(),
        delivered.section.clone(),
        delivered.name.clone(),
        delivered.bytes.to_string(),
        delivered.document.as_str().to_owned(),
        delivered.sha256.clone().unwrap_or_default(),
        delivered.verified.map(local).unwrap_or_default(),
        delivered
            .by
            .as_ref()
            .map(|(user, machine)| format!("{user} ({machine})"))
            .unwrap_or_default(),
    ]
}

fn csv_of(
    place: &str,
    day: NaiveDate,
    parts: &[(PathBuf, Vec<Delivered>)],
) -> Result<String, Failure> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    let mut heading = HEADINGS.to_vec();
    heading.extend(["day", "project", "folder"]);
    let written = (|| -> Result<(), csv::Error> {
        writer.write_record(&heading)?;
        for (folder, delivered) in parts {
            for row in delivered {
                let mut row = cells(row).to_vec();
                row.push(day.to_string());
                row.push(place.to_owned());
                row.push(folder.to_string_lossy().into_owned());
                writer.write_record(row.iter().map(|cell| guard(cell).into_owned()))?;
            }
        }
        Ok(())
    })();
    written.map_err(Failure::internal)?;
    let bytes = writer.into_inner().map_err(Failure::internal)?;
    String::from_utf8(bytes).map_err(Failure::internal)
}

fn html_of(place: &str, day: NaiveDate, parts: &[(PathBuf, Vec<Delivered>)]) -> String {
    let all = || parts.iter().flat_map(|(_, delivered)| delivered);
    let bytes: u64 = all().map(|one| one.bytes).sum();
    let folders: Vec<String> = parts
        .iter()
        .filter(|(folder, _)| !folder.as_os_str().is_empty())
        .map(|(folder, _)| folder.to_string_lossy().into_owned())
        .collect();
    let day = day.to_string();
    let mut page = Page::new(Language::En, "Delivery receipt", &format!("{day} {place}"));
    let folders = folders.iter().map(String::as_str);
    page.lines([place].into_iter().chain(folders).chain([day.as_str()]));
    page.lines([format!("{} documents, {bytes} bytes", all().count()).as_str()]);
    page.table(HEADINGS, all().map(cells));
    page.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_local_midnights() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let (from, to) = bounds(day).unwrap();
        assert_eq!(from.with_timezone(&Local).date_naive(), day);
        assert_eq!((to - from).num_hours(), 24);
    }
}
