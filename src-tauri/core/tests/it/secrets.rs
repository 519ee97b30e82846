//! A suite for every store of secrets: the session's, and the system's where there is one.

use fielddesk_core::profiles::ProfileId;
use fielddesk_core::secrets::{Kept, KeyringStore, SecretStore, Secrets, SessionStore};
use secrecy::{ExposeSecret as _, SecretString};

async fn read(store: &dyn SecretStore, account: &str) -> Option<String> {
    let secret = store.get(account).await.unwrap();
    secret.map(|secret| secret.expose_secret().to_owned())
}

/// What holds for every store.
async fn conformance(store: &dyn SecretStore) {
    // Accounts as they are used: ids of profiles.
    let (one, two) = (ProfileId::new(), ProfileId::new());
    let (one, two) = (one.as_str(), two.as_str());
    assert_eq!(read(store, one).await, None);
    store.remove(one).await.unwrap();

    for secret in [
        "kort".to_owned(),
        "æøå 😀 \"quoted\" \\ = : \t".to_owned(),
        "x".repeat(2_561),
        "😀".repeat(4_000),
        "eyJ".repeat(11_000),
        "kort igjen".to_owned(),
    ] {
        store
            .put(one, &SecretString::from(secret.clone()))
            .await
            .unwrap();
        assert!(
            read(store, one).await == Some(secret),
            "what was put is what is got"
        );
    }
    store.put(two, &"y".repeat(5_000).into()).await.unwrap();
    assert_eq!(read(store, one).await.as_deref(), Some("kort igjen"));

    store.remove(one).await.unwrap();
    assert_eq!(read(store, one).await, None);
    assert_eq!(read(store, two).await, Some("y".repeat(5_000)));
    store.remove(two).await.unwrap();
    assert_eq!(read(store, two).await, None);
}

#[tokio::test]
async fn the_session_store_conforms() {
    conformance(&SessionStore::default()).await;
}

/// Runs where `FIELDDESK_TEST_KEYRING` says that a keyring is there and unlocked; `make test`
/// arranges that.
#[tokio::test]
async fn the_system_keyring_conforms() {
    if std::env::var_os("FIELDDESK_TEST_KEYRING").is_none() {
        eprintln!("no keyring to test: FIELDDESK_TEST_KEYRING is not set");
        return;
    }
    let store = KeyringStore::of_service("fielddesk-test").await.unwrap();
    conformance(&store).await;
}

/// Two runs of the program, as far as secrets go.
#[tokio::test]
async fn a_secret_in_the_keyring_is_there_in_the_next_run() {
    if std::env::var_os("FIELDDESK_TEST_KEYRING").is_none() {
        eprintln!("no keyring to test: FIELDDESK_TEST_KEYRING is not set");
        return;
    }
    let id = ProfileId::new();
    let first = Secrets::open().await;
    assert!(first.keyring_available());
    let kept = first.put(&id, &"hemmelig".to_owned().into()).await.unwrap();
    assert_eq!(kept, Kept::Keyring);

    let next = Secrets::open().await;
    assert_eq!(next.kept(&id).await, Kept::Keyring);
    assert_eq!(
        next.expect(&id, "Oslo").await.unwrap().expose_secret(),
        "hemmelig"
    );
    next.remove(&id).await.unwrap();
    assert_eq!(first.kept(&id).await, Kept::Missing);
}
