//! Connections to the real service, and data folders.

use fielddesk_core::connection::Connection;
use fielddesk_core::data_dir::DataDir;
use fielddesk_core::profiles::{Profile, Settings};
use fielddesk_model::Environment;
use fielddesk_service::ReadyClient;
pub(crate) use fielddesk_testing::Service;

/// Settings for a client of an environment.
pub(crate) fn settings(
    service: &Service,
    environment: Environment,
    client: &ReadyClient,
) -> Settings {
    let addresses = service.ready.environment(environment);
    Settings {
        name: "Strømhaug".to_owned(),
        environment: Some(environment),
        identity_url: addresses.identity_url.clone(),
        base_url: addresses.base_url.clone(),
        reporting_url: Some(addresses.reporting_url.clone()),
        client_id: Some(client.client_id.clone()),
        ..Settings::default()
    }
}

/// A connection of a client to the test environment.
pub(crate) fn connection(service: &Service, client: &ReadyClient) -> Connection {
    let settings = settings(service, Environment::Test, client);
    let profile = Profile::from_settings(&settings).unwrap();
    Connection::with_secret(profile, client.client_secret.clone().into()).unwrap()
}

/// A data folder that goes with the test.
pub(crate) fn data_dir() -> (tempfile::TempDir, DataDir) {
    let folder = tempfile::tempdir().unwrap();
    let dir = DataDir::open(folder.path().to_owned()).unwrap();
    (folder, dir)
}
