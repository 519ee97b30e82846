//! A real drag over the window: where it is, how much it is, and what it drops.
//!
//! The web side gets places and counts. Paths stay here, behind a handle.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::runtime::{AppHandle, Window};
use fielddesk_core::drop_plan::{DropSource, DroppedFiles};
use tauri::{DragDropEvent, Manager, PhysicalPosition};
use tokio::sync::watch;

use crate::events::{self, DragDropped, DragLeft, DragMoved};
use crate::state_handle::StateHandle;

/// The drag that is over the window.
#[derive(Default)]
pub(crate) struct Drag {
    held: Mutex<Option<watch::Receiver<DroppedFiles>>>,
}

impl Drag {
    fn held(&self) -> std::sync::MutexGuard<'_, Option<watch::Receiver<DroppedFiles>>> {
        self.held
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Follows a drag over the window.
pub(crate) fn follow(window: &Window, event: &DragDropEvent) {
    let app = window.app_handle();
    let drag = app.state::<Arc<Drag>>();
    match event {
        DragDropEvent::Enter { paths, position } => {
            *drag.held() = begin(app, paths.clone());
            moved(window, &drag, *position);
        }
        DragDropEvent::Over { position } => moved(window, &drag, *position),
        DragDropEvent::Drop { paths, position } => {
            // Without an Enter (a drag that began before the window was ready) the paths come
            // only now.
            let held = drag.held().take().or_else(|| begin(app, paths.clone()));
            if let Some(drop) = held {
                let drop = drop.borrow().clone();
                let (x, y) = css_place(window, *position);
                events::emit(
                    app,
                    &DragDropped {
                        drop_id: drop.id,
                        x,
                        y,
                        files: drop.files,
                        folders: drop.folders,
                        bytes: drop.bytes,
                    },
                );
            }
        }
        DragDropEvent::Leave => {
            let left = drag.held().take();
            if let (Some(drop), Some(state)) = (left, app.state::<StateHandle>().state_now()) {
                state.plans.forget(&drop.borrow().id);
            }
            events::emit(app, &DragLeft);
        }
        _ => {}
    }
}

/// Begins to count what is dragged.
fn begin(app: &AppHandle, paths: Vec<PathBuf>) -> Option<watch::Receiver<DroppedFiles>> {
    if paths.is_empty() {
        return None;
    }
    let state = app.state::<StateHandle>().state_now()?;
    Some(state.plans.begin(paths, DropSource::Drop))
}

fn moved(window: &Window, drag: &Drag, position: PhysicalPosition<f64>) {
    let counts = drag.held().as_ref().map(|drop| drop.borrow().clone());
    let (x, y) = css_place(window, position);
    events::emit(
        window.app_handle(),
        &DragMoved {
            x,
            y,
            files: counts.as_ref().map_or(0, |drop| drop.files),
            folders: counts.as_ref().map_or(0, |drop| drop.folders),
            bytes: counts.as_ref().map_or(0, |drop| drop.bytes),
            counting: counts.is_some_and(|drop| drop.counting),
        },
    );
}

/// The system gives physical pixels, the page has CSS pixels.
fn css_place(window: &Window, position: PhysicalPosition<f64>) -> (f64, f64) {
    let scale = window.scale_factor().unwrap_or(1.0);
    let place = position.to_logical::<f64>(scale);
    (place.x, place.y)
}
