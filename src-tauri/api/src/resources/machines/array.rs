//! Many machines in one call: each item is stored or refused by itself, none twice.

use std::collections::BTreeSet;

use fielddesk_model::{BulkOutcome, Field, Listed, Machine, MachineChange, MachineId};
use reqwest::Method;

use super::{MachineQuery, Machines};
use crate::client::Call;
use crate::error::Outcome;
use crate::resources::stored::holds;
use crate::{Error, ErrorKind, response};

/// The code of an item that a lost call did not store.
const NOT_STORED: &str = "NotStored";

impl Machines<'_> {
    /// Creates many machines; the outcome of each, in the order given. An empty array is
    /// nothing to do, and nothing is sent.
    ///
    /// After an attempt whose outcome is unknown the machines are listed before another: an
    /// item stored with the values sent is ours, and only the others are sent again.
    ///
    /// # Errors
    /// `OutcomeUnknown` where the answer was lost and the machines cannot be listed either;
    /// otherwise see [`Error`]. A refused item is no error.
    pub async fn create_array(
        &self,
        machines: &[MachineChange],
    ) -> Result<Vec<BulkOutcome>, Error> {
        let mut creation = Creation::new(*self, machines);
        let mut retries = self.0.retries();
        let mut doubtful = false;
        loop {
            let error = match creation.attempt(doubtful).await {
                Ok(()) => return Ok(creation.outcomes()),
                Err(error) => error,
            };
            doubtful |= error.outcome() == Outcome::Unknown;
            let Err(last) = retries.after(error).await else {
                continue;
            };
            if !doubtful {
                return Err(last);
            }
            if creation.find_stored().await.is_err() {
                return Err(last.with_kind(ErrorKind::OutcomeUnknown));
            }
            return creation.ended(last);
        }
    }

    /// Changes many machines, each item with its id; the outcome of each, in the order given.
    /// What an item leaves out stays. An empty array is nothing to do, and nothing is sent.
    ///
    /// # Errors
    /// See [`Error`]. A refused item is no error.
    pub async fn update_array(
        &self,
        machines: &[MachineChange],
    ) -> Result<Vec<BulkOutcome>, Error> {
        if machines.is_empty() {
            return Ok(Vec::new());
        }
        let operation = format!("change {} machines", machines.len());
        let url = self.url(&["update", "array"], &operation)?;
        let call = Call::json(Method::PUT, url, &operation, &machines)?;
        let answer = self.0.whole(&call).await?;
        if answer.trim_ascii().is_empty() {
            return Ok(all_stored(machines));
        }
        in_order(self.0.read(&answer, &call)?, machines.len(), &operation)
    }
}

/// A creation of many machines, as far as it is known.
struct Creation<'a> {
    machines: Machines<'a>,
    sent: &'a [MachineChange],
    known: Vec<Option<BulkOutcome>>,
    operation: String,
}

impl<'a> Creation<'a> {
    fn new(machines: Machines<'a>, sent: &'a [MachineChange]) -> Self {
        Self {
            machines,
            sent,
            known: vec![None; sent.len()],
            operation: format!("create {} machines", sent.len()),
        }
    }

    /// Sends what is open, after looking for it where it may be stored already.
    async fn attempt(&mut self, doubtful: bool) -> Result<(), Error> {
        if doubtful {
            self.find_stored().await?;
        }
        let open = self.open();
        if open.is_empty() {
            return Ok(());
        }
        let url = self.machines.url(&["create", "array"], &self.operation)?;
        let items: Vec<&MachineChange> = open.iter().filter_map(|i| self.sent.get(*i)).collect();
        let call = Call::json(Method::POST, url, &self.operation, &items)?;
        let answer = self.machines.0.done_once(&call).await?;
        let said = answer
            .as_ref()
            .is_none_or(|answer| !answer.trim_ascii().is_empty());
        let answered = answer.and_then(|answer| response::read_stored(&answer, &self.operation));
        let answered =
            answered.and_then(|answered| in_order(answered, open.len(), &self.operation).ok());
        let Some(answered) = answered else {
            return self.done_without_outcomes(said).await;
        };
        for (index, outcome) in open.into_iter().zip(answered) {
            self.set(index, BulkOutcome { index, ..outcome });
        }
        if doubtful && self.known.iter().flatten().any(|outcome| !outcome.success) {
            // The doubtful attempt may have been carried out late, and then it is our own
            // machine that has the number.
            self.find_stored().await?;
        }
        Ok(())
    }

    /// Settles a call that was done while the outcomes of its items are lost: nothing is sent
    /// again. Items that are not found may be listed later: where the service `said` nothing they
    /// are stored as well.
    async fn done_without_outcomes(&mut self, said: bool) -> Result<(), Error> {
        let found = self.find_stored().await;
        for index in self.open() {
            if said || found.is_err() {
                return Err(Error::new(ErrorKind::OutcomeUnknown, &*self.operation));
            }
            let number = self.sent.get(index).map(|sent| sent.machine_number.clone());
            self.set(index, stored(index, None, number.and_then(Field::value)));
        }
        Ok(())
    }

    /// Finds stored machines that hold what was sent; each stands for one item.
    async fn find_stored(&mut self) -> Result<(), Error> {
        let operation = format!("look whether {} machines were created", self.sent.len());
        let url = self
            .machines
            .reading(&[], MachineQuery::default(), &operation)?;
        let listed: Listed<Machine> = self.machines.0.get_once(url, &operation).await?;
        let mut taken: BTreeSet<MachineId> = self
            .known
            .iter()
            .flatten()
            .filter(|outcome| outcome.success)
            .filter_map(|outcome| outcome.id.clone())
            .collect();
        for (index, sent) in self.sent.iter().enumerate() {
            let settled = self.known.get(index).and_then(Option::as_ref);
            let Field::Value(number) = &sent.machine_number else {
                continue;
            };
            if settled.is_some_and(|outcome| outcome.success) {
                continue;
            }
            let ours = listed.iter().find(|machine| {
                machine.machine_number == *number
                    && !taken.contains(&machine.id)
                    && holds(*machine, sent)
            });
            if let Some(machine) = ours {
                taken.insert(machine.id.clone());
                let found = stored(index, Some(machine.id.clone()), Some(number.clone()));
                self.set(index, found);
            }
        }
        Ok(())
    }

    /// Returns the outcomes after the last look, where the attempts are over: an item that is not
    /// there was not stored. Where none is, the call has failed.
    fn ended(mut self, last: Error) -> Result<Vec<BulkOutcome>, Error> {
        if self.known.iter().all(Option::is_none) {
            return Err(last);
        }
        for index in self.open() {
            let number = self.sent.get(index).map(|sent| sent.machine_number.clone());
            let missing = BulkOutcome {
                index,
                success: false,
                id: None,
                machine_number: number.and_then(Field::value),
                error: Some(NOT_STORED.to_owned()),
                message: Some(last.to_string()),
            };
            self.set(index, missing);
        }
        Ok(self.outcomes())
    }

    fn open(&self) -> Vec<usize> {
        let known = self.known.iter().enumerate();
        known
            .filter(|(_, outcome)| outcome.is_none())
            .map(|(index, _)| index)
            .collect()
    }

    fn set(&mut self, index: usize, outcome: BulkOutcome) {
        if let Some(slot) = self.known.get_mut(index) {
            *slot = Some(outcome);
        }
    }

    fn outcomes(self) -> Vec<BulkOutcome> {
        self.known.into_iter().flatten().collect()
    }
}

/// The outcomes of items that were all stored.
fn all_stored(machines: &[MachineChange]) -> Vec<BulkOutcome> {
    let all = machines.iter().cloned().enumerate();
    all.map(|(index, machine)| stored(index, machine.id.value(), machine.machine_number.value()))
        .collect()
}

fn stored(index: usize, id: Option<MachineId>, machine_number: Option<String>) -> BulkOutcome {
    BulkOutcome {
        index,
        success: true,
        id,
        machine_number,
        error: None,
        message: None,
    }
}

/// The outcomes by position; each item must have one.
fn in_order(
    mut outcomes: Vec<BulkOutcome>,
    items: usize,
    operation: &str,
) -> Result<Vec<BulkOutcome>, Error> {
    // A service that names no positions answers in the order sent.
    if items > 1 && outcomes.iter().all(|outcome| outcome.index == 0) {
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            outcome.index = index;
        }
    }
    outcomes.sort_by_key(|outcome| outcome.index);
    if outcomes.len() == items && outcomes.iter().map(|o| o.index).eq(0..items) {
        return Ok(outcomes);
    }
    Err(Error::new(ErrorKind::UnreadableAnswer, operation)
        .with_detail(format!("{} outcomes for {items} items", outcomes.len())))
}
