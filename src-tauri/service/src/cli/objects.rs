//! `fieldservice objects …`

use anyhow::bail;
use fielddesk_service::admin::Administration;

use super::arguments::ObjectsCommand;
use super::output;

pub(super) async fn run(command: ObjectsCommand) -> anyhow::Result<()> {
    let ObjectsCommand::Check(place) = command;
    let objects = place.location.objects.clone();
    let administration = Administration::open(place.location, place.environment).await?;
    let report = administration.check_objects(objects.as_deref()).await?;
    output::json(&report)?;
    let damaged = report.missing.len() + report.other_size.len();
    if damaged > 0 {
        bail!(
            "{damaged} of {} documents have no bytes, or not all of them; take them from a backup, \
             or upload them again",
            report.documents
        );
    }
    Ok(())
}
