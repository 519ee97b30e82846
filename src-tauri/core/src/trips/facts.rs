//! What summaries, filters and orders need of the trips of a block, column after column.
//!
//! A summary of a million trips reads these 72 bytes a trip and nothing else.

use super::field::TripField;
use super::record::{Value, Values};
use super::words::{Dimension, DimensionKind, Dimensions, Words};

/// Trip time of a trip that has none.
pub(crate) const NO_TIME: i64 = i64::MIN;

/// Bytes a row.
const WIDTH: usize = 6 * 8 + 6 * 4;

/// How a trip's quantity is counted; tonnes and cubic metres are never added.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Unit {
    Tonnes,
    CubicMetres,
    Other,
}

impl Unit {
    /// Reads `unitOfMeasureText`.
    pub(crate) fn of(text: &str) -> Self {
        let plain: String = text
            .trim()
            .trim_end_matches('.')
            .to_lowercase()
            .replace('³', "3")
            .replace('^', "");
        match plain.as_str() {
            "t" | "tn" | "to" | "ton" | "tonn" | "tonne" | "tonnes" | "tons" => Self::Tonnes,
            "m3" | "fm3" | "afm3" | "pfm3" | "pam3" | "lm3" | "ulm3" | "tfm3" | "kbm" | "cbm" => {
                Self::CubicMetres
            }
            _ => Self::Other,
        }
    }
}

/// The facts of one trip. Not a number stands for nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fact {
    /// Trip time: the dump, else the load, else [`NO_TIME`].
    pub(crate) time_ms: i64,
    /// The load, or [`NO_TIME`].
    pub(crate) load_ms: i64,
    pub(crate) m3: f64,
    pub(crate) tonnes: f64,
    pub(crate) distance: f64,
    pub(crate) hours: f64,
    pub(crate) project: u32,
    pub(crate) mass_type: u32,
    pub(crate) machine: u32,
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// The run that brought it.
    pub(crate) run: u32,
}

impl Fact {
    /// The facts of a trip; new dimensions are added to `new`.
    pub(crate) fn of(
        values: &Values<'_>,
        words: &mut Words,
        dimensions: &mut Dimensions,
        new: &mut New,
    ) -> Self {
        use TripField as F;
        let mut of = |kind, id, number: Option<F>, name| {
            let mut part = |field| match values.get(field) {
                Value::Word(word) => word,
                Value::Text(text) => words.part(text, &mut new.words),
                _ => 0,
            };
            let dimension = Dimension {
                kind: kind as i64,
                id: part(id),
                number: number.map_or(0, &mut part),
                name: part(name),
            };
            dimensions.number_or_new(dimension, &mut new.dimensions)
        };
        let project = of(
            DimensionKind::Project,
            F::ProjectId,
            Some(F::ProjectNumber),
            F::ProjectName,
        );
        let mass_type = of(DimensionKind::MassType, F::MassTypeId, None, F::MassType);
        let machine = of(
            DimensionKind::Machine,
            F::DumperId,
            Some(F::DumperNumber),
            F::DumperName,
        );
        let from = of(
            DimensionKind::Location,
            F::LoadLocationId,
            None,
            F::LoadLocationName,
        );
        let to = of(
            DimensionKind::Location,
            F::DumpLocationId,
            None,
            F::DumpLocationName,
        );
        let unit = match values.get(F::UnitOfMeasureText) {
            Value::Word(word) => words.text(word).map_or(Unit::Other, Unit::of),
            Value::Text(text) => Unit::of(text),
            _ => Unit::Other,
        };
        let quantity = values.number(F::Quantity).unwrap_or(f64::NAN);
        let counted = |as_unit| if unit == as_unit { quantity } else { f64::NAN };
        let seconds = match values.get(F::TotalCycleTimeSeconds) {
            #[expect(clippy::cast_precision_loss, reason = "seconds of one trip")]
            Value::Whole(seconds) => seconds as f64 / 3600.0,
            _ => f64::NAN,
        };
        let load_ms = values.instant(F::LoadDateTime).unwrap_or(NO_TIME);
        Self {
            time_ms: values.instant(F::DumpDateTime).unwrap_or(load_ms),
            load_ms,
            m3: values
                .number(F::QuantityM3)
                .unwrap_or_else(|| counted(Unit::CubicMetres)),
            tonnes: counted(Unit::Tonnes),
            distance: values.number(F::Distance).unwrap_or(f64::NAN),
            hours: values.number(F::TotalCycleTimeHours).unwrap_or(seconds),
            project,
            mass_type,
            machine,
            from,
            to,
            run: 0,
        }
    }
}

/// Words and dimensions that a page brought first.
#[derive(Debug, Default)]
pub(crate) struct New {
    pub(crate) words: Vec<(u32, String)>,
    pub(crate) dimensions: Vec<(u32, Dimension)>,
}

/// Writes the facts of a block.
pub(crate) fn write(facts: &[Fact]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(facts.len() * WIDTH);
    macro_rules! column {
        ($($name:ident),*) => {$(
            for fact in facts {
                bytes.extend_from_slice(&fact.$name.to_le_bytes());
            }
        )*};
    }
    column!(time_ms, load_ms, m3, tonnes, distance, hours);
    column!(project, mass_type, machine, from, to, run);
    bytes
}

/// The facts of a block, read where they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<'a> {
    wide: &'a [[u8; 8]],
    narrow: &'a [[u8; 4]],
    rows: usize,
}

impl<'a> Facts<'a> {
    /// None where the bytes are not those of so many rows.
    pub(crate) fn of(bytes: &'a [u8], rows: usize) -> Option<Self> {
        if bytes.len() != rows * WIDTH {
            return None;
        }
        let (wide, narrow) = bytes.split_at_checked(rows * 6 * 8)?;
        Some(Self {
            wide: wide.as_chunks().0,
            narrow: narrow.as_chunks().0,
            rows,
        })
    }

    pub(crate) const fn rows(&self) -> usize {
        self.rows
    }

    /// The facts of a row below [`Facts::rows`].
    pub(crate) fn get(&self, row: usize) -> Fact {
        let wide = |column: usize| self.wide[column * self.rows + row];
        let narrow = |column: usize| u32::from_le_bytes(self.narrow[column * self.rows + row]);
        Fact {
            time_ms: i64::from_le_bytes(wide(0)),
            load_ms: i64::from_le_bytes(wide(1)),
            m3: f64::from_le_bytes(wide(2)),
            tonnes: f64::from_le_bytes(wide(3)),
            distance: f64::from_le_bytes(wide(4)),
            hours: f64::from_le_bytes(wide(5)),
            project: narrow(0),
            mass_type: narrow(1),
            machine: narrow(2),
            from: narrow(3),
            to: narrow(4),
            run: narrow(5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_of_a_block_come_back() {
        let fact = |n: u32| Fact {
            time_ms: i64::from(n) - 5,
            load_ms: NO_TIME,
            m3: f64::from(n) / 3.0,
            tonnes: 0.0,
            distance: 1.5,
            hours: 0.25,
            project: n,
            mass_type: 1,
            machine: 2,
            from: 3,
            to: 4,
            run: n + 9,
        };
        let all: Vec<Fact> = (0..7).map(fact).collect();
        let bytes = write(&all);
        let facts = Facts::of(&bytes, 7).unwrap();
        let read: Vec<Fact> = (0..7).map(|row| facts.get(row)).collect();
        assert_eq!(read, all);
        assert!(Facts::of(&bytes, 6).is_none());
    }

    #[test]
    fn units_are_told_apart() {
        for (text, unit) in [
            ("tonn", Unit::Tonnes),
            ("Tonnes", Unit::Tonnes),
            ("t", Unit::Tonnes),
            ("m³", Unit::CubicMetres),
            ("M3", Unit::CubicMetres),
            ("m^3", Unit::CubicMetres),
            ("lass", Unit::Other),
            ("", Unit::Other),
        ] {
            assert_eq!(Unit::of(text), unit, "{text}");
        }
    }
}
