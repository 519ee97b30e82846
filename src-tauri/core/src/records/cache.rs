//! Records of a connection in memory: which there are, in which order, what changed when. Pure.
//!
//! A read of all records takes a while. What a write of ours answered meanwhile is newer than
//! what the read has, so it stays.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::batches::BatchKind;
use super::kind::RecordKind;
use super::places::{Place, Places};

/// The records of one kind in memory.
#[derive(Debug)]
pub(crate) struct RecordCache<K: RecordKind> {
    /// The revision that this session began with.
    first: u64,
    revision: u64,
    entries: HashMap<String, Entry<K>>,
    places: Places,
    removed: Vec<(u64, String)>,
}

#[derive(Debug)]
struct Entry<K: RecordKind> {
    record: Arc<K::Record>,
    revision: u64,
    /// The revision at which a write of ours answered with the record.
    written: u64,
    acting: Option<BatchKind>,
}

/// What has to be kept after a change of the cache.
#[derive(Debug)]
pub(crate) struct Kept<K: RecordKind> {
    pub(crate) records: Vec<Arc<K::Record>>,
    pub(crate) removed: Vec<String>,
}

impl<K: RecordKind> Default for Kept<K> {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            removed: Vec::new(),
        }
    }
}

/// What is different since a revision.
#[derive(Debug)]
pub(crate) struct Since {
    /// The revision is of another session: everything has to be read again.
    pub(crate) whole: bool,
    /// Ids of new and changed records.
    pub(crate) changed: Vec<String>,
    /// Ids of records that are gone.
    pub(crate) removed: Vec<String>,
}

impl<K: RecordKind> RecordCache<K> {
    /// An empty one. Revisions grow from the present time, so that those of an earlier session
    /// are older than all of this one.
    pub(crate) fn new(now: DateTime<Utc>) -> Self {
        let first = now.timestamp_millis().unsigned_abs();
        Self {
            first,
            revision: first,
            entries: HashMap::new(),
            places: Places::default(),
            removed: Vec::new(),
        }
    }

    /// The present revision.
    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }

    /// The next revision.
    pub(crate) const fn next(&mut self) -> u64 {
        self.revision += 1;
        self.revision
    }

    /// How many records there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Takes in what was kept from an earlier session.
    pub(crate) fn load(&mut self, records: Vec<K::Record>) {
        let revision = self.next();
        for record in records {
            self.take(record, revision, None, &mut Kept::default());
        }
    }

    /// Takes in a list that was read; `began` is the revision when the reading began. What is
    /// not in a whole list is gone.
    pub(crate) fn replace(
        &mut self,
        records: Vec<K::Record>,
        is_whole: bool,
        began: u64,
    ) -> Kept<K> {
        let ids: HashSet<String> = records.iter().map(|one| K::id(one).to_owned()).collect();
        let mut kept = self.seen(records, began);
        if is_whole {
            let gone = |(id, entry): (&String, &Entry<K>)| {
                (!ids.contains(id) && entry.written <= began).then(|| id.clone())
            };
            let gone: Vec<String> = self.entries.iter().filter_map(gone).collect();
            let revision = self.revision;
            for id in &gone {
                self.drop_row(id, revision, &mut kept);
            }
        }
        kept
    }

    /// Takes in records that were looked up, or those that a list of changes has.
    pub(crate) fn seen(&mut self, records: Vec<K::Record>, began: u64) -> Kept<K> {
        let revision = self.next();
        let mut kept = Kept::default();
        let removed: HashSet<String> = self
            .removed
            .iter()
            .filter(|(at, _)| *at > began)
            .map(|(_, id)| id.clone())
            .collect();
        for record in records {
            let id = K::id(&record);
            let written = self.entries.get(id).map_or(0, |entry| entry.written);
            if written > began || removed.contains(id) {
                continue;
            }
            self.take(record, revision, None, &mut kept);
        }
        kept
    }

    /// Takes in the record that a write of ours answered with.
    pub(crate) fn put(&mut self, record: K::Record) -> Kept<K> {
        let revision = self.next();
        let mut kept = Kept::default();
        self.take(record, revision, Some(revision), &mut kept);
        kept
    }

    /// A record is not there any more.
    pub(crate) fn remove(&mut self, id: &str) -> Kept<K> {
        let revision = self.next();
        let mut kept = Kept::default();
        self.drop_row(id, revision, &mut kept);
        kept
    }

    /// Marks records with what is being done to them.
    pub(crate) fn act<'a>(
        &mut self,
        ids: impl IntoIterator<Item = &'a str>,
        acting: Option<BatchKind>,
    ) {
        let revision = self.next();
        for id in ids {
            if let Some(entry) = self.entries.get_mut(id)
                && entry.acting != acting
            {
                entry.acting = acting;
                entry.revision = revision;
            }
        }
    }

    /// What else is shown of these records changed.
    pub(crate) fn touch<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) {
        let revision = self.next();
        for id in ids {
            if let Some(entry) = self.entries.get_mut(id) {
                entry.revision = revision;
            }
        }
    }

    /// A record.
    pub(crate) fn get(&self, id: &str) -> Option<&Arc<K::Record>> {
        self.entries.get(id).map(|entry| &entry.record)
    }

    /// What is being done to a record.
    pub(crate) fn acting(&self, id: &str) -> Option<BatchKind> {
        self.entries.get(id)?.acting
    }

    /// All records, in the order of the rows.
    pub(crate) fn records(&self) -> impl Iterator<Item = &Arc<K::Record>> {
        self.places.ids().filter_map(|id| self.get(id))
    }

    /// The records of a number, one a company.
    pub(crate) fn numbered(&self, number: &str) -> impl Iterator<Item = &Arc<K::Record>> {
        let ids = self.places.numbered(number);
        ids.filter_map(|id| self.get(id))
    }

    /// The records whose numbers look the same as this one (`rules::fields::number_key`).
    pub(crate) fn keyed(&self, number: &str) -> impl Iterator<Item = &Arc<K::Record>> {
        let ids = self.places.keyed(number);
        ids.filter_map(|id| self.get(id))
    }

    /// What is different since a revision.
    pub(crate) fn since(&self, revision: u64) -> Since {
        let mut since = Since {
            whole: revision < self.first || revision > self.revision,
            changed: Vec::new(),
            removed: Vec::new(),
        };
        if !since.whole {
            let changed =
                |(id, entry): (&String, &Entry<K>)| (entry.revision > revision).then(|| id.clone());
            since.changed = self.entries.iter().filter_map(changed).collect();
            let removed = self.removed.iter();
            let removed = removed.filter(|(at, id)| *at > revision && self.get(id).is_none());
            since.removed = removed.map(|(_, id)| id.clone()).collect();
        }
        since
    }

    fn take(&mut self, record: K::Record, revision: u64, written: Option<u64>, kept: &mut Kept<K>) {
        let id = K::id(&record).to_owned();
        let before = self.entries.get(&id);
        let stands = |record| (K::number(record), K::company(record));
        if before.is_none_or(|before| stands(&before.record) != stands(&record)) {
            if let Some(before) = before {
                self.places.remove(&Place::of::<K>(&before.record));
            }
            self.places.insert(Place::of::<K>(&record));
        }
        let unchanged = before.filter(|before| *before.record == record);
        let entry = Entry {
            revision: unchanged.map_or(revision, |before| before.revision),
            written: written.or(before.map(|one| one.written)).unwrap_or(0),
            acting: before.and_then(|before| before.acting),
            record: Arc::new(record),
        };
        if unchanged.is_none() {
            kept.records.push(Arc::clone(&entry.record));
        }
        self.entries.insert(id, entry);
    }

    fn drop_row(&mut self, id: &str, revision: u64, kept: &mut Kept<K>) {
        if let Some(entry) = self.entries.remove(id) {
            self.places.remove(&Place::of::<K>(&entry.record));
            kept.removed.push(id.to_owned());
            self.removed.push((revision, id.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use fielddesk_model::{Machine, MachineId};

    use super::super::machines::Machines;
    use super::super::order::comparisons;
    use super::*;

    fn machine(id: &str, number: &str) -> Machine {
        Machine {
            id: MachineId::new(id),
            machine_number: number.to_owned(),
            ..Machine::default()
        }
    }

    fn numbers(cache: &RecordCache<Machines>) -> Vec<&str> {
        let records = cache.records();
        records.map(|one| one.machine_number.as_str()).collect()
    }

    #[test]
    fn a_created_record_is_put_in_its_place_without_sorting_the_others() {
        let mut cache = RecordCache::<Machines>::new(DateTime::UNIX_EPOCH);
        let all = 4_000_u32;
        let before = comparisons();
        for number in 0..all {
            // Each lands somewhere in the middle.
            let number = (number * 1_597) % all;
            cache.put(machine(&number.to_string(), &number.to_string()));
        }
        let each = (comparisons() - before) / u64::from(all);
        assert!(each < 100, "{each} comparisons for each of {all}");
        let expected: Vec<String> = (0..all).map(|number| number.to_string()).collect();
        assert_eq!(numbers(&cache), expected);
    }

    #[test]
    fn numbers_that_look_the_same_are_found_until_they_change_or_go() {
        let mut cache = RecordCache::<Machines>::new(DateTime::UNIX_EPOCH);
        cache.load(vec![
            machine("a", "0042"),
            machine("b", "42"),
            machine("c", "420"),
        ]);
        let ids = |cache: &RecordCache<Machines>| -> Vec<String> {
            let keyed = cache.keyed("０42");
            keyed.map(|one| one.id.as_str().to_owned()).collect()
        };
        assert_eq!(ids(&cache), ["a", "b"]);
        cache.put(machine("a", "43"));
        assert_eq!(ids(&cache), ["b"]);
        cache.put(machine("c", "0042"));
        assert_eq!(ids(&cache), ["b", "c"]);
        cache.remove("b");
        assert_eq!(ids(&cache), ["c"]);
    }

    #[test]
    fn a_record_with_another_number_moves_and_a_removed_one_leaves_its_place() {
        let mut cache = RecordCache::<Machines>::new(DateTime::UNIX_EPOCH);
        cache.load(vec![
            machine("a", "9"),
            machine("b", "10"),
            machine("c", "2"),
        ]);
        assert_eq!(numbers(&cache), ["2", "9", "10"]);
        cache.put(machine("c", "11"));
        assert_eq!(numbers(&cache), ["9", "10", "11"]);
        assert_eq!(cache.numbered("2").count(), 0);
        let ids =
            |number| -> Vec<&str> { cache.numbered(number).map(|one| one.id.as_str()).collect() };
        assert_eq!((ids("10"), ids("11")), (vec!["b"], vec!["c"]));
        cache.remove("b");
        assert_eq!(numbers(&cache), ["9", "11"]);
        assert_eq!(cache.len(), 2);
    }
}
