//! Numbered values and their English words: the specification's. Pure data.

use fielddesk_model::{FuelConsumptionUnit, FuelType};

/// A numbered value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The number on the wire.
    pub number: i64,
    /// The word in English.
    pub word: &'static str,
    /// Other ways to write it in English.
    pub also: &'static [&'static str],
}

/// The English words of a field that is yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YesNo {
    /// English word for true.
    pub yes: &'static str,
    /// English word for false.
    pub no: &'static str,
}

/// Units of a fuel consumption rate.
pub(super) const UNITS: &[Choice] = &[
    unit(FuelConsumptionUnit::LitresPerHour, &["l/h", "litres/hour"]),
    unit(FuelConsumptionUnit::LitresPerKilometre, &["litres/km"]),
    unit(FuelConsumptionUnit::KilowattHoursPerHour, &["kwh/h"]),
    unit(FuelConsumptionUnit::KilowattHoursPerKilometre, &[]),
    unit(FuelConsumptionUnit::KilogramsPerHour, &["kg/h"]),
    unit(FuelConsumptionUnit::KilogramsPerKilometre, &[]),
];

/// Fuels, by the numbers of the specification.
pub(super) const FUELS: &[Choice] = &[
    fuel(FuelType::None, &["has no engine"]),
    fuel(FuelType::Diesel, &[]),
    fuel(FuelType::Biodiesel, &["hvo", "hvo100"]),
    fuel(FuelType::Gasoline, &["petrol"]),
    fuel(FuelType::Electric, &["electricity"]),
    fuel(FuelType::Gas, &[]),
    fuel(FuelType::NaturalGas, &[]),
    fuel(FuelType::DyedDiesel, &[]),
];

/// Sources of fuel values, as Fielddesk stores them.
pub(super) const SOURCES: &[Choice] = &[
    choice(1, Some("measured"), &[]),
    choice(2, Some("maker's data"), &[]),
    choice(3, Some("estimate"), &[]),
];

const fn unit(unit: FuelConsumptionUnit, also: &'static [&'static str]) -> Choice {
    choice(unit.number(), unit.word(), also)
}

const fn fuel(fuel: FuelType, also: &'static [&'static str]) -> Choice {
    choice(fuel.number(), fuel.word(), also)
}

const fn choice(number: i64, word: Option<&'static str>, also: &'static [&'static str]) -> Choice {
    let word = match word {
        Some(word) => word,
        None => "",
    };
    Choice { number, word, also }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{FUEL_SOURCE, Resource, field};

    #[test]
    fn all_values_of_the_specification_are_there() {
        let of = |choices: &[Choice]| -> Vec<(i64, &str)> {
            choices.iter().map(|c| (c.number, c.word)).collect()
        };
        let units = FuelConsumptionUnit::ALL
            .iter()
            .map(|unit| (unit.number(), unit.word().unwrap()));
        assert_eq!(of(UNITS), units.collect::<Vec<_>>());
        let fuels = FuelType::ALL
            .iter()
            .map(|fuel| (fuel.number(), fuel.word().unwrap()));
        assert_eq!(of(FUELS), fuels.collect::<Vec<_>>());
    }

    #[test]
    fn no_word_means_two_things() {
        let table = Resource::Machines.fields();
        let unit = field(table, "fuelConsumptionUnit").unwrap();
        let fuel = field(table, "fuelType").unwrap();
        for (field, choices) in [(unit, UNITS), (fuel, FUELS), (&FUEL_SOURCE, SOURCES)] {
            let mut seen = std::collections::HashMap::new();
            for choice in choices {
                for word in field.all_choice_words(choice) {
                    let before = seen.insert(word.to_lowercase(), choice.number);
                    assert!(before.is_none_or(|n| n == choice.number), "{word}");
                }
            }
        }
    }
}
