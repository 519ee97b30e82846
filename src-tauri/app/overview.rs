//! The overview for the window: what `core` knows of the connection in use, with its pages in words.

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::overview::delivered;
use fielddesk_core::trips::window;

use crate::dto;
use crate::state::AppState;

/// What went to the pages since midnight, and how machines stand.
pub(crate) async fn read(state: &AppState) -> Result<dto::Overview, Failure> {
    let session = state.session().await?;
    let today = session.clock.now().with_timezone(&Local).date_naive();
    let midnight = window::bound("today", &today.to_string(), &Local)?;
    let (profile, now) = (&session.connection.profile.id, session.clock.now());
    let since = (midnight.into(), now);
    let pages = delivered(&state.database, profile, &state.folders, since).await?;
    let mut delivered = Vec::with_capacity(pages.len());
    for page in pages {
        delivered.push(dto::DeliveredPage {
            place: session.place(&page.target).await?,
            documents: page.documents,
            last_at: page.last_at,
        });
    }
    Ok(dto::Overview {
        delivered,
        machines: session.fleet.standing().await?,
    })
}
