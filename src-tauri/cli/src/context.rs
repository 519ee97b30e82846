//! Context of every command: the effective settings, a way out, and a way to stop.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fielddesk_core::CancellationToken;
use fielddesk_core::bulk::BulkControl;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::export::ExportBases;
use fielddesk_core::profiles::{Profile, Profiles};
use fielddesk_core::recovery;
use fielddesk_core::{Failure, FailureKind};
use secrecy::SecretString;
use tokio::sync::OnceCell;

use crate::args::ConnectionArgs;
use crate::interrupt;
use crate::output::Output;
use crate::secret;
use crate::settings::{Layer, Resolved, Sources, resolve};

/// How long the end of a command waits for what is still being written to the records.
const LAST_WRITE: Duration = Duration::from_secs(1);

/// What every command works with.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    pub(crate) output: Output,
    pub(crate) sources: Sources,
    /// Cancelled when the process is asked to end.
    pub(crate) cancel: CancellationToken,
    profile: Option<String>,
    data_dir: Option<PathBuf>,
    /// Opened once, however often it is asked for.
    database: Arc<OnceCell<Database>>,
}

impl Context {
    /// Reads the environment; the options say more.
    pub(crate) fn new(options: &ConnectionArgs, output: Output) -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            output,
            sources: Sources {
                options: options.layer(),
                environment: Layer::of_environment(variable),
                token_in_environment: secret::variable_value(secret::TOKEN_VARIABLE).is_some(),
                secret_on_stdin: options.client_secret_stdin,
            },
            cancel: CancellationToken::new(),
            profile: options
                .profile
                .clone()
                .or_else(|| variable("FIELDDESK_PROFILE").and_then(|name| name.into_string().ok())),
            data_dir: options
                .data_dir
                .clone()
                .or_else(|| variable("FIELDDESK_DATA_DIR").map(PathBuf::from)),
            database: Arc::default(),
        }
    }

    /// The folder with profiles and history.
    pub(crate) fn data_dir(&self) -> Result<DataDir, Failure> {
        match &self.data_dir {
            Some(path) => DataDir::open(path.clone()),
            None => DataDir::platform_default(),
        }
    }

    /// Two letters of the country of phone numbers in national form, as the settings of the
    /// program have it.
    pub(crate) fn country(&self) -> Option<String> {
        let dir = DataDir::existing(self.data_dir.clone()).ok().flatten();
        let settings = dir.map(|dir| fielddesk_core::settings::load(&dir));
        settings.unwrap_or_default().country()
    }

    /// The records in it.
    pub(crate) async fn database(&self) -> Result<Database, Failure> {
        let dir = self.data_dir()?;
        let open = || Database::open(&dir);
        self.database.get_or_try_init(open).await.cloned()
    }

    /// The data folder where it is there already. Its records are opened where it has or had
    /// any, so that a loss is noticed; nothing is made.
    pub(crate) async fn data_dir_in_use(&self) -> Result<Option<DataDir>, Failure> {
        let dir = DataDir::existing(self.data_dir.clone())?;
        if dir.as_ref().is_some_and(recovery::is_used) {
            self.database().await?;
        }
        Ok(dir)
    }

    /// What exports of the connection wrote. `None` where nothing is kept of it on this computer,
    /// or the records cannot be opened: exports and imports need none.
    pub(crate) async fn export_bases(&self, connection: &Connection) -> Option<ExportBases> {
        let dir = DataDir::existing(self.data_dir.clone()).ok().flatten()?;
        let profiles = Profiles::open(&dir).list().unwrap_or_default();
        let id = &connection.profile.id;
        if !recovery::is_used(&dir) && profiles.iter().all(|profile| profile.id != *id) {
            return None;
        }
        match self.database().await {
            Ok(database) => Some(ExportBases::new(connection, &database)),
            Err(failure) => {
                self.output.remark(&format!(
                    "What was exported on this computer is not known: {}",
                    failure.message
                ));
                None
            }
        }
    }

    /// Closes the records, so that everything written is in the one file. Work that was cut off
    /// may keep them open: then the next start takes it over.
    pub(crate) async fn close(&self) {
        if let Some(database) = self.database.get() {
            let closed = database.pool().close();
            drop(tokio::time::timeout(LAST_WRITE, closed).await);
        }
    }

    /// The same with a data folder of its own and no profile.
    pub(crate) fn with_data_dir(&self, path: PathBuf) -> Self {
        Self {
            data_dir: Some(path),
            profile: None,
            database: Arc::default(),
            ..self.clone()
        }
    }

    /// The settings that hold, and the secret with them.
    pub(crate) async fn resolve(&self) -> Result<(Resolved, SecretString), Failure> {
        self.resolve_with(self.underlying_profile()?).await
    }

    /// The connection that the settings name, for what is kept here of it. Needs no secret.
    pub(crate) fn profile(&self) -> Result<Profile, Failure> {
        Ok(resolve(&self.sources, self.underlying_profile()?.as_ref())?.profile)
    }

    /// From here on Ctrl C cancels.
    pub(crate) fn stops_politely(&self) {
        interrupt::listen(self.cancel.clone());
    }

    /// The same over the profile that the command is about.
    ///
    /// # Errors
    /// Not found where there is none of this name; else as [`Self::resolve`].
    pub(crate) async fn resolve_over(
        &self,
        name: &str,
    ) -> Result<(Resolved, SecretString), Failure> {
        let profile = Profiles::open(&self.data_dir()?).get(name)?;
        self.resolve_with(Some(profile)).await
    }

    async fn resolve_with(
        &self,
        profile: Option<Profile>,
    ) -> Result<(Resolved, SecretString), Failure> {
        let resolved = resolve(&self.sources, profile.as_ref())?;
        let secret = secret::obtain(&resolved, self.sources.secret_on_stdin, &self.output).await?;
        Ok((resolved, secret))
    }

    /// A client ready to call the service. Nothing was sent yet. From here on Ctrl C cancels.
    pub(crate) async fn connect(&self) -> Result<Connection, Failure> {
        let (resolved, secret) = self.resolve().await?;
        self.stops_politely();
        Connection::with_secret(resolved.profile, secret)
    }

    /// How an act on many items is followed and stopped.
    pub(crate) fn following(&self) -> BulkControl {
        BulkControl {
            cancel: self.cancel.clone(),
            ..BulkControl::default()
        }
    }

    /// The outcome of the work, unless it is cancelled before.
    pub(crate) async fn unless_cancelled<T, E>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Failure>
    where
        Failure: From<E>,
    {
        interrupt::unless_cancelled(&self.cancel, async { Ok(work.await?) }).await
    }

    /// The profile that was named, else the active one.
    fn underlying_profile(&self) -> Result<Option<Profile>, Failure> {
        if let Some(name) = &self.profile {
            return Profiles::open(&self.data_dir()?)
                .get(name)
                .map(Some)
                .map_err(|failure| match failure.kind {
                    // A setting that names nothing, not the one thing this command is about.
                    FailureKind::NotFound => Failure {
                        kind: FailureKind::Usage,
                        field: Some("profile".to_owned()),
                        ..failure
                    },
                    _ => failure,
                });
        }
        let active = self
            .data_dir()
            .and_then(|dir| Profiles::open(&dir).active());
        match active {
            Ok(profile) => Ok(profile),
            // Somebody without a data folder can still say everything in the environment.
            Err(failure) if self.is_complete() => {
                tracing::info!(%failure, "no profile could be read; the settings are complete");
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    fn is_complete(&self) -> bool {
        let said = self
            .sources
            .options
            .clone()
            .over(self.sources.environment.clone());
        said.is_complete(self.sources.token_in_environment)
    }
}
