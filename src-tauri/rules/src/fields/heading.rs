//! Headings of files: the field that one means, and the unit that it names. Pure.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Choice, FieldDef, Kind, Resource};

/// The unit that a heading names.
#[derive(Debug, Clone, PartialEq)]
pub enum HeadingUnit {
    /// None, or the unit of the field.
    Own,
    /// Another one: values are multiplied by the factor.
    Converted {
        /// The unit as written.
        unit: String,
        /// Own units in one of it.
        factor: f64,
    },
    /// A unit that a consumption can have, by its number: the record names the one that it has.
    OfRecord(i64),
    /// Another unit, which cannot be converted, as written.
    Other(String),
}

/// Spellings of the units that fields have.
const OWN: [(&str, &[&str]); 2] = [
    ("kg", &["kg", "kilo", "kilogram", "kilograms"]),
    (
        "h",
        &[
            "h", "t", "hr", "hrs", "hour", "hours", "time", "timer", "tim", "timmar",
        ],
    ),
];

/// Units that are converted: the field's unit, the spellings, and how many own units are in one.
const CONVERTED: [(&str, &[&str], f64); 1] = [(
    "kg",
    &["t", "ton", "tons", "tonn", "tonne", "tonnes"],
    1000.0,
)];

/// Spellings of other units; with a digit, a slash or a per cent sign a text is one as well.
const OTHERS: [&str; 46] = [
    "g", "gram", "lb", "lbs", "cwt", "t", "ton", "tons", "tonn", "tonne", "tonnes", "h", "s",
    "sek", "sec", "min", "mins", "minutes", "minutter", "minuter", "d", "dag", "dager", "dagar",
    "day", "days", "uker", "weeks", "veckor", "mnd", "months", "km", "mi", "miles", "mil", "l",
    "liter", "litres", "kwh", "kw", "hk", "hp", "tkr", "øre", "öre", "mill",
];

/// The fields of a resource by the keys of their headings.
type Headings = HashMap<String, &'static FieldDef>;

static MACHINES: LazyLock<Headings> = LazyLock::new(|| headings(Resource::Machines));
static USERS: LazyLock<Headings> = LazyLock::new(|| headings(Resource::Users));

fn headings(resource: Resource) -> Headings {
    let mut headings = Headings::new();
    for field in resource.fields() {
        for heading in field.all_headings().chain([field.name]) {
            headings.entry(heading_key(heading)).or_insert(field);
        }
    }
    headings
}

impl Resource {
    /// Returns the field that a heading of a file means: by its name or by a heading in any
    /// language, whatever the case, with or without a unit.
    #[must_use]
    pub fn headed(self, heading: &str) -> Option<&'static FieldDef> {
        let headings = match self {
            Self::Machines => &*MACHINES,
            Self::Users => &*USERS,
        };
        let of = |heading: &str| headings.get(&heading_key(heading)).copied();
        of(heading).or_else(|| {
            let mut fields = self.fields().iter();
            fields.find(|field| {
                let before = field.bare_unit(heading).map(|(before, _)| before);
                before.and_then(of) == Some(*field)
            })
        })
    }
}

impl FieldDef {
    /// Returns the unit that a heading of this field names, in brackets or as its last word.
    /// Words in brackets that are no unit count as none.
    #[must_use]
    pub fn heading_unit(&self, heading: &str) -> HeadingUnit {
        // The unit of a capacity depends on the type of the machine.
        if !matches!(self.kind, Kind::Number | Kind::Whole) || self.name == "capacity" {
            return HeadingUnit::Own;
        }
        let written = in_brackets(heading).or_else(|| Some(self.bare_unit(heading)?.1));
        let Some(written) = written.map(str::trim).filter(|written| !written.is_empty()) else {
            return HeadingUnit::Own;
        };
        let unit = written.to_lowercase();
        let unit = unit.trim_end_matches('.');
        if self.own_spellings().contains(&unit) {
            return HeadingUnit::Own;
        }
        let converted = CONVERTED
            .iter()
            .find(|(own, spellings, _)| self.unit == Some(own) && spellings.contains(&unit));
        if let Some((_, _, factor)) = converted {
            return HeadingUnit::Converted {
                unit: written.to_owned(),
                factor: *factor,
            };
        }
        let is_unit = OTHERS.contains(&unit)
            || unit.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '%'));
        match self.rate_unit(unit) {
            Some(unit) => HeadingUnit::OfRecord(unit),
            None if is_unit => HeadingUnit::Other(written.to_owned()),
            None => HeadingUnit::Own,
        }
    }

    fn own_spellings(&self) -> &'static [&'static str] {
        let own = OWN.iter().find(|(own, _)| self.unit == Some(own));
        own.map_or(&[], |(_, spellings)| spellings)
    }

    /// A unit of the field as the last word of a heading, and what stands before it.
    fn bare_unit<'h>(&self, heading: &'h str) -> Option<(&'h str, &'h str)> {
        let (before, unit) = heading.trim().rsplit_once([' ', ',', '_'])?;
        let key = unit.to_lowercase();
        let convertible = CONVERTED
            .iter()
            .filter(|(own, _, _)| self.unit == Some(own));
        let convertible = convertible.flat_map(|(_, spellings, _)| spellings.iter());
        (self.own_spellings().iter().chain(convertible))
            .any(|spelling| **spelling == *key)
            .then_some((before, unit))
    }

    /// The number of a unit that a consumption can have.
    fn rate_unit(&self, unit: &str) -> Option<i64> {
        let units = super::field(super::MACHINE_FIELDS, "fuelConsumptionUnit")?;
        let Kind::Choice(choices) = units.kind else {
            return None;
        };
        let squeezed = |text: &str| text.to_lowercase().replace(' ', "");
        let is = |choice: &&Choice| {
            let mut words = units.all_choice_words(choice).map(squeezed);
            words.any(|word| word == squeezed(unit))
        };
        let mut choices = choices
            .iter()
            .filter(|_| self.name == "fuelConsumptionRate");
        choices.find(is).map(|choice| choice.number)
    }
}

/// The last text in brackets of a heading.
fn in_brackets(heading: &str) -> Option<&str> {
    let (before, _) = heading.rsplit_once([')', ']'])?;
    before.rsplit_once(['(', '[']).map(|(_, unit)| unit)
}

/// Returns a heading reduced to what counts: letters and digits in lower case and composed form,
/// nothing in brackets.
#[must_use]
pub fn heading_key(heading: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    let mut depth = 0_usize;
    let mut key = String::new();
    for c in heading.nfc() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 && c.is_alphanumeric() => key.extend(c.to_lowercase()),
            _ => {}
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{MACHINE_FIELDS, field};

    #[test]
    fn headings_of_common_lists_are_known() {
        use super::super::{MACHINE_FIELDS, USER_FIELDS, field};
        for (table, name, headings) in [
            (
                MACHINE_FIELDS,
                "name",
                ["Maskinnavn", "Maskinnamn", "Machine name"],
            ),
            (
                MACHINE_FIELDS,
                "machineNumber",
                ["Maskinnr", "Maskinnummer", "Maskinnr."],
            ),
            (USER_FIELDS, "cardId", ["Kort-ID", "Kortnummer", "Card ID"]),
            (
                USER_FIELDS,
                "mobileWork",
                ["Mobilnummer", "Tlf.", "Mobile phone"],
            ),
        ] {
            let field = field(table, name).unwrap();
            for heading in headings {
                let meant = field.resource.headed(heading);
                assert_eq!(meant, Some(field), "{heading}");
            }
        }
    }

    #[test]
    fn a_heading_is_known_by_what_counts_in_it() {
        for heading in [
            "Machine number",
            "machineNumber",
            "MACHINE_NUMBER",
            " machine-number (no.)",
        ] {
            assert_eq!(heading_key(heading), "machinenumber", "{heading}");
        }
        assert_eq!(heading_key("Kjøpt"), "kjøpt");
        assert_eq!(heading_key("(kg)"), "");
        let decomposed = "A\u{30a}rsmodell";
        for heading in ["Årsmodell", decomposed] {
            let meant = Resource::Machines.headed(heading).map(|field| field.name);
            assert_eq!(meant, Some("buildYear"), "{heading}");
        }
    }

    #[test]
    fn a_unit_in_a_heading_is_the_fields_own_or_converted_or_cannot_be_used() {
        let other = |unit: &str| HeadingUnit::Other(unit.to_owned());
        let tonnes = |unit: &str| HeadingUnit::Converted {
            unit: unit.to_owned(),
            factor: 1000.0,
        };
        for (name, heading, unit) in [
            ("weight", "Vekt", HeadingUnit::Own),
            ("weight", "Vekt (kg)", HeadingUnit::Own),
            ("weight", "Vekt kg", HeadingUnit::Own),
            ("weight", "Vikt [KG]", HeadingUnit::Own),
            ("weight", "Vekt (tonn)", tonnes("tonn")),
            ("weight", "Weight [t]", tonnes("t")),
            ("weight", "Vekt, t", tonnes("t")),
            ("weight", "Weight (lbs)", other("lbs")),
            ("weight", "Vekt (100 kg)", other("100 kg")),
            ("weight", "Vekt (uten last)", HeadingUnit::Own),
            ("hourMeter", "Timer (t)", HeadingUnit::Own),
            ("hourMeter", "Timer (dager)", other("dager")),
            ("hourMeter", "Hours (min.)", other("min.")),
            ("hourMeter", "Timer (total)", HeadingUnit::Own),
            (
                "fuelConsumptionRate",
                "Forbruk (l/100 km)",
                other("l/100 km"),
            ),
            ("fuelConsumptionRate", "Forbruk (l/mil)", other("l/mil")),
            (
                "fuelConsumptionRate",
                "Consumption (L/h)",
                HeadingUnit::OfRecord(0),
            ),
            (
                "fuelConsumptionRate",
                "Forbruk (L/time)",
                HeadingUnit::OfRecord(0),
            ),
            (
                "fuelConsumptionRate",
                "Consumption (litres/km)",
                HeadingUnit::OfRecord(1),
            ),
            (
                "fuelConsumptionRate",
                "Forbruk [kWh/h]",
                HeadingUnit::OfRecord(2),
            ),
            ("fuelConsumptionRate", "Forbruk (snitt)", HeadingUnit::Own),
            ("price", "Pris (kr)", HeadingUnit::Own),
            ("price", "Pris (tkr)", other("tkr")),
            ("price", "Pris (1000 kr)", other("1000 kr")),
            ("machineNumber", "Nummer (t)", HeadingUnit::Own),
        ] {
            let field = field(MACHINE_FIELDS, name).unwrap();
            assert_eq!(Resource::Machines.headed(heading), Some(field), "{heading}");
            assert_eq!(field.heading_unit(heading), unit, "{heading}");
        }
        for heading in ["Nummer kg", "", "(kg)"] {
            assert_eq!(Resource::Machines.headed(heading), None, "{heading}");
        }
    }
}
