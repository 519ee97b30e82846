//! The store in a PostgreSQL database, for several nodes.

mod access;
mod engine;
#[path = "../sql/mod.rs"]
#[expect(
    clippy::duplicate_mod,
    reason = "one SQL text, compiled for both engines"
)]
mod sql;

use std::str::FromStr as _;
use std::time::Duration;

use async_trait::async_trait;
use fielddesk_model::Environment;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::{Result, Store, StoreError};
use crate::Durability;

pub use sql::SqlStore as PostgresStore;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations-postgres");

/// Stands for the environment in the URL of a database.
const ENVIRONMENT: &str = "{environment}";
/// Connections of a node and an environment.
const CONNECTIONS: u32 = 20;
/// Time that a request waits for a connection.
const PATIENCE: Duration = Duration::from_secs(3);

impl PostgresStore {
    /// Connects to the database of an environment and brings it up to date. Several nodes may do so
    /// at once.
    ///
    /// `{environment}` in the URL is replaced by `test` or `production`; without it, each environment
    /// is a schema of that name.
    ///
    /// # Errors
    /// A URL that is none, a database that cannot be reached or refuses, or one of a newer version.
    pub async fn open(url: &str, environment: Environment, durability: Durability) -> Result<Self> {
        let name = environment.as_str();
        let mut options = PgConnectOptions::from_str(&url.replace(ENVIRONMENT, name))?
            .application_name("fieldservice")
            .statement_cache_capacity(128)
            .options([
                (
                    "synchronous_commit",
                    match durability {
                        Durability::Power => "on",
                        Durability::Process => "off",
                    },
                ),
                ("lock_timeout", "30s"),
                ("idle_in_transaction_session_timeout", "60s"),
            ]);
        let schema = (!url.contains(ENVIRONMENT)).then_some(name);
        if let Some(schema) = schema {
            options = options.options([("search_path", schema)]);
        }
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_with(options)
            .await?;
        if let Some(schema) = schema {
            make_schema(&pool, schema).await?;
        }
        MIGRATIONS.run(&pool).await.map_err(StoreError::new)?;
        Ok(Self {
            read: pool.clone(),
            write: pool,
            access: access::Version::new(),
        })
    }
}

/// Makes a schema when it is missing. Two nodes may do so at once, and one of them is refused then.
async fn make_schema(pool: &engine::Pool, schema: &'static str) -> Result<()> {
    let mut tx = engine::begin(pool).await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('schema', 2))")
        .execute(&mut *tx)
        .await?;
    let mut statement = sqlx::QueryBuilder::<engine::Db>::new("CREATE SCHEMA IF NOT EXISTS ");
    statement.push(schema).build().execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

#[async_trait]
impl Store for PostgresStore {
    async fn close(&self) {
        self.read.close().await;
    }
}
