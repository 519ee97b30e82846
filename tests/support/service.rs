//! A service for the app to talk to, and the same service seen from outside the app.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use fielddesk_api::{
    BytesContent, CancellationToken, DocumentTarget, Download, Progress, Upload, UploadFile,
};
use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Profiles, Settings};
use fielddesk_core::secrets::Secrets;
use fielddesk_model::{Environment, FileReferenceId, Project};
use fielddesk_service::{Durability, RunningService, Seed, ServeOptions};
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

/// The same in a data folder that can be looked into after a stop.
pub async fn start_in(folder: &Path) -> anyhow::Result<RunningService> {
    Ok(fielddesk_service::serve(ServeOptions {
        data: Some(folder.to_owned()),
        durability: Some(Durability::Process),
        seed: Seed::Demo,
        control: true,
        ..ServeOptions::default()
    })
    .await?)
}

/// Plants a fault in the service.
pub async fn fault(service: &RunningService, fault: &serde_json::Value) -> anyhow::Result<()> {
    let control = format!("http://{}/_control/faults", service.addr);
    let answer = reqwest::Client::new().post(control).json(fault).send();
    anyhow::ensure!(answer.await?.status().is_success(), "it was not taken");
    Ok(())
}

/// Takes every fault out of the service.
pub async fn no_faults(service: &RunningService) -> anyhow::Result<()> {
    let control = format!("http://{}/_control/faults", service.addr);
    let answer = reqwest::Client::new().delete(control).send();
    anyhow::ensure!(
        answer.await?.status().is_success(),
        "they were not taken out"
    );
    Ok(())
}

/// Forgets the requests that the service has had.
pub async fn forget_requests(service: &RunningService) -> anyhow::Result<()> {
    let control = format!("http://{}/_control/requests", service.addr);
    let answer = reqwest::Client::new().delete(control).send().await?;
    answer.error_for_status()?;
    Ok(())
}

/// Path and query of each request since [`forget_requests`].
pub async fn requests(service: &RunningService) -> anyhow::Result<Vec<String>> {
    let control = format!("http://{}/_control/requests", service.addr);
    let seen: Vec<serde_json::Value> = reqwest::get(control).await?.json().await?;
    let text = |of: &serde_json::Value| of.as_str().unwrap_or_default().to_owned();
    let addresses = seen.iter().map(|request| {
        let (path, query) = (text(&request["path"]), text(&request["query"]));
        format!("{path}?{query}")
    });
    Ok(addresses.collect())
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
    let target = DocumentTarget::Project(project.id);
    let page = connection.client.documents(&target);
    let mut found = Vec::new();
    for file in page
        .list()
        .await?
        .into_iter()
        .flat_map(|section| section.files)
    {
        let download = page.download(&file.file_reference_id).await?;
        found.push((file.name, whole(download).await?));
    }
    Ok(found)
}

/// A document as the service has it.
pub struct Document {
    /// Its file reference id.
    pub id: FileReferenceId,
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Every document of one section of the project's page.
pub async fn page(connection: &Connection, section: &str) -> anyhow::Result<Vec<Document>> {
    let target = DocumentTarget::Project(project(connection).await?.id);
    let page = connection.client.documents(&target);
    let mut found = Vec::new();
    for listed in page.list().await? {
        if listed.section != section {
            continue;
        }
        for file in listed.files {
            let download = page.download(&file.file_reference_id).await?;
            found.push(Document {
                bytes: whole(download).await?,
                id: file.file_reference_id,
                name: file.name,
            });
        }
    }
    Ok(found)
}

/// How many documents one section of the project's page has.
pub async fn count(connection: &Connection, section: &str) -> anyhow::Result<usize> {
    let target = DocumentTarget::Project(project(connection).await?.id);
    let pages = connection.client.documents(&target).list().await?;
    let page = pages.iter().find(|page| page.section == section);
    Ok(page.map_or(0, |page| page.files.len()))
}

async fn whole(download: Download) -> anyhow::Result<Vec<u8>> {
    let bytes = download
        .into_stream()
        .try_fold(Vec::new(), |mut all, chunk| async move {
            all.extend_from_slice(&chunk);
            Ok(all)
        });
    Ok(bytes.await?)
}

/// Puts a document in the place of another of its name, as a colleague would.
pub async fn replace(
    connection: &Connection,
    section: &str,
    name: &str,
    bytes: &[u8],
) -> anyhow::Result<()> {
    let target = DocumentTarget::Project(project(connection).await?.id);
    let documents = connection.client.documents(&target);
    let pages = documents.list().await?;
    let page = pages.into_iter().find(|page| page.section == section);
    let files = page.map(|page| page.files).unwrap_or_default();
    let old = files.into_iter().filter(|file| file.name == name);
    let upload = Upload {
        section: Some(section.to_owned()),
        files: vec![UploadFile {
            name: name.to_owned(),
            size: bytes.len() as u64,
            content: Arc::new(BytesContent::new(bytes.to_vec())),
        }],
        progress: Progress::new(),
        cancel: CancellationToken::new(),
    };
    documents.upload(upload).await?;
    for file in old {
        documents.delete(&file.file_reference_id).await?;
    }
    Ok(())
}

/// Names on the project's page.
pub async fn names(connection: &Connection) -> anyhow::Result<Vec<String>> {
    Ok(documents(connection)
        .await?
        .into_iter()
        .map(|(name, _)| name)
        .collect())
}
