//! The client, and the one path that every request takes.

mod builder;
mod call;
mod exchange;
mod writing;

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use fielddesk_model::{Location, MassType, Trip};
use reqwest::{Method, Url};
use serde::de::DeserializeOwned;

pub use builder::ClientBuilder;
pub(crate) use call::{Body, Call};

use crate::answer;
use crate::auth::TokenCache;
use crate::error::Outcome;
use crate::retry::{Policy, Retries};
use crate::transport::{Lane, Redirects, Transport};
use crate::{
    Clock, Credentials, DocumentTarget, Documents, Download, Endpoints, Error, ErrorKind,
    Extraction, Granted, Machines, Projects, SystemClock, Users, WorkOrders,
};

/// A connection to the service. Clones are cheap and share the token and the connections.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
    policy: Policy,
}

struct Shared {
    endpoints: Endpoints,
    credentials: Credentials,
    scopes: Vec<String>,
    clock: Arc<dyn Clock>,
    transport: Transport,
    tokens: TokenCache,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("endpoints", &self.shared.endpoints)
            .field("credentials", &self.shared.credentials)
            .field("scopes", &self.shared.scopes)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// Begins a client for these addresses and credentials.
    #[must_use]
    pub fn builder(endpoints: Endpoints, credentials: Credentials) -> ClientBuilder {
        ClientBuilder {
            endpoints,
            credentials,
            scopes: vec![fielddesk_model::scope::SERVICE.to_owned()],
            proxy: None,
            clock: Arc::new(SystemClock),
        }
    }

    /// The same client without waits and repetitions, for a connection test. A token that is
    /// refused is still renewed once.
    #[must_use]
    pub fn single_attempt(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            policy: Policy::Once,
        }
    }

    /// The addresses that this client speaks to.
    #[must_use]
    pub fn endpoints(&self) -> &Endpoints {
        &self.shared.endpoints
    }

    /// Signs in, unless a good token is there, and tells which scopes are granted.
    ///
    /// # Errors
    /// `InvalidClient`, `InvalidScope` where none is granted; otherwise see [`Error`].
    pub async fn sign_in(&self) -> Result<Granted, Error> {
        let mut retries = self.retries();
        loop {
            match self.token().await {
                Ok(token) => return Ok(token.scopes.clone()),
                Err(error) => retries.after(error).await?,
            }
        }
    }

    /// Projects.
    #[must_use]
    pub fn projects(&self) -> Projects<'_> {
        Projects(self)
    }

    /// Work orders.
    #[must_use]
    pub fn work_orders(&self) -> WorkOrders<'_> {
        WorkOrders(self)
    }

    /// The documents of a project or work order.
    #[must_use]
    pub fn documents(&self, target: &DocumentTarget) -> Documents<'_> {
        Documents {
            client: self,
            target: target.clone(),
        }
    }

    /// Users.
    #[must_use]
    pub fn users(&self) -> Users<'_> {
        Users(self)
    }

    /// Machines and equipment.
    #[must_use]
    pub fn machines(&self) -> Machines<'_> {
        Machines(self)
    }

    /// Haul trips of the reporting host.
    #[must_use]
    pub fn trips(&self) -> Extraction<'_, Trip> {
        Extraction::new(self, "flow-trip-registrations", "read the haul trips")
    }

    /// The locations that trips refer to.
    #[must_use]
    pub fn locations(&self) -> Extraction<'_, Location> {
        Extraction::new(self, "flow-locations", "read the locations")
    }

    /// The mass types that trips refer to.
    #[must_use]
    pub fn mass_types(&self) -> Extraction<'_, MassType> {
        Extraction::new(self, "flow-mass-types", "read the mass types")
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.shared.clock
    }

    pub(crate) fn retries(&self) -> Retries<'_> {
        Retries::new(self.policy, self.clock())
    }

    /// An address of the core API.
    pub(crate) fn core(&self, segments: &[&str], operation: &str) -> Result<Url, Error> {
        let all = [&["api", "v4", "integration"], segments].concat();
        crate::address::join(&self.shared.endpoints.base, &all, operation)
    }

    /// Gets a JSON answer.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        url: Url,
        operation: &str,
    ) -> Result<T, Error> {
        let body = self
            .whole(&Call::new(Method::GET, url.clone(), operation))
            .await?;
        answer::read_json(&body, operation)
            .map_err(|error| error.with(|e| e.host = answer::host(&url)))
    }

    /// Sends a call that may be repeated and reads its answer whole.
    pub(crate) async fn whole(&self, call: &Call<'_>) -> Result<Bytes, Error> {
        let mut retries = self.retries();
        loop {
            match self.whole_once(call).await {
                Ok(body) => return Ok(body),
                Err(error) => retries.after(error).await?,
            }
        }
    }

    /// One attempt of [`Client::whole`]; a web page is never taken for an answer.
    pub(crate) async fn whole_once(&self, call: &Call<'_>) -> Result<Bytes, Error> {
        let response = self.attempt(call).await?;
        let headers = response.headers().clone();
        let (status, host) = (response.status().as_u16(), answer::host(response.url()));
        let body = answer::read_whole(
            response,
            answer::LIST_LIMIT,
            call.expected_bytes,
            call.operation,
        )
        .await;
        // What answers has the whole request, or has done with it what it will.
        let body = body.map_err(|error| error.with(|e| e.whole = true))?;
        if answer::is_html(&headers, &body) {
            return Err(Error::new(ErrorKind::ProxyPage, call.operation).with(|e| {
                e.status = Some(status);
                e.host = host;
            }));
        }
        Ok(body)
    }

    /// Removes something. Where an earlier attempt broke off and may have been carried out,
    /// that the thing is gone is what was wanted.
    pub(crate) async fn delete(&self, url: Url, operation: &str) -> Result<(), Error> {
        let call = Call::new(Method::DELETE, url, operation);
        let mut retries = self.retries();
        let mut doubtful = false;
        loop {
            let error = match self.whole_once(&call).await {
                Ok(_) => return Ok(()),
                Err(error) if doubtful && error.is_not_found() => return Ok(()),
                Err(error) => error,
            };
            doubtful |= error.outcome() == Outcome::Unknown;
            retries.after(error).await?;
        }
    }

    /// Begins a download; the attempts end where the bytes begin.
    pub(crate) async fn download(&self, url: Url, operation: &str) -> Result<Download, Error> {
        let mut retries = self.retries();
        loop {
            match self.download_once(url.clone(), operation).await {
                Ok(download) => return Ok(download),
                Err(error) => retries.after(error).await?,
            }
        }
    }

    /// One attempt of [`Client::download`].
    pub(crate) async fn download_once(&self, url: Url, operation: &str) -> Result<Download, Error> {
        let call = Call {
            accept: "*/*",
            lane: Lane::Transfers,
            redirects: Redirects::AlsoElsewhere,
            ..Call::new(Method::GET, url, operation)
        };
        let response = self.attempt(&call).await?;
        answer::read_download(response, operation)
    }
}
