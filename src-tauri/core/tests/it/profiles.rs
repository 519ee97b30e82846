//! A connection's way from the form to the next start.

use fielddesk_core::FailureKind;
use fielddesk_core::connection::Connection;
use fielddesk_core::profiles::{Profile, Profiles};
use fielddesk_core::secrets::{Kept, Secrets};
use fielddesk_model::Environment;

use crate::support::{Service, data_dir, settings};

#[tokio::test]
async fn a_stored_connection_opens_after_it_was_renamed() {
    let service = Service::start().await;
    let (_folder, dir) = data_dir();
    let client = &service.clients().admin;
    let secrets = Secrets::session_only();
    let given = settings(&service, Environment::Test, client);

    let stored = Profiles::open(&dir)
        .put(Profile::from_settings(&given).unwrap())
        .unwrap();
    let kept = secrets
        .put(&stored.id, &client.client_secret.clone().into())
        .await
        .unwrap();
    assert_eq!(kept, Kept::Session);
    let mut renamed = stored.clone();
    renamed.name = "Oslo øst".to_owned();
    Profiles::open(&dir).put(renamed).unwrap();

    let active = Profiles::open(&dir).active().unwrap().unwrap();
    assert_eq!(
        (active.name.as_str(), active.environment),
        ("Oslo øst", Environment::Test)
    );
    let connection = Connection::open(active, &secrets).await.unwrap();
    assert!(
        !connection
            .client
            .projects()
            .list()
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn no_secret_is_in_any_file_of_the_data_folder() {
    let service = Service::start().await;
    let (folder, dir) = data_dir();
    let client = &service.clients().admin;
    let secrets = Secrets::session_only();
    let given = settings(&service, Environment::Test, client);
    let stored = Profiles::open(&dir)
        .put(Profile::from_settings(&given).unwrap())
        .unwrap();
    secrets
        .put(&stored.id, &client.client_secret.clone().into())
        .await
        .unwrap();
    let mut read = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        read += bytes.len();
        assert!(!String::from_utf8_lossy(&bytes).contains(&client.client_secret));
    }
    assert!(read > 0, "the profile itself is in a file");
}

#[tokio::test]
async fn a_connection_without_its_secret_asks_for_it() {
    let service = Service::start().await;
    let given = settings(&service, Environment::Test, &service.clients().admin);
    let profile = Profile::from_settings(&given).unwrap();
    let failure = Connection::open(profile, &Secrets::session_only())
        .await
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Keyring);
    assert!(failure.message.contains("Strømhaug"), "{failure}");
}
