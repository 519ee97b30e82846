//! Who must act, by cause, for one notification: never for a success, never one for each file,
//! at most one in 15 minutes, and again only when it got worse. Pure.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use fielddesk_sync::mapping::MappingId;
use fielddesk_sync::stop::Stop;

use super::live::Live;
use super::mapping::FolderMapping;
use super::pace::is_away;
use super::run::Why;
use super::view::{Digest, DigestItem};

const BETWEEN: TimeDelta = TimeDelta::minutes(15);

/// Being offline is told after this long, once.
const OFFLINE_FOR: TimeDelta = TimeDelta::hours(1);

/// What was told.
#[derive(Debug, Default)]
pub(super) struct Digests {
    told: BTreeMap<(MappingId, &'static str), u64>,
    last: Option<DateTime<Utc>>,
}

impl Digests {
    /// What is to be told now, of what is there to be told.
    pub(super) fn look(&mut self, now: DateTime<Utc>, items: Vec<DigestItem>) -> Option<Digest> {
        let key = |item: &DigestItem| (item.mapping.clone(), item.cause);
        // What was settled may be told again when it comes back.
        self.told
            .retain(|told, _| items.iter().any(|item| key(item) == *told));
        let worse =
            |item: &DigestItem| self.told.get(&key(item)).copied().unwrap_or(0) < item.count;
        if !items.iter().any(worse) {
            return None;
        }
        let early = |last: DateTime<Utc>| now >= last && now - last < BETWEEN;
        if self.last.is_some_and(early) {
            return None;
        }
        self.last = Some(now);
        self.told = items.iter().map(|item| (key(item), item.count)).collect();
        Some(Digest { items })
    }
}

/// What one mapping has to tell.
pub(super) fn of(mapping: &FolderMapping, live: &Live, now: DateTime<Utc>) -> Vec<DigestItem> {
    let mut items = Vec::new();
    let mut add = |cause, count| {
        if count > 0 {
            items.push(DigestItem {
                mapping: mapping.id.clone(),
                folder: mapping.name(),
                cause,
                count,
            });
        }
    };
    if let Some(found) = &live.found {
        add("conflicts", found.conflicts);
        add("deletes", found.deletes);
        add("keepsChanging", found.keeps_changing);
        add("failed", found.failed);
    }
    match &live.why {
        Some(Why::Stop(Stop::FolderAway(_))) => add("folderAway", 1),
        Some(Why::Stop(Stop::Closed(_))) => add("projectClosed", 1),
        Some(Why::Stop(Stop::Auth(_))) => add("notSignedIn", 1),
        Some(why) if is_away(why) => {
            let long = live
                .why_since
                .is_some_and(|since| now - since >= OFFLINE_FOR);
            add("offline", u64::from(long));
        }
        Some(_) | None => {}
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(cause: &'static str, count: u64) -> DigestItem {
        DigestItem {
            mapping: MappingId("m".into()),
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
        assert_eq!(digests.look(start, vec![]), None);
        assert!(digests.look(start, vec![item("conflicts", 2)]).is_some());
        assert_eq!(
            digests.look(after(20), vec![item("conflicts", 2)]),
            None,
            "the same"
        );
        assert_eq!(
            digests.look(after(21), vec![item("conflicts", 1)]),
            None,
            "better"
        );
        assert!(
            digests
                .look(after(22), vec![item("conflicts", 3)])
                .is_some()
        );
        let both = vec![item("conflicts", 3), item("folderAway", 1)];
        assert_eq!(digests.look(after(30), both.clone()), None, "too early");
        assert_eq!(digests.look(after(37), both).unwrap().items.len(), 2);
    }

    #[test]
    fn what_was_settled_and_comes_back_is_told_again() {
        let start = DateTime::UNIX_EPOCH;
        let mut digests = Digests::default();
        assert!(digests.look(start, vec![item("folderAway", 1)]).is_some());
        assert_eq!(digests.look(start, vec![]), None);
        let later = start + TimeDelta::hours(1);
        assert!(digests.look(later, vec![item("folderAway", 1)]).is_some());
    }
}
