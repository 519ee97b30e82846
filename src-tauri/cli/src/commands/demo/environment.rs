//! Environment of the demo: a separate service with sample data, a folder, a connection and a
//! colleague who works on the same project from elsewhere.

use std::path::PathBuf;
use std::sync::Arc;

use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::documents::{DocumentContext, SameName, SendFiles, send_files};
use fielddesk_core::folders::{Deletes, FolderMapping, NewMapping, Sections};
use fielddesk_core::history::{History, new_act};
use fielddesk_core::model::{Environment, Project, SectionPage};
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::target::Target;
use fielddesk_core::{Failure, FailureKind, Progress, SystemClock};
use fielddesk_service::{RunningService, Seed, ServeOptions, serve};
use secrecy::SecretString;
use tempfile::TempDir;

use crate::commands::folders::Synced;
use crate::context::Context;

/// The sample project.
pub(super) const PROJECT: &str = "P-2026-001";

/// Everything that the demo made; gone when it is struck.
pub(super) struct DemoEnvironment {
    root: TempDir,
    service: RunningService,
    connection: Connection,
    pub(super) project: Project,
    pub(super) synced: Synced,
}

impl DemoEnvironment {
    /// Starts the service and opens everything.
    ///
    /// # Errors
    /// When there is no room for it.
    pub(super) async fn set(context: &Context) -> Result<Self, Failure> {
        let root = tempfile::Builder::new()
            .prefix("fielddesk-demo-")
            .tempdir()
            .map_err(|error| Failure::local("make a folder in", &std::env::temp_dir(), &error))?;
        let service = serve(ServeOptions {
            seed: Seed::Demo,
            ..ServeOptions::default()
        })
        .await
        .map_err(not_started)?;
        match Self::open(context, root, &service).await {
            Ok((root, connection, project, synced)) => Ok(Self {
                root,
                service,
                connection,
                project,
                synced,
            }),
            Err(failure) => {
                service.stop().await;
                Err(failure)
            }
        }
    }

    async fn open(
        context: &Context,
        root: TempDir,
        service: &RunningService,
    ) -> Result<(TempDir, Connection, Project, Synced), Failure> {
        let connection = connect(context, service)?;
        let look_up = connection.client.projects();
        let project = look_up.by_number(PROJECT).await?;
        let synced = Synced::open(&context.with_data_dir(root.path().join("data"))).await?;
        synced.connected(connection.clone()).await;
        Ok((root, connection, project, synced))
    }

    /// The sample folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.root.path().join("Drawings of the bridge")
    }

    /// Adds the folder.
    pub(super) async fn add(&self) -> Result<FolderMapping, Failure> {
        let new = NewMapping {
            folder: self.folder(),
            profile: self.connection.profile.id.clone(),
            target: self.target(),
            sections: Sections::BySubfolder,
            deletes: Deletes::Ask,
        };
        Ok(self.synced.folders.add(new).await?.mapping)
    }

    /// What is on the project's pages.
    pub(super) async fn pages(&self) -> Result<Vec<SectionPage>, Failure> {
        let target = self.target().on_service();
        Ok(self.connection.client.documents(&target).list().await?)
    }

    /// A colleague puts another content in the place of a document, without knowing of us.
    pub(super) async fn colleague_replaces(
        &self,
        section: &str,
        name: &str,
    ) -> Result<(), Failure> {
        let env = self.root.path().join("colleague");
        let data_dir = DataDir::open(env.join("data"))?;
        let database = Database::open(&data_dir).await?;
        let history = History::open(&data_dir, &database, Arc::new(SystemClock)).await?;
        super::drawings::draw(&env, section, name, "B, by a colleague")?;
        let work = DocumentContext {
            connection: &self.connection,
            target: self.target(),
            data_dir: &data_dir,
            database: &database,
            history: &history,
            clock: Arc::new(SystemClock),
            act: new_act(),
            cancel: fielddesk_core::CancellationToken::new(),
        };
        let send = SendFiles {
            section: Some(section.to_owned()),
            same_name: SameName::Replace,
            files: vec![env.join(section).join(name)],
            progress: Progress::new(),
        };
        for outcome in send_files(&work, send).await.files {
            outcome.result?;
        }
        Ok(())
    }

    fn target(&self) -> Target {
        Target::project(self.project.id.clone())
    }

    /// Takes everything away.
    pub(super) async fn strike(self) {
        drop(self.synced);
        self.service.stop().await;
        // What is still open is closed by the system with this process.
        if let Err(error) = self.root.close() {
            tracing::warn!(%error, "the demo's folder");
        }
    }
}

fn connect(context: &Context, service: &RunningService) -> Result<Connection, Failure> {
    let place = service.ready.environment(Environment::Test);
    let Some(clients) = &place.clients else {
        return Err(not_started("it has no clients"));
    };
    let profile = Profile::from_settings(&Settings {
        name: "Sample data".to_owned(),
        environment: Some(Environment::Test),
        identity_url: place.identity_url.clone(),
        base_url: place.base_url.clone(),
        reporting_url: Some(place.reporting_url.clone()),
        client_id: Some(clients.admin.client_id.clone()),
        sample_data: true,
        ..Settings::default()
    })?;
    context.output.hide(&clients.admin.client_secret);
    let secret = SecretString::from(clients.admin.client_secret.clone());
    Connection::with_secret(profile, secret)
}

fn not_started(reason: impl std::fmt::Display) -> Failure {
    tracing::error!(%reason, "the sample service");
    Failure::new(
        FailureKind::Internal,
        format!("The server for sample data could not be started: {reason}."),
        "Free some disk space and try again.",
    )
}
