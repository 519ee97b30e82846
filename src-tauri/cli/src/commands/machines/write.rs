//! `fieldctl machines create`, `update` and `esg`.

use fielddesk_core::Failure;
use fielddesk_core::machines;
use fielddesk_core::model::{EsgChange, Field, FuelConsumptionUnit, FuelType, Machine};
use fielddesk_core::records::{Resource, check_new_number};

use crate::args::{CompanyArgs, EsgArgs, FieldArgs};
use crate::commands::fields::values;
use crate::commands::record::{self, remark_on_number};
use crate::context::Context;
use crate::exit::Exit;

pub(super) async fn create(
    fields: &FieldArgs,
    args: &CompanyArgs,
    force_new: bool,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut values = values(
        fielddesk_rules::fields::MACHINE_FIELDS,
        &fields.set,
        fields.from.as_deref(),
    )?;
    if let Some(company) = &args.company {
        let company = serde_json::Value::from(company.as_str());
        values.entry("companyId").or_insert(company);
    }
    let connection = context.connect().await?;
    let checked = check_new_number(&connection, Resource::Machines, &mut values, force_new);
    if context.unless_cancelled(checked).await? {
        remark_on_number(context);
    }
    let created = machines::create(&connection, &values);
    tell(&context.unless_cancelled(created).await?, context)
}

pub(super) async fn update(
    number: &str,
    fields: &FieldArgs,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let values = values(
        fielddesk_rules::fields::MACHINE_FIELDS,
        &fields.set,
        fields.from.as_deref(),
    )?;
    let connection = context.connect().await?;
    let company = args.id();
    let updated = machines::update(&connection, number, company.as_ref(), &values);
    tell(&context.unless_cancelled(updated).await?, context)
}

pub(super) async fn esg(args: &EsgArgs, context: &Context) -> Result<Exit, Failure> {
    let change = EsgChange {
        fuel_consumption_rate: field(args.values.rate),
        fuel_consumption_unit: field(match &args.values.unit {
            Some(text) => Some(FuelConsumptionUnit::from_word(text).ok_or_else(|| {
                let words = FuelConsumptionUnit::ALL
                    .iter()
                    .filter_map(|unit| unit.word());
                unknown("unit", text, words)
            })?),
            None => None,
        }),
        fuel_type: field(match &args.values.fuel {
            Some(text) => Some(FuelType::from_word(text).ok_or_else(|| {
                unknown(
                    "fuel",
                    text,
                    FuelType::ALL.iter().filter_map(|fuel| fuel.word()),
                )
            })?),
            None => None,
        }),
    };
    let connection = context.connect().await?;
    let company = args.company.id();
    let set = machines::set_esg(&connection, &args.number, company.as_ref(), &change);
    tell(&context.unless_cancelled(set).await?, context)
}

fn field<T>(value: Option<T>) -> Field<T> {
    value.map_or(Field::Omitted, Field::Value)
}

fn unknown<'a>(option: &str, text: &str, words: impl Iterator<Item = &'a str>) -> Failure {
    let words: Vec<String> = words
        .enumerate()
        .map(|(number, word)| format!("{number} {word}"))
        .collect();
    Failure::usage(
        option,
        format!("`{text}` is no {option}."),
        format!("Give the number or the word: {}.", words.join(", ")),
    )
}

fn tell(machine: &Machine, context: &Context) -> Result<Exit, Failure> {
    context.output.result(machine, || record::table(machine))?;
    Ok(Exit::Done)
}
