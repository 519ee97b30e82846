//! Sample data: the service itself, inside this program, on loopback, with its own folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use fielddesk_core::data_dir::DataDir;
use fielddesk_core::model::{Environment, scope};
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_core::{Failure, FailureKind};
use fielddesk_service::admin::{Administration, ClientWithSecret, NewClient};
use fielddesk_service::{RunningService, Seed, ServeOptions, ServiceError};
use secrecy::SecretString;
use tokio::sync::Mutex;

/// Name of the connection.
const NAME: &str = "Sample data";

/// The embedded service, started when it is first needed.
pub(crate) struct Sample {
    folder: PathBuf,
    running: Mutex<Option<Running>>,
}

struct Running {
    service: RunningService,
    client_id: Option<String>,
    secret: Option<SecretString>,
}

impl Sample {
    /// Knows its folder; starts nothing.
    pub(crate) fn new(data: &DataDir) -> Self {
        Self {
            folder: data.path().join("sample-service"),
            running: Mutex::new(None),
        }
    }

    /// Starts the service if it does not run; gives the connection to it, and the secret in
    /// the start that makes the data.
    pub(crate) async fn start(
        &self,
        existing: Option<Profile>,
    ) -> Result<(Profile, Option<SecretString>), Failure> {
        let mut running = self.running.lock().await;
        if running.is_none() {
            *running = Some(self.serve().await?);
        }
        let Some(now) = running.as_mut() else {
            return Err(not_started("it ended at once"));
        };
        let known = existing
            .as_ref()
            .and_then(|profile| profile.client_id.clone());
        if now.client_id.is_none() && known.is_none() {
            // The connection was removed and its client forgotten; the data is still there.
            let made = self.new_client().await?;
            now.client_id = Some(made.client.client_id().to_owned());
            now.secret = Some(SecretString::from(made.client_secret));
        }
        let place = now.service.ready.environment(Environment::Test);
        let client_id = known.or_else(|| now.client_id.clone());
        let settings = Settings {
            name: existing
                .as_ref()
                .map_or_else(|| NAME.to_owned(), |profile| profile.name.clone()),
            environment: Some(Environment::Test),
            identity_url: place.identity_url.clone(),
            base_url: place.base_url.clone(),
            reporting_url: Some(place.reporting_url.clone()),
            client_id,
            sample_data: true,
            ..Settings::default()
        };
        let made = Profile::from_settings(&settings)?;
        let profile = match existing {
            Some(before) => Profile {
                id: before.id,
                company: before.company,
                ..made
            },
            None => made,
        };
        Ok((profile, now.secret.take()))
    }

    /// A new secret for the sample client, when the old one is not known any more.
    pub(crate) async fn new_secret(&self, client_id: &str) -> Result<SecretString, Failure> {
        fielddesk_service::rotate_client(&self.folder, Environment::Test, client_id)
            .await
            .map(SecretString::from)
            .map_err(not_started)
    }

    async fn new_client(&self) -> Result<ClientWithSecret, Failure> {
        let administration = Administration::open(&self.folder, Environment::Test)
            .await
            .map_err(not_started)?;
        let scopes = [scope::SERVICE, scope::REPORTING, scope::MASS_TRANSPORT];
        administration
            .create_client(NewClient {
                name: "Fielddesk".to_owned(),
                scopes: scopes.map(str::to_owned).to_vec(),
                administrator: true,
                read_only: false,
                company: None,
                lifetime_s: None,
            })
            .await
            .map_err(not_started)
    }

    /// Stops the service; its data stays for the next time.
    pub(crate) async fn stop(&self) {
        if let Some(running) = self.running.lock().await.take() {
            running.service.stop().await;
        }
    }

    async fn serve(&self) -> Result<Running, Failure> {
        let options = ServeOptions {
            data: Some(self.folder.clone()),
            seed: Seed::Demo,
            ..ServeOptions::default()
        };
        let service = fielddesk_service::serve(options)
            .await
            .map_err(|error| match error {
                ServiceError::Unlisted { .. } => unlisted(&self.folder, &error),
                _ => not_started(error),
            })?;
        let admin = service
            .ready
            .environment(Environment::Test)
            .clients
            .as_ref()
            .map(|clients| clients.admin.clone());
        Ok(Running {
            service,
            client_id: admin.as_ref().map(|admin| admin.client_id.clone()),
            secret: admin.map(|admin| SecretString::from(admin.client_secret)),
        })
    }
}

/// Makes the folder of sample drawings in a folder, beside what is there under its name.
pub(crate) fn make_folder(place: &Path) -> Result<PathBuf, Failure> {
    let failed = |error| Failure::local("make a folder in", place, &error);
    let sample = fielddesk_service::sample_folder();
    let mut number = 1;
    let folder = loop {
        let folder = place.join(match number {
            1 => sample.name.clone(),
            number => format!("{} ({number})", sample.name),
        });
        match fs::create_dir(&folder) {
            Ok(()) => break folder,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(failed(error)),
        }
    };
    for ([subfolder, name], content) in sample.files {
        let subfolder = folder.join(subfolder);
        fs::create_dir_all(&subfolder).map_err(failed)?;
        fs::write(subfolder.join(name), content).map_err(failed)?;
    }
    Ok(folder)
}

/// Nothing was changed: the person has a backup, or begins anew beside the old folder.
fn unlisted(folder: &Path, error: &ServiceError) -> Failure {
    tracing::error!(%error, "the sample service");
    let folder = folder.display();
    Failure::new(
        FailureKind::DocumentsUnlisted,
        "The database of the sample data is missing or older than its documents.",
        format!("Restore {folder} from a backup, or move that folder away to begin anew."),
    )
    .with("file", folder)
}

fn not_started(reason: impl std::fmt::Display) -> Failure {
    tracing::error!(%reason, "the sample service");
    Failure::new(
        FailureKind::Internal,
        "The service for sample data could not be started on this computer.",
        "Free some disk space and start Fielddesk again. If it comes back, send the diagnostics to support.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_lost_database_is_said_and_its_documents_stay() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::open(folder.path().to_owned()).unwrap();
        let sample = Sample::new(&data);
        sample.start(None).await.unwrap();
        sample.stop().await;
        let place = folder.path().join("sample-service/test");
        std::fs::remove_file(place.join("service.sqlite")).unwrap();
        let failure = sample.start(None).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::DocumentsUnlisted);
        let named = failure.params.get("file").unwrap();
        assert!(named.ends_with("sample-service"), "{named}");
        assert!(place.join("documents").read_dir().unwrap().next().is_some());
    }

    #[test]
    fn a_folder_of_drawings_is_made_beside_what_is_there() {
        let place = tempfile::tempdir().unwrap();
        let first = make_folder(place.path()).unwrap();
        let drawing = first.join("Betong/HB-101 Bunnplate rev A.pdf");
        assert!(fs::read(&drawing).unwrap().starts_with(b"%PDF-"));
        fs::write(&drawing, "changed").unwrap();
        let second = make_folder(place.path()).unwrap();
        assert_ne!(first, second);
        assert_eq!(fs::read(drawing).unwrap(), b"changed");
        assert!(second.join("Bilder/Bassenggrop.png").exists());
        make_folder(&place.path().join("missing")).unwrap_err();
    }
}
