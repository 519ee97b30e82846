//! The client, and the one path that every request takes.

mod attempt;
mod builder;
mod call;
mod kept;
mod lists;
mod writing;

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use reqwest::{Method, Response, Url};
use serde::de::DeserializeOwned;
use tokio::sync::watch;

pub use builder::ClientBuilder;
pub(crate) use call::{Body, Call};

use self::kept::KeptLists;
use crate::address;
use crate::auth::TokenCache;
use crate::error::Outcome;
use crate::response;
use crate::retry::{Policy, Retries};
use crate::transport::{HttpPool, Redirects, Transport};
use crate::{
    Clock, Credentials, Download, Endpoints, Error, ErrorKind, Granted, Reach, SystemClock,
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
    lists: KeptLists,
    reach: watch::Sender<Reach>,
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

    /// Returns the same client without waits and repetitions, for a connection test. A token that
    /// is refused is still renewed once.
    #[must_use]
    pub fn single_attempt(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            policy: Policy::Once,
        }
    }

    /// Returns true for a client that neither waits nor repeats.
    #[must_use]
    pub fn is_single_attempt(&self) -> bool {
        matches!(self.policy, Policy::Once)
    }

    /// Returns the addresses that this client speaks to.
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

    pub(crate) fn reach(&self) -> &watch::Sender<Reach> {
        &self.shared.reach
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
        address::join(&self.shared.endpoints.base, &all, operation)
    }

    /// Gets a JSON answer.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        url: Url,
        operation: &str,
    ) -> Result<T, Error> {
        let call = Call::new(Method::GET, url, operation);
        self.read(&self.whole(&call).await?, &call)
    }

    /// Reads the answer of a call. What an error repeats of it holds no secret.
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        body: &[u8],
        call: &Call<'_>,
    ) -> Result<T, Error> {
        response::read_json(body, call.operation).map_err(|error| self.of_answer(error, &call.url))
    }

    /// Adds to an error of an unreadable answer its host, and its detail without secrets.
    pub(crate) fn of_answer(&self, error: Error, url: &Url) -> Error {
        let secrets = self.known_secrets();
        error.with(|e| {
            e.host = address::host(url);
            e.detail = e.detail.take().map(|text| response::mask(text, &secrets));
        })
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

    /// Makes a single attempt of [`Client::whole`]; a web page is never taken for an answer.
    pub(crate) async fn whole_once(&self, call: &Call<'_>) -> Result<Bytes, Error> {
        let response = self.attempt(call).await?;
        Self::body_of(response, call).await
    }

    /// Reads the body of a success.
    async fn body_of(response: Response, call: &Call<'_>) -> Result<Bytes, Error> {
        let headers = response.headers().clone();
        let (status, host) = (response.status().as_u16(), address::host(response.url()));
        let body = response::read_whole(
            response,
            response::LIST_LIMIT,
            call.expected_bytes,
            call.operation,
        )
        .await;
        // What answers has the whole request, or has done with it what it will.
        let body = body.map_err(|error| error.with(|e| e.whole = true))?;
        if response::is_html(&headers, &body) {
            return Err(Error::new(ErrorKind::ProxyPage, call.operation).with(|e| {
                e.status = Some(status);
                e.host = host;
            }));
        }
        Ok(body)
    }

    /// Makes a single attempt of a request that must not be sent again once it was done: returns
    /// the body of the success, `None` where it is lost on the way. Only a web page is no success.
    pub(crate) async fn done_once(&self, call: &Call<'_>) -> Result<Option<Bytes>, Error> {
        let response = self.attempt(call).await?;
        match Self::body_of(response, call).await {
            Ok(body) => Ok(Some(body)),
            Err(error) if matches!(error.kind(), ErrorKind::ProxyPage) => Err(error),
            Err(error) => {
                tracing::debug!(?error, "it was done, and the answer is lost");
                Ok(None)
            }
        }
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

    /// Makes a single attempt of [`Client::download`].
    pub(crate) async fn download_once(&self, url: Url, operation: &str) -> Result<Download, Error> {
        let call = Call {
            accept: "*/*",
            as_it_is: true,
            pool: HttpPool::Transfers,
            redirects: Redirects::AlsoElsewhere,
            ..Call::new(Method::GET, url, operation)
        };
        let response = self.attempt(&call).await?;
        response::read_download(response, operation)
    }
}
