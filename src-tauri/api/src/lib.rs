//! The HTTP client of the field-operations service: it knows the wire, not the disk.
//!
//! One [`Client`] serves one connection: its addresses, credentials and scopes. Clones share
//! the token and the connections. What goes up is read through [`Content`], what comes down
//! is a stream; both use constant memory at any size. Every failure is one [`Error`], which
//! says what was tried, on what, how often, and never holds a secret.

mod address;
mod auth;
mod broken;
mod certificate;
mod client;
mod clock;
mod diagnosis;
mod error;
mod images;
mod packed;
mod pages;
mod proxy;
mod reach;
mod resources;
mod response;
mod retry;
pub mod testing;
mod transfer;
mod transport;

pub use address::Endpoints;
pub use auth::{Credentials, Granted};
pub use certificate::{CertificateFault, TrustFault};
pub use client::{Client, ClientBuilder};
pub use clock::{Clock, SystemClock};
pub use diagnosis::Diagnosis;
pub use error::{Error, ErrorKind};
pub use images::{Image, Images, NoImage};
pub use pages::RawPage;
pub use reach::Reach;
pub use resources::{
    ChangedMeanwhile, Cleared, Deletion, DocumentTarget, Documents, Extraction, MachineQuery,
    Machines, Projects, TripQuery, UserQuery, Users, WorkOrders,
};
pub use secrecy::{ExposeSecret, SecretString};
pub use tokio_util::sync::CancellationToken;
pub use transfer::{BytesContent, Chunks, Content, Download, Progress, Upload, UploadFile};
pub use url::Url;

/// The example of the README is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
