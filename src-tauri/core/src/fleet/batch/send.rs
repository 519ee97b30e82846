//! Sends what one machine, or one array of machines, is to have.

use fielddesk_model::{Field, Machine, MachineChange, MachineId};
use futures::FutureExt as _;

use super::gate::Gate;
use super::types::BatchCell;
use crate::fields::Values;
use crate::fleet::cell::with_values;
use crate::machines::{ESG_FIELDS, changes};
use crate::{Failure, FailureKind};

/// Machines of one array.
pub(super) const ARRAY: usize = 50;

/// A machine and what is to be sent of it.
#[derive(Debug, Clone)]
pub(super) struct Ready {
    /// Its place among the rows.
    pub(super) place: usize,
    /// The record as it is now.
    pub(super) machine: Machine,
    /// The cells.
    pub(super) cells: Vec<BatchCell>,
}

/// What came of sending.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) ready: Ready,
    /// The record after it, where anything was stored.
    pub(super) stored: Option<Machine>,
    /// Fields that were stored.
    pub(super) fields: Vec<String>,
    /// Why not all of them were.
    pub(super) failure: Option<Failure>,
}

impl Ready {
    pub(super) fn values(&self) -> Values {
        let values = self.cells.iter();
        values
            .map(|cell| (cell.field.clone(), cell.new.clone()))
            .collect()
    }

    /// Whether anything but fuel changes.
    pub(super) fn has_fields(&self) -> bool {
        self.names(false).next().is_some()
    }

    fn names(&self, fuel: bool) -> impl Iterator<Item = String> {
        let names = self.cells.iter().map(|cell| cell.field.clone());
        names.filter(move |name| ESG_FIELDS.contains(&name.as_str()) == fuel)
    }

    fn failed(self, failure: Failure) -> Sent {
        Sent {
            ready: self,
            stored: None,
            fields: Vec::new(),
            failure: Some(failure),
        }
    }
}

/// Sends one machine: its fields, then its fuel.
pub(super) async fn one(client: &fielddesk_api::Client, gate: &Gate, ready: Ready) -> Sent {
    let (change, _) = match changes(&ready.values()) {
        Ok(changes) => changes,
        Err(failure) => return ready.failed(failure),
    };
    if change.is_empty() {
        let stored = ready.machine.clone();
        return fuel(client, gate, ready, stored).await;
    }
    let id = ready.machine.id.clone();
    let patched = {
        let (id, change) = (&id, &change);
        let patch = || async move { client.machines().patch(id, change).await }.boxed();
        gate.call(&patch).await
    };
    match patched {
        Ok(machine) => fuel(client, gate, ready, machine).await,
        Err(failure) => ready.failed(failure),
    }
}

/// Sends the fields of many machines in one call, then the fuel of each.
pub(super) async fn many(
    client: &fielddesk_api::Client,
    gate: &Gate,
    all: Vec<Ready>,
) -> Vec<Sent> {
    let bodies: Result<Vec<MachineChange>, Failure> = all
        .iter()
        .map(|ready| {
            let (change, _) = changes(&ready.values())?;
            Ok(MachineChange {
                id: Field::Value(ready.machine.id.clone()),
                ..change
            })
        })
        .collect();
    let outcomes = match bodies {
        Ok(bodies) => {
            let bodies = bodies.as_slice();
            let put = || async move { client.machines().update_array(bodies).await }.boxed();
            gate.call(&put).await
        }
        Err(failure) => Err(failure),
    };
    let outcomes = match outcomes {
        Ok(outcomes) => outcomes,
        Err(failure) => {
            let failed = all.into_iter().map(|ready| ready.failed(failure.clone()));
            return failed.collect();
        }
    };
    let mut sent = Vec::with_capacity(all.len());
    for (ready, outcome) in all.into_iter().zip(outcomes) {
        if !outcome.success {
            sent.push(ready.failed(refused(outcome.error, outcome.message.as_deref())));
            continue;
        }
        let mut values = ready.values();
        values.retain(|name, _| !ESG_FIELDS.contains(&name.as_str()));
        sent.push(match with_values(&ready.machine, &values) {
            Ok(machine) => fuel(client, gate, ready, machine).await,
            Err(failure) => ready.failed(failure),
        });
    }
    sent
}

/// Sends the fuel of a machine whose fields are stored.
async fn fuel(
    client: &fielddesk_api::Client,
    gate: &Gate,
    ready: Ready,
    mut machine: Machine,
) -> Sent {
    let mut fields: Vec<String> = ready.names(false).collect();
    let change = match changes(&ready.values()) {
        Ok((_, change)) => change,
        Err(failure) => return ready.failed(failure),
    };
    if change.is_empty() {
        return Sent {
            ready,
            stored: Some(machine),
            fields,
            failure: None,
        };
    }
    let id: MachineId = machine.id.clone();
    let patched = {
        let (id, change) = (&id, &change);
        let patch = || async move { client.machines().patch_esg(id, change).await }.boxed();
        gate.call(&patch).await
    };
    match patched {
        Ok(esg) => {
            machine.fuel_consumption_rate = esg.fuel_consumption_rate;
            machine.fuel_consumption_unit = esg.fuel_consumption_unit;
            machine.fuel_type = esg.fuel_type;
            fields.extend(ready.names(true));
            Sent {
                ready,
                stored: Some(machine),
                fields,
                failure: None,
            }
        }
        Err(failure) => Sent {
            stored: (!fields.is_empty()).then_some(machine),
            ready,
            fields,
            failure: Some(failure),
        },
    }
}

/// What the service said of one item of an array.
fn refused(code: Option<String>, message: Option<&str>) -> Failure {
    let said = message.or(code.as_deref());
    let message = match said {
        Some(said) => format!(
            "The service refused it: {}",
            fielddesk_rules::file_name::shown(said)
        ),
        None => "The service refused it and did not say why.".to_owned(),
    };
    let mut failure = Failure::new(FailureKind::Refused, message, "Change it, then save again.");
    failure.code = code;
    failure
}
