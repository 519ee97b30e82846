//! The fuel values of one machine: what is missing, what does not fit together. Pure.

use fielddesk_model::{FuelConsumptionUnit as Unit, FuelType as Fuel, Machine};
use serde::Serialize;

use super::unit::{Measure, is_by_kilometre, needs_rate};

/// Kinds of unusual fuel values.
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
    /// By the kilometre, as much as belongs to 100 km.
    TooMuchPerKilometre,
}

/// No machine on wheels burns more than this on a kilometre: a rigid dumper needs up to 5 litres
/// or 12 kWh. A car with its figure for 100 km mostly has more.
const MOST_PER_KILOMETRE: f64 = 5.0;
const MOST_KILOWATT_HOURS_PER_KILOMETRE: f64 = 12.0;

/// The fuel values of one machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FuelValues {
    /// The rate, in `unit`.
    pub rate: Option<f64>,
    /// Unit of the rate; `None` where it is missing.
    pub unit: Option<Unit>,
    /// Fuel; `None` where it is missing.
    pub fuel: Option<Fuel>,
}

impl FuelValues {
    /// Reads the fuel values of a machine.
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
        let needs_rate = needs_rate(self.fuel);
        let fields = [
            ("fuelType", self.fuel.is_none()),
            ("fuelConsumptionRate", needs_rate && self.rate.is_none()),
            ("fuelConsumptionUnit", needs_rate && self.unit.is_none()),
        ];
        let missing = fields.into_iter().filter(|(_, is_missing)| *is_missing);
        missing.map(|(field, _)| field).collect()
    }

    /// Returns the contradictions between the values.
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
                if self.rate.zip(self.unit).is_some_and(is_too_much) {
                    found.push(FuelAnomaly::TooMuchPerKilometre);
                }
            }
        }
        found
    }
}

fn is_too_much((rate, unit): (f64, Unit)) -> bool {
    let most = match unit {
        Unit::KilowattHoursPerKilometre => MOST_KILOWATT_HOURS_PER_KILOMETRE,
        _ => MOST_PER_KILOMETRE,
    };
    is_by_kilometre(unit) && rate > most
}

/// Returns the contradiction between a unit and a fuel. Gas is sold by volume, too: only impossible
/// pairs are unusual.
pub(super) fn mismatch(unit: Unit, fuel: Fuel) -> Option<FuelAnomaly> {
    let counted = Measure::of_unit(unit)?;
    match (Measure::of_fuel(fuel), counted) {
        (Some(Measure::KilowattHours), Measure::KilowattHours) => None,
        (_, Measure::KilowattHours) => Some(FuelAnomaly::ElectricityWithLiquid),
        (Some(Measure::KilowattHours), _) => Some(FuelAnomaly::LitresWithElectric),
        (Some(Measure::Litres), Measure::Kilograms) => Some(FuelAnomaly::WeightWithLiquid),
        _ => None,
    }
}
