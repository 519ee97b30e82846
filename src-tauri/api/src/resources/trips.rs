//! The extraction streams of the reporting host: trips, locations and mass types.

use std::marker::PhantomData;

use fielddesk_model::{Listed, Location, MassType, Page, Record, Trip};
use futures::TryStreamExt;
use futures::stream::BoxStream;
use reqwest::Url;
use serde::de::DeserializeOwned;

use super::TripQuery;
use crate::pages::{self, RawPage, Source};
use crate::{Client, Error, ErrorKind};

/// An extraction stream, with records of type `T`.
#[derive(Debug)]
pub struct Extraction<'a, T> {
    client: &'a Client,
    path: &'static str,
    operation: &'static str,
    records: PhantomData<fn() -> T>,
}

impl Client {
    /// Returns the stream of haul trips of the reporting host.
    #[must_use]
    pub fn trips(&self) -> Extraction<'_, Trip> {
        Extraction::new(self, "flow-trip-registrations", "read the haul trips")
    }

    /// Returns the stream of locations that trips refer to.
    #[must_use]
    pub fn locations(&self) -> Extraction<'_, Location> {
        Extraction::new(self, "flow-locations", "read the locations")
    }

    /// Returns the stream of mass types that trips refer to.
    #[must_use]
    pub fn mass_types(&self) -> Extraction<'_, MassType> {
        Extraction::new(self, "flow-mass-types", "read the mass types")
    }
}

impl<T> Clone for Extraction<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Extraction<'_, T> {}

impl<'a, T> Extraction<'a, T> {
    const fn new(client: &'a Client, path: &'static str, operation: &'static str) -> Self {
        Self {
            client,
            path,
            operation,
            records: PhantomData,
        }
    }

    /// Streams the pages one after the other, from the beginning or from a stored token, as they
    /// came.
    ///
    /// The token goes back as it came, with the same other parameters; the next page is
    /// fetched while the one before is in hand. An error ends the stream; every page given
    /// before it is good, and its token is where to go on. Dropping the stream ends the work.
    /// To be polled inside a Tokio runtime.
    ///
    /// # Errors
    /// `Refused` for a query that cannot be and `Settings` without a reporting address, both
    /// before anything is sent; `UnreadableAnswer` for a token that leads back to itself;
    /// otherwise see [`Error`].
    #[must_use]
    pub fn raw_pages(
        &self,
        query: &TripQuery,
        token: Option<String>,
    ) -> BoxStream<'static, Result<RawPage, Error>> {
        pages::raw(self.source(query), token)
    }

    fn source(&self, query: &TripQuery) -> Result<Source, Error> {
        Ok(Source {
            client: self.client.clone(),
            url: self.url(query)?,
            query: query.clone(),
            operation: self.operation,
        })
    }

    fn url(&self, query: &TripQuery) -> Result<Url, Error> {
        query.check()?;
        let endpoints = self.client.endpoints();
        let base = endpoints.reporting.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::Settings, self.operation)
                .with_detail("it has no reporting address")
        })?;
        crate::address::join(base, &["v1", self.path], self.operation)
    }
}

impl<T: Record + DeserializeOwned + Send + 'static> Extraction<'_, T> {
    /// Streams the pages one after the other, from the beginning or from a stored token, read while
    /// the next one is on its way. As [`Extraction::raw_pages`] otherwise.
    ///
    /// # Errors
    /// As [`Extraction::raw_pages`], and `UnreadableAnswer` for a page that does not fit.
    #[must_use]
    pub fn pages(
        &self,
        query: &TripQuery,
        token: Option<String>,
    ) -> BoxStream<'static, Result<Page<T>, Error>> {
        pages::read(self.raw_pages(query, token), self.operation)
    }

    /// Returns a single page.
    pub async fn page(&self, query: &TripQuery, token: Option<&str>) -> Result<Page<T>, Error> {
        let raw = self.source(query)?.fetch(token, 0).await?;
        raw.read(self.operation)
    }

    /// Returns all records at once, for the streams that are small.
    pub async fn all(&self, query: &TripQuery) -> Result<Listed<T>, Error> {
        let mut all = Listed::default();
        let mut pages = self.pages(query, None);
        while let Some(page) = pages.try_next().await? {
            all.records.extend(page.data.records);
            all.left_out.extend(page.data.left_out);
        }
        Ok(all)
    }
}
