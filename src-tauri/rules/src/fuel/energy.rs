//! The energy of a machine, as far as its record shows it. Pure.

use fielddesk_model::{FuelType as Fuel, Machine};

use super::unit::Measure;

/// Words in a name or an emission class that tell of a battery, in lower case.
const ELECTRIC: &[&str] = &[
    "electric",
    "elektrisk",
    "eldriven",
    "zero emission",
    "nullutslipp",
    "utslippsfri",
    "nollutsläpp",
    "utsläppsfri",
];

/// Returns true where a machine can have the fuel data of another one with this fuel: a diesel rate
/// says nothing of an electric machine. A record that shows no energy allows any.
pub(super) fn may_share(machine: &Machine, fuel: Option<Fuel>) -> bool {
    let Some(own) = energy(machine) else {
        return true;
    };
    fuel.and_then(Measure::of_fuel) == Some(own)
}

/// By its fuel, else by its unit, else by what it is called.
fn energy(machine: &Machine) -> Option<Measure> {
    machine
        .fuel_type
        .and_then(Measure::of_fuel)
        .or_else(|| machine.fuel_consumption_unit.and_then(Measure::of_unit))
        .or_else(|| is_called_electric(machine).then_some(Measure::KilowattHours))
}

fn is_called_electric(machine: &Machine) -> bool {
    let texts = [machine.name.as_deref(), machine.emission_class.as_deref()];
    texts.into_iter().flatten().any(|text| {
        let text = text.to_lowercase();
        ELECTRIC.iter().any(|word| text.contains(word))
    })
}
