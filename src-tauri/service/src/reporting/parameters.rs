//! The query parameters of the extraction endpoints, checked.

use fielddesk_model::{CompanyId, Instant, ProjectId};
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::extract::Parameters;
use crate::store::TripWindow;

const DEFAULT_LIMIT: usize = 2500;
const MAX_LIMIT: usize = 10_000;

/// The parameters as the description shows them; names are read in any case.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct ExtractionParameters {
    /// Full sync: first instant of the window; together with ToDateTime.
    #[param(example = "2026-03-01T00:00:00Z")]
    from_date_time: Option<String>,
    /// Full sync: first instant after the window; together with FromDateTime.
    #[param(example = "2026-04-01T00:00:00Z")]
    to_date_time: Option<String>,
    /// Incremental sync: records modified at or after this instant. Not with a window.
    #[param(example = "2026-11-12T05:00:00Z")]
    modified_since: Option<String>,
    /// Incremental sync: records modified before this instant; strictly after ModifiedSince.
    modified_before: Option<String>,
    /// Restricts the stream to one project; it must be of the caller's company or a subsidiary.
    project_id: Option<String>,
    /// Data owned by one company alone: the caller's, a subsidiary or one that shares trips.
    company_id: Option<String>,
    /// Leaves out what external companies share.
    own_company_data_only: Option<bool>,
    /// Leaves out what belongs to subsidiaries.
    exclude_data_from_subsidiaries: Option<bool>,
    /// The most records a page may hold.
    #[param(minimum = 1, maximum = 10000, default = 2500)]
    chunk_limit: Option<u32>,
    /// The token of the previous page, verbatim, with the same other parameters.
    continuation_token: Option<String>,
}

/// The parameters of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Extraction {
    pub(super) window: TripWindow,
    pub(super) project: Option<ProjectId>,
    pub(super) company: Option<CompanyId>,
    pub(super) own_company_only: bool,
    pub(super) without_subsidiaries: bool,
    pub(super) limit: usize,
    pub(super) token: Option<String>,
}

impl Extraction {
    pub(super) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        Ok(Self {
            window: window(parameters)?,
            project: text(parameters, "ProjectId").map(ProjectId::from),
            company: text(parameters, "CompanyId").map(CompanyId::from),
            own_company_only: parameters.flag("OwnCompanyDataOnly")?,
            without_subsidiaries: parameters.flag("ExcludeDataFromSubsidiaries")?,
            limit: limit(parameters)?,
            token: text(parameters, "ContinuationToken").map(str::to_owned),
        })
    }

    /// The envelope's word for the mode.
    pub(super) const fn sync_type_name(&self) -> &'static str {
        match self.window {
            TripWindow::Full(_) => "full",
            TripWindow::Incremental { .. } => "incremental",
        }
    }
}

/// A parameter that says something; an empty one counts as left out.
fn text<'p>(parameters: &'p Parameters, name: &str) -> Option<&'p str> {
    parameters
        .text(name)
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

fn window(parameters: &Parameters) -> Result<TripWindow, ApiError> {
    let from = instant(parameters, "FromDateTime")?;
    let to = instant(parameters, "ToDateTime")?;
    let since = instant(parameters, "ModifiedSince")?;
    let before = instant(parameters, "ModifiedBefore")?;
    if (from.is_some() || to.is_some()) && (since.is_some() || before.is_some()) {
        return Err(ApiError::bad_request(
            "MixedSyncModes",
            "FromDateTime and ToDateTime select a full sync, ModifiedSince an incremental one; send one or the other.",
        ));
    }
    match (from, to, since, before) {
        (None, None, None, None) => Ok(TripWindow::Full(None)),
        (Some(from), Some(to), ..) if from < to => Ok(TripWindow::Full(Some((from, to)))),
        (Some(_), Some(_), ..) => Err(ApiError::bad_request(
            "InvalidWindow",
            "ToDateTime must be after FromDateTime.",
        )),
        (None, Some(_), ..) => Err(missing("FromDateTime", "ToDateTime")),
        (Some(_), None, ..) => Err(missing("ToDateTime", "FromDateTime")),
        (None, None, Some(since), Some(before)) if before <= since => Err(ApiError::bad_request(
            "InvalidWindow",
            "ModifiedBefore must be after ModifiedSince.",
        )),
        (None, None, Some(since), before) => Ok(TripWindow::Incremental { since, before }),
        (None, None, None, Some(_)) => Err(missing("ModifiedSince", "ModifiedBefore")),
    }
}

fn missing(name: &str, beside: &str) -> ApiError {
    ApiError::bad_request(
        "ArgumentIsNull",
        format!("{name} is required together with {beside}."),
    )
}

/// An instant in milliseconds, rounded up: what is stored has no finer time, so `≥` and `<`
/// hold for the instant as it was sent.
fn instant(parameters: &Parameters, name: &str) -> Result<Option<i64>, ApiError> {
    let Some(text) = text(parameters, name) else {
        return Ok(None);
    };
    let parsed = text.parse::<Instant>().or_else(|error| {
        // A plus sign that was not percent-encoded arrives as a blank before the offset.
        match text.rsplit_once(' ') {
            Some((date, offset)) => format!("{date}+{offset}").parse(),
            None => Err(error),
        }
    });
    let Ok(at) = parsed else {
        return Err(ApiError::bad_request(
            "InvalidParameter",
            format!(
                "The parameter {name} must be an ISO 8601 date or instant, such as 2026-03-01T00:00:00Z."
            ),
        ));
    };
    let finer = at.0.timestamp_subsec_nanos() % 1_000_000 != 0;
    Ok(Some(at.millis() + i64::from(finer)))
}

fn limit(parameters: &Parameters) -> Result<usize, ApiError> {
    let Some(text) = text(parameters, "ChunkLimit") else {
        return Ok(DEFAULT_LIMIT);
    };
    text.parse()
        .ok()
        .filter(|limit| (1..=MAX_LIMIT).contains(limit))
        .ok_or_else(|| {
            ApiError::bad_request(
                "InvalidParameter",
                format!("The parameter ChunkLimit must be a whole number from 1 to {MAX_LIMIT}."),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::form_pairs;

    fn read(query: &str) -> Result<Extraction, ApiError> {
        Extraction::read(&Parameters::of(form_pairs(query).unwrap()))
    }

    #[test]
    fn what_is_left_out_or_empty_has_its_default() {
        let all = read("").unwrap();
        assert_eq!(all.window, TripWindow::Full(None));
        assert_eq!(all.limit, 2500);
        assert_eq!(
            read("ProjectId=&ChunkLimit=&ContinuationToken=&FromDateTime=&ownCompanyDataOnly=")
                .unwrap(),
            all
        );
    }

    #[test]
    fn names_are_read_in_any_case_and_instants_in_any_form() {
        let one = read("fromdatetime=2026-03-01&TODATETIME=2026-03-02T01:00:00%2B01:00").unwrap();
        let two = read("FromDateTime=2026-03-01T00:00:00Z&ToDateTime=2026-03-02T01:00:00+01:00");
        assert_eq!(one, two.unwrap());
        let day = 86_400_000;
        let TripWindow::Full(Some((from, to))) = one.window else {
            panic!("a window was sent");
        };
        assert_eq!(to - from, day);
    }

    #[test]
    fn an_instant_finer_than_a_millisecond_is_rounded_up() {
        let fine = read("ModifiedSince=2026-03-01T00:00:00.0001Z").unwrap();
        let whole = read("ModifiedSince=2026-03-01T00:00:00.001Z").unwrap();
        assert_eq!(fine, whole);
    }
}
