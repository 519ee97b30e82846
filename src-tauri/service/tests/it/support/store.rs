//! The store below HTTP, on the engine of the tests.

use std::path::Path;
use std::sync::Arc;

use fielddesk_service::Durability;
use fielddesk_service::store::{SqliteStore, Store};

/// Opens the store of the test environment of a data folder, also while it is served.
pub(crate) async fn open(folder: &Path) -> Arc<dyn Store> {
    #[cfg(feature = "cluster")]
    if let Some(url) = fielddesk_testing::database_of(folder) {
        let test = fielddesk_model::Environment::Test;
        let store = fielddesk_service::store::PostgresStore::open(&url, test, Durability::Process);
        return Arc::new(store.await.unwrap());
    }
    std::fs::create_dir_all(folder.join("test")).unwrap();
    let file = folder.join("test/service.sqlite");
    Arc::new(SqliteStore::open(&file, Durability::Process).await.unwrap())
}
