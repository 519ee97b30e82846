//! The store in a PostgreSQL database, for several nodes.

mod access;
mod bulk;
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
use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::{Connections, Result, Store, StoreError};
use crate::Durability;

pub use sql::SqlStore as PostgresStore;
pub(crate) use sql::tables::SqlTables as PostgresTables;

/// Stands for the environment in the URL of a database.
const ENVIRONMENT: &str = "{environment}";
/// Connections of a node and an environment.
const CONNECTIONS: u32 = 20;
/// The oldest version of PostgreSQL that is tested, as the server writes it.
const OLDEST_SERVER: i32 = 150_000;
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
    /// A URL that is none, a server that cannot be reached or refuses, or a database that is not
    /// for this version.
    pub async fn open(url: &str, environment: Environment, durability: Durability) -> Result<Self> {
        let options = options(url, environment, durability)?;
        let schema = (!url.contains(ENVIRONMENT)).then_some(environment.as_str());
        // Alone first: a pool says of every failure that it took too long.
        let mut connection = first_connection(&options).await?;
        if let Some(schema) = schema {
            make_schema(&mut connection, schema).await?;
        }
        migrate(&mut connection).await?;
        connection.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options);
        Ok(Self {
            read: pool.clone(),
            write: pool,
            access: access::Version::of(format!("{url} {environment}")),
        })
    }
}

const NO_URL: &str = "--database is no URL such as postgres://USER@HOST/DATABASE_{environment}";

/// The options of a connection to the database of an environment.
fn options(
    url: &str,
    environment: Environment,
    durability: Durability,
) -> Result<PgConnectOptions> {
    let name = environment.as_str();
    if !["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
    {
        return Err(refused(NO_URL));
    }
    let options = PgConnectOptions::from_str(&url.replace(ENVIRONMENT, name))
        .map_err(|_| refused(NO_URL))?
        .application_name("fieldservice")
        .statement_cache_capacity(128)
        .options([
            ("synchronous_commit", durability_word(durability)),
            ("lock_timeout", "30s"),
            ("idle_in_transaction_session_timeout", "60s"),
        ]);
    Ok(if url.contains(ENVIRONMENT) {
        options
    } else {
        options.options([("search_path", name)])
    })
}

fn refused(sentence: impl Into<String>) -> StoreError {
    StoreError::Refused(sentence.into())
}

const fn durability_word(durability: Durability) -> &'static str {
    match durability {
        Durability::Power => "on",
        Durability::Process => "off",
    }
}

/// Connects, and says in a sentence why not.
async fn first_connection(options: &PgConnectOptions) -> Result<engine::Connection> {
    let host = format!("{}:{}", options.get_host(), options.get_port());
    let connecting = engine::Connection::connect_with(options);
    let mut connection = match tokio::time::timeout(PATIENCE, connecting).await {
        Err(_) => return Err(refused(format!("PostgreSQL at {host} does not answer"))),
        Ok(Err(error)) => return Err(refused(no_connection(&host, options, &error))),
        Ok(Ok(connection)) => connection,
    };
    let version: i32 = sqlx::query_scalar("SELECT current_setting('server_version_num')::int")
        .fetch_one(&mut connection)
        .await?;
    if version < OLDEST_SERVER {
        return Err(refused(format!(
            "PostgreSQL at {host} is of version {}, and {} or newer is needed",
            version / 10_000,
            OLDEST_SERVER / 10_000
        )));
    }
    Ok(connection)
}

fn no_connection(host: &str, options: &PgConnectOptions, error: &sqlx::Error) -> String {
    let code = match error {
        sqlx::Error::Database(refusal) => refusal.code().unwrap_or_default().into_owned(),
        _ => String::new(),
    };
    let user = options.get_username();
    match code.as_str() {
        "28P01" | "28000" => {
            format!("PostgreSQL at {host} refuses the user {user} or its password")
        }
        "3D000" => format!(
            "PostgreSQL at {host} has no database {}; make it with createdb",
            options.get_database().unwrap_or(user)
        ),
        _ => format!("PostgreSQL at {host} cannot be used: {error}"),
    }
}

/// Makes a schema when it is missing. Of two nodes that do so at once, one waits.
async fn make_schema(connection: &mut engine::Connection, schema: &'static str) -> Result<()> {
    let mut tx = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('schema', 2))")
        .execute(&mut *tx)
        .await?;
    let mut statement = sqlx::QueryBuilder::<engine::Db>::new("CREATE SCHEMA IF NOT EXISTS ");
    statement.push(schema).build().execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Brings the database up to date. One that a newer version brought further is served beside its
/// nodes, as long as the row `oldest_schema` allows that.
async fn migrate(connection: &mut engine::Connection) -> Result<()> {
    let mut migrations = sqlx::migrate!("./migrations-postgres");
    let ours = migrations.iter().map(|one| one.version).max().unwrap_or(0);
    let has_meta = "SELECT to_regclass('meta') IS NOT NULL";
    if sqlx::query_scalar(has_meta)
        .fetch_one(&mut *connection)
        .await?
    {
        let sql = "SELECT value::bigint FROM meta WHERE key = 'oldest_schema'";
        let oldest: Option<i64> = sqlx::query_scalar(sql)
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(oldest) = oldest.filter(|oldest| *oldest > ours) {
            return Err(refused(format!(
                "the database is of a newer fieldservice (schema {oldest}, and this one knows \
                 {ours}); update this node"
            )));
        }
    }
    migrations.set_ignore_missing(true);
    let done = migrations.run_direct(None, connection, false).await;
    done.map_err(|error| {
        refused(format!(
            "the database cannot be brought up to date: {error}"
        ))
    })
}

#[async_trait]
impl Store for PostgresStore {
    fn connections(&self) -> Connections {
        Connections::of(&[&self.read])
    }

    async fn close(&self) {
        self.read.close().await;
    }
}
