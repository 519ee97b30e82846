//! The ESG enumerations of machines, with the specification's numbers and words.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lenient::{Lenient, Shape};
use crate::raw::Raw;

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($(#[$v_doc:meta])* $variant:ident = $number:literal $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$v_doc])* $variant,)*
            /// A number the specification does not have, kept as it came.
            Other(i64),
        }

        impl $name {
            /// Every value of the specification, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the number on the wire.
            #[must_use]
            pub const fn number(self) -> i64 {
                match self {
                    $(Self::$variant => $number,)*
                    Self::Other(number) => number,
                }
            }

            /// Returns the value of a number.
            #[must_use]
            pub const fn from_number(number: i64) -> Self {
                match number {
                    $($number => Self::$variant,)*
                    other => Self::Other(other),
                }
            }

            /// Returns the specification's word; `None` for a number it does not have.
            #[must_use]
            pub const fn word(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => Some($word),)*
                    Self::Other(_) => None,
                }
            }

            /// Returns the value of a number or of a word, whatever its case; `None` for anything
            /// else.
            #[must_use]
            pub fn from_word(text: &str) -> Option<Self> {
                let text = text.trim();
                Self::ALL.iter().copied().find(|value| {
                    value.number().to_string() == text
                        || value.word().is_some_and(|word| word.eq_ignore_ascii_case(text))
                })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.number())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                i64::deserialize(deserializer).map(Self::from_number)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                use utoipa::openapi::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
                let words = [$(concat!($number, " ", $word)),*];
                let schema = ObjectBuilder::new()
                    .schema_type(Type::Integer)
                    .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
                    .minimum(Some(0))
                    .maximum(Some(Self::ALL.len() - 1))
                    .description(Some(words.join(", ") + "."));
                schema.into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {}

        impl Lenient for Option<$name> {
            const SHAPE: Shape = Shape::Choice;

            fn accept(raw: Raw<'_>) -> Result<Self, serde_json::Value> {
                if let Raw::Text(text) = &raw
                    && let Some(value) = $name::from_word(text)
                {
                    return Ok(Some(value));
                }
                Ok(Option::<i64>::accept(raw)?.map($name::from_number))
            }
        }
    };
}

numbered!(
    /// Unit of a fuel consumption rate.
    FuelConsumptionUnit {
        /// Litres an hour.
        LitresPerHour = 0 "L/hour",
        /// Litres a kilometre.
        LitresPerKilometre = 1 "L/km",
        /// Kilowatt-hours an hour.
        KilowattHoursPerHour = 2 "kWh/hour",
        /// Kilowatt-hours a kilometre.
        KilowattHoursPerKilometre = 3 "kWh/km",
        /// Kilograms an hour.
        KilogramsPerHour = 4 "kg/hour",
        /// Kilograms a kilometre.
        KilogramsPerKilometre = 5 "kg/km",
    }
);

numbered!(
    /// Fuel of a machine.
    FuelType {
        /// No fuel.
        None = 0 "none",
        /// Diesel.
        Diesel = 1 "diesel",
        /// Biodiesel.
        Biodiesel = 2 "biodiesel",
        /// Gasoline.
        Gasoline = 3 "gasoline",
        /// Electricity.
        Electric = 4 "electric",
        /// Gas.
        Gas = 5 "gas",
        /// Natural gas.
        NaturalGas = 6 "natural gas",
        /// Dyed diesel.
        DyedDiesel = 7 "dyed diesel",
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_are_those_of_the_specification() {
        let words: Vec<_> = FuelConsumptionUnit::ALL
            .iter()
            .filter_map(|v| v.word())
            .collect();
        assert_eq!(
            words,
            ["L/hour", "L/km", "kWh/hour", "kWh/km", "kg/hour", "kg/km"]
        );
        let words: Vec<_> = FuelType::ALL.iter().filter_map(|v| v.word()).collect();
        assert_eq!(
            words,
            [
                "none",
                "diesel",
                "biodiesel",
                "gasoline",
                "electric",
                "gas",
                "natural gas",
                "dyed diesel"
            ]
        );
        for (number, fuel) in (0..).zip(FuelType::ALL) {
            assert_eq!(fuel.number(), number);
        }
    }

    #[test]
    fn a_number_or_a_word_is_taken() {
        assert_eq!(
            FuelType::from_word(" Dyed Diesel "),
            Some(FuelType::DyedDiesel)
        );
        assert_eq!(FuelType::from_word("4"), Some(FuelType::Electric));
        assert_eq!(
            FuelConsumptionUnit::from_word("l/HOUR"),
            Some(FuelConsumptionUnit::LitresPerHour)
        );
        assert_eq!(FuelType::from_word("coal"), None);
        assert_eq!(FuelType::from_word("9"), None);
    }
}
