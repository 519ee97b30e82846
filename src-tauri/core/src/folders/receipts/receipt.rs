//! The delivery receipt: what of a mapping, or of a project, was stored on the service on one day, from the log
//! and from what is agreed.

use std::path::PathBuf;

use chrono::{DateTime, Days, Local, NaiveDate, TimeZone as _, Utc};
use fielddesk_rules::language::Language;
use fielddesk_sync::mapping::MappingId;

use crate::Failure;
use crate::folders::activity::entry::ActivityFilter;
use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::mappings::store;
use crate::folders::receipts::delivered::{Delivered, delivered, sort};
use crate::folders::receipts::written::receipt;
use crate::folders::{Folders, Receipt, ReceiptProject, activity::activity_log};
use crate::profiles::ProfileId;
use crate::upload_records::{Gone, uploaded_by_hand};

impl Folders {
    /// What was delivered on a day, by this computer's time; today when none is said. The page
    /// is in the language.
    pub async fn receipt(
        &self,
        id: &MappingId,
        day: Option<NaiveDate>,
        language: Language,
    ) -> Result<Receipt, Failure> {
        let mapping = &self.get(id).await?;
        let parts = &self.inner.parts;
        let day = day.unwrap_or_else(|| parts.clock.now().with_timezone(&Local).date_naive());
        let delivered = self.delivered_by(mapping, bounds(day)?).await?;
        let place = mapping.place.in_words();
        receipt(
            language,
            &place,
            day,
            &[(mapping.folder.clone(), delivered)],
        )
    }

    /// What of a project was delivered on a day through a connection, by this computer's time: by
    /// all its folders, and by hand.
    pub async fn receipt_of_project(
        &self,
        profile: &ProfileId,
        project: &ReceiptProject,
        day: NaiveDate,
        language: Language,
    ) -> Result<Receipt, Failure> {
        let between = bounds(day)?;
        let mut parts = Vec::new();
        for mapping in store::all(&self.inner.parts.database).await? {
            if mapping.profile == *profile && mapping.place.target.project == project.id {
                let delivered = self.delivered_by(&mapping, between).await?;
                parts.push((mapping.folder, delivered));
            }
        }
        let by_hand = uploaded_by_hand(
            &self.inner.parts.database,
            profile.as_str(),
            Some(&project.id),
            between,
            Gone::Included,
            u32::MAX,
        );
        // The records are of whoever uses this computer, as the log is.
        let who = &self.inner.parts.who;
        let by_hand = by_hand.await?.into_iter();
        let mut by_hand: Vec<Delivered> = by_hand
            .map(|sent| Delivered::by_hand(sent, (who.user.clone(), who.machine.clone())))
            .collect();
        sort(&mut by_hand);
        parts.push((PathBuf::new(), by_hand));
        let place = format!("{} {}", project.number, project.name);
        receipt(language, place.trim(), day, &parts)
    }

    async fn delivered_by(
        &self,
        mapping: &FolderMapping,
        (from, to): (DateTime<Utc>, DateTime<Utc>),
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
        // What was replaced or deleted since is in the history alone.
        let kept = self.inner.parts.history.versions().await?.into_iter();
        let kept = kept
            .filter_map(|version| Some((version.document?, version.sha256.to_string())))
            .collect();
        Ok(delivered(&lines, &saved, &kept, from, to))
    }
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
