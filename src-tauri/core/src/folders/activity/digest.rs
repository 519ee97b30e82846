//! Notification digest: actions needed, by cause. Never for a success, never one for each file, at
//! most one in 15 minutes, and again only when it got worse, whether or not the program was started
//! anew. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::reason::Reason;
use fielddesk_sync::stop_reason::StopReason;
use serde::{Deserialize, Serialize};

use crate::folders::mappings::mapping::FolderMapping;
use crate::folders::schedule::stop_cause::StopCause;
use crate::folders::session::session_state::Live;
use crate::folders::views::folders_view::{Digest, DigestItem};

const BETWEEN: TimeDelta = TimeDelta::minutes(15);

/// Being offline is told after this long, once.
const OFFLINE_FOR: TimeDelta = TimeDelta::hours(1);

/// What was told; kept from one start to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::folders) struct Digests {
    told: Vec<SentNotification>,
    last: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SentNotification {
    mapping: MappingId,
    cause: String,
    count: u64,
}

impl SentNotification {
    fn is(&self, item: &DigestItem) -> bool {
        self.mapping == item.mapping && self.cause == item.cause
    }
}

impl Digests {
    /// What is to be told now, of what is there to be told. Nothing is known yet of mappings that
    /// are `unseen`: what was told of them stays told.
    pub(in crate::folders) fn look(
        &mut self,
        now: DateTime<Utc>,
        items: Vec<DigestItem>,
        unseen: &[MappingId],
    ) -> Option<Digest> {
        // What was settled may be told again when it comes back.
        self.told.retain(|told| {
            unseen.contains(&told.mapping) || items.iter().any(|item| told.is(item))
        });
        let worse = |item: &DigestItem| {
            let told = self.told.iter().find(|told| told.is(item));
            told.map_or(0, |told| told.count) < item.count
        };
        if !items.iter().any(worse) {
            return None;
        }
        let early = |last: DateTime<Utc>| now >= last && now - last < BETWEEN;
        if self.last.is_some_and(early) {
            return None;
        }
        self.last = Some(now);
        self.told.retain(|told| unseen.contains(&told.mapping));
        self.told.extend(items.iter().map(|item| SentNotification {
            mapping: item.mapping.clone(),
            cause: item.cause.to_owned(),
            count: item.count,
        }));
        Some(Digest { items })
    }
}

/// What one mapping has to tell.
pub(in crate::folders) fn of(
    mapping: &FolderMapping,
    live: &Live,
    now: DateTime<Utc>,
) -> Vec<DigestItem> {
    let mut items = Vec::new();
    let mut add = |cause, count| {
        if count > 0 {
            items.push(DigestItem {
                mapping: mapping.id.clone(),
                profile: mapping.profile.clone(),
                folder: mapping.name(),
                cause,
                count,
            });
        }
    };
    if let Some(found) = &live.found {
        add("conflicts", found.conflicts);
        add("deletes", found.deletes);
        add("damaged", found.damaged);
        add("keepsChanging", found.keeps_changing);
        add("failed", found.failed);
    }
    match &live.why {
        Some(StopCause::Stop(StopReason::FolderAway(_))) => add("folderAway", 1),
        Some(StopCause::Stop(StopReason::Closed(_) | StopReason::Gone(_))) => {
            add("projectClosed", 1);
        }
        Some(StopCause::Stop(StopReason::Auth(_))) => add("notSignedIn", 1),
        Some(why) if why.is_away() => {
            let long = live
                .why_since
                .is_some_and(|since| now - since >= OFFLINE_FOR);
            add("offline", u64::from(long));
        }
        Some(_) => {}
        None => {
            let found = live.found.as_ref();
            let away = found.and_then(|found| found.reasons.get(&Reason::SubfolderAway));
            add("folderAway", u64::from(away.is_some()));
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::ProfileId;

    fn item(cause: &'static str, count: u64) -> DigestItem {
        DigestItem {
            mapping: MappingId("m".into()),
            profile: ProfileId::from("p"),
            folder: "VA".into(),
            cause,
            count,
        }
    }

    #[test]
    fn at_most_one_in_fifteen_minutes_and_only_when_it_got_worse() {
        let start = DateTime::UNIX_EPOCH;
        let after = |minutes| start + TimeDelta::minutes(minutes);
        let mut digests = Digests::default();
        assert_eq!(digests.look(start, vec![], &[]), None);
        assert!(
            digests
                .look(start, vec![item("conflicts", 2)], &[])
                .is_some()
        );
        assert_eq!(
            digests.look(after(20), vec![item("conflicts", 2)], &[]),
            None,
            "the same"
        );
        assert_eq!(
            digests.look(after(21), vec![item("conflicts", 1)], &[]),
            None,
            "better"
        );
        assert!(
            digests
                .look(after(22), vec![item("conflicts", 3)], &[])
                .is_some()
        );
        let both = vec![item("conflicts", 3), item("folderAway", 1)];
        assert_eq!(
            digests.look(after(30), both.clone(), &[]),
            None,
            "too early"
        );
        assert_eq!(digests.look(after(37), both, &[]).unwrap().items.len(), 2);
    }

    #[test]
    fn what_was_settled_and_comes_back_is_told_again() {
        let start = DateTime::UNIX_EPOCH;
        let mut digests = Digests::default();
        assert!(
            digests
                .look(start, vec![item("folderAway", 1)], &[])
                .is_some()
        );
        assert_eq!(digests.look(start, vec![], &[]), None);
        let later = start + TimeDelta::hours(1);
        assert!(
            digests
                .look(later, vec![item("folderAway", 1)], &[])
                .is_some()
        );
    }

    #[test]
    fn what_was_told_before_a_start_is_not_told_after_it() {
        let start = DateTime::UNIX_EPOCH;
        let mut digests = Digests::default();
        assert!(
            digests
                .look(start, vec![item("conflicts", 2)], &[])
                .is_some()
        );
        let text = serde_json::to_string(&digests).unwrap();
        let mut next: Digests = serde_json::from_str(&text).unwrap();
        assert_eq!(next, digests);
        // Nobody has looked at the folder yet: that is no reason to forget.
        let unseen = [MappingId("m".into())];
        let later = start + TimeDelta::days(1);
        assert_eq!(next.look(later, vec![], &unseen), None);
        assert_eq!(next.look(later, vec![item("conflicts", 2)], &[]), None);
        assert!(next.look(later, vec![item("conflicts", 3)], &[]).is_some());
    }
}
