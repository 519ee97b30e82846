//! Events for the web side. The name of an event says what happened; a table on the web side lists
//! the queries that it makes stale.

use fielddesk_core::check::CheckReport;
use fielddesk_core::data_loss::DataLoss;
use fielddesk_core::drop_plan::PlanUpdate;
use fielddesk_core::fleet::{BatchProgress, FleetState};
use fielddesk_core::target::Target;
use fielddesk_core::transfers::TransfersView;
use fielddesk_core::trips::views::TripsState;
use fielddesk_core::updates::UpdateState;
use fielddesk_core::users::UsersState;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::Event;

use crate::dto::{ConnectionInfo, Folders, Online, OtherTransfers};
use crate::runtime::AppHandle;

/// A connection check moved on.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct CheckProgressed(pub CheckReport);

/// Files are over the window. Places are in CSS pixels.
#[derive(Debug, Clone, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct DragMoved {
    /// From the left edge.
    #[specta(type = i32)]
    pub x: f64,
    /// From the top edge.
    #[specta(type = i32)]
    pub y: f64,
    /// Files, those in folders too.
    pub files: u64,
    /// Folders.
    pub folders: u64,
    /// Bytes of all.
    pub bytes: u64,
    /// Still counting.
    pub counting: bool,
}

/// The files left the window.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct DragLeft;

/// Files were let go over the window.
#[derive(Debug, Clone, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct DragDropped {
    /// Handle of the drop.
    pub drop_id: String,
    /// From the left edge.
    #[specta(type = i32)]
    pub x: f64,
    /// From the top edge.
    #[specta(type = i32)]
    pub y: f64,
    /// Files, as far as counted.
    pub files: u64,
    /// Folders, as far as counted.
    pub folders: u64,
    /// Bytes, as far as counted.
    pub bytes: u64,
}

/// Rows of a plan became known or changed.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct PlanChanged(pub PlanUpdate);

/// Transfers moved on; at most five a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct TransfersChanged(pub TransfersView);

/// Transfers of connections that are not in use moved on; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct OtherTransfersChanged(pub Vec<OtherTransfers>);

/// Synced folders moved on; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct FoldersChanged(pub Folders);

/// The documents of a page changed by what was done here.
#[derive(Debug, Clone, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct DocumentsChanged {
    /// Whose page.
    pub target: Target,
}

/// Rows of the grid of machines changed, or how the fleet stands; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct MachinesChanged(pub FleetState);

/// Rows of the grid of users changed, or how the list stands; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct UsersChanged(pub UsersState);

/// An act on many machines or users moved on; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct BatchProgressed(pub BatchProgress);

/// Releases of machines were planned, cancelled, or came about.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct ReleasesChanged;

/// Trips are read, or how they stand changed; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct TripsChanged(pub TripsState);

/// The service came or went.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct OnlineChanged(pub Online);

/// Connections were added, removed or switched.
#[derive(Debug, Clone, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct ConnectionsChanged {
    /// All connections.
    pub connections: Vec<ConnectionInfo>,
}

/// Records were lost, or that was acknowledged, here or with `fieldctl`.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct DataLossChanged(pub Vec<DataLoss>);

/// Updating moved on; at most five times a second.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub struct UpdateChanged(pub UpdateState);

/// What is not saved and lost when the program ends.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Unsaved {
    /// Users with changes that are not saved.
    pub users: u64,
    /// A new machine that was begun and is not created.
    pub new_machine: bool,
}

/// Transfers by what becomes of them when the program ends.
#[derive(Debug, Clone, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LeavingTransfers {
    /// Being moved, files of synced folders included: what is not done ten seconds later is cut
    /// off, and all of its bytes go again at the next start.
    pub moving: u64,
    /// Not begun: they go at the next start.
    pub waiting: u64,
    /// Paused, and still so at the next start.
    pub paused: u64,
    /// The names of connections whose transfers wait until their secret is entered again.
    pub without_secret: Vec<String>,
}

/// Somebody closes the window or quits, and is asked first.
#[derive(Debug, Clone, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct LeaveRequested {
    /// The program is to end; else the window is closed.
    pub quit: bool,
    /// The program can stay in the tray.
    pub tray: bool,
    /// Transfers that stop by it.
    pub transfers: LeavingTransfers,
    /// Synced folders that are followed.
    pub folders: u64,
    /// Acts on many records that go on.
    pub acts: Vec<BatchProgress>,
    /// What the window alone holds.
    pub unsaved: Unsaved,
}

/// A place in the window that the tray or a notification asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum NavigateTo {
    /// Documents.
    Documents,
    /// Synced folders.
    Folders,
    /// The transfers panel.
    Transfers,
    /// Settings.
    Settings,
    /// The dialog that sends files.
    SendFiles,
    /// The plan of the files that the file manager gave.
    UploadGiven,
}

/// The tray or a notification asks for a place in the window.
#[derive(Debug, Clone, Serialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct Navigate {
    /// Where to.
    pub to: NavigateTo,
    /// The id of the connection that is meant; none for the one in use.
    pub connection: Option<String>,
    /// The synced folder that is meant, of the screen of them.
    pub folder: Option<String>,
}

/// Sends an event; a window that is gone needs none.
pub(crate) fn emit<E: Event + serde::Serialize + Clone>(app: &AppHandle, event: &E) {
    if let Err(error) = event.emit(app) {
        tracing::debug!(%error, event = E::NAME, "the window was not told");
    }
}
