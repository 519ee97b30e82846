//! Connections as the window uses them: list, check, save, switch, remove, sample data.

use crate::runtime::AppHandle;
use fielddesk_core::Failure;
use fielddesk_core::check::{self, CheckReport, Draft};
use fielddesk_core::connection::Connection;
use fielddesk_core::directory::Directory;
use fielddesk_core::fleet::Fleet;
use fielddesk_core::profiles::Profile;
use fielddesk_core::trips::TripStore;
use fielddesk_rules::pasted::bare;
use secrecy::SecretString;
use tokio::sync::watch;

use crate::dto::{ConnectionDraft, ConnectionInfo, SecretInput};
use crate::event_bridge;
use crate::events::{self, CheckProgressed, ConnectionsChanged};
use crate::state::AppState;
use crate::tray;

/// All stored connections.
pub(crate) async fn list(state: &AppState) -> Result<Vec<ConnectionInfo>, Failure> {
    let active = state.profiles.active()?.map(|profile| profile.id);
    let mut infos = Vec::new();
    for profile in state.profiles.list()? {
        infos.push(info(state, &profile, active.as_ref() == Some(&profile.id)).await);
    }
    Ok(infos)
}

/// Checks a draft; each step is told as an event.
pub(crate) async fn check(
    app: &AppHandle,
    state: &AppState,
    draft: &ConnectionDraft,
) -> Result<CheckReport, Failure> {
    let cancel = state.check.begin();
    let draft = Draft {
        secret: secret_of(state, draft).await?,
        settings: draft.settings(),
    };
    let environment = draft.settings.environment;
    let (sender, mut progress) = watch::channel(CheckReport::starting(
        environment.unwrap_or(fielddesk_core::model::Environment::Test),
    ));
    let app = app.clone();
    let telling = tauri::async_runtime::spawn(async move {
        while progress.changed().await.is_ok() {
            let report = progress.borrow_and_update().clone();
            events::emit(&app, &CheckProgressed(report));
        }
    });
    let others = state.profiles.list()?;
    let report = check::check_among(&draft, &others, sender, cancel).await;
    // The sender is gone now, so the telling ends by itself.
    telling.await.map_err(Failure::internal)?;
    Ok(report)
}

/// Stores a draft and begins to use it.
pub(crate) async fn save(
    state: &AppState,
    draft: &ConnectionDraft,
) -> Result<ConnectionInfo, Failure> {
    let secret = secret_of(state, draft).await?;
    let made = Profile::from_settings(&draft.settings())?;
    let profile = match changed(state, draft)? {
        // The same connection under whatever name: its queue and what it sent stay with it.
        Some(before) => Profile {
            id: before.id,
            company: before.company,
            ..made
        },
        None if state.profiles.get(&made.name).is_ok() => {
            return Err(Failure::usage(
                "name",
                format!("There is a connection {} already.", made.name),
                "Choose another name.",
            ));
        }
        None => made,
    };
    let connection = Connection::with_secret(profile.clone(), secret.clone())?;
    let profile = state.profiles.put(profile)?;
    state.secrets.put(&profile.id, &secret).await?;
    state.pasted.clear();
    if !matches!(draft.secret, SecretInput::Stored) {
        state.queues.close(&profile.id).await;
    }
    begin(
        state,
        Connection {
            profile,
            ..connection
        },
    )
    .await
}

/// Begins to use a stored connection.
pub(crate) async fn activate(state: &AppState, name: &str) -> Result<ConnectionInfo, Failure> {
    let profile = state.profiles.get(name)?;
    let connection = connect(state, profile).await?;
    begin(state, connection).await
}

/// Goes on with the connection that was in use when the program ended.
pub(crate) async fn resume(state: &AppState) -> Result<(), Failure> {
    if let Some(profile) = state.profiles.active()? {
        let connection = connect(state, profile).await?;
        begin(state, connection).await?;
    }
    Ok(())
}

/// Goes on with the transfers that an earlier run left, of every connection that is not in use.
pub(crate) async fn resume_transfers(state: &AppState) -> Result<(), Failure> {
    let unfinished = state.queues.unfinished().await?;
    let chosen = state.session().await.ok();
    let in_use = |profile: &Profile| {
        let used = chosen
            .as_ref()
            .map(|session| &session.connection.profile.id);
        used == Some(&profile.id)
    };
    for profile in state.profiles.list()? {
        if in_use(&profile) || !unfinished.iter().any(|id| id == profile.id.as_str()) {
            continue;
        }
        let opened = match connect(state, profile.clone()).await {
            Ok(connection) => state.queues.open(connection).await.map(drop),
            Err(failure) => state.queues.hold(&profile, failure).await,
        };
        if let Err(failure) = opened {
            tracing::warn!(
                kind = failure.kind.as_str(),
                "transfers of a connection do not go on"
            );
        }
    }
    Ok(())
}

/// Forgets a connection and its secret. The folders that went through it are paused first.
pub(crate) async fn remove(state: &AppState, name: &str) -> Result<(), Failure> {
    let active = state.profiles.active()?;
    let stored = state.profiles.get(name)?;
    state.folders.leave_connection(&stored.id).await?;
    let removed = state.profiles.remove(name)?;
    if active.is_some_and(|profile| profile.id == removed.id) {
        state.use_session(None).await;
    }
    if removed.sample_data {
        state.sample.stop().await;
    }
    state.secrets.remove(&removed.id).await?;
    state.queues.close(&removed.id).await;
    state.stored_connections.forget(&removed.id).await;
    Directory::forget(&state.database, &removed.id).await?;
    Fleet::forget(&state.database, &removed.id).await?;
    let forgotten = TripStore::forget_in(&state.data, &removed.id).await;
    // The connection is gone, also where another program keeps its trips busy.
    tell(state).await?;
    forgotten
}

/// Starts the service on this computer and begins to use it.
pub(crate) async fn start_sample_data(state: &AppState) -> Result<ConnectionInfo, Failure> {
    let existing = state
        .profiles
        .list()?
        .into_iter()
        .find(|profile| profile.sample_data);
    let (profile, secret) = state.sample.start(existing).await?;
    let profile = state.profiles.put(profile)?;
    if let Some(secret) = secret {
        state.secrets.put(&profile.id, &secret).await?;
    }
    let connection = connect(state, profile).await?;
    begin(state, connection).await
}

/// The sign-in address of a draft, when a browser may open it.
pub(crate) fn web_address(draft: &ConnectionDraft) -> Result<url::Url, Failure> {
    // With a token there is no other place to sign in at.
    let address = match draft.client_id {
        Some(_) => &draft.identity_url,
        None => &draft.base_url,
    };
    url::Url::parse(address.trim())
        .ok()
        .filter(|address| matches!(address.scheme(), "http" | "https"))
        .ok_or_else(|| {
            Failure::usage(
                "identityUrl",
                "The sign-in address is not a web address.",
                "Check its spelling.",
            )
        })
}

/// A client for a stored profile. Sample data starts its service first.
async fn connect(state: &AppState, profile: Profile) -> Result<Connection, Failure> {
    if !profile.sample_data {
        return Connection::open(profile, &state.secrets).await;
    }
    let id = profile.id.clone();
    let (profile, new_secret) = state.sample.start(Some(profile)).await?;
    let secret = match new_secret {
        Some(secret) => secret,
        None => match state.secrets.get(&id).await? {
            Some(secret) => secret,
            // A computer without a credential store forgets it at the end of each run.
            None => {
                let client_id = profile.client_id.as_deref().unwrap_or_default();
                state.sample.new_secret(client_id).await?
            }
        },
    };
    let profile = state.profiles.put(profile)?;
    state.secrets.put(&profile.id, &secret).await?;
    Connection::with_secret(profile, secret)
}

/// Puts a connection into use and tells the window.
async fn begin(state: &AppState, connection: Connection) -> Result<ConnectionInfo, Failure> {
    let profile = connection.profile.clone();
    state.stored_connections.put(connection.clone()).await;
    state.folders.renew(&profile.id).await?;
    // The one before has to let go of the queue before the next one opens it.
    state.use_session(None).await;
    let session = state.open_session(connection).await?;
    event_bridge::session(&state.app, &session);
    state.use_session(Some(session)).await;
    state.profiles.activate(&profile.name)?;
    tell(state).await?;
    Ok(info(state, &profile, true).await)
}

async fn tell(state: &AppState) -> Result<(), Failure> {
    let connections = list(state).await?;
    tray::tell_connections(&state.app, &connections);
    events::emit(&state.app, &ConnectionsChanged { connections });
    Ok(())
}

async fn info(state: &AppState, profile: &Profile, active: bool) -> ConnectionInfo {
    let kept = state.secrets.kept(&profile.id).await;
    ConnectionInfo::of(profile, active, kept)
}

/// The stored connection that a draft changes.
fn changed(state: &AppState, draft: &ConnectionDraft) -> Result<Option<Profile>, Failure> {
    draft
        .changes
        .as_deref()
        .map(|name| state.profiles.get(name))
        .transpose()
}

/// The secret of a draft: typed, pasted, or stored under its name.
async fn secret_of(state: &AppState, draft: &ConnectionDraft) -> Result<SecretString, Failure> {
    let token = draft.is_token()?;
    let secret = match &draft.secret {
        SecretInput::Typed { value } => Some(bare(value))
            .filter(|value| !value.is_empty())
            .map(SecretString::from),
        SecretInput::Pasted { handle } => state.pasted.get(handle),
        SecretInput::Stored => match changed(state, draft)? {
            // A client's secret is never shown as a token, nor a token as a client's secret.
            Some(profile) if profile.static_token == token => {
                if !profile.secret_is_for(&Profile::from_settings(&draft.settings())?) {
                    return Err(Failure::usage(
                        "clientSecret",
                        "The stored secret belongs to another client or to other addresses.",
                        "Enter the secret of this client again.",
                    ));
                }
                state.secrets.get(&profile.id).await?
            }
            Some(_) | None => None,
        },
    };
    secret.ok_or_else(|| match token {
        false => Failure::usage(
            "clientSecret",
            "The client secret is missing.",
            "Paste the secret that the administrator got when the client was made.",
        ),
        true => Failure::usage(
            "clientSecret",
            "The access token is missing.",
            "Paste the token that you were given.",
        ),
    })
}
