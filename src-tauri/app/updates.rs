//! Updates of the program: checked for at the address of the settings, fetched with their
//! signature checked, installed when the person restarts. What is asked, downloaded, verified and
//! replaced is the updater plugin's; when, and what is said of it, is decided here.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::time::{Duration, Instant};

use fielddesk_core::Failure;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::folders::State;
use fielddesk_core::settings::{self, Settings};
use fielddesk_core::updates::{UpdateAddress, UpdateProblem, UpdateState};
use serde::Serialize;
use specta::Type;
use tauri::Manager;
use tauri::plugin::TauriPlugin;
use tauri::utils::config::BundleType;
use tauri_plugin_updater::{Config, Error, Update, UpdaterExt};
use tokio::sync::{Mutex, Notify, watch};

use crate::events::{self, UpdateChanged};
use crate::runtime::{AppHandle, Runtime};
use crate::state::AppState;
use crate::state_handle::StateHandle;
use crate::tray;

const BETWEEN_CHECKS: Duration = Duration::from_secs(6 * 60 * 60);
const BETWEEN_EVENTS: Duration = Duration::from_millis(200);
/// The list is small: a server that takes longer does not answer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(30);
/// A download may take hours, but not without a byte for this long.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// In the data folder from an installation until the start after it.
const INSTALLED: &str = "update-installed";

/// How updating stands, and what was fetched.
pub(crate) struct Updates {
    state: watch::Sender<UpdateState>,
    /// Held while somebody checks or installs: one at a time.
    package: Mutex<Option<Package>>,
    address_changed: Notify,
}

impl Default for Updates {
    fn default() -> Self {
        Self {
            state: watch::Sender::new(UpdateState::Off),
            package: Mutex::default(),
            address_changed: Notify::default(),
        }
    }
}

/// A version whose signature was right when it was fetched. It is checked again before it is
/// installed.
struct Package {
    update: Update,
    /// Without a name: it ends with the program.
    content: File,
}

/// What became of *Restart to update*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) enum RestartAnswer {
    /// The program ends and the new one starts.
    Begun,
    /// Documents are on their way: nothing was done.
    Uploading,
    /// There is no version to install, or it could not be: the state says why.
    NotInstalled,
}

/// The updater, with the key that releases are signed with. A build for tests takes the key of
/// the test.
pub(crate) fn plugin() -> TauriPlugin<Runtime, Config> {
    let builder = tauri_plugin_updater::Builder::new();
    match test_key() {
        Some(key) => builder.pubkey(key),
        None => builder,
    }
    .build()
}

fn test_key() -> Option<String> {
    if cfg!(debug_assertions) {
        std::env::var("FIELDDESK_UPDATE_KEY").ok()
    } else {
        None
    }
}

/// Whether this program can be replaced by the updater: by how it was installed, and whether
/// releases are signed at all.
fn replaces_itself(app: &AppHandle) -> bool {
    use BundleType::{App, AppImage, Msi, Nsis};
    let plugins = &app.config().plugins.0;
    let key = plugins
        .get("updater")
        .and_then(|updater| updater["pubkey"].as_str());
    let installed = tauri::utils::platform::bundle_type();
    test_key().is_some()
        || key.is_some_and(|key| !key.is_empty())
            && matches!(installed, Some(AppImage | Nsis | Msi | App))
}

/// Checks for updates now, every few hours, and when the address or the channel changes.
pub(crate) fn follow(state: &AppState) {
    let (app, clock) = (state.app.clone(), state.clock.clone());
    tauri::async_runtime::spawn(async move {
        let updates = app.state::<Updates>();
        loop {
            check(&app).await;
            tokio::select! {
                () = clock.sleep(BETWEEN_CHECKS) => {}
                () = updates.address_changed.notified() => {
                    // What was fetched may not be of the new list.
                    *updates.package.lock().await = None;
                }
            }
        }
    });
}

/// Another address or channel is read soon.
pub(crate) fn settings_changed(app: &AppHandle, before: &Settings, now: &Settings) {
    let lists = |settings: &Settings| (settings.update_address.clone(), settings.update_channel);
    if lists(before) != lists(now) {
        app.state::<Updates>().address_changed.notify_one();
    }
}

/// How updating stands.
pub(crate) fn state(app: &AppHandle) -> UpdateState {
    app.state::<Updates>().state.borrow().clone()
}

fn tell(app: &AppHandle, state: UpdateState) {
    app.state::<Updates>().state.send_replace(state.clone());
    events::emit(app, &UpdateChanged(state));
}

/// Checks for a newer version and fetches it; answers how updating stands then.
pub(crate) async fn check(app: &AppHandle) -> UpdateState {
    let updates = app.state::<Updates>();
    let mut package = updates.package.lock().await;
    let found = match app.state::<StateHandle>().state().await {
        Ok(state) => find(app, &state, &mut package).await,
        // The window says already that nothing works.
        Err(_) => UpdateState::Off,
    };
    tell(app, found.clone());
    found
}

async fn find(app: &AppHandle, state: &AppState, package: &mut Option<Package>) -> UpdateState {
    let settings = settings::load(&state.data);
    let Some(address) = &settings.update_address else {
        *package = None;
        return UpdateState::Off;
    };
    if !replaces_itself(app) {
        return UpdateState::ByPackage;
    }
    if package.is_none() {
        tell(app, UpdateState::Checking);
    }
    let problem = match newer(app, address, &settings).await {
        Ok(None) => {
            *package = None;
            return UpdateState::UpToDate {
                at: state.clock.now(),
            };
        }
        Ok(Some(update)) => {
            let version = update.version.clone();
            let known = package
                .as_ref()
                .is_some_and(|known| known.update.version == version);
            if known {
                return ready(&update);
            }
            match download(app, update).await {
                Ok(fetched) => {
                    let state = ready(&fetched.update);
                    *package = Some(fetched);
                    return state;
                }
                Err(problem) => (problem, Some(version)),
            }
        }
        Err(problem) => (problem, None),
    };
    // A version that is there already is not lost because the next check failed.
    if let Some(package) = package {
        return ready(&package.update);
    }
    let (problem, version) = problem;
    UpdateState::Failed {
        problem,
        version,
        at: state.clock.now(),
    }
}

fn ready(update: &Update) -> UpdateState {
    UpdateState::Ready {
        version: update.version.clone(),
        notes: update.body.clone(),
    }
}

async fn newer(
    app: &AppHandle,
    address: &str,
    settings: &Settings,
) -> Result<Option<Update>, UpdateProblem> {
    let list = UpdateAddress::read(address)
        .and_then(|address| address.list(settings.update_channel))
        .map_err(|failure| {
            tracing::warn!(%failure, "the address of updates");
            UpdateProblem::Address
        })?;
    let ending = app.clone();
    let updater = app
        .updater_builder()
        .timeout(CHECK_TIMEOUT)
        .configure_client(|client| client.read_timeout(READ_TIMEOUT))
        // Windows ends the program while its installer runs: requests under way end first.
        .on_before_exit(move || {
            tauri::async_runtime::block_on(crate::ending::finish(&ending));
            ending.cleanup_before_exit();
        })
        .endpoints(vec![list])
        .and_then(tauri_plugin_updater::UpdaterBuilder::build)
        .map_err(|error| told(&error, UpdateProblem::Address))?;
    let checked = updater.check().await;
    checked.map_err(|error| told(&error, UpdateProblem::NoList))
}

async fn download(app: &AppHandle, update: Update) -> Result<Package, UpdateProblem> {
    let mut bytes = 0;
    let mut next = Instant::now();
    let progressed = |chunk: usize, total| {
        bytes += chunk as u64;
        if Instant::now() >= next {
            next = Instant::now() + BETWEEN_EVENTS;
            let version = update.version.clone();
            tell(
                app,
                UpdateState::Downloading {
                    version,
                    bytes,
                    total,
                },
            );
        }
    };
    let content = update
        .download(progressed, || {})
        .await
        .map_err(|error| told(&error, UpdateProblem::Unreachable))?;
    let stored = tokio::task::spawn_blocking(move || {
        let mut file = tempfile::tempfile()?;
        file.write_all(&content)?;
        Ok(file)
    });
    let content = stored
        .await
        .unwrap_or_else(|error| Err(std::io::Error::other(error)))
        .map_err(|error| told(&error.into(), UpdateProblem::Replace))?;
    Ok(Package { update, content })
}

/// Installs what was fetched and restarts, unless documents are on their way.
pub(crate) async fn restart(app: &AppHandle) -> Result<RestartAnswer, Failure> {
    if is_uploading(app) {
        return Ok(RestartAnswer::Uploading);
    }
    let updates = app.state::<Updates>();
    let mut package = updates.package.lock().await;
    let Some(Package {
        update,
        mut content,
    }) = package.take()
    else {
        return Ok(RestartAnswer::NotInstalled);
    };
    let version = update.version.clone();
    let state = app.state::<StateHandle>().state().await?;
    let mark = state.data.path().join(INSTALLED);
    let installing = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        content.rewind()?;
        content.read_to_end(&mut bytes)?;
        // Windows ends the program in the call.
        std::fs::write(&mark, [])?;
        let installed = update.install(bytes);
        if installed.is_err() {
            std::fs::remove_file(mark)?;
        }
        installed
    });
    let Err(error) = installing.await.map_err(Failure::internal)? else {
        tracing::info!(version, "updated; the program starts again");
        crate::ending::finish(app).await;
        app.request_restart();
        return Ok(RestartAnswer::Begun);
    };
    let problem = told(&error, UpdateProblem::Replace);
    let at = state.clock.now();
    tell(
        app,
        UpdateState::Failed {
            problem,
            version: Some(version),
            at,
        },
    );
    Ok(RestartAnswer::NotInstalled)
}

/// Whether this is the start after an installation. It has the arguments of the start before, but
/// a person waits for the window, and the files it named were taken.
pub(crate) fn is_just_installed(data: &DataDir) -> bool {
    std::fs::remove_file(data.path().join(INSTALLED)).is_ok()
}

/// Whether a document is on its way now. What only waits goes on after the restart.
fn is_uploading(app: &AppHandle) -> bool {
    let (transfers, folders) = tray::known(app);
    transfers.is_some_and(|transfers| transfers.active > 0)
        || folders
            .mappings
            .iter()
            .any(|one| one.state == State::Working)
}

/// What an error is for a person; its own words are in the log. `unreadable` is what an answer
/// means that breaks off or cannot be read.
fn told(error: &Error, unreadable: UpdateProblem) -> UpdateProblem {
    tracing::warn!(%error, "no update");
    match error {
        Error::Reqwest(error) if error.is_decode() || error.is_body() => unreadable,
        Error::Reqwest(_) | Error::Network(_) => UpdateProblem::Unreachable,
        Error::ReleaseNotFound | Error::Serialization(_) | Error::Semver(_) => {
            UpdateProblem::NoList
        }
        Error::TargetNotFound(_) | Error::TargetsNotFound(_) => UpdateProblem::NotForThisSystem,
        Error::Minisign(_)
        | Error::Base64(_)
        | Error::SignatureUtf8(_)
        | Error::SignedVersionMismatch { .. }
        | Error::MissingSignedVersion => UpdateProblem::Signature,
        Error::InsecureTransportProtocol | Error::EmptyEndpoints | Error::UrlParse(_) => {
            UpdateProblem::Address
        }
        _ => UpdateProblem::Replace,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_installation_is_known_at_one_start() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::open(folder.path().to_owned()).unwrap();
        assert!(!is_just_installed(&data));
        std::fs::write(data.path().join(INSTALLED), []).unwrap();
        assert!(is_just_installed(&data));
        assert!(!is_just_installed(&data));
    }
}
