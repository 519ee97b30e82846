//! Creating a machine exactly once.

use fielddesk_model::{Field, Listed, Machine, MachineChange};
use reqwest::Method;

use super::{MachineQuery, Machines, one};
use crate::Error;
use crate::client::Call;
use crate::resources::stored::holds;

impl Machines<'_> {
    /// Creates a machine, exactly once: after an attempt whose outcome is unknown the machine
    /// number is looked up before another, and a machine stored with the values sent is ours.
    ///
    /// # Errors
    /// A conflict where the number is taken; `OutcomeUnknown` where the answer was lost and
    /// the number cannot be looked up either; otherwise see [`Error`].
    pub async fn create(&self, machine: &MachineChange) -> Result<Machine, Error> {
        let number = match &machine.machine_number {
            Field::Value(number) => number.as_str(),
            Field::Omitted | Field::Null | Field::Odd(_) => "without a number",
        };
        let operation = format!("create machine {number}");
        let url = self.url(&[], &operation)?;
        let call = Call::json(Method::POST, url, &operation, machine)?;
        self.0.create(&call, || self.find_created(machine)).await
    }

    /// The stored machine, if it is the one that was sent.
    async fn find_created(&self, sent: &MachineChange) -> Result<Option<Machine>, Error> {
        let Field::Value(number) = &sent.machine_number else {
            return Ok(None);
        };
        let operation = format!("look whether machine {number} was created");
        let ours = |machine: &Machine| machine.machine_number == *number && holds(machine, sent);
        let url = self.reading(
            &["by-machine-number", number],
            MachineQuery::default(),
            &operation,
        )?;
        let call = Call::new(Method::GET, url, &operation);
        let looked = self.0.whole_once(&call).await;
        match looked.and_then(|body| one(&body, &operation)) {
            Ok(machine) if ours(&machine) => return Ok(Some(machine)),
            Err(error) if error.is_not_found() => return Ok(None),
            Ok(_) => {}
            Err(error) if error.is_conflict() => {}
            Err(error) => return Err(error),
        }
        // A subsidiary may have the same number: the list has both.
        let url = self.reading(&[], MachineQuery::default(), &operation)?;
        let all: Listed<Machine> = self.0.get_once(url, &operation).await?;
        Ok(all.into_iter().find(ours))
    }
}
