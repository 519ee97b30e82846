//! Quantity and duration of a trip, in units that can be added up.

use fielddesk_model::Trip;
use fielddesk_rules::trips::TripFacts;

/// The figures that sums are made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quantity {
    pub(crate) m3: Option<f64>,
    pub(crate) tonnes: Option<f64>,
    pub(crate) cycle_hours: Option<f64>,
}

impl Quantity {
    /// Tonnes and cubic metres stay apart; `quantityM3` wins over the quantity in its own unit.
    pub(crate) fn of(trip: &Trip) -> Self {
        let unit = trip.unit_of_measure_text.as_deref().map(Unit::of);
        let counted = |as_unit| trip.quantity.filter(|_| unit == Some(as_unit));
        #[expect(clippy::cast_precision_loss, reason = "seconds of one trip")]
        let seconds = trip.total_cycle_time_seconds.map(|whole| whole as f64);
        Self {
            m3: trip.quantity_m3.or_else(|| counted(Unit::CubicMetres)),
            tonnes: counted(Unit::Tonnes),
            cycle_hours: trip
                .total_cycle_time_hours
                .or_else(|| seconds.map(|seconds| seconds / 3600.0)),
        }
    }

    /// The bits of what of the trip cannot be trusted, but for its places.
    pub(crate) fn problems(&self, trip: &Trip) -> u32 {
        let facts = TripFacts {
            quantity: trip.quantity,
            m3: self.m3,
            tonnes: self.tonnes,
            cycle_hours: self.cycle_hours,
            has_time: trip.dump_date_time.or(trip.load_date_time).is_some(),
        };
        facts.problems()
    }
}

/// How a trip's quantity is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Unit {
    Tonnes,
    CubicMetres,
    Other,
}

impl Unit {
    /// Reads `unitOfMeasureText`.
    fn of(text: &str) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

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
