//! The requests of an act, one after the other or eight at once.

use fielddesk_api::{Client, Deletion};
use fielddesk_model::{CompanyId, Machine};
use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::gate::Gate;
use super::run::Halt;
use super::send::{Ready, Sent, many, one};
use crate::Failure;
use crate::fields::Values;
use crate::machines::changes;

/// What goes in one request, or in one and that for its fuel.
pub(super) enum Unit {
    /// One machine changes.
    One(Ready),
    /// An array of machines changes.
    Many(Vec<Ready>),
    /// A machine is created.
    Create {
        /// Its place among the rows.
        place: usize,
        /// Its values.
        values: Values,
    },
    /// A machine is deleted, if nothing depends on it.
    Delete {
        /// Its place among the rows.
        place: usize,
        /// The record.
        machine: Machine,
    },
}

/// What came of a unit.
pub(super) enum Done {
    /// Machines were changed or not; some were not sent.
    Sent(Vec<Sent>, Vec<(usize, Failure)>),
    /// Rows were not sent.
    Skipped(Vec<(usize, Failure)>),
    /// A machine was created, perhaps without its fuel.
    Created {
        place: usize,
        result: Result<(Machine, Option<Failure>), Failure>,
    },
    /// A machine was deleted, or cannot be.
    Deleted {
        place: usize,
        machine: Machine,
        result: Result<Deletion, Failure>,
    },
}

/// Does one unit, unless everything or its company was stopped.
pub(super) fn work<'a>(
    client: &'a Client,
    once: &'a Client,
    gate: &'a Gate,
    halt: &'a Halt,
    unit: Unit,
) -> BoxFuture<'a, Done> {
    done(client, once, gate, halt, unit).boxed()
}

async fn done(client: &Client, once: &Client, gate: &Gate, halt: &Halt, unit: Unit) -> Done {
    match unit {
        Unit::One(ready) => {
            if let Some(why) = halt.stops(&ready.machine.company_id) {
                return Done::Skipped(vec![(ready.place, why)]);
            }
            let sent = vec![one(once, gate, ready).await];
            Done::Sent(considered(halt, sent), Vec::new())
        }
        Unit::Many(all) => {
            let (go, stay): (Vec<Ready>, Vec<Ready>) = all
                .into_iter()
                .partition(|ready| halt.stops(&ready.machine.company_id).is_none());
            let why = |ready: &Ready| halt.stops(&ready.machine.company_id);
            let stay = stay.iter();
            let stay = stay.filter_map(|ready| Some((ready.place, why(ready)?)));
            let stay = stay.collect();
            if go.is_empty() {
                return Done::Skipped(stay);
            }
            Done::Sent(considered(halt, many(once, gate, go).await), stay)
        }
        Unit::Create { place, values } => {
            let company = company_of(&values);
            if let Some(why) = halt.stops(&company) {
                return Done::Skipped(vec![(place, why)]);
            }
            let result = create(client, &values).await;
            if let Err(failure) = &result {
                halt.consider(failure, &company);
            }
            Done::Created { place, result }
        }
        Unit::Delete { place, machine } => {
            if let Some(why) = halt.stops(&machine.company_id) {
                return Done::Skipped(vec![(place, why)]);
            }
            let deleted = client.machines().delete_if_deletable(&machine.id).await;
            let result = deleted.map_err(Failure::from);
            if let Err(failure) = &result {
                halt.consider(failure, &machine.company_id);
            }
            Done::Deleted {
                place,
                machine,
                result,
            }
        }
    }
}

fn considered(halt: &Halt, sent: Vec<Sent>) -> Vec<Sent> {
    for one in &sent {
        if let Some(failure) = &one.failure {
            halt.consider(failure, &one.ready.machine.company_id);
        }
    }
    sent
}

fn company_of(values: &Values) -> CompanyId {
    let company = values.get("companyId").and_then(serde_json::Value::as_str);
    CompanyId::new(company.unwrap_or_default())
}

/// Creates a machine exactly once, then sets its fuel.
async fn create(client: &Client, values: &Values) -> Result<(Machine, Option<Failure>), Failure> {
    let (change, esg) = changes(values)?;
    let mut machine = client.machines().create(&change).await?;
    if esg.is_empty() {
        return Ok((machine, None));
    }
    match client.machines().patch_esg(&machine.id, &esg).await {
        Ok(esg) => {
            machine.fuel_consumption_rate = esg.fuel_consumption_rate;
            machine.fuel_consumption_unit = esg.fuel_consumption_unit;
            machine.fuel_type = esg.fuel_type;
            Ok((machine, None))
        }
        Err(error) => Ok((machine, Some(error.into()))),
    }
}
