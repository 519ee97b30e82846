//! A service for the app to talk to, and the same service seen from outside the app.

use std::path::Path;

use anyhow::Context;
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Profiles, Settings};
use fielddesk_core::secrets::Secrets;
use fielddesk_model::{Environment, Project};
use fielddesk_service::{RunningService, Seed, ServeOptions};
use futures::TryStreamExt;
use secrecy::SecretString;

/// Name of the connection that [`connect`] stores.
pub const CONNECTION: &str = "Strand";

/// A seeded service with its control surface.
pub async fn start() -> anyhow::Result<RunningService> {
    Ok(fielddesk_service::serve(ServeOptions {
        seed: Seed::Demo,
        control: true,
        ..ServeOptions::default()
    })
    .await?)
}

/// Stores a connection to the service's test environment in a data folder, as the app would,
/// and gives the same connection to the test.
pub async fn connect(data: &Path, service: &RunningService) -> anyhow::Result<Connection> {
    let place = service.ready.environment(Environment::Test);
    let admin = &place.clients.as_ref().context("the start seeds")?.admin;
    let dir = DataDir::open(data.to_owned())?;
    let profile = Profile::from_settings(&Settings {
        name: CONNECTION.to_owned(),
        environment: Some(Environment::Test),
        identity_url: place.identity_url.clone(),
        base_url: place.base_url.clone(),
        reporting_url: Some(place.reporting_url.clone()),
        client_id: Some(admin.client_id.clone()),
        ..Settings::default()
    })?;
    let profiles = Profiles::open(&dir);
    let profile = profiles.put(profile)?;
    profiles.activate(&profile.name)?;
    let secret = SecretString::from(admin.client_secret.clone());
    Secrets::open().await.put(&profile.id, &secret).await?;
    Ok(Connection::with_secret(profile, secret)?)
}

/// The connection that the app uses, opened from its data folder and the keyring.
pub async fn as_the_app(data: &Path) -> anyhow::Result<Connection> {
    let profile = Profiles::open(&DataDir::open(data.to_owned())?)
        .active()?
        .context("the app has a connection in use")?;
    Ok(Connection::open(profile, &Secrets::open().await).await?)
}

/// The project that every seed has.
pub async fn project(connection: &Connection) -> anyhow::Result<Project> {
    Ok(connection.client.projects().by_number("P-2026-001").await?)
}

/// Every document of the project's page with its bytes, by name.
pub async fn documents(connection: &Connection) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let project = project(connection).await?;
    let target = fielddesk_api::DocumentTarget::Project(project.id);
    let page = connection.client.documents(&target);
    let mut found = Vec::new();
    for file in page
        .list()
        .await?
        .into_iter()
        .flat_map(|section| section.files)
    {
        let download = page.download(&file.file_reference_id).await?;
        let bytes = download
            .into_stream()
            .try_fold(Vec::new(), |mut all, chunk| async move {
                all.extend_from_slice(&chunk);
                Ok(all)
            })
            .await?;
        found.push((file.name, bytes));
    }
    Ok(found)
}

/// Names on the project's page.
pub async fn names(connection: &Connection) -> anyhow::Result<Vec<String>> {
    Ok(documents(connection)
        .await?
        .into_iter()
        .map(|(name, _)| name)
        .collect())
}
