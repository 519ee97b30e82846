//! `fieldctl trips`: haul trips, synced into the data folder and read from there.

mod export;
mod list;
mod lookups;
mod summary;
mod sync;

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::trips::{TripFilter, TripStore, Trips, window};

use crate::args::{TripFilterArgs, TripsCommand};
use crate::context::Context;
use crate::exit::Exit;

pub(crate) async fn run(command: TripsCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        TripsCommand::Sync(args) => sync::run(args, context).await,
        TripsCommand::List(args) => list::run(args, context).await,
        TripsCommand::Locations => lookups::locations(context).await,
        TripsCommand::MassTypes => lookups::mass_types(context).await,
        TripsCommand::Export(args) => export::run(args, context).await,
        TripsCommand::Summary(args) => summary::run(args, context).await,
    }
}

/// What is kept here of the connection; the service is not asked, so no secret is needed.
async fn kept(context: &Context) -> Result<Trips, Failure> {
    let profile = context.profile()?;
    let store = TripStore::open(&context.data_dir()?).await?;
    context.stops_politely();
    let trips = store.of_key(profile.key());
    if trips.must_be_read_again().await? {
        context.output.remark(
            "The trips kept here by an earlier version are gone; `fieldctl trips sync` downloads them again.",
        );
    }
    Ok(trips)
}

/// The options as a filter.
fn filter(args: &TripFilterArgs) -> Result<TripFilter, Failure> {
    let bound = |field: &str, text: &Option<String>| {
        text.as_deref()
            .map(|text| window::bound(field, text, &Local))
            .transpose()
    };
    let (from, to) = (bound("from", &args.from)?, bound("to", &args.to)?);
    if let (Some(from), Some(to)) = (from, to) {
        window::between(from, to)?;
    }
    Ok(TripFilter {
        from,
        to,
        project: args.project.clone(),
        mass_type: args.mass_type.clone(),
        machine: args.machine.clone(),
        ..TripFilter::default()
    })
}

/// Where there is nothing to show: what to do.
fn remark_on_nothing(context: &Context) {
    context
        .output
        .remark("No trip on this computer matches; `fieldctl trips sync` downloads trips.");
}
