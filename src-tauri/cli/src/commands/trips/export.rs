//! `fieldctl trips export`: the trips that are kept here into a file.

use fielddesk_core::trips::{
    ExportFormat, ExportReport, ExportRequest, ExportTarget, ExportWords, OrderBy, TripOrder, Zone,
};
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::language::Language;
use tokio::sync::watch;

use super::{filter, kept};
use crate::args::{Headings, TripExportArgs, TripFormat};
use crate::commands::export::in_file;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::progress::Bar;

pub(super) async fn run(args: TripExportArgs, context: &Context) -> Result<Exit, Failure> {
    let file = match args.format {
        // The lines are JSON themselves.
        TripFormat::Ndjson => args.output.file()?,
        _ => args.output.file_beside_json(&context.output)?,
    };
    let words = wanted_words(&args)?;
    let trips = kept(context).await?;
    let request = ExportRequest {
        format: match args.format {
            TripFormat::Csv => ExportFormat::Csv,
            TripFormat::Ndjson => ExportFormat::Ndjson,
            TripFormat::Xlsx => ExportFormat::Xlsx,
            TripFormat::Parquet => ExportFormat::Parquet,
        },
        filter: filter(&args.filter)?,
        order: TripOrder {
            by: OrderBy::Time,
            descending: false,
        },
        raw: args.raw,
        words: words.map(|(language, zone)| ExportWords {
            language,
            zone: zone.unwrap_or_else(|| trips.zone()),
        }),
    };
    let target = match file {
        Some(path) => ExportTarget::File(path.to_owned()),
        None => ExportTarget::Stream(context.output.stream()),
    };
    let progress = watch::Sender::new(0_u64);
    let bar = Bar::count(&context.output, "Trips", progress.subscribe(), |written| {
        *written
    });
    let done = trips.export(&request, target, &progress, &context.cancel);
    let report = match done.await {
        // A reader that went away has what it wanted.
        Err(failure)
            if context.output.reader_is_gone() && failure.kind != FailureKind::Cancelled =>
        {
            return Ok(Exit::Done);
        }
        done => done?,
    };
    drop(bar);
    remarks(&report, context);
    if let Some(path) = file {
        let told = |place: &str| in_file(report.rows, place);
        context.output.written(path, report.rows, told)?;
    }
    Ok(Exit::Done)
}

/// The language that was asked for, and the zone where one was named.
fn wanted_words(args: &TripExportArgs) -> Result<Option<(Language, Option<Zone>)>, Failure> {
    let Some(Headings(language)) = args.headings else {
        return Ok(None);
    };
    if matches!(args.format, TripFormat::Ndjson | TripFormat::Parquet) {
        return Err(Failure::usage(
            "headings",
            "Only CSV and XLSX have headings in a language.",
            "Leave --headings out, or choose --format csv or xlsx.",
        ));
    }
    let zone = args.zone.as_deref().map(|name| {
        Zone::named(name).ok_or_else(|| {
            Failure::usage(
                "zone",
                format!("There is no time zone {}.", shown(name)),
                "Name one as Europe/Oslo.",
            )
        })
    });
    Ok(Some((language, zone.transpose()?)))
}

/// What somebody has to know of the file.
fn remarks(report: &ExportReport, context: &Context) {
    if report.sheets > 1 {
        context.output.remark(&format!(
            "A sheet takes 1,048,576 rows: the trips are in {} sheets.",
            report.sheets
        ));
    }
    if report.cut_texts > 0 {
        context.output.remark(&format!(
            "{} texts were too long for a cell and are cut.",
            report.cut_texts
        ));
    }
}
