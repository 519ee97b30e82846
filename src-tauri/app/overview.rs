//! The overview for the window: what `core` knows of the connection in use, with its places in words.

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::overview::uploads_by_target;
use fielddesk_core::trips::window;

use crate::dto;
use crate::state::AppState;

/// What was uploaded since midnight, duplicates as last listed, and the machines at a glance.
pub(crate) async fn read(state: &AppState) -> Result<dto::Overview, Failure> {
    let session = state.session().await?;
    let today = session.clock.now().with_timezone(&Local).date_naive();
    let midnight = window::bound("today", &today.to_string(), &Local)?;
    let (profile, now) = (&session.connection.profile.id, session.clock.now());
    let since = (midnight.into(), now);
    let targets = uploads_by_target(&state.database, profile, &state.folders, since).await?;
    let mut uploads = Vec::with_capacity(targets.len());
    for one in targets {
        uploads.push(dto::PlaceUploads {
            place: session.place(&one.target).await?,
            documents: one.documents,
            last_at: one.last_at,
        });
    }
    let mut duplicates = Vec::new();
    for (target, documents) in session.documents.duplicates().await? {
        duplicates.push(dto::PlaceDuplicates {
            place: session.place(&target).await?,
            documents,
        });
    }
    Ok(dto::Overview {
        uploads,
        duplicates,
        machines: session.fleet.summary().await?,
    })
}
