//! How complete and how believable the fuel data of a fleet is. Pure.
//!
//! It is about machines in use; equipment burns nothing. A machine without fuel needs neither
//! rate nor unit. Machines are alike by type and name, else by type, where three or more have
//! a rate.

mod alike;
mod provenance;

use std::collections::HashMap;
use std::sync::Arc;

use fielddesk_model::{
    FuelConsumptionUnit as Unit, FuelType as Fuel, Machine, MachineId, MachineType,
};

use serde::Serialize;

use alike::Groups;
pub use provenance::Provenance;
pub(super) use provenance::{COLUMN, FIELD, Noted};

/// A rate is far from its alikes by this factor.
const FAR: f64 = 3.0;

/// The fuel data of the fleet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelCompleteness")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Completeness {
    /// All machines in use.
    pub total: FuelCount,
    /// The same by type, the largest first.
    pub types: Vec<TypeCount>,
    /// Machines with something missing or odd, in the order given.
    pub machines: Vec<Finding>,
}

/// How many machines have their fuel data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FuelCount {
    /// All.
    pub machines: usize,
    /// With all that is needed; odd ones among them.
    pub complete: usize,
    /// With something missing.
    pub missing: usize,
    /// With something hard to believe.
    pub odd: usize,
}

/// The machines of a type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelTypeCount")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TypeCount {
    /// The type; none for machines without one.
    pub type_id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// How many.
    pub count: FuelCount,
}

/// A machine with something to look at.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelFinding")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Finding {
    /// Which.
    #[serde(rename = "machineId")]
    pub machine: MachineId,
    /// Fields without a value, by spec name.
    pub missing: Vec<&'static str>,
    /// What is hard to believe.
    pub odd: Vec<Oddity>,
    /// What machines like it have.
    pub alike: Option<Alike>,
}

/// What alike machines have.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelAlike")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Alike {
    /// Their middle rate.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub rate: f64,
    /// The unit of most.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub unit: Unit,
    /// The fuel of most.
    #[cfg_attr(feature = "specta", specta(type = i32))]
    pub fuel: Fuel,
    /// How many they are.
    pub machines: usize,
}

/// What is hard to believe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename = "FuelOddity")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Oddity {
    /// Kilowatt-hours of a fuel that is no electricity.
    ElectricityWithLiquid,
    /// Litres or kilograms of electricity.
    LitresWithElectric,
    /// Kilograms of a liquid fuel.
    WeightWithLiquid,
    /// A fuel and a rate of nothing.
    ZeroRate,
    /// A rate and no fuel.
    RateWithoutFuel,
    /// More than three times, or less than a third, of what alike machines have.
    FarFromAlike,
    /// By the kilometre, where alike machines count hours.
    KilometresUnlikeAlike,
}

/// The fuel data of machines that were just listed.
#[must_use]
pub fn fuel_of(machines: &[Machine]) -> Completeness {
    let machines: Vec<Arc<Machine>> = machines.iter().cloned().map(Arc::new).collect();
    completeness(machines.iter(), &[])
}

/// Looks at the fuel data of all machines in use.
pub(super) fn completeness<'a>(
    machines: impl Iterator<Item = &'a Arc<Machine>>,
    types: &[MachineType],
) -> Completeness {
    let machines: Vec<&Arc<Machine>> = machines
        .filter(|machine| machine.active && !machine.is_equipment)
        .collect();
    let groups = Groups::of(&machines);
    let mut result = Completeness {
        total: FuelCount::default(),
        types: Vec::new(),
        machines: Vec::new(),
    };
    let mut by_type: HashMap<Option<&str>, FuelCount> = HashMap::new();
    for machine in &machines {
        let finding = look(machine, &groups);
        let of_type = by_type.entry(type_of(machine)).or_default();
        for count in [&mut result.total, of_type] {
            count.machines += 1;
            if finding.missing.is_empty() {
                count.complete += 1;
            } else {
                count.missing += 1;
            }
            count.odd += usize::from(!finding.odd.is_empty());
        }
        if !finding.missing.is_empty() || !finding.odd.is_empty() {
            result.machines.push(finding);
        }
    }
    let names: HashMap<&str, Option<&String>> = types
        .iter()
        .map(|kind| (kind.type_id.as_str(), kind.name.as_ref()))
        .collect();
    result.types = by_type
        .into_iter()
        .map(|(type_id, count)| TypeCount {
            name: type_id.and_then(|id| names.get(id).copied().flatten().cloned()),
            type_id: type_id.map(str::to_owned),
            count,
        })
        .collect();
    result.types.sort_by(|one, other| {
        let size = other.count.machines.cmp(&one.count.machines);
        size.then_with(|| one.type_id.cmp(&other.type_id))
    });
    result
}

fn type_of(machine: &Machine) -> Option<&str> {
    machine.type_id.as_deref().filter(|id| !id.is_empty())
}

fn look(machine: &Machine, groups: &Groups) -> Finding {
    let (rate, unit, fuel) = (
        machine.fuel_consumption_rate,
        machine.fuel_consumption_unit,
        machine.fuel_type,
    );
    let mut missing = Vec::new();
    if fuel.is_none() {
        missing.push("fuelType");
    }
    if fuel != Some(Fuel::None) {
        if rate.is_none() {
            missing.push("fuelConsumptionRate");
        }
        if unit.is_none() {
            missing.push("fuelConsumptionUnit");
        }
    }
    let alike = groups.alike(machine);
    let mut odd = Vec::new();
    let burns = rate.is_some_and(|rate| rate > 0.0);
    match fuel {
        Some(Fuel::None) if burns => odd.push(Oddity::RateWithoutFuel),
        Some(Fuel::None) | None => {}
        Some(fuel) => {
            odd.extend(unit.and_then(|unit| mismatch(unit, fuel)));
            if rate == Some(0.0) {
                odd.push(Oddity::ZeroRate);
            }
        }
    }
    if let (Some(alike), Some(rate), Some(unit)) = (alike, rate, unit)
        && burns
        && fuel != Some(Fuel::None)
    {
        if unit == alike.unit {
            if rate > alike.rate * FAR || rate < alike.rate / FAR {
                odd.push(Oddity::FarFromAlike);
            }
        } else if by_kilometre(unit) && !by_kilometre(alike.unit) {
            odd.push(Oddity::KilometresUnlikeAlike);
        }
    }
    Finding {
        machine: machine.id.clone(),
        missing,
        odd,
        alike,
    }
}

fn mismatch(unit: Unit, fuel: Fuel) -> Option<Oddity> {
    let liquid = matches!(
        fuel,
        Fuel::Diesel | Fuel::Biodiesel | Fuel::Gasoline | Fuel::DyedDiesel
    );
    match unit {
        Unit::KilowattHoursPerHour | Unit::KilowattHoursPerKilometre => {
            (fuel != Fuel::Electric).then_some(Oddity::ElectricityWithLiquid)
        }
        Unit::LitresPerHour | Unit::LitresPerKilometre => {
            (fuel == Fuel::Electric).then_some(Oddity::LitresWithElectric)
        }
        Unit::KilogramsPerHour | Unit::KilogramsPerKilometre => match fuel {
            Fuel::Electric => Some(Oddity::LitresWithElectric),
            _ if liquid => Some(Oddity::WeightWithLiquid),
            _ => None,
        },
        Unit::Other(_) => None,
    }
}

const fn by_kilometre(unit: Unit) -> bool {
    matches!(
        unit,
        Unit::LitresPerKilometre | Unit::KilowattHoursPerKilometre | Unit::KilogramsPerKilometre
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(
        id: &str,
        rate: Option<f64>,
        unit: Option<Unit>,
        fuel: Option<Fuel>,
    ) -> Arc<Machine> {
        Arc::new(Machine {
            id: MachineId::new(id),
            name: Some("Volvo EC220E".to_owned()),
            type_id: Some("excavator".to_owned()),
            active: true,
            fuel_consumption_rate: rate,
            fuel_consumption_unit: unit,
            fuel_type: fuel,
            ..Machine::default()
        })
    }

    fn finding<'a>(all: &'a Completeness, id: &str) -> &'a Finding {
        let mut found = all.machines.iter();
        found.rfind(|one| one.machine.as_str() == id).unwrap()
    }

    #[test]
    fn what_is_missing_and_what_is_odd_is_found_and_alikes_are_offered() {
        let (hour, km) = (Some(Unit::LitresPerHour), Some(Unit::LitresPerKilometre));
        let diesel = Some(Fuel::DyedDiesel);
        let mut machines = vec![
            machine("a", Some(18.0), hour, diesel),
            machine("b", Some(18.3), hour, diesel),
            machine("c", Some(19.0), hour, diesel),
            machine("empty", None, None, None),
            machine("far", Some(183.0), hour, diesel),
            machine("km", Some(18.0), km, diesel),
            machine("zero", Some(0.0), hour, diesel),
            machine("kwh", Some(18.0), Some(Unit::KilowattHoursPerHour), diesel),
            machine("litres", Some(18.0), hour, Some(Fuel::Electric)),
            machine("none", None, None, Some(Fuel::None)),
            machine("rated", Some(2.0), hour, Some(Fuel::None)),
        ];
        let equipment = Machine {
            is_equipment: true,
            ..Machine::clone(&machines[3])
        };
        let retired = Machine {
            active: false,
            ..Machine::clone(&machines[3])
        };
        machines.extend([Arc::new(equipment), Arc::new(retired)]);
        let all = completeness(machines.iter(), &[]);
        assert_eq!(
            all.total,
            FuelCount {
                machines: 11,
                complete: 10,
                missing: 1,
                odd: 6
            }
        );
        let empty = finding(&all, "empty");
        assert_eq!(
            empty.missing,
            ["fuelType", "fuelConsumptionRate", "fuelConsumptionUnit"]
        );
        let alike = empty.alike.unwrap();
        assert_eq!(
            (alike.unit, alike.fuel),
            (Unit::LitresPerHour, Fuel::DyedDiesel)
        );
        assert_eq!((alike.rate, alike.machines), (18.65, 4));
        for (id, oddity) in [
            ("far", Oddity::FarFromAlike),
            ("km", Oddity::KilometresUnlikeAlike),
            ("zero", Oddity::ZeroRate),
            ("kwh", Oddity::ElectricityWithLiquid),
            ("litres", Oddity::LitresWithElectric),
            ("rated", Oddity::RateWithoutFuel),
        ] {
            assert_eq!(finding(&all, id).odd, [oddity], "{id}");
        }
        assert_eq!(all.types.len(), 1);
        assert_eq!(all.types[0].count, all.total);
    }

    #[test]
    fn a_machine_is_not_measured_by_itself() {
        let (hour, diesel) = (Some(Unit::LitresPerHour), Some(Fuel::Diesel));
        let two = [
            machine("a", Some(1.0), hour, diesel),
            machine("b", Some(90.0), hour, diesel),
        ];
        assert!(
            completeness(two.iter(), &[]).machines.is_empty(),
            "two tell nothing"
        );
        let rates = [18.0, 18.0, 18.0, 90.0];
        let four: Vec<_> = rates
            .iter()
            .map(|rate| machine("m", Some(*rate), hour, diesel))
            .collect();
        let found = completeness(four.iter(), &[]);
        assert_eq!(found.machines.len(), 1);
        assert_eq!(found.machines[0].alike.unwrap().rate, 18.0);
    }
}
