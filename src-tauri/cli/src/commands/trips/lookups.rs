//! `fieldctl trips locations` and `mass-types`: what trips refer to, read from the service.

use fielddesk_core::Failure;
use fielddesk_core::trips::TripQuery;

use crate::commands::listed;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(super) async fn locations(context: &Context) -> Result<Exit, Failure> {
    let client = context.connect().await?.client;
    let everything = TripQuery::everything();
    let stream = client.locations();
    let listed = context.unless_cancelled(stream.all(&everything)).await?;
    context.output.result(&listed, || {
        let mut table = Table::new(&[
            ("NAME", Kind::Name),
            ("TYPE", Kind::Name),
            ("LATITUDE", Kind::Number),
            ("LONGITUDE", Kind::Number),
            ("ID", Kind::Id),
        ]);
        for one in &listed {
            let at = |place: usize| {
                let degrees = one.coordinates.and_then(|pair| pair.get(place).copied());
                degrees.map_or_else(String::new, |degrees| degrees.to_string())
            };
            table.row([
                one.name.as_deref().unwrap_or(""),
                one.location_type.as_deref().unwrap_or(""),
                &at(0),
                &at(1),
                &one.id,
            ]);
        }
        table
    })?;
    Ok(listed::end(&listed, "location", context))
}

pub(super) async fn mass_types(context: &Context) -> Result<Exit, Failure> {
    let client = context.connect().await?.client;
    let everything = TripQuery::everything();
    let stream = client.mass_types();
    let listed = context.unless_cancelled(stream.all(&everything)).await?;
    context.output.result(&listed, || {
        let mut table = Table::new(&[
            ("NAME", Kind::Name),
            ("UNIT", Kind::Name),
            ("DENSITY", Kind::Number),
            ("ID", Kind::Id),
        ]);
        for one in &listed {
            table.row([
                one.name.as_deref().unwrap_or(""),
                one.unit_of_measure_text.as_deref().unwrap_or(""),
                &one.density
                    .map_or_else(String::new, |density| density.to_string()),
                &one.id,
            ]);
        }
        table
    })?;
    Ok(listed::end(&listed, "mass type", context))
}
