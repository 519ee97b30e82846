//! Makes a client, and refuses settings that no client can have.

use std::fmt;
use std::sync::Arc;

use reqwest::Url;
use tokio::sync::watch;

use super::attempt::bearer;
use super::kept::KeptLists;
use super::{Client, Shared};
use crate::auth::TokenCache;
use crate::retry::Policy;
use crate::transport::Transport;
use crate::{Clock, Credentials, Endpoints, Error, ErrorKind};

/// Makes a [`Client`].
pub struct ClientBuilder {
    pub(super) endpoints: Endpoints,
    pub(super) credentials: Credentials,
    pub(super) scopes: Vec<String>,
    pub(super) proxy: Option<Url>,
    pub(super) clock: Arc<dyn Clock>,
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("endpoints", &self.endpoints)
            .field("credentials", &self.credentials)
            .field("scopes", &self.scopes)
            .finish_non_exhaustive()
    }
}

impl ClientBuilder {
    /// Sets the scopes to ask for; without them the core scope alone.
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Sets a proxy instead of the system's. None is ever used for this machine.
    #[must_use]
    pub fn proxy(mut self, proxy: Option<Url>) -> Self {
        self.proxy = proxy;
        self
    }

    /// Sets another clock than the machine's.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Makes the client; nothing is sent yet.
    ///
    /// # Errors
    /// `InsecureAddress` for plain http to another machine, `Settings` for an address, proxy
    /// or token that cannot be used.
    pub fn build(self) -> Result<Client, Error> {
        self.endpoints.check()?;
        if let Credentials::StaticToken(token) = &self.credentials {
            bearer(token).ok_or_else(|| {
                Error::new(ErrorKind::Settings, "use the static token")
                    .with_detail("it is empty or holds characters that no token has")
            })?;
        }
        Ok(Client {
            shared: Arc::new(Shared {
                transport: Transport::new(self.proxy.as_ref())?,
                endpoints: self.endpoints,
                credentials: self.credentials,
                scopes: self.scopes,
                clock: self.clock,
                tokens: TokenCache::default(),
                lists: KeptLists::default(),
                reach: watch::Sender::default(),
            }),
            policy: Policy::Standard,
        })
    }
}
