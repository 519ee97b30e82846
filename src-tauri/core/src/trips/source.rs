//! Sources of pages: the service through the client, or a test's own stream.

use fielddesk_api::{Client, TripQuery};
use fielddesk_model::{CompanyId, Instant, Listed, Location, MassType, Page, ProjectId, Trip};
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt as _, StreamExt as _};

use crate::Failure;

/// What is asked of the extraction streams; the same for every page of a sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// Which records.
    pub range: Range,
    /// One project alone.
    pub project: Option<ProjectId>,
    /// Whose records.
    pub reach: Reach,
    /// Nothing that was modified at or after it.
    pub before: Option<Instant>,
    /// Records a page.
    pub page_size: u32,
}

/// Whose records are asked for; by default those of all companies in reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    /// What one company owns alone.
    pub company: Option<CompanyId>,
    /// Nothing that other companies share.
    pub own_company: bool,
    /// Nothing of subsidiaries.
    pub no_subsidiaries: bool,
}

impl Reach {
    /// Whether nothing is left out, so that what does not come is gone.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }
}

/// The sync mode with its bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// Full: all there is.
    Everything,
    /// Full: trips from the first instant to before the second.
    Window(Instant, Instant),
    /// Incremental: what was modified at or after it.
    Since(Instant),
}

/// The extraction streams. An error ends a stream; what came before it is good.
pub trait TripSource: Send + Sync {
    /// Pages of trips, from the beginning or from a kept token.
    fn trips(
        &self,
        ask: &Ask,
        token: Option<String>,
    ) -> BoxStream<'static, Result<Page<Trip>, Failure>>;

    /// The locations that trips refer to.
    fn locations<'a>(&'a self, ask: &Ask) -> BoxFuture<'a, Result<Listed<Location>, Failure>>;

    /// The mass types that trips refer to.
    fn mass_types<'a>(&'a self, ask: &Ask) -> BoxFuture<'a, Result<Listed<MassType>, Failure>>;
}

impl From<&Ask> for TripQuery {
    fn from(ask: &Ask) -> Self {
        let query = match ask.range {
            Range::Everything => Self::everything(),
            Range::Window(from, to) => Self::window(from, to),
            Range::Since(since) => match ask.before {
                Some(before) => Self::modified_between(since, before),
                None => Self::modified_since(since),
            },
        };
        let mut query = query.chunk_limit(ask.page_size);
        if let Some(company) = &ask.reach.company {
            query = query.company(company.clone());
        }
        if ask.reach.own_company {
            query = query.own_company_data_only();
        }
        if ask.reach.no_subsidiaries {
            query = query.exclude_subsidiaries();
        }
        match &ask.project {
            Some(project) => query.project(project.clone()),
            None => query,
        }
    }
}

impl TripSource for Client {
    fn trips(
        &self,
        ask: &Ask,
        token: Option<String>,
    ) -> BoxStream<'static, Result<Page<Trip>, Failure>> {
        Self::trips(self)
            .pages(&ask.into(), token)
            .map(|page| page.map_err(Failure::from))
            .boxed()
    }

    fn locations<'a>(&'a self, ask: &Ask) -> BoxFuture<'a, Result<Listed<Location>, Failure>> {
        let query = TripQuery::from(ask);
        async move { Ok(Self::locations(self).all(&query).await?) }.boxed()
    }

    fn mass_types<'a>(&'a self, ask: &Ask) -> BoxFuture<'a, Result<Listed<MassType>, Failure>> {
        let query = TripQuery::from(ask);
        async move { Ok(Self::mass_types(self).all(&query).await?) }.boxed()
    }
}
