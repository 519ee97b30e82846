//! The words of numbered values and of yes and no, in three languages. Pure.

use fielddesk_model::{FuelConsumptionUnit, FuelType};

use super::Language;

/// A numbered value of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The number on the wire.
    pub number: i64,
    /// The words in English (the specification's), Norwegian and Swedish.
    pub words: [&'static str; 3],
    /// Other ways to write it.
    pub also: &'static [&'static str],
}

impl Choice {
    /// The word in a language.
    #[must_use]
    pub const fn word(&self, language: Language) -> &'static str {
        self.words[language as usize]
    }
}

/// The words of a field that is yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// Yes in English, Norwegian and Swedish.
    pub yes: [&'static str; 3],
    /// No in the same.
    pub no: [&'static str; 3],
}

impl Words {
    /// The word of a value in a language.
    #[must_use]
    pub const fn word(&self, value: bool, language: Language) -> &'static str {
        if value {
            self.yes[language as usize]
        } else {
            self.no[language as usize]
        }
    }
}

/// The words of a field that has none of its own.
pub const YES_NO: Words = Words {
    yes: ["yes", "ja", "ja"],
    no: ["no", "nei", "nej"],
};

/// Units of a fuel consumption rate.
pub(crate) const UNITS: &[Choice] = &[
    Choice {
        number: FuelConsumptionUnit::LitresPerHour.number(),
        words: ["L/hour", "L/time", "L/timme"],
        also: &[
            "l/h",
            "l/t",
            "l/tim",
            "litres/hour",
            "liter/time",
            "liter/timme",
        ],
    },
    Choice {
        number: FuelConsumptionUnit::LitresPerKilometre.number(),
        words: ["L/km", "L/km", "L/km"],
        also: &["liter/km", "litres/km"],
    },
    Choice {
        number: FuelConsumptionUnit::KilowattHoursPerHour.number(),
        words: ["kWh/hour", "kWh/time", "kWh/timme"],
        also: &["kwh/h", "kwh/t", "kwh/tim"],
    },
    Choice {
        number: FuelConsumptionUnit::KilowattHoursPerKilometre.number(),
        words: ["kWh/km", "kWh/km", "kWh/km"],
        also: &[],
    },
    Choice {
        number: FuelConsumptionUnit::KilogramsPerHour.number(),
        words: ["kg/hour", "kg/time", "kg/timme"],
        also: &["kg/h", "kg/t", "kg/tim"],
    },
    Choice {
        number: FuelConsumptionUnit::KilogramsPerKilometre.number(),
        words: ["kg/km", "kg/km", "kg/km"],
        also: &[],
    },
];

/// Fuels.
pub(crate) const FUELS: &[Choice] = &[
    Choice {
        number: FuelType::None.number(),
        words: ["none", "ingen", "inget"],
        also: &["ingen motor", "has no engine"],
    },
    Choice {
        number: FuelType::Diesel.number(),
        words: ["diesel", "diesel", "diesel"],
        also: &[],
    },
    Choice {
        number: FuelType::Biodiesel.number(),
        words: ["biodiesel", "biodiesel", "biodiesel"],
        also: &["hvo", "hvo100"],
    },
    Choice {
        number: FuelType::Gasoline.number(),
        words: ["gasoline", "bensin", "bensin"],
        also: &["petrol"],
    },
    Choice {
        number: FuelType::Electric.number(),
        words: ["electric", "elektrisk", "el"],
        also: &["electricity", "elektrisitet", "strøm", "eldriven"],
    },
    Choice {
        number: FuelType::Gas.number(),
        words: ["gas", "gass", "gas"],
        also: &[],
    },
    Choice {
        number: FuelType::NaturalGas.number(),
        words: ["natural gas", "naturgass", "naturgas"],
        also: &[],
    },
    Choice {
        number: FuelType::DyedDiesel.number(),
        words: ["dyed diesel", "anleggsdiesel", "färgad diesel"],
        also: &["avgiftsfri diesel", "farget diesel"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_english_words_are_those_of_the_specification() {
        let of = |choices: &[Choice]| -> Vec<(i64, &str)> {
            choices.iter().map(|c| (c.number, c.words[0])).collect()
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
        for choices in [UNITS, FUELS] {
            let mut seen = std::collections::HashMap::new();
            for choice in choices {
                for word in choice.words.iter().chain(choice.also) {
                    let before = seen.insert(word.to_lowercase(), choice.number);
                    assert!(before.is_none_or(|n| n == choice.number), "{word}");
                }
            }
        }
    }
}
