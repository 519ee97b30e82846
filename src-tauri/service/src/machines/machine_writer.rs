//! From a change to a stored machine: looks up the records that the rules need, hands the machine
//! to the store, and looks again where another write was faster.

use std::collections::{HashMap, HashSet};

use fielddesk_model::{CompanyId, EsgChange, Machine, MachineChange, MachineId};
use serde_json::{Value, json};

use super::{read, refusal, responsible, rules};
use crate::audit;
use crate::auth::Caller;
use crate::environment::EnvironmentContext;
use crate::error::ApiError;
use crate::store::{MachineWrite, MachineWritten, StoredMachine};

/// Maximum number of attempts while other writes come between; one of them is through each time.
const ATTEMPTS: usize = 100;

/// A new machine, or a change of a stored one.
#[derive(Clone, Copy)]
pub(super) enum Edit<'a> {
    New(&'a MachineChange),
    Fields(&'a MachineId, &'a MachineChange),
    Esg(&'a MachineId, &'a EsgChange),
}

/// A change held against the rules.
pub(super) enum Prepared {
    /// Nothing would be different; the record as it is.
    Same(String),
    /// To be written.
    Write(Box<MachineWrite>),
}

/// The writes of one request under way.
pub(super) struct MachineWriter<'a> {
    site: &'a EnvironmentContext,
    caller: &'a Caller,
    reach: Vec<CompanyId>,
    types: HashMap<CompanyId, Types>,
}

/// Ids of the machine types that a company uses.
struct Types {
    all: HashSet<String>,
    closed: HashSet<String>,
}

impl<'a> MachineWriter<'a> {
    pub(super) fn new(site: &'a EnvironmentContext, caller: &'a Caller) -> Self {
        Self {
            site,
            caller,
            reach: caller.companies(),
            types: HashMap::new(),
        }
    }

    /// Holds an edit against the rules.
    pub(super) async fn prepare(&mut self, edit: Edit<'_>) -> Result<Prepared, ApiError> {
        match edit {
            Edit::New(change) => self.created(change).await,
            Edit::Fields(id, change) => {
                let stored = read::find(self.site, self.caller, id).await?;
                let before = stored.machine()?;
                rules::check_id(id, change)?;
                rules::check(change)?;
                let mut after = rules::applied(&before, change)?;
                if after.company_id != before.company_id {
                    self.caller.require_company(Some(&after.company_id))?;
                }
                self.settle(&before, change, &mut after).await?;
                Ok(self.changed(stored, &before, after))
            }
            Edit::Esg(id, change) => {
                let stored = read::find(self.site, self.caller, id).await?;
                let before = stored.machine()?;
                rules::check_esg(change)?;
                let after = rules::with_esg(&before, change)?;
                Ok(self.changed(stored, &before, after))
            }
        }
    }

    async fn created(&mut self, change: &MachineChange) -> Result<Prepared, ApiError> {
        rules::check(change)?;
        let id = MachineId::new(hex::encode(rand::random::<[u8; 12]>()));
        let mut machine = rules::created(id, change)?;
        self.caller.require_company(Some(&machine.company_id))?;
        let nothing = Machine::default();
        self.settle(&nothing, change, &mut machine).await?;
        Ok(self.write("machine.created", machine, None, None))
    }

    fn changed(&self, stored: StoredMachine, before: &Machine, after: Machine) -> Prepared {
        if after == *before {
            return Prepared::Same(stored.record);
        }
        let fields = changed_fields(before, &after);
        self.write(
            "machine.changed",
            after,
            Some(stored.revision),
            Some(fields),
        )
    }

    fn write(
        &self,
        action: &'static str,
        machine: Machine,
        based_on: Option<i64>,
        fields: Option<Value>,
    ) -> Prepared {
        let details = [
            ("companyId", json!(machine.company_id)),
            ("machineNumber", json!(machine.machine_number)),
        ];
        let details = details.into_iter().chain(fields.map(|it| ("fields", it)));
        let audit = audit::entry(&self.caller.client_id, action, &machine.id, details);
        Prepared::Write(Box::new(MachineWrite {
            machine,
            based_on,
            audit,
        }))
    }

    /// The rules that need a look at other records: type and responsible person.
    async fn settle(
        &mut self,
        before: &Machine,
        change: &MachineChange,
        after: &mut Machine,
    ) -> Result<(), ApiError> {
        if let Some(type_id) = rules::type_to_check(before, change, after) {
            // A machine keeps a type that was closed since.
            let is_kept = before.company_id == after.company_id && before.type_id == after.type_id;
            self.require_type(&after.company_id, type_id, is_kept)
                .await?;
        }
        responsible::settle(self.site.store.as_ref(), &self.reach, before, change, after).await
    }

    async fn require_type(
        &mut self,
        company: &CompanyId,
        type_id: &str,
        is_kept: bool,
    ) -> Result<(), ApiError> {
        if !self.types.contains_key(company) {
            let types = self.site.store.machine_types(company).await?;
            let types = Types {
                all: types.into_iter().map(|one| one.type_id).collect(),
                closed: self.site.store.closed_machine_types(company).await?,
            };
            self.types.insert(company.clone(), types);
        }
        let known = self.types.get(company);
        if known.is_some_and(|types| {
            types.all.contains(type_id) && (is_kept || !types.closed.contains(type_id))
        }) {
            return Ok(());
        }
        Err(refusal::type_invalid(type_id))
    }

    /// Writes in order, each on its own.
    pub(super) async fn store(
        &self,
        writes: &[MachineWrite],
    ) -> Result<Vec<MachineWritten>, ApiError> {
        Ok(self.site.store.write_machines(writes, &self.reach).await?)
    }

    /// Carries out an edit and returns the machine's record.
    pub(super) async fn carry_out(&mut self, edit: Edit<'_>) -> Result<String, ApiError> {
        for _ in 0..ATTEMPTS {
            let write = match self.prepare(edit).await? {
                Prepared::Same(record) => return Ok(record),
                Prepared::Write(write) => write,
            };
            if let Some(record) = self.store_one(&write).await? {
                return Ok(record);
            }
        }
        Err(refusal::contended())
    }

    async fn store_one(&self, write: &MachineWrite) -> Result<Option<String>, ApiError> {
        let written = self.store(std::slice::from_ref(write)).await?;
        match written.into_iter().next() {
            Some(outcome) => record_of(outcome, &write.machine),
            None => Ok(None),
        }
    }
}

/// The record of a write that was done; none where one has to look again.
pub(super) fn record_of(
    outcome: MachineWritten,
    machine: &Machine,
) -> Result<Option<String>, ApiError> {
    match outcome {
        MachineWritten::Stored(record) => Ok(Some(record)),
        MachineWritten::Stale => Ok(None),
        MachineWritten::NumberTaken => Err(refusal::number_taken(&machine.machine_number)),
        MachineWritten::ParentInvalid => Err(refusal::parent_invalid(
            "must be the id of a machine, not of equipment, that the client may touch.",
        )),
        MachineWritten::HasEquipment => Err(refusal::has_equipment()),
        MachineWritten::Missing => Err(refusal::unknown()),
    }
}

/// The names of the fields that differ.
fn changed_fields(before: &Machine, after: &Machine) -> Value {
    let (Ok(before), Ok(after)) = (serde_json::to_value(before), serde_json::to_value(after))
    else {
        return Value::Null;
    };
    let names = Machine::FIELDS.iter();
    names
        .filter(|name| before.get(name) != after.get(name))
        .copied()
        .collect()
}
