//! A drag over the window, as the system reports it.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use tauri::{DragDropEvent, PhysicalPosition};

use super::state::Bridge;
use crate::drops;

/// A step of a drag; places are in pixels of the page.
#[derive(Deserialize)]
#[serde(tag = "step", rename_all = "camelCase")]
pub(super) enum Step {
    Enter { paths: Vec<PathBuf>, x: f64, y: f64 },
    Over { x: f64, y: f64 },
    Drop { paths: Vec<PathBuf>, x: f64, y: f64 },
    Leave,
}

/// Takes one step.
pub(super) async fn follow(
    State(bridge): State<Arc<Bridge>>,
    Json(step): Json<Step>,
) -> StatusCode {
    let event = match step {
        Step::Enter { paths, x, y } => DragDropEvent::Enter {
            paths,
            position: PhysicalPosition::new(x, y),
        },
        Step::Over { x, y } => DragDropEvent::Over {
            position: PhysicalPosition::new(x, y),
        },
        Step::Drop { paths, x, y } => DragDropEvent::Drop {
            paths,
            position: PhysicalPosition::new(x, y),
        },
        Step::Leave => DragDropEvent::Leave,
    };
    drops::follow(&bridge.window.as_ref().window(), &event);
    StatusCode::NO_CONTENT
}
