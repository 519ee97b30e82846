//! Machines and equipment: look-ups, changes and deletes, one call each.

mod array;
mod create;

use fielddesk_model::{Esg, EsgChange, Listed, Machine, MachineChange, MachineId, MachineType};
use reqwest::{Method, Url};
use serde_json::Value;

use super::Deletion;
use crate::client::Call;
use crate::{Client, Error, ErrorKind, address, response};

/// The machines that the client may see.
#[derive(Debug, Clone, Copy)]
pub struct Machines<'a>(&'a Client);

/// Options of a reading of machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MachineQuery {
    /// The equipment linked to each machine: `includeEquipmentDetails`.
    pub equipment: bool,
}

impl MachineQuery {
    /// With the equipment linked to each machine.
    pub const WITH_EQUIPMENT: Self = Self { equipment: true };
}

impl Client {
    /// Machines and equipment.
    #[must_use]
    pub fn machines(&self) -> Machines<'_> {
        Machines(self)
    }
}

impl Machines<'_> {
    /// Returns all machines and equipment.
    pub async fn list(&self, query: MachineQuery) -> Result<Listed<Machine>, Error> {
        let operation = "list the machines";
        let url = self.reading(&[], query, operation)?;
        self.0.list(url, operation).await
    }

    /// Returns a machine.
    pub async fn get(&self, id: &MachineId, query: MachineQuery) -> Result<Machine, Error> {
        let operation = format!("look up machine {id}");
        let url = self.reading(&[id.as_str()], query, &operation)?;
        self.0.get(url, &operation).await
    }

    /// Returns the machine of a number.
    pub async fn by_number(&self, number: &str, query: MachineQuery) -> Result<Machine, Error> {
        let operation = format!("look up machine {number}");
        let url = self.reading(&["by-machine-number", number], query, &operation)?;
        let call = Call::new(Method::GET, url, &operation);
        let found = one(&self.0.whole(&call).await?, &operation);
        found.map_err(|error| self.0.of_answer(error, &call.url))
    }

    /// Changes a machine: what is left out or null stays, an empty string empties a text.
    pub async fn put(&self, id: &MachineId, change: &MachineChange) -> Result<Machine, Error> {
        self.change(Method::PUT, id, change).await
    }

    /// Changes a machine; the same as [`Machines::put`] but for what the service validates.
    pub async fn patch(&self, id: &MachineId, change: &MachineChange) -> Result<Machine, Error> {
        self.change(Method::PATCH, id, change).await
    }

    /// Asks whether this client may change machines, with a change of none: the service
    /// refuses an empty array, and a client that may only read before that.
    pub async fn may_write(&self) -> Result<(), Error> {
        let operation = "ask whether machines may be changed";
        let url = self.url(&["update", "array"], operation)?;
        let nothing: [MachineChange; 0] = [];
        let call = Call::json(Method::PUT, url, operation, &nothing)?;
        match self.0.whole(&call).await {
            Ok(_) => Ok(()),
            Err(error) if matches!(error.kind(), ErrorKind::Refused) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Changes fuel and consumption.
    ///
    /// # Errors
    /// `Refused` for a change without any field; otherwise see [`Error`].
    pub async fn patch_esg(&self, id: &MachineId, change: &EsgChange) -> Result<Esg, Error> {
        let operation = format!("change the fuel of machine {id}");
        let url = self.url(&[id.as_str(), "esg"], &operation)?;
        let stored: Option<Esg> = self.0.write(Method::PATCH, url, &operation, change).await?;
        let says_nothing = Esg::default();
        if let Some(esg) = stored.filter(|esg| *esg != says_nothing) {
            return Ok(esg);
        }
        let machine = self.changed(id).await?;
        Ok(Esg {
            fuel_consumption_rate: machine.fuel_consumption_rate,
            fuel_consumption_unit: machine.fuel_consumption_unit,
            fuel_type: machine.fuel_type,
            ..Esg::default()
        })
    }

    /// Returns true where a delete would succeed.
    pub async fn is_deletable(&self, id: &MachineId) -> Result<bool, Error> {
        let operation = format!("ask whether machine {id} can be deleted");
        let url = self.url(&["is-machine-deletable", id.as_str()], &operation)?;
        match self.0.get(url, &operation).await? {
            Value::Bool(deletable) => Ok(deletable),
            Value::String(word) if word.trim().eq_ignore_ascii_case("true") => Ok(true),
            Value::String(word) if word.trim().eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(Error::new(ErrorKind::UnreadableAnswer, operation)
                .with_detail("neither true nor false")),
        }
    }

    /// Deletes a machine. To retire one, `active: false` is recommended instead.
    pub async fn delete(&self, id: &MachineId) -> Result<(), Error> {
        let operation = format!("delete machine {id}");
        let url = self.url(&[id.as_str()], &operation)?;
        self.0.delete(url, &operation).await
    }

    /// Asks whether the machine can be deleted, and does it. The service gives no reasons
    /// with a no; a refusal of the delete itself may have one.
    ///
    /// # Errors
    /// See [`Error`]; that the machine cannot be deleted is no error.
    pub async fn delete_if_deletable(&self, id: &MachineId) -> Result<Deletion, Error> {
        if !self.is_deletable(id).await? {
            return Ok(Deletion::Refused {
                reasons: Vec::new(),
            });
        }
        Deletion::of(self.delete(id).await)
    }

    /// Returns the company's machine types.
    pub async fn types(&self) -> Result<Listed<MachineType>, Error> {
        let operation = "list the machine types";
        let base = &self.0.endpoints().base;
        let url = address::join(base, &["api", "MachineType"], operation)?;
        self.0.list(url, operation).await
    }

    async fn change(
        &self,
        method: Method,
        id: &MachineId,
        change: &MachineChange,
    ) -> Result<Machine, Error> {
        let operation = format!("change machine {id}");
        let url = self.url(&[id.as_str()], &operation)?;
        let stored: Option<Machine> = self.0.write(method, url, &operation, change).await?;
        match stored.filter(|machine| !machine.id.as_str().is_empty()) {
            Some(machine) => Ok(machine),
            None => self.changed(id).await,
        }
    }

    /// The machine after a change that was done and not answered with it.
    async fn changed(&self, id: &MachineId) -> Result<Machine, Error> {
        let operation = format!("read machine {id} again after it was changed");
        let url = self.reading(&[id.as_str()], MachineQuery::default(), &operation)?;
        self.0.get(url, &operation).await
    }

    fn url(&self, segments: &[&str], operation: &str) -> Result<Url, Error> {
        self.0.core(&[&["machines"], segments].concat(), operation)
    }

    fn reading(
        &self,
        segments: &[&str],
        query: MachineQuery,
        operation: &str,
    ) -> Result<Url, Error> {
        let mut url = self.url(segments, operation)?;
        if query.equipment {
            url.query_pairs_mut()
                .append_pair("includeEquipmentDetails", "true");
        }
        Ok(url)
    }
}

/// A machine; some services send an array of one for a number.
fn one(body: &[u8], operation: &str) -> Result<Machine, Error> {
    if !body.trim_ascii_start().starts_with(b"[") {
        return response::read_json(body, operation);
    }
    let mut list: Listed<Machine> = response::read_json(body, operation)?;
    match (list.pop(), list.is_empty()) {
        (Some(machine), true) => Ok(machine),
        (Some(_), false) => Err(Error::new(ErrorKind::Conflict, operation)
            .with_detail("several machines have this number")),
        (None, _) => Err(Error::new(ErrorKind::NotFound, operation)),
    }
}
