//! The fleet in memory: machines, since when they are blocked, who is responsible, what is
//! edited. Pure but for the time that it is given.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use fielddesk_model::{CompanyId, Listed, Machine, MachineId};
use fielddesk_rules::fields::Problem;

use super::block_mark::{BlockKnown, BlockMark};
use super::cell::columns;
use super::edits::pending::Edits;
use super::fuel_source::{Noted, Provenance};
use super::row::MachineRow;
use super::types::{FleetState, MachineChanges, MachinePage, Person};
use crate::machines::CompanyTypes;
use crate::records::{Kept, Machines, RecordCache, Since, refuse_alike_in};

/// The fleet in memory.
#[derive(Debug)]
pub(super) struct FleetModel {
    pub(super) cache: RecordCache<Machines>,
    blocks: HashMap<MachineId, BlockMark>,
    people: HashMap<String, Person>,
    /// The revision of the users that the people are of.
    pub(super) people_of: Option<u64>,
    provenance: HashMap<MachineId, Noted>,
    pub(super) types: CompanyTypes,
    pub(super) edits: Edits,
    pub(super) state: FleetState,
}

/// What has to be kept after a change of the board.
#[derive(Debug, Default)]
pub(super) struct FleetKept {
    pub(super) records: Kept<Machines>,
    pub(super) marks: Vec<(MachineId, Option<BlockMark>)>,
}

impl FleetModel {
    /// An empty one.
    pub(super) fn new(now: DateTime<Utc>) -> Self {
        let mut model = Self {
            cache: RecordCache::new(now),
            blocks: HashMap::new(),
            people: HashMap::new(),
            people_of: None,
            provenance: HashMap::new(),
            types: CompanyTypes::default(),
            edits: Edits::default(),
            state: FleetState::default(),
        };
        model.sync();
        model
    }

    /// Takes in what was kept from an earlier session.
    pub(super) fn load(&mut self, machines: Vec<Machine>, marks: HashMap<MachineId, BlockMark>) {
        self.blocks = marks;
        self.cache.load(machines);
        self.sync();
    }

    /// Takes in what was read; `began` is the revision when the reading began.
    pub(super) fn replace(
        &mut self,
        listed: Listed<Machine>,
        began: u64,
        now: DateTime<Utc>,
    ) -> FleetKept {
        let known = match self.state.read_at {
            None => BlockKnown::Before,
            Some(_) => BlockKnown::Seen,
        };
        // What could not be listed may be a machine that is here.
        let is_whole = listed.left_out.is_empty();
        self.state.left_out = listed.left_out.as_slice().into();
        self.state.read_at = Some(now);
        let records = self.cache.replace(listed.records, is_whole, began);
        let all: Vec<MachineId> = self.machines().map(|machine| machine.id.clone()).collect();
        self.marked(records, &all, (known, now))
    }

    /// Takes in the record that a write of ours answered with.
    pub(super) fn put(&mut self, machine: Machine, now: DateTime<Utc>) -> FleetKept {
        let id = machine.id.clone();
        let records = self.cache.put(machine);
        self.marked(records, &[id], (BlockKnown::ByUs, now))
    }

    /// Takes in records that were looked up.
    pub(super) fn seen(
        &mut self,
        machines: Vec<Machine>,
        began: u64,
        now: DateTime<Utc>,
    ) -> FleetKept {
        let ids: Vec<MachineId> = machines.iter().map(|one| one.id.clone()).collect();
        let records = self.cache.seen(machines, began);
        self.marked(records, &ids, (BlockKnown::Seen, now))
    }

    /// A machine is not there any more.
    pub(super) fn remove(&mut self, id: &MachineId) -> FleetKept {
        let records = self.cache.remove(id.as_str());
        self.marked(records, &[], (BlockKnown::Seen, DateTime::default()))
    }

    /// Notes since when check-in of these machines is blocked.
    fn marked(
        &mut self,
        records: Kept<Machines>,
        ids: &[MachineId],
        (known, now): (BlockKnown, DateTime<Utc>),
    ) -> FleetKept {
        let mut marks = Vec::new();
        for id in ids {
            let blocked = self.machine(id).is_some_and(|one| one.block_check_in);
            let mark = match (blocked, self.blocks.contains_key(id)) {
                (true, false) => Some(BlockMark { since: now, known }),
                (false, true) => None,
                (true, true) | (false, false) => continue,
            };
            match mark {
                Some(mark) => self.blocks.insert(id.clone(), mark),
                None => self.blocks.remove(id),
            };
            marks.push((id.clone(), mark));
        }
        self.cache.touch(marks.iter().map(|(id, _)| id.as_str()));
        for id in records.removed.iter().map(|id| MachineId::new(&**id)) {
            if self.blocks.remove(&id).is_some() {
                marks.push((id, None));
            }
        }
        self.sync();
        FleetKept { records, marks }
    }

    /// Brings what is told of the records up to date.
    pub(super) fn sync(&mut self) {
        self.state.revision = self.cache.revision();
        self.state.total = self.cache.len();
    }

    /// Who can be responsible.
    pub(super) fn set_people(&mut self, people: Vec<Person>, revision: u64) {
        self.people_of = Some(revision);
        let before = std::mem::take(&mut self.people);
        self.people = people
            .into_iter()
            .map(|person| (person.employee_number.clone(), person))
            .collect();
        if before != self.people {
            let named = self
                .machines()
                .filter(|machine| machine.responsible_employee_number.is_some());
            let named: Vec<String> = named.map(|one| one.id.as_str().to_owned()).collect();
            self.cache.touch(named.iter().map(String::as_str));
            self.sync();
        }
    }

    /// People by employee number.
    pub(super) const fn people(&self) -> &HashMap<String, Person> {
        &self.people
    }

    /// A record.
    pub(super) fn machine(&self, id: &MachineId) -> Option<&Arc<Machine>> {
        self.cache.get(id.as_str())
    }

    /// Returns `true` where check-in of a machine is blocked.
    pub(super) fn is_blocked(&self, id: &MachineId) -> bool {
        self.machine(id)
            .is_some_and(|machine| machine.block_check_in)
    }

    /// The machine of a number in a company.
    pub(super) fn numbered(&self, company: &CompanyId, number: &str) -> Option<&Arc<Machine>> {
        let mut all = self.cache.numbered(number);
        all.find(|machine| machine.company_id == *company)
    }

    /// Refuses a number for a machine that looks the same as that of another one.
    pub(super) fn refuse_alike(&self, machine: &Machine, number: &str) -> Result<(), Problem> {
        let id = machine.id.as_str();
        refuse_alike_in(&self.cache, &machine.company_id, Some(id), number)
    }

    /// All records, in the order of the rows.
    pub(super) fn machines(&self) -> impl Iterator<Item = &Arc<Machine>> {
        self.cache.records()
    }

    /// One row.
    pub(super) fn row(&self, id: &MachineId) -> Option<MachineRow> {
        self.machine(id).map(|machine| self.shown(machine))
    }

    /// Some rows.
    pub(super) fn page(&self, from: usize, limit: usize) -> MachinePage {
        let shown = self.machines().skip(from).take(limit);
        MachinePage {
            state: self.state.clone(),
            from,
            columns: columns().map(|field| field.name).collect(),
            rows: shown.map(|machine| self.shown(machine)).collect(),
        }
    }

    /// What is different since a revision.
    pub(super) fn since(&self, revision: u64) -> MachineChanges {
        let Since {
            whole,
            changed,
            removed,
        } = self.cache.since(revision);
        let changed = changed.iter().filter_map(|id| self.cache.get(id));
        MachineChanges {
            state: self.state.clone(),
            whole,
            rows: changed.map(|machine| self.shown(machine)).collect(),
            removed: removed.into_iter().map(MachineId::new).collect(),
        }
    }

    /// Something is told that no row has.
    pub(super) fn next(&mut self) {
        self.cache.next();
        self.sync();
    }

    fn shown(&self, machine: &Arc<Machine>) -> MachineRow {
        let responsible = machine.responsible_employee_number.as_ref();
        let responsible = responsible.and_then(|number| self.people.get(number));
        MachineRow {
            machine: Arc::clone(machine),
            responsible: responsible.map(|person| person.name.clone()),
            block: self.blocks.get(&machine.id).copied(),
            acting: self.cache.acting(machine.id.as_str()),
            provenance: self.provenance(machine),
        }
    }

    /// Where the fuel values of a machine come from.
    pub(super) fn provenance(&self, machine: &Machine) -> Option<Provenance> {
        self.provenance.get(&machine.id)?.says(machine)
    }

    /// Takes in where fuel values come from.
    pub(super) fn note_provenance(&mut self, noted: impl IntoIterator<Item = (MachineId, Noted)>) {
        for (id, noted) in noted {
            self.cache.touch([id.as_str()]);
            self.provenance.insert(id, noted);
        }
        self.sync();
    }
}

#[cfg(test)]
mod tests;
