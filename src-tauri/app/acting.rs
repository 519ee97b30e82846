//! A command that changes something: it carries the connection of the screen that calls it, and is refused where
//! another one would be changed.

use std::sync::Arc;

use fielddesk_core::Failure;
use fielddesk_core::folders::{Connections as _, Folders};
use fielddesk_core::profiles::ProfileId;
use fielddesk_core::shown_for::ShownFor;
use specta::datatype::DataType;
use specta::function::FunctionArg;
use tauri::State;
use tauri::ipc::{CommandArg, CommandItem, InvokeError};

use crate::runtime::Runtime;
use crate::session::ConnectionSession;
use crate::state::AppState;
use crate::state_handle::StateHandle;

/// The header of a call that names the connection of its screen; absent while none is in use.
/// `ui/src/ipc/invoke.ts` sets it.
const HEADER: &str = "fielddesk-connection";

/// The state for a command that changes something.
pub(crate) struct Acting<'r> {
    handle: State<'r, StateHandle>,
    screen: ShownFor,
}

impl Acting<'_> {
    /// The state, for what belongs to no connection.
    pub(crate) async fn state(&self) -> Result<Arc<AppState>, Failure> {
        self.handle.state().await
    }

    /// The connection in use; a screen of another one is refused.
    pub(crate) async fn session(&self) -> Result<Arc<ConnectionSession>, Failure> {
        let state = self.state().await?;
        let session = state.session().await?;
        let connections = &state.stored_connections;
        self.screen
            .check(&session.connection.profile.id, |id| connections.name_of(id))?;
        Ok(session)
    }

    /// The synced folders of the screen's connection, whichever is in use by now.
    pub(crate) async fn folders(&self) -> Result<Folders, Failure> {
        let state = self.state().await?;
        Ok(state.folders.shown_for(self.screen.clone()))
    }

    /// The screen's connection.
    pub(crate) fn connection(&self) -> Result<ProfileId, Failure> {
        let connection = self.screen.0.clone();
        connection.ok_or_else(|| {
            Failure::usage("connection", "No connection is in use.", "Connect first.")
        })
    }
}

impl<'r, 'de: 'r> CommandArg<'de, Runtime> for Acting<'r> {
    fn from_command(command: CommandItem<'de, Runtime>) -> Result<Self, InvokeError> {
        let named = command.message.headers().get(HEADER);
        let named = named.and_then(|value| value.to_str().ok());
        let screen = ShownFor(named.map(ProfileId::from));
        let handle = State::from_command(command)?;
        Ok(Self { handle, screen })
    }
}

impl FunctionArg for Acting<'_> {
    fn to_datatype(_types: &mut specta::Types) -> Option<DataType> {
        None
    }
}
