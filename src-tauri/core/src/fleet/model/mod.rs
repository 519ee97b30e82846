//! The fleet in memory: rows, what changed when, who is responsible. Pure but for the time
//! that it is given.
//!
//! A read of all machines takes a while. What a write of ours answered meanwhile is newer
//! than what the read has, so it stays.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use fielddesk_model::{CompanyId, Listed, Machine, MachineId, MachineType};

use super::cell::columns;
use super::edits::Edits;
use super::fuel_source::{Noted, Provenance};
use super::order::by_number;
use super::types::{
    BatchKind, BlockKnown, BlockMark, FleetState, MachineChanges, MachinePage, MachineRow, Person,
};

/// The fleet in memory.
#[derive(Debug)]
pub(super) struct FleetModel {
    /// The revision that this session began with.
    first: u64,
    entries: HashMap<MachineId, Entry>,
    order: Vec<MachineId>,
    removed: Vec<(u64, MachineId)>,
    by_number: HashMap<String, Vec<MachineId>>,
    people: HashMap<String, Person>,
    provenance: HashMap<MachineId, Noted>,
    pub(super) types: Vec<MachineType>,
    pub(super) edits: Edits,
    pub(super) state: FleetState,
}

#[derive(Debug)]
struct Entry {
    machine: Arc<Machine>,
    revision: u64,
    /// The revision at which a write of ours answered with the record.
    written: u64,
    block: Option<BlockMark>,
    acting: Option<BatchKind>,
}

/// What has to be kept after a change of the board.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) records: Vec<Arc<Machine>>,
    pub(super) removed: Vec<MachineId>,
    pub(super) marks: Vec<(MachineId, Option<BlockMark>)>,
}

impl FleetModel {
    /// An empty one. Revisions grow from the present time, so that those of an earlier
    /// session are older than all of this one.
    pub(super) fn new(now: DateTime<Utc>) -> Self {
        let first = now.timestamp_millis().unsigned_abs();
        Self {
            first,
            entries: HashMap::new(),
            order: Vec::new(),
            removed: Vec::new(),
            by_number: HashMap::new(),
            people: HashMap::new(),
            provenance: HashMap::new(),
            types: Vec::new(),
            edits: Edits::default(),
            state: FleetState {
                revision: first,
                ..FleetState::default()
            },
        }
    }

    /// Takes in what was kept from an earlier session.
    pub(super) fn load(
        &mut self,
        machines: Vec<Machine>,
        mut marks: HashMap<MachineId, BlockMark>,
    ) {
        let revision = self.next();
        for machine in machines {
            let entry = Entry {
                block: marks.remove(&machine.id),
                machine: Arc::new(machine),
                revision,
                written: 0,
                acting: None,
            };
            self.entries.insert(entry.machine.id.clone(), entry);
        }
        self.sort();
    }

    /// Takes in what was read; `began` is the revision when the reading began.
    pub(super) fn replace(
        &mut self,
        listed: Listed<Machine>,
        began: u64,
        now: DateTime<Utc>,
    ) -> Kept {
        let first_read = self.state.read_at.is_none();
        let revision = self.next();
        let mut kept = Kept::default();
        let mut seen = std::collections::HashSet::with_capacity(listed.len());
        // What could not be listed may be a machine that is here.
        let is_whole = listed.left_out.is_empty();
        self.state.left_out = listed.left_out.as_slice().into();
        for machine in listed {
            seen.insert(machine.id.clone());
            if self.is_newer_here(&machine.id, began) {
                continue;
            }
            let known = if first_read {
                BlockKnown::Before
            } else {
                BlockKnown::Seen
            };
            self.take(machine, revision, None, (known, now), &mut kept);
        }
        let gone: Vec<MachineId> = self
            .entries
            .values()
            .filter(|entry| is_whole && !seen.contains(&entry.machine.id) && entry.written <= began)
            .map(|entry| entry.machine.id.clone())
            .collect();
        for id in gone {
            self.drop_row(&id, revision, &mut kept);
        }
        self.state.read_at = Some(now);
        self.sort();
        kept
    }

    /// Takes in the record that a write of ours answered with.
    pub(super) fn put(&mut self, machine: Machine, now: DateTime<Utc>) -> Kept {
        let revision = self.next();
        let mut kept = Kept::default();
        let new = self.is_elsewhere(&machine);
        let known = (BlockKnown::ByUs, now);
        self.take(machine, revision, Some(revision), known, &mut kept);
        if new {
            self.sort();
        }
        kept
    }

    /// Takes in a record that was looked up.
    pub(super) fn seen(&mut self, machine: Machine, began: u64, now: DateTime<Utc>) -> Kept {
        let mut kept = Kept::default();
        if !self.is_newer_here(&machine.id, began) {
            let revision = self.next();
            let new = self.is_elsewhere(&machine);
            self.take(machine, revision, None, (BlockKnown::Seen, now), &mut kept);
            if new {
                self.sort();
            }
        }
        kept
    }

    /// A machine is not there any more.
    pub(super) fn remove(&mut self, id: &MachineId) -> Kept {
        let revision = self.next();
        let mut kept = Kept::default();
        self.drop_row(id, revision, &mut kept);
        self.sort();
        kept
    }

    /// Marks rows with what is being done to them.
    pub(super) fn act<'a>(
        &mut self,
        ids: impl IntoIterator<Item = &'a MachineId>,
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

    /// Who can be responsible.
    pub(super) fn set_people(&mut self, people: Vec<Person>) {
        let before = std::mem::take(&mut self.people);
        self.people = people
            .into_iter()
            .map(|person| (person.employee_number.clone(), person))
            .collect();
        if before != self.people {
            let revision = self.next();
            let named = |entry: &&mut Entry| entry.machine.responsible_employee_number.is_some();
            for entry in self.entries.values_mut().filter(named) {
                entry.revision = revision;
            }
        }
    }

    /// People by employee number.
    pub(super) const fn people(&self) -> &HashMap<String, Person> {
        &self.people
    }

    /// A record.
    pub(super) fn machine(&self, id: &MachineId) -> Option<&Arc<Machine>> {
        self.entries.get(id).map(|entry| &entry.machine)
    }

    /// The machine of a number in a company.
    pub(super) fn numbered(&self, company: &CompanyId, number: &str) -> Option<&Arc<Machine>> {
        let all = self.by_number.get(number)?.iter();
        let mut all = all.filter_map(|id| self.machine(id));
        all.find(|machine| machine.company_id == *company)
    }

    /// All records, in the order of the rows.
    pub(super) fn machines(&self) -> impl Iterator<Item = &Arc<Machine>> {
        let all = self.order.iter();
        all.filter_map(|id| Some(&self.entries.get(id)?.machine))
    }

    /// One row.
    pub(super) fn row(&self, id: &MachineId) -> Option<MachineRow> {
        self.entries.get(id).map(|entry| self.shown(entry))
    }

    /// Some rows.
    pub(super) fn page(&self, from: usize, limit: usize) -> MachinePage {
        let ids = self.order.iter().skip(from).take(limit);
        MachinePage {
            state: self.state.clone(),
            from,
            columns: columns().map(|field| field.name).collect(),
            rows: ids.filter_map(|id| self.row(id)).collect(),
        }
    }

    /// What is different since a revision.
    pub(super) fn since(&self, revision: u64) -> MachineChanges {
        let whole = revision < self.first || revision > self.state.revision;
        let mut changes = MachineChanges {
            state: self.state.clone(),
            whole,
            rows: Vec::new(),
            removed: Vec::new(),
        };
        if !whole {
            let changed = self.entries.values();
            let changed = changed.filter(|entry| entry.revision > revision);
            changes.rows = changed.map(|entry| self.shown(entry)).collect();
            let removed = self.removed.iter();
            let removed = removed.filter(|(at, id)| *at > revision && self.machine(id).is_none());
            changes.removed = removed.map(|(_, id)| id.clone()).collect();
        }
        changes
    }

    /// The next revision.
    pub(super) fn next(&mut self) -> u64 {
        self.state.revision += 1;
        self.state.revision
    }

    fn shown(&self, entry: &Entry) -> MachineRow {
        let responsible = entry.machine.responsible_employee_number.as_ref();
        let responsible = responsible.and_then(|number| self.people.get(number));
        MachineRow {
            machine: Arc::clone(&entry.machine),
            responsible: responsible.map(|person| person.name.clone()),
            block: entry.block,
            acting: entry.acting,
            provenance: self.provenance(&entry.machine),
        }
    }

    /// Where the fuel values of a machine come from.
    pub(super) fn provenance(&self, machine: &Machine) -> Option<Provenance> {
        self.provenance.get(&machine.id)?.says(machine)
    }

    /// Takes in where fuel values come from.
    pub(super) fn note_provenance(&mut self, noted: impl IntoIterator<Item = (MachineId, Noted)>) {
        let revision = self.next();
        for (id, noted) in noted {
            if let Some(entry) = self.entries.get_mut(&id) {
                entry.revision = revision;
            }
            self.provenance.insert(id, noted);
        }
    }

    /// Whether the order of the rows changes with this record.
    fn is_elsewhere(&self, machine: &Machine) -> bool {
        self.machine(&machine.id)
            .is_none_or(|before| before.machine_number != machine.machine_number)
    }

    fn is_newer_here(&self, id: &MachineId, began: u64) -> bool {
        let written = self.entries.get(id);
        written.is_some_and(|entry| entry.written > began)
            || self
                .removed
                .iter()
                .any(|(at, gone)| *at > began && gone == id)
    }

    fn take(
        &mut self,
        machine: Machine,
        revision: u64,
        written: Option<u64>,
        (known, now): (BlockKnown, DateTime<Utc>),
        kept: &mut Kept,
    ) {
        let before = self.entries.get(&machine.id);
        let same = before.is_some_and(|before| *before.machine == machine);
        let mark = before.and_then(|before| before.block);
        let block = match (machine.block_check_in, mark) {
            (false, _) => None,
            (true, Some(mark)) => Some(mark),
            (true, None) => Some(BlockMark { since: now, known }),
        };
        if block != mark {
            kept.marks.push((machine.id.clone(), block));
        }
        let acting = before.and_then(|before| before.acting);
        let unchanged = before.filter(|_| same && block == mark);
        let entry = Entry {
            revision: unchanged.map_or(revision, |before| before.revision),
            written: written.or(before.map(|before| before.written)).unwrap_or(0),
            machine: Arc::new(machine),
            block,
            acting,
        };
        if !same {
            kept.records.push(Arc::clone(&entry.machine));
        }
        self.entries.insert(entry.machine.id.clone(), entry);
    }

    fn drop_row(&mut self, id: &MachineId, revision: u64, kept: &mut Kept) {
        if let Some(entry) = self.entries.remove(id) {
            if entry.block.is_some() {
                kept.marks.push((id.clone(), None));
            }
            kept.removed.push(id.clone());
            self.removed.push((revision, id.clone()));
        }
    }

    fn sort(&mut self) {
        let mut order: Vec<&Arc<Machine>> = self.entries.values().map(|e| &e.machine).collect();
        order.sort_by(|one, other| {
            by_number(&one.machine_number, &other.machine_number)
                .then_with(|| one.company_id.cmp(&other.company_id))
                .then_with(|| one.id.cmp(&other.id))
        });
        self.by_number.clear();
        for machine in &order {
            let of_number = self.by_number.entry(machine.machine_number.clone());
            of_number.or_default().push(machine.id.clone());
        }
        self.order = order
            .into_iter()
            .map(|machine| machine.id.clone())
            .collect();
        self.state.total = self.order.len();
    }
}

#[cfg(test)]
mod tests;
