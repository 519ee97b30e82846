//! The unit of a consumption in a heading against the unit that the record has. Pure.

use serde_json::Value;

use super::super::known::KnownRecord;
use super::{Check, Reason};
use fielddesk_rules::fields::{Kind, MACHINE_FIELDS, Problem, ProblemCode as Code, Values, field};

/// The field that holds the unit of a consumption.
pub(in super::super) const UNIT: &str = "fuelConsumptionUnit";

impl Check<'_> {
    /// Refuses a consumption in another unit than the row or its record has. A record without one
    /// gets that of the heading.
    pub(super) fn unit_of_record(
        &self,
        stored: Option<&KnownRecord>,
        values: &mut Values,
        bad: &mut Vec<Reason>,
    ) {
        let mut columns = self.columns.iter();
        let Some((column, unit)) = columns.find_map(|one| Some((one, one.unit_of_record?))) else {
            return;
        };
        if !values.contains_key(column.field.name) {
            return;
        }
        let own = values.get(UNIT).or_else(|| stored?.values.get(UNIT));
        match own.and_then(Value::as_i64) {
            None => {
                values.insert(UNIT.to_owned(), Value::from(unit));
            }
            Some(own) if own == unit => {}
            Some(own) => {
                let (unit, own) = (word(unit), word(own));
                let message = format!(
                    "The column is in {unit}, the machine has {own}: write the value in {own}, or add a column for the unit."
                );
                let problem = Problem::new(Code::OtherUnit, message)
                    .with("one", unit)
                    .with("other", own);
                bad.push(self.reason(column.field.name, problem));
            }
        }
    }
}

/// The word of a unit, or its number.
fn word(number: i64) -> String {
    let unit = field(MACHINE_FIELDS, UNIT);
    let choice = unit.and_then(|unit| match unit.kind {
        Kind::Choice(choices) => choices.iter().find(|choice| choice.number == number),
        _ => None,
    });
    choice.map_or_else(|| number.to_string(), |choice| choice.word.to_owned())
}
