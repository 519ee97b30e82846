//! Fuel data of machines: what is missing, what is unusual, what similar machines have, and in
//! which unit a fuel is measured. Pure. Hints, never refusals: the service takes any of it.
//!
//! It is about machines in use; equipment burns nothing. A machine without fuel needs neither
//! rate nor unit. Machines are similar by type and name, else by type, where three or more have
//! a rate.

mod similar;
mod unit;

use std::collections::HashMap;

use fielddesk_model::{
    FuelConsumptionUnit as Unit, FuelType as Fuel, Machine, MachineId, MachineType,
};

use serde::Serialize;

use similar::Groups;
pub use similar::{Similar, UsedRate, used_rates};
use unit::Measure;
pub use unit::{FuelUse, uses};

/// A rate is far from those of similar machines by this factor.
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
    pub odd: Vec<FuelAnomaly>,
    /// What machines like it have.
    pub alike: Option<Similar>,
}

/// What is hard to believe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum FuelAnomaly {
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

/// Looks at the fuel data of all machines in use. `types` names the types, where it is known.
pub fn completeness<'a>(
    machines: impl IntoIterator<Item = &'a Machine>,
    types: &[MachineType],
) -> Completeness {
    let machines: Vec<&Machine> = machines
        .into_iter()
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
    let values = FuelValues::of(machine);
    let alike = groups.similar(machine);
    let mut odd = values.anomalies();
    if let (Some(alike), Some(rate), Some(unit)) = (alike, values.rate, values.unit)
        && rate > 0.0
        && values.fuel != Some(Fuel::None)
    {
        if unit == alike.unit {
            if rate > alike.rate * FAR || rate < alike.rate / FAR {
                odd.push(FuelAnomaly::FarFromAlike);
            }
        } else if unit::is_by_kilometre(unit) && !unit::is_by_kilometre(alike.unit) {
            odd.push(FuelAnomaly::KilometresUnlikeAlike);
        }
    }
    Finding {
        machine: machine.id.clone(),
        missing: values.missing(),
        odd,
        alike,
    }
}

/// The fuel values of one machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FuelValues {
    /// The rate, in `unit`.
    pub rate: Option<f64>,
    /// The unit.
    pub unit: Option<Unit>,
    /// The fuel.
    pub fuel: Option<Fuel>,
}

impl FuelValues {
    /// Those of a machine.
    #[must_use]
    pub const fn of(machine: &Machine) -> Self {
        Self {
            rate: machine.fuel_consumption_rate,
            unit: machine.fuel_consumption_unit,
            fuel: machine.fuel_type,
        }
    }

    /// Fields without a value. A machine without an engine has nothing to fill in.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let needs_rate = unit::needs_rate(self.fuel);
        let fields = [
            ("fuelType", self.fuel.is_none()),
            ("fuelConsumptionRate", needs_rate && self.rate.is_none()),
            ("fuelConsumptionUnit", needs_rate && self.unit.is_none()),
        ];
        let missing = fields.into_iter().filter(|(_, is_missing)| *is_missing);
        missing.map(|(field, _)| field).collect()
    }

    /// What does not fit together.
    #[must_use]
    pub fn anomalies(&self) -> Vec<FuelAnomaly> {
        let mut found = Vec::new();
        match self.fuel {
            Some(Fuel::None) if self.rate.is_some_and(|rate| rate > 0.0) => {
                found.push(FuelAnomaly::RateWithoutFuel);
            }
            Some(Fuel::None) | None => {}
            Some(fuel) => {
                found.extend(self.unit.and_then(|unit| mismatch(unit, fuel)));
                if self.rate == Some(0.0) {
                    found.push(FuelAnomaly::ZeroRate);
                }
            }
        }
        found
    }
}

/// What is wrong with a fuel in a unit. Gas is sold by volume, too: only what cannot be is
/// unusual.
fn mismatch(unit: Unit, fuel: Fuel) -> Option<FuelAnomaly> {
    let counted = Measure::of_unit(unit)?;
    match (Measure::of_fuel(fuel), counted) {
        (Some(Measure::KilowattHours), Measure::KilowattHours) => None,
        (_, Measure::KilowattHours) => Some(FuelAnomaly::ElectricityWithLiquid),
        (Some(Measure::KilowattHours), _) => Some(FuelAnomaly::LitresWithElectric),
        (Some(Measure::Litres), Measure::Kilograms) => Some(FuelAnomaly::WeightWithLiquid),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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

    fn of(machines: &[Arc<Machine>]) -> Completeness {
        completeness(machines.iter().map(AsRef::as_ref), &[])
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
        let all = of(&machines);
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
            ("far", FuelAnomaly::FarFromAlike),
            ("km", FuelAnomaly::KilometresUnlikeAlike),
            ("zero", FuelAnomaly::ZeroRate),
            ("kwh", FuelAnomaly::ElectricityWithLiquid),
            ("litres", FuelAnomaly::LitresWithElectric),
            ("rated", FuelAnomaly::RateWithoutFuel),
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
        assert!(of(&two).machines.is_empty(), "two tell nothing");
        let rates = [18.0, 18.0, 18.0, 90.0];
        let four: Vec<_> = rates
            .iter()
            .map(|rate| machine("m", Some(*rate), hour, diesel))
            .collect();
        let found = of(&four);
        assert_eq!(found.machines.len(), 1);
        assert_eq!(found.machines[0].alike.unwrap().rate, 18.0);
    }

    fn values(rate: Option<f64>, unit: Option<Unit>, fuel: Option<Fuel>) -> FuelValues {
        FuelValues { rate, unit, fuel }
    }

    #[test]
    fn what_does_not_fit_together_in_one_machine_is_unusual() {
        use FuelAnomaly::{
            ElectricityWithLiquid, LitresWithElectric, RateWithoutFuel, WeightWithLiquid, ZeroRate,
        };
        let (litres, kwh, kg) = (
            Some(Unit::LitresPerHour),
            Some(Unit::KilowattHoursPerHour),
            Some(Unit::KilogramsPerHour),
        );
        let kwh_km = Some(Unit::KilowattHoursPerKilometre);
        let dyed = Some(Fuel::DyedDiesel);
        for (found, anomalies) in [
            (
                values(Some(6.4), kwh, Some(Fuel::Diesel)),
                vec![ElectricityWithLiquid],
            ),
            (values(Some(6.4), kwh_km, dyed), vec![ElectricityWithLiquid]),
            (
                values(Some(11.0), litres, Some(Fuel::Electric)),
                vec![LitresWithElectric],
            ),
            (
                values(Some(11.0), kg, Some(Fuel::Gasoline)),
                vec![WeightWithLiquid],
            ),
            (values(Some(0.0), litres, dyed), vec![ZeroRate]),
            (
                values(Some(3.0), litres, Some(Fuel::None)),
                vec![RateWithoutFuel],
            ),
            (values(Some(14.2), litres, dyed), vec![]),
            (values(Some(14.2), litres, Some(Fuel::Gas)), vec![]),
            (values(None, None, Some(Fuel::None)), vec![]),
            (values(None, None, None), vec![]),
            (values(Some(5.0), litres, Some(Fuel::Other(99))), vec![]),
        ] {
            assert_eq!(found.anomalies(), anomalies, "{found:?}");
        }
    }

    #[test]
    fn a_machine_without_an_engine_misses_nothing() {
        let litres = Some(Unit::LitresPerHour);
        for (found, missing) in [
            (
                values(None, litres, Some(Fuel::DyedDiesel)),
                vec!["fuelConsumptionRate"],
            ),
            (
                values(None, None, None),
                vec!["fuelType", "fuelConsumptionRate", "fuelConsumptionUnit"],
            ),
            (values(None, None, Some(Fuel::None)), vec![]),
            (values(Some(0.0), litres, Some(Fuel::Diesel)), vec![]),
        ] {
            assert_eq!(found.missing(), missing, "{found:?}");
        }
    }

    #[test]
    fn every_fuel_of_the_specification_has_its_units() {
        let units: Vec<_> = uses()
            .iter()
            .map(|one| {
                one.per_hour
                    .map(Unit::number)
                    .zip(one.per_kilometre.map(Unit::number))
            })
            .collect();
        let (litres, kwh, kg) = (Some((0, 1)), Some((2, 3)), Some((4, 5)));
        assert_eq!(units, [None, litres, litres, litres, kwh, kg, kg, litres]);
    }

    #[test]
    fn rates_of_other_machines_of_the_name_are_offered_the_most_frequent_first() {
        let named = |id: &str, name: &str, rate: f64| Machine {
            id: MachineId::new(id),
            name: Some(name.to_owned()),
            fuel_consumption_rate: Some(rate),
            fuel_consumption_unit: Some(Unit::LitresPerHour),
            fuel_type: Some(Fuel::DyedDiesel),
            ..Machine::default()
        };
        let fleet = [
            named("1", "A30G", 18.3),
            named("2", "A30G", 18.3),
            named("3", "A30G", 17.0),
            named("4", "A25G", 16.1),
            named("5", "A30G", 0.0),
        ];
        let own = named("9", "A30G", 40.0);
        let used = used_rates(&[&own], fleet.iter().chain([&own]));
        let used: Vec<_> = used.iter().map(|one| (one.rate, one.count)).collect();
        assert_eq!(used, [(18.3, 2), (17.0, 1)]);
    }
}
