//! Consumption of similar machines: by type and name, else by type. Pure.

use std::collections::HashMap;

use fielddesk_model::{FuelConsumptionUnit as Unit, FuelType as Fuel, Machine};
use serde::Serialize;

use super::energy::may_share;
use super::type_of;
use super::unit::is_by_kilometre;
use super::values::mismatch;
use crate::name_key::NameKey;

/// Fewer than this tell nothing about another machine.
const ENOUGH: usize = 3;

/// Maximum number of rates offered.
const OFFERED: usize = 3;

type Burns = (Unit, Fuel);

/// Fuel values of similar machines.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "SimilarMachines")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Similar {
    /// Their middle rate.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub rate: f64,
    /// The unit of most.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub unit: Unit,
    /// The fuel of most.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub fuel: Fuel,
    /// Number of machines compared.
    pub machines: usize,
}

/// A rate that machines of a name have.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct UsedRate {
    /// Name of the machines.
    pub name: String,
    /// Consumption in `unit`.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub rate: f64,
    /// Unit of the rate.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub unit: Unit,
    /// Fuel of the machines.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub fuel: Fuel,
    /// Number of machines with it.
    pub count: usize,
}

/// Returns the rates of other machines of the same names, the most frequent first.
pub fn used_rates<'a>(
    machines: &[&Machine],
    fleet: impl IntoIterator<Item = &'a Machine>,
) -> Vec<UsedRate> {
    let mut found: Vec<UsedRate> = Vec::new();
    for other in fleet {
        let Some(name) = other.name.as_deref().filter(|name| !name.is_empty()) else {
            continue;
        };
        let mut named = machines.iter();
        let is_named =
            named.any(|one| one.name.as_deref() == Some(name) && may_share(one, other.fuel_type));
        let is_own = machines.iter().any(|one| one.id == other.id);
        let (Some(rate), Some(unit), Some(fuel)) = (
            other.fuel_consumption_rate.filter(|rate| *rate > 0.0),
            other.fuel_consumption_unit,
            other.fuel_type,
        ) else {
            continue;
        };
        if is_own || !is_named {
            continue;
        }
        let known = found.iter_mut().find(|one| {
            one.name == name
                && one.rate.total_cmp(&rate).is_eq()
                && (one.unit, one.fuel) == (unit, fuel)
        });
        match known {
            Some(known) => known.count += 1,
            None => found.push(UsedRate {
                name: name.to_owned(),
                rate,
                unit,
                fuel,
                count: 1,
            }),
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.count));
    found.truncate(OFFERED);
    found
}

/// Returns true where other machines of the same type and name, else of the same type, all count
/// kilometres. The fuel makes no difference.
pub fn count_kilometres<'a>(
    machines: &[&Machine],
    fleet: impl IntoIterator<Item = &'a Machine>,
) -> bool {
    let mut groups: HashMap<String, bool> = HashMap::new();
    for other in fleet {
        let is_own = machines.iter().any(|one| one.id == other.id);
        let Some(unit) = other.fuel_consumption_unit.filter(|_| !is_own) else {
            continue;
        };
        for key in keys(other) {
            *groups.entry(key).or_insert(true) &= is_by_kilometre(unit);
        }
    }
    let mut counts = machines
        .iter()
        .map(|machine| keys(machine).find_map(|key| groups.get(&key)));
    !machines.is_empty() && counts.all(|kilometres| kilometres == Some(&true))
}

/// Sorted rates of similar machines, by what they are similar in.
#[derive(Default)]
pub(super) struct Groups(HashMap<String, HashMap<Burns, Vec<f64>>>);

impl Groups {
    pub(super) fn of(machines: &[&Machine]) -> Self {
        let mut groups = Self::default();
        for machine in machines {
            let Some((burns, rate)) = burns(machine) else {
                continue;
            };
            for key in keys(machine) {
                let group = groups.0.entry(key).or_default();
                group.entry(burns).or_default().push(rate);
            }
        }
        for rates in groups.0.values_mut().flat_map(HashMap::values_mut) {
            rates.sort_by(f64::total_cmp);
        }
        groups
    }

    pub(super) fn similar(&self, machine: &Machine) -> Option<Similar> {
        let mut groups = keys(machine).filter_map(|key| self.0.get(&key));
        groups.find_map(|group| middle(group, machine))
    }
}

/// Returns the keys of similarity: type and name, then type alone.
fn keys(machine: &Machine) -> impl Iterator<Item = String> {
    let kind = type_of(machine);
    let named = kind.zip(model(machine));
    let named = named.map(|(kind, name)| format!("{kind}\n{name}"));
    [named, kind.map(str::to_owned)].into_iter().flatten()
}

/// The name as a model: similar machines are named alike but for case and blanks.
fn model(machine: &Machine) -> Option<NameKey> {
    NameKey::of_words(machine.name.as_deref()?)
}

fn burns(machine: &Machine) -> Option<(Burns, f64)> {
    let rate = machine.fuel_consumption_rate.filter(|rate| *rate > 0.0)?;
    let fuel = machine.fuel_type.filter(|fuel| *fuel != Fuel::None)?;
    Some(((machine.fuel_consumption_unit?, fuel), rate))
}

/// The middle rate of the most common unit and fuel among the others: of those that a machine
/// can have, and that fit together.
fn middle(group: &HashMap<Burns, Vec<f64>>, machine: &Machine) -> Option<Similar> {
    let own = burns(machine);
    let of_its_energy = group.iter().filter(|((unit, fuel), _)| {
        may_share(machine, Some(*fuel)) && mismatch(*unit, *fuel).is_none()
    });
    let others = of_its_energy.map(|(burns, rates)| {
        let own = own.filter(|(of, _)| of == burns).map(|(_, rate)| rate);
        let skipped = own.map(|rate| rates.partition_point(|one| *one < rate));
        (
            burns,
            rates,
            skipped,
            rates.len() - usize::from(skipped.is_some()),
        )
    });
    let (burns, rates, skipped, count) = others.max_by_key(|(burns, _, _, count)| {
        // Equally common ones are told apart by their numbers, so that the answer is stable.
        (
            *count,
            std::cmp::Reverse((burns.0.number(), burns.1.number())),
        )
    })?;
    if count < ENOUGH {
        return None;
    }
    let at = |place: usize| {
        let moved = skipped.is_some_and(|skipped| place >= skipped);
        rates.get(place + usize::from(moved)).copied()
    };
    let upper = at(count / 2)?;
    let lower = at((count - 1) / 2)?;
    Some(Similar {
        rate: f64::midpoint(lower, upper),
        unit: burns.0,
        fuel: burns.1,
        machines: count,
    })
}
