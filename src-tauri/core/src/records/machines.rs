//! Machines: their fields in one request, or in an array of many; their fuel in a separate one.

use fielddesk_api::{Client, Deletion, Error, MachineQuery};
use fielddesk_model::MachineId;
use fielddesk_model::{BulkOutcome, CompanyId, EsgChange, Field, Listed, Machine, MachineChange};
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _, stream};

use super::backoff_gate::BackoffGate;
use super::kind::{Created, Ready, RecordKind, Sent};
use crate::machines::{changes, not_deletable};
use crate::{Failure, FailureKind};
use fielddesk_rules::concurrency;
use fielddesk_rules::fields::{ESG_FIELDS, Resource, Values, record_values};

/// Machines and equipment.
#[derive(Debug)]
pub(crate) enum Machines {}

impl RecordKind for Machines {
    type Record = Machine;

    const RESOURCE: Resource = Resource::Machines;

    fn id(machine: &Machine) -> &str {
        machine.id.as_str()
    }

    fn company(machine: &Machine) -> &CompanyId {
        &machine.company_id
    }

    fn number(machine: &Machine) -> &str {
        &machine.machine_number
    }

    fn name(machine: &Machine) -> Option<String> {
        machine.name.clone()
    }

    fn values(machine: &Machine) -> Values {
        record_values(machine)
    }

    fn is_equipment(machine: &Machine) -> bool {
        machine.is_equipment
    }

    fn list(client: &Client) -> BoxFuture<'_, Result<Listed<Machine>, Error>> {
        async move { client.machines().list(MachineQuery::default()).await }.boxed()
    }

    fn get<'a>(client: &'a Client, id: &'a str) -> BoxFuture<'a, Result<Machine, Error>> {
        async move {
            let id = MachineId::new(id);
            client.machines().get(&id, MachineQuery::default()).await
        }
        .boxed()
    }

    fn fits_an_array(ready: &Ready<Self>) -> bool {
        ready.cells.iter().any(|cell| !is_fuel(&cell.field))
    }

    fn update<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        ready: Ready<Self>,
    ) -> BoxFuture<'a, Sent<Self>> {
        one(client, gate, ready).boxed()
    }

    fn update_array<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        ready: Vec<Ready<Self>>,
    ) -> BoxFuture<'a, Vec<Sent<Self>>> {
        array(client, gate, ready).boxed()
    }

    fn create<'a>(
        client: &'a Client,
        values: &'a Values,
    ) -> BoxFuture<'a, Result<Created<Self>, Failure>> {
        async move {
            let (change, esg) = changes(values)?;
            let mut machine = client.machines().create(&change).await?;
            let id = machine.id.clone();
            let lacks = match esg.is_empty() {
                true => None,
                false => match client.machines().patch_esg(&id, &esg).await {
                    Ok(esg) => {
                        take_fuel(&mut machine, esg);
                        None
                    }
                    Err(error) => Some((fuel_of(values), error.into())),
                },
            };
            Ok(Created {
                id: Some(id.as_str().to_owned()),
                record: Some(machine),
                lacks,
            })
        }
        .boxed()
    }

    fn create_array<'a>(
        client: &'a Client,
        gate: &'a BackoffGate,
        values: &'a [Values],
    ) -> BoxFuture<'a, Vec<Result<Created<Self>, Failure>>> {
        create_array(client, gate, values).boxed()
    }

    fn delete<'a>(
        client: &'a Client,
        machine: &'a Machine,
    ) -> BoxFuture<'a, Result<Deletion, Error>> {
        async move { client.machines().delete_if_deletable(&machine.id).await }.boxed()
    }

    fn not_deletable(machine: &Machine, reasons: &[String]) -> Failure {
        not_deletable(machine, reasons)
    }
}

/// Sends one machine: its fields, then its fuel.
async fn one(client: &Client, gate: &BackoffGate, ready: Ready<Machines>) -> Sent<Machines> {
    let change = match changes(&ready.values()) {
        Ok((change, _)) => change,
        Err(failure) => return ready.failed(failure),
    };
    if change.is_empty() {
        let stored = ready.record.clone();
        return fuel(client, gate, ready, stored).await;
    }
    let id = ready.record.id.clone();
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
async fn array(
    client: &Client,
    gate: &BackoffGate,
    all: Vec<Ready<Machines>>,
) -> Vec<Sent<Machines>> {
    let bodies: Result<Vec<MachineChange>, Failure> = all
        .iter()
        .map(|ready| {
            let (change, _) = changes(&ready.values())?;
            Ok(MachineChange {
                id: Field::Value(ready.record.id.clone()),
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
    let fuelled = all.into_iter().zip(outcomes).map(|(ready, outcome)| {
        async move {
            if !outcome.success {
                return ready.failed(refused(outcome));
            }
            let mut values = ready.values();
            values.retain(|name, _| !is_fuel(name));
            match with_values(&ready.record, &values) {
                Ok(machine) => fuel(client, gate, ready, machine).await,
                Err(failure) => ready.failed(failure),
            }
        }
        .boxed()
    });
    let fuelled: Vec<_> = fuelled.collect();
    stream::iter(fuelled)
        .buffered(concurrency::RECORDS)
        .collect()
        .await
}

/// Sends the fuel of a machine whose fields are stored.
async fn fuel(
    client: &Client,
    gate: &BackoffGate,
    ready: Ready<Machines>,
    mut machine: Machine,
) -> Sent<Machines> {
    let change = match changes(&ready.values()) {
        Ok((_, change)) => change,
        Err(failure) => return ready.failed(failure),
    };
    if change.is_empty() {
        return ready.done(machine);
    }
    match patch_fuel(client, gate, &machine.id, &change).await {
        Ok(esg) => {
            take_fuel(&mut machine, esg);
            ready.done(machine)
        }
        Err(failure) => {
            let mut fields: Vec<String> = ready.values().keys().cloned().collect();
            fields.retain(|name| !is_fuel(name));
            ready.partly(machine, fields, failure)
        }
    }
}

async fn patch_fuel(
    client: &Client,
    gate: &BackoffGate,
    id: &MachineId,
    change: &EsgChange,
) -> Result<fielddesk_model::Esg, Failure> {
    let patch = || async move { client.machines().patch_esg(id, change).await }.boxed();
    gate.call(&patch).await
}

/// Creates many machines in one call, then sets the fuel of each.
async fn create_array(
    client: &Client,
    gate: &BackoffGate,
    all: &[Values],
) -> Vec<Result<Created<Machines>, Failure>> {
    let bodies: Result<Vec<(MachineChange, EsgChange)>, Failure> =
        all.iter().map(changes).collect();
    let (machines, fuel): (Vec<_>, Vec<_>) = match bodies {
        Ok(bodies) => bodies.into_iter().unzip(),
        Err(failure) => return all.iter().map(|_| Err(failure.clone())).collect(),
    };
    let outcomes = match client.machines().create_array(&machines).await {
        Ok(outcomes) => outcomes,
        Err(error) => {
            let failure = Failure::from(error);
            return all.iter().map(|_| Err(failure.clone())).collect();
        }
    };
    let created = outcomes
        .into_iter()
        .zip(fuel)
        .zip(all)
        .map(|((outcome, fuel), values)| {
            async move {
                if !outcome.success {
                    return Err(refused(outcome));
                }
                let lacks = match &outcome.id {
                    _ if fuel.is_empty() => None,
                    None => Some(without_id()),
                    Some(id) => patch_fuel(client, gate, id, &fuel).await.err(),
                };
                Ok(Created {
                    id: outcome.id.map(|id| id.as_str().to_owned()),
                    record: None,
                    lacks: lacks.map(|failure| (fuel_of(values), failure)),
                })
            }
            .boxed()
        });
    let created: Vec<_> = created.collect();
    stream::iter(created)
        .buffered(concurrency::RECORDS)
        .collect()
        .await
}

fn is_fuel(name: &str) -> bool {
    ESG_FIELDS.contains(&name)
}

fn fuel_of(values: &Values) -> Vec<String> {
    let names = values.keys().filter(|name| is_fuel(name));
    names.cloned().collect()
}

fn take_fuel(machine: &mut Machine, esg: fielddesk_model::Esg) {
    machine.fuel_consumption_rate = esg.fuel_consumption_rate;
    machine.fuel_consumption_unit = esg.fuel_consumption_unit;
    machine.fuel_type = esg.fuel_type;
}

/// The machine with other values in some fields.
///
/// # Errors
/// A value of another kind than the field's.
fn with_values(machine: &Machine, changed: &Values) -> Result<Machine, Failure> {
    let mut record = serde_json::to_value(machine).map_err(Failure::internal)?;
    for (name, value) in changed {
        record[name] = value.clone();
    }
    serde_json::from_value(record).map_err(Failure::internal)
}

fn without_id() -> Failure {
    Failure::new(
        FailureKind::UnreadableAnswer,
        "The machine was created, but the server did not return its id, so its fuel is not set.",
        "Set the fuel of the machine.",
    )
}

/// What the service said of one item of an array.
fn refused(outcome: BulkOutcome) -> Failure {
    let said = outcome.message.as_deref().or(outcome.error.as_deref());
    let message = match said {
        Some(said) => format!(
            "The server rejected it: {}",
            fielddesk_rules::file_name::shown(said)
        ),
        None => "The server rejected it without a reason.".to_owned(),
    };
    let mut failure = Failure::new(FailureKind::Refused, message, "Change it, then try again.");
    failure.code = outcome.error;
    failure
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn changed_values_leave_the_others_and_unknown_fields_alone() {
        let machine: Machine = serde_json::from_value(json!({
            "id": "a", "machineNumber": "7", "fuelType": 7, "somethingNew": {"x": 1},
            "weight": "heavy",
        }))
        .unwrap();
        let changed = [("price".to_owned(), Value::from(12))]
            .into_iter()
            .collect();
        let dearer = with_values(&machine, &changed).unwrap();
        assert_eq!(dearer.price, Some(12.0));
        assert_eq!(dearer.other["somethingNew"]["x"], 1);
        assert_eq!(dearer.fuel_type, machine.fuel_type);
        assert_eq!(dearer.odd, machine.odd);
    }
}
