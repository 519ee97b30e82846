//! Uploads to projects since a moment, for the overview.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use fielddesk_sync::mapping::MappingId;

use crate::Failure;
use crate::db::Database;
use crate::folders::{Act, ActivityFilter, Folders};
use crate::profiles::ProfileId;
use crate::target::Target;
use crate::upload_records::{Gone, uploaded_by_hand};

/// Documents that were uploaded to one project or work order from this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetUploads {
    /// Whose documents.
    pub target: Target,
    /// How many, by section and name: what was uploaded three times is one.
    pub documents: u64,
    /// When the last of them was uploaded.
    pub last_at: DateTime<Utc>,
}

/// What was uploaded from one moment to before another through the connection of a profile, by
/// hand and from synced folders; the newest target first.
pub async fn uploads_by_target(
    database: &Database,
    profile: &ProfileId,
    folders: &Folders,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<TargetUploads>, Failure> {
    let mut targets = Targets::default();
    let all = u32::MAX;
    let key = profile.as_str();
    for one in uploaded_by_hand(database, key, None, (from, to), Gone::LeftOut, all).await? {
        targets.add(&one.target, [one.section, one.name], one.at);
    }
    let mappings = folders.list().await?;
    let mappings = mappings
        .iter()
        .filter(|mapping| mapping.profile == *profile);
    let of_mappings: HashMap<&MappingId, &Target> = mappings
        .map(|mapping| (&mapping.id, &mapping.place.target))
        .collect();
    let filter = ActivityFilter {
        from: Some(from),
        to: Some(to),
        limit: Some(all),
        ..ActivityFilter::default()
    };
    for line in folders.activity(&filter).await? {
        if let (Act::Uploaded | Act::Replaced, Some(target)) =
            (line.act, of_mappings.get(&line.mapping))
        {
            targets.add(target, [line.section, line.name], line.at);
        }
    }
    Ok(targets.uploads())
}

/// Documents by their target, and when the last of them was uploaded.
#[derive(Default)]
struct Targets(HashMap<Target, (HashSet<[String; 2]>, DateTime<Utc>)>);

impl Targets {
    fn add(&mut self, target: &Target, document: [String; 2], at: DateTime<Utc>) {
        let (documents, last_at) = self.0.entry(target.clone()).or_default();
        documents.insert(document);
        *last_at = (*last_at).max(at);
    }

    fn uploads(self) -> Vec<TargetUploads> {
        let mut all: Vec<TargetUploads> = self
            .0
            .into_iter()
            .map(|(target, (documents, last_at))| TargetUploads {
                target,
                documents: documents.len() as u64,
                last_at,
            })
            .collect();
        all.sort_by(|one, other| {
            let newest = other.last_at.cmp(&one.last_at);
            newest.then_with(|| one.target.cmp(&other.target))
        });
        all
    }
}
