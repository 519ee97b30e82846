//! Old content for the window: versions, the folders and projects they were in, and whether
//! they can go back there.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use chrono::{Local, TimeDelta, Utc};
use fielddesk_core::folders::{MappingId, instant};
use fielddesk_core::history::{
    ActId, HistoryFilter, KeptConnection, Version, VersionId, VersionNumbers, version_numbers,
};
use fielddesk_core::target::Target;
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::{safe_file_name, shown};
use fielddesk_rules::search::Search;

use crate::dto::{
    HistoryConnections, HistoryScope, KeptFolder, KeptPlace, KeptThrough, KeptVersion,
    KeptVersions, NotRestorable, VersionLoss,
};
use crate::session::ConnectionSession;
use crate::state::AppState;
use crate::synced_folders;

/// Versions of one answer.
const MOST: usize = 500;

/// The newest versions of a scope; part of a name finds them.
pub(crate) async fn versions(
    state: &AppState,
    scope: &HistoryScope,
    search: &str,
) -> Result<KeptVersions, Failure> {
    let wanted = Search::new(search);
    let all = AllKept::read(state).await?;
    let mut found = all.within(scope);
    found.retain(|version| wanted.finds(&version.name));
    Ok(KeptVersions {
        versions: all.shown(found.iter().take(MOST).copied()).await?,
        total: found.len(),
        bytes: found.iter().map(|one| one.bytes).sum(),
        days: fielddesk_rules::retention::HISTORY_DAYS,
        full: state.history.room().is_err(),
        places: all.places().await?,
        folders: all.folders(),
    })
}

/// What deleting the versions of a scope that went at least so many days ago makes
/// unrecoverable.
pub(crate) async fn loss(
    state: &AppState,
    scope: &HistoryScope,
    days: u32,
) -> Result<VersionLoss, Failure> {
    let before = Utc::now() - TimeDelta::days(days.into());
    let all = AllKept::read(state).await?;
    let mut found = all.within(scope);
    found.retain(|version| instant(version.at) <= before);
    let ids: Vec<VersionId> = found.iter().map(|version| version.version).collect();
    let loss = state.history.loss_of(&ids).await?;
    let going: HashSet<VersionId> = loss.versions.iter().copied().collect();
    let found = found.into_iter().filter(|one| going.contains(&one.version));
    Ok(VersionLoss {
        versions: all.shown(found).await?,
        bytes: loss.bytes,
    })
}

/// Deletes versions for good, where that is still what was shown.
pub(crate) async fn delete(
    state: &AppState,
    versions: &[VersionId],
    bytes: u64,
) -> Result<(), Failure> {
    let loss = state.history.loss_of(versions).await?;
    if loss.bytes != bytes || loss.versions.len() != versions.len() {
        return Err(Failure::new(
            FailureKind::Conflict,
            "The kept versions have changed. Nothing was deleted.",
            "Review the list again, then confirm.",
        ));
    }
    state.history.delete_kept(&loss).await
}

/// A version, with a name that this system can store.
pub(crate) async fn named(
    state: &AppState,
    version: VersionId,
) -> Result<(VersionId, String), Failure> {
    let found = state.history.version(version).await?;
    Ok((found.version, safe_file_name(&found.name).name))
}

/// The versions of everything that an act removed.
pub(crate) async fn removed_by(state: &AppState, act: &ActId) -> Result<Vec<VersionId>, Failure> {
    let removed = state.history.removed().await?;
    let mut kept = state.history.versions().await?;
    // A version whose removal was not confirmed is there still.
    kept.retain(|one| one.act.as_ref() == Some(act) && removed.contains(&one.version));
    Ok(kept.iter().map(|one| one.version).collect())
}

/// Everything that is kept, with the data that decides where it was and whether it can go back
/// there.
struct AllKept {
    versions: Vec<Version>,
    numbers: VersionNumbers,
    removed: HashSet<VersionId>,
    of_act: HashMap<ActId, usize>,
    connections: HashMap<String, KeptConnection>,
    /// The synced folders by their names.
    names: HashMap<MappingId, String>,
    /// The connections whose versions cannot be restored.
    not_restorable: HashMap<String, NotRestorable>,
    session: Option<Arc<ConnectionSession>>,
}

impl AllKept {
    async fn read(state: &AppState) -> Result<Self, Failure> {
        let versions = state.history.versions().await?;
        let removed = state.history.removed().await?;
        let mut of_act: HashMap<ActId, usize> = HashMap::new();
        for act in versions.iter().filter(|one| removed.contains(&one.version)) {
            if let Some(act) = &act.act {
                *of_act.entry(act.clone()).or_default() += 1;
            }
        }
        let session = state.session().await.ok();
        let connections = state.history.connections().await?;
        let mut not_restorable = HashMap::new();
        let ids: BTreeSet<&String> = versions.iter().map(|one| &one.connection).collect();
        for id in ids {
            let checked = match &session {
                Some(session) => {
                    let through = &session.connection.profile;
                    state.history.check_restore(id, through).await.is_ok()
                }
                None => false,
            };
            let why = match connections.get(id) {
                Some(one) if one.stored => NotRestorable::OtherConnection,
                _ => NotRestorable::RemovedConnection,
            };
            if !checked {
                not_restorable.insert(id.clone(), why);
            }
        }
        Ok(Self {
            numbers: version_numbers(&versions),
            versions,
            removed,
            of_act,
            connections,
            names: synced_folders::names(state).await?,
            not_restorable,
            session,
        })
    }

    fn is_chosen(&self, version: &Version) -> bool {
        let chosen = self
            .session
            .as_ref()
            .map(|one| one.connection.profile.id.as_str());
        chosen == Some(version.connection.as_str())
    }

    fn is_stored(&self, version: &Version) -> bool {
        let connection = self.connections.get(&version.connection);
        connection.is_some_and(|one| one.stored)
    }

    fn within(&self, scope: &HistoryScope) -> Vec<&Version> {
        let filter = HistoryFilter {
            mapping: scope.folder.clone(),
            target: scope.target.clone(),
            section: scope.section.clone(),
            name: scope.name.clone(),
            ..HistoryFilter::default()
        };
        let of_connections = |version: &Version| match scope.connections {
            Some(HistoryConnections::Chosen) => self.is_chosen(version),
            Some(HistoryConnections::Others) => !self.is_chosen(version) && self.is_stored(version),
            Some(HistoryConnections::Removed) => {
                !self.is_chosen(version) && !self.is_stored(version)
            }
            // A project is one of the chosen connection.
            None => scope.target.is_none() || self.is_chosen(version),
        };
        let of_day = |version: &Version| {
            let on = instant(version.at).with_timezone(&Local).date_naive();
            scope.day.is_none_or(|day| day == on)
        };
        let of_reason = |version: &Version| {
            let removed = self.removed.contains(&version.version);
            scope
                .reason
                .is_none_or(|reason| removed && reason == version.reason)
        };
        let all = self.versions.iter();
        all.filter(|one| filter.fits(one) && of_connections(one) && of_day(one) && of_reason(one))
            .collect()
    }

    async fn shown(
        &self,
        found: impl Iterator<Item = &Version>,
    ) -> Result<Vec<KeptVersion>, Failure> {
        let mut places: HashMap<Target, String> = HashMap::new();
        let mut versions = Vec::new();
        for version in found {
            let number = self.numbers.get(&version.version).copied().unwrap_or(1);
            let removed = self.removed.contains(&version.version);
            let act = version.act.as_ref().and_then(|act| self.of_act.get(act));
            versions.push(KeptVersion {
                folder: version.mapping.as_ref().map(|id| self.folder(id)),
                place: self.place(version, &mut places).await?,
                through: self.through(version),
                not_restorable: self.not_restorable.get(&version.connection).copied(),
                of_act: act.copied().unwrap_or(0),
                ..KeptVersion::of(version, number, removed)
            });
        }
        Ok(versions)
    }

    fn folder(&self, id: &MappingId) -> KeptFolder {
        KeptFolder {
            id: id.clone(),
            name: self.names.get(id).cloned(),
        }
    }

    /// Project and work order in words. Another company's projects are not read for this.
    async fn place(
        &self,
        version: &Version,
        places: &mut HashMap<Target, String>,
    ) -> Result<String, Failure> {
        let session = self.session.as_ref().filter(|_| self.is_chosen(version));
        let Some(session) = session else {
            return Ok(String::new());
        };
        let target = Target::of_version(version);
        if let Some(known) = places.get(&target) {
            return Ok(known.clone());
        }
        let place = session.place(&target).await?.in_words();
        places.insert(target, place.clone());
        Ok(place)
    }

    fn through(&self, version: &Version) -> Option<KeptThrough> {
        if self.is_chosen(version) {
            return None;
        }
        let known = self.connections.get(&version.connection);
        Some(KeptThrough {
            name: known.map(|one| shown(&one.name)).unwrap_or_default(),
            removed: known.is_none_or(|one| !one.stored),
        })
    }

    /// The places of the chosen connection, by their words.
    async fn places(&self) -> Result<Vec<KeptPlace>, Failure> {
        let mut known = HashMap::new();
        for version in self.versions.iter().filter(|one| self.is_chosen(one)) {
            self.place(version, &mut known).await?;
        }
        let each = known.into_iter();
        let mut places: Vec<_> = each
            .map(|(target, place)| KeptPlace { target, place })
            .collect();
        places.sort_by(|one, other| one.place.cmp(&other.place));
        Ok(places)
    }

    /// The folders that versions are of, those that are synced first.
    fn folders(&self) -> Vec<KeptFolder> {
        let ids: BTreeSet<&MappingId> = self
            .versions
            .iter()
            .filter_map(|one| one.mapping.as_ref())
            .collect();
        let mut folders: Vec<_> = ids.into_iter().map(|id| self.folder(id)).collect();
        folders.sort_by_key(|one| (one.name.is_none(), one.name.clone()));
        folders
    }
}
