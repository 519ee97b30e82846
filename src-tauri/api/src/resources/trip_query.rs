//! The query of the extraction streams (specification: Mass transport extraction).

use fielddesk_model::{CompanyId, Instant, ProjectId};
use reqwest::Url;

use crate::{Error, ErrorKind};

/// The sync mode with its bounds: the combinations that the service knows, and no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Everything,
    Window {
        from: Instant,
        to: Instant,
    },
    Incremental {
        since: Instant,
        before: Option<Instant>,
    },
}

/// The parameters of an extraction. They stay the same for every page of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripQuery {
    mode: Mode,
    project: Option<ProjectId>,
    company: Option<CompanyId>,
    own_company_data_only: bool,
    exclude_subsidiaries: bool,
    chunk_limit: Option<u32>,
}

impl TripQuery {
    const fn of(mode: Mode) -> Self {
        Self {
            mode,
            project: None,
            company: None,
            own_company_data_only: false,
            exclude_subsidiaries: false,
            chunk_limit: None,
        }
    }

    /// Makes the query of a full sync of everything, in the order of trip time.
    #[must_use]
    pub const fn everything() -> Self {
        Self::of(Mode::Everything)
    }

    /// Makes the query of a full sync of a window, `from` included and `to` not, in the order of
    /// trip time. An empty window is refused before anything is sent.
    #[must_use]
    pub const fn window(from: Instant, to: Instant) -> Self {
        Self::of(Mode::Window { from, to })
    }

    /// Makes the query of an incremental sync: records modified at or after `since`, deleted ones
    /// among them, in the order of modification.
    #[must_use]
    pub const fn modified_since(since: Instant) -> Self {
        Self::of(Mode::Incremental {
            since,
            before: None,
        })
    }

    /// Like [`Self::modified_since`], without records modified at or after `before`, which must be
    /// later than `since`.
    #[must_use]
    pub const fn modified_between(since: Instant, before: Instant) -> Self {
        Self::of(Mode::Incremental {
            since,
            before: Some(before),
        })
    }

    /// Restricts the query to one project.
    #[must_use]
    pub fn project(mut self, project: ProjectId) -> Self {
        self.project = Some(project);
        self
    }

    /// Restricts the query to data owned by one company.
    #[must_use]
    pub fn company(mut self, company: CompanyId) -> Self {
        self.company = Some(company);
        self
    }

    /// Leaves out data that other companies share.
    #[must_use]
    pub const fn own_company_data_only(mut self) -> Self {
        self.own_company_data_only = true;
        self
    }

    /// Leaves out data of subsidiaries.
    #[must_use]
    pub const fn exclude_subsidiaries(mut self) -> Self {
        self.exclude_subsidiaries = true;
        self
    }

    /// Sets the number of records of a page, 1 to 10,000; the service's own choice is 2,500. A page
    /// may hold more, where many records have one timestamp.
    #[must_use]
    pub const fn chunk_limit(mut self, records: u32) -> Self {
        self.chunk_limit = Some(records);
        self
    }

    /// Returns true where deleted records can come with this query.
    #[must_use]
    pub const fn is_incremental(&self) -> bool {
        matches!(self.mode, Mode::Incremental { .. })
    }

    /// Refuses what the service would refuse, and a window that holds nothing.
    ///
    /// # Errors
    /// `Refused`, naming the parameter.
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |field: &str, why: &str| {
            Err(Error::new(ErrorKind::Refused, "ask for trips")
                .with(|e| e.field = Some(field.to_owned()))
                .with_detail(format!("{field} {why}")))
        };
        match self.mode {
            Mode::Window { from, to } if to <= from => {
                return refuse("ToDateTime", "must be later than FromDateTime");
            }
            Mode::Incremental {
                since,
                before: Some(before),
            } if before <= since => {
                return refuse("ModifiedBefore", "must be later than ModifiedSince");
            }
            _ => {}
        }
        match self.chunk_limit {
            Some(limit) if !(1..=10_000).contains(&limit) => {
                refuse("ChunkLimit", "must be 1 to 10000")
            }
            _ => Ok(()),
        }
    }

    /// Appends the parameters, and the token as it came.
    pub(crate) fn append_to(&self, url: &mut Url, token: Option<&str>) {
        let mut pairs = Vec::new();
        match self.mode {
            Mode::Everything => {}
            Mode::Window { from, to } => {
                pairs.push(("FromDateTime", from.to_string()));
                pairs.push(("ToDateTime", to.to_string()));
            }
            Mode::Incremental { since, before } => {
                pairs.push(("ModifiedSince", since.to_string()));
                pairs.extend(before.map(|before| ("ModifiedBefore", before.to_string())));
            }
        }
        pairs.extend(self.project.iter().map(|id| ("ProjectId", id.to_string())));
        pairs.extend(self.company.iter().map(|id| ("CompanyId", id.to_string())));
        if self.own_company_data_only {
            pairs.push(("OwnCompanyDataOnly", "true".to_owned()));
        }
        if self.exclude_subsidiaries {
            pairs.push(("ExcludeDataFromSubsidiaries", "true".to_owned()));
        }
        pairs.extend(self.chunk_limit.map(|n| ("ChunkLimit", n.to_string())));
        pairs.extend(token.map(|token| ("ContinuationToken", token.to_owned())));
        if !pairs.is_empty() {
            url.query_pairs_mut().extend_pairs(pairs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn sent(query: &TripQuery, token: Option<&str>) -> String {
        let mut url = Url::parse("https://reporting.example/v1/x").unwrap();
        query.append_to(&mut url, token);
        url.query().unwrap_or_default().to_owned()
    }

    #[test]
    fn each_parameter_is_sent_under_its_name() {
        assert_eq!(sent(&TripQuery::everything(), None), "");
        let window = TripQuery::window(at("2026-01-01"), at("2026-02-01T00:00:00.5Z"))
            .project("p 1".into())
            .company("c&d".into())
            .own_company_data_only()
            .exclude_subsidiaries()
            .chunk_limit(10_000);
        assert_eq!(
            sent(&window, Some("a+/=&?")),
            "FromDateTime=2026-01-01T00%3A00%3A00Z&ToDateTime=2026-02-01T00%3A00%3A00.500Z\
             &ProjectId=p+1&CompanyId=c%26d&OwnCompanyDataOnly=true\
             &ExcludeDataFromSubsidiaries=true&ChunkLimit=10000\
             &ContinuationToken=a%2B%2F%3D%26%3F"
        );
        let changes = TripQuery::modified_between(at("2026-01-01"), at("2026-01-02"));
        assert_eq!(
            sent(&changes, None),
            "ModifiedSince=2026-01-01T00%3A00%3A00Z&ModifiedBefore=2026-01-02T00%3A00%3A00Z"
        );
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_parameter_named() {
        let (early, late) = (at("2026-01-01"), at("2026-01-02"));
        for (query, field) in [
            (TripQuery::window(late, early), Some("ToDateTime")),
            (TripQuery::window(late, late), Some("ToDateTime")),
            (TripQuery::window(early, late), None),
            (
                TripQuery::modified_between(late, late),
                Some("ModifiedBefore"),
            ),
            (TripQuery::modified_between(early, late), None),
            (TripQuery::modified_since(late), None),
            (TripQuery::everything().chunk_limit(0), Some("ChunkLimit")),
            (
                TripQuery::everything().chunk_limit(10_001),
                Some("ChunkLimit"),
            ),
            (TripQuery::everything().chunk_limit(1), None),
            (TripQuery::everything().chunk_limit(10_000), None),
        ] {
            let refused = query.check().err();
            assert_eq!(
                refused.as_ref().and_then(Error::field),
                field,
                "{query:?}: {refused:?}"
            );
        }
    }
}
