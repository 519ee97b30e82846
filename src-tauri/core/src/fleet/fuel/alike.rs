//! What machines that are alike burn: by type and name, else by type. Pure.

use std::collections::HashMap;
use std::sync::Arc;

use fielddesk_model::{FuelConsumptionUnit as Unit, FuelType as Fuel, Machine};

use super::{Alike, type_of};

/// Fewer than this tell nothing about another machine.
const ENOUGH: usize = 3;

type Burns = (Unit, Fuel);

/// Sorted rates of machines that are alike, by what they are alike in.
#[derive(Default)]
pub(super) struct Groups(HashMap<String, HashMap<Burns, Vec<f64>>>);

impl Groups {
    pub(super) fn of(machines: &[&Arc<Machine>]) -> Self {
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

    pub(super) fn alike(&self, machine: &Machine) -> Option<Alike> {
        let mut groups = keys(machine).filter_map(|key| self.0.get(&key));
        groups.find_map(|group| middle(group, burns(machine)))
    }
}

/// What a machine is alike others in: type and name, then type alone.
fn keys(machine: &Machine) -> impl Iterator<Item = String> {
    let kind = type_of(machine);
    let named = kind.zip(model(machine));
    let named = named.map(|(kind, name)| format!("{kind}\n{name}"));
    [named, kind.map(str::to_owned)].into_iter().flatten()
}

/// The name as a model: alike machines are named alike but for case and blanks.
fn model(machine: &Machine) -> Option<String> {
    let name = machine.name.as_deref()?;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then(|| name.to_lowercase())
}

fn burns(machine: &Machine) -> Option<(Burns, f64)> {
    let rate = machine.fuel_consumption_rate.filter(|rate| *rate > 0.0)?;
    let fuel = machine.fuel_type.filter(|fuel| *fuel != Fuel::None)?;
    Some(((machine.fuel_consumption_unit?, fuel), rate))
}

/// The middle rate of the most common unit and fuel among the others.
fn middle(group: &HashMap<Burns, Vec<f64>>, own: Option<(Burns, f64)>) -> Option<Alike> {
    let others = group.iter().map(|(burns, rates)| {
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
    Some(Alike {
        rate: f64::midpoint(lower, upper),
        unit: burns.0,
        fuel: burns.1,
        machines: count,
    })
}
