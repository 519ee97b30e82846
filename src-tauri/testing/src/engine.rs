//! The database engine under the tests of the service: SQLite in the data folder, or with
//! `FIELDSERVICE_TEST=postgres` a database of the server `FIELDSERVICE_TEST_DATABASE` for each folder.

use std::path::Path;

use fielddesk_service::{Location, ServeOptions};

/// Returns the options with the database of their data folder, where that is not in the folder.
#[must_use]
pub fn on_engine(options: ServeOptions) -> ServeOptions {
    let database = options.data.as_deref().and_then(database_of);
    ServeOptions {
        database: options.database.or(database),
        ..options
    }
}

/// Returns the location of a data folder and its database.
#[must_use]
pub fn location(folder: &Path) -> Location {
    Location {
        database: database_of(folder),
        ..Location::from(folder)
    }
}

/// Returns true where the tests run on PostgreSQL.
///
/// # Panics
/// Panics if the variable names another engine, or PostgreSQL in a build without it.
#[must_use]
pub fn on_postgres() -> bool {
    match std::env::var("FIELDSERVICE_TEST").as_deref() {
        Err(_) | Ok("sqlite") => false,
        Ok("postgres") if cfg!(feature = "cluster") => true,
        Ok(other) => panic!("FIELDSERVICE_TEST={other} in this build"),
    }
}

/// Returns the URL of the database that belongs to a data folder, which is made at the first call;
/// `None` on SQLite.
#[must_use]
pub fn database_of(folder: &Path) -> Option<String> {
    on_postgres().then(|| made(folder, None))
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn forget_keys(_: &str) {}

#[cfg(not(feature = "cluster"))]
pub(crate) fn made(_: &Path, _: Option<&str>) -> String {
    unreachable!("on_postgres refuses this build")
}

#[cfg(feature = "cluster")]
pub(crate) use postgres::{forget_keys, made};

#[cfg(feature = "cluster")]
mod postgres {
    use std::collections::HashMap;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;

    use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

    /// The names of databases by data folder.
    static MADE: Mutex<Option<HashMap<PathBuf, String>>> = Mutex::new(None);

    /// Makes the database of a folder, as a copy of the one under a URL or empty, unless it is there.
    pub(crate) fn made(folder: &Path, template: Option<&str>) -> String {
        let server = std::env::var("FIELDSERVICE_TEST_DATABASE").unwrap();
        let mut made = MADE.lock().unwrap();
        let made = made.get_or_insert_default();
        let key = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = match made.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = format!("fielddesk_{}_{}", std::process::id(), made.len());
                let template = template.and_then(|url| url.rsplit_once('/'));
                let template = template.map_or("template1", |(_, name)| name);
                run(
                    &server,
                    format!("CREATE DATABASE {name} TEMPLATE {template}"),
                );
                made.insert(key, name.clone());
                name
            }
        };
        let (server, _) = server.rsplit_once('/').unwrap();
        format!("{server}/{name}")
    }

    /// Lets a database be served with any signing keys: each copy has others.
    pub(crate) fn forget_keys(url: &str) {
        for schema in ["test", "production"] {
            let rows = format!("DELETE FROM {schema}.meta WHERE key = 'signing_keys'");
            run(url, rows);
        }
    }

    /// Runs a statement, from inside or outside of a runtime.
    fn run(server: &str, statement: String) {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .unwrap();
                runtime.block_on(async {
                    let mut server = PgConnection::connect(server).await.unwrap();
                    let statement = sqlx::query(AssertSqlSafe(statement));
                    statement.execute(&mut server).await.unwrap();
                });
            });
        });
    }
}
