//! Options of a start of the service.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// The options of the service; [`Default`] is an empty, ephemeral one on a free loopback port.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// Address to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The data folder; none means a temporary one that goes with the process.
    pub data: Option<PathBuf>,
    /// URL of a PostgreSQL database in place of the data folder's own; `{environment}` in it is
    /// replaced by `test` and `production`, and without it each environment is a schema.
    pub database: Option<String>,
    /// URL of an object store for the documents' bytes in place of the data folder.
    pub objects: Option<String>,
    /// Folder of signing keys that all nodes share: the newest signs, all verify.
    pub signing_keys: Option<PathBuf>,
    /// Origin under which clients reach the service, where that is not its own address.
    pub public_url: Option<String>,
    /// Loopback address of the listener for metrics and readiness.
    pub admin_listen: Option<SocketAddr>,
    /// Content of an empty data folder.
    pub seed: Seed,
    /// Token lifetime of clients that have none of their own, in seconds.
    pub token_lifetime_s: u64,
    /// Largest upload request taken, in bytes; none means no limit.
    pub max_upload_bytes: Option<u64>,
    /// Durability of an acknowledged write; `None` means `power` with a data folder and `process`
    /// without.
    pub durability: Option<Durability>,
    /// Serves the control surface (faults, request log); never in the desktop app.
    pub control: bool,
    /// Sets documents that no row of the database names aside, however many they are.
    pub set_aside_unlisted: bool,
    /// Allows an address beyond loopback.
    pub allow_remote: bool,
    /// Times that slow clients are waited for.
    pub timeouts: Timeouts,
}

/// The times that slow clients are waited for before their connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For the head of a request, from its first byte.
    pub head: Duration,
    /// For the next request on a connection; longer than the 90 seconds that common clients
    /// keep theirs.
    pub idle: Duration,
    /// For the next bytes of a body, in either direction.
    pub stall: Duration,
    /// A body that arrives more slowly than this on the whole is given up, so that a byte
    /// now and then does not hold a connection for ever.
    pub slowest_bytes_per_s: u64,
    /// For a place among the large answers that are sent at a time.
    pub large_answer: Duration,
    /// Time that new requests are still served after a stop was asked for, while `/readyz` is 503.
    pub drain: Duration,
    /// For the requests under way once a stop was asked for and the drain is over.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(20),
            idle: Duration::from_secs(120),
            stall: Duration::from_secs(60),
            slowest_bytes_per_s: 1024,
            large_answer: Duration::from_secs(10),
            drain: Duration::ZERO,
            stop: Duration::from_secs(10),
        }
    }
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            data: None,
            database: None,
            objects: None,
            signing_keys: None,
            public_url: None,
            admin_listen: None,
            seed: Seed::None,
            token_lifetime_s: 1800,
            max_upload_bytes: None,
            durability: None,
            control: false,
            set_aside_unlisted: false,
            allow_remote: false,
            timeouts: Timeouts::default(),
        }
    }
}

impl ServeOptions {
    /// Returns the durability that holds, after the default.
    #[must_use]
    pub fn effective_durability(&self) -> Durability {
        self.durability.unwrap_or(match self.data {
            Some(_) => Durability::Power,
            None => Durability::Process,
        })
    }
}

/// The data that an operator's act works on: a data folder, or a database beside what it names.
#[derive(Debug, Clone, Default)]
pub struct Location {
    /// The data folder.
    pub data: Option<PathBuf>,
    /// URL of the database in place of the folder's own, as in [`ServeOptions::database`].
    pub database: Option<String>,
    /// URL of the object store in place of the folder.
    pub objects: Option<String>,
    /// Folder of the signing keys in place of the data folder's own.
    pub signing_keys: Option<PathBuf>,
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Location {
    fn from(data: &P) -> Self {
        Self {
            data: Some(data.as_ref().to_owned()),
            ..Self::default()
        }
    }
}

/// The content of an empty data folder. The same seed gives the same data and ids every time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seed {
    /// Leaves it empty.
    None,
    /// A believable contractor for trying and training.
    Demo,
    /// The demo in the amounts of a large contractor.
    Large,
}

/// The failures that an acknowledged write survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process, not of the power.
    Process,
    /// A power cut too: one sync a request before its commit.
    Power,
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Ok(Self::None),
            "demo" => Ok(Self::Demo),
            "large" => Ok(Self::Large),
            other => Err(format!("`{other}` is none of none, demo, large")),
        }
    }
}

impl FromStr for Durability {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "process" => Ok(Self::Process),
            "power" => Ok(Self::Power),
            other => Err(format!("`{other}` is neither process nor power")),
        }
    }
}
