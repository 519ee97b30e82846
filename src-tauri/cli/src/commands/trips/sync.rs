//! `fieldctl trips sync`: new and changed trips into the data folder.

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::model::{CompanyId, Instant};
use fielddesk_core::trips::{
    ProjectFilter, Reach, SyncMode, SyncProgress, SyncRange, SyncReport, SyncRequest, TripStore,
    window,
};
use serde::Serialize;
use tokio::sync::watch;

use crate::args::TripSyncArgs;
use crate::commands::listed;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;
use crate::output::table::{Kind, Table};

#[derive(Debug, Serialize)]
struct Synced {
    mode: SyncMode,
    pages: u64,
    upserted: u64,
    deleted: u64,
    seconds: f64,
}

pub(super) async fn run(args: TripSyncArgs, context: &Context) -> Result<Exit, Failure> {
    let range = range(&args)?;
    let connection = context.connect().await?;
    let store = TripStore::open(&context.data_dir()?).await?;
    let mut request = SyncRequest::new(range);
    request.reach = Reach {
        company: args.company.as_deref().map(CompanyId::from),
        own_company: args.own_company,
        no_subsidiaries: args.no_subsidiaries,
    };
    request.before = before(&args)?;
    request.page_size = args.chunk.unwrap_or(request.page_size);
    if let Some(number) = &args.project {
        request = request.project(project(number, &connection, context).await?);
    }
    let trips = store.of(&connection);
    let progress = watch::Sender::new(SyncProgress::default());
    let bar = Bar::count(&context.output, "Trips", progress.subscribe(), |progress| {
        progress.upserted + progress.deleted
    });
    let report = trips
        .sync(&connection.client, &request, &progress, &context.cancel)
        .await?;
    drop(bar);
    tell(&report, context)
}

fn range(args: &TripSyncArgs) -> Result<SyncRange, Failure> {
    let bound = |field: &str, text: &str| window::bound(field, text, &Local);
    match (&args.from, &args.to, &args.since) {
        (Some(from), Some(to), _) => {
            let (from, to) = window::between(bound("from", from)?, bound("to", to)?)?;
            Ok(SyncRange::Window(from, to))
        }
        (_, _, Some(since)) => Ok(SyncRange::Since(bound("since", since)?)),
        _ => Ok(SyncRange::Plain),
    }
}

/// The end of what was changed, which must be later than its beginning.
fn before(args: &TripSyncArgs) -> Result<Option<Instant>, Failure> {
    let (Some(since), Some(before)) = (&args.since, &args.before) else {
        return Ok(None);
    };
    let bound = |field: &str, text: &str| window::bound(field, text, &Local);
    let (_, before) = window::between(bound("since", since)?, bound("before", before)?)?;
    Ok(Some(before))
}

async fn project(
    number: &str,
    connection: &Connection,
    context: &Context,
) -> Result<ProjectFilter, Failure> {
    let projects = connection.client.projects();
    let project = context.unless_cancelled(projects.by_number(number)).await?;
    Ok(ProjectFilter {
        id: project.id,
        number: Some(project.project_number),
    })
}

fn tell(report: &SyncReport, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced {
        mode: report.mode,
        pages: report.pages,
        upserted: report.upserted,
        deleted: report.deleted,
        seconds: report.seconds,
    };
    context.output.result(&synced, || {
        let mut table = Table::new(&[
            ("MODE", Kind::Name),
            ("PAGES", Kind::Number),
            ("STORED", Kind::Number),
            ("REMOVED", Kind::Number),
            ("SECONDS", Kind::Number),
        ]);
        table.row([
            match report.mode {
                SyncMode::Full => "full",
                SyncMode::Incremental => "incremental",
            },
            &report.pages.to_string(),
            &report.upserted.to_string(),
            &report.deleted.to_string(),
            &format!("{:.1}", report.seconds),
        ]);
        table
    })?;
    if report.resumed {
        context
            .output
            .remark("Resumed where an earlier run had stopped.");
    }
    Ok(listed::end_without(&report.left_out, "trip", context))
}
