//! The company of a record that names none, and the meaning of numbers that several companies have.

use std::collections::BTreeMap;

use fielddesk_model::{CompanyId, LeftOut, Project};

use crate::connection::Connection;
use crate::{Failure, FailureKind};

/// The client's own company.
///
/// No endpoint tells it. The list of projects is of the caller's company and its
/// subsidiaries, so it is the only company there, or the one with the most projects.
///
/// # Errors
/// `usage` where that cannot be told; otherwise those of the list.
pub async fn own_company(connection: &Connection) -> Result<CompanyId, Failure> {
    let projects = connection.client.projects().list().await?;
    own_among(projects).ok_or_else(|| {
        Failure::usage(
            "companyId",
            "It cannot be told which company is this client's own.",
            "Name the company: --company, or a column companyId.",
        )
    })
}

/// The client's own company as its projects tell it, see [`own_company`]; none where they do not.
pub(crate) fn own_among(projects: impl IntoIterator<Item = Project>) -> Option<CompanyId> {
    most_common(
        projects
            .into_iter()
            .filter_map(|project| project.company_id),
    )
}

/// The one that is there most often; none where two are equally often.
fn most_common(companies: impl Iterator<Item = CompanyId>) -> Option<CompanyId> {
    let mut counts: BTreeMap<CompanyId, usize> = BTreeMap::new();
    for company in companies.filter(|company| !company.as_str().is_empty()) {
        *counts.entry(company).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    let mut best = counts.into_iter().filter(|(_, count)| *count == most);
    match (best.next(), best.next()) {
        (Some((company, _)), None) => Some(company),
        _ => None,
    }
}

/// The one record of a number among those of all companies in reach.
///
/// # Errors
/// Not found; `conflict` naming the companies where several have the number.
pub(crate) fn only<T>(
    what: &str,
    number: &str,
    mut found: Vec<T>,
    company: impl Fn(&T) -> &CompanyId,
) -> Result<T, Failure> {
    match (found.pop(), found.is_empty()) {
        (Some(record), true) => Ok(record),
        (None, _) => Err(Failure::not_found(
            what,
            number,
            "Check the number, or whether this client may see its company.",
        )),
        (Some(last), false) => {
            found.push(last);
            let companies: Vec<&str> = found.iter().map(|one| company(one).as_str()).collect();
            let companies = companies.join(" and ");
            let number = fielddesk_rules::file_name::shown(number);
            Err(Failure::new(
                FailureKind::Conflict,
                format!("Several companies have a {what} {number}: {companies}."),
                "Say which one with --company.",
            )
            .about("companyId")
            .with(what, number)
            .with("companies", companies))
        }
    }
}

/// That a number was not found, or that a record of it is there and cannot be used.
pub(crate) fn or_left_out(
    failure: Failure,
    what: &str,
    number: &str,
    left_out: &[LeftOut],
) -> Failure {
    let unusable = left_out.iter().find(|one| one.name == number);
    match unusable {
        Some(one) if failure.kind == FailureKind::NotFound => {
            Failure::left_out(what, std::slice::from_ref(one)).unwrap_or(failure)
        }
        _ => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_company_with_the_most_projects_is_our_own_and_a_tie_is_not_guessed() {
        let of = |ids: &[&str]| most_common(ids.iter().map(|id| CompanyId::new(*id)));
        assert_eq!(of(&["b", "a", "b"]), Some(CompanyId::new("b")));
        assert_eq!(of(&["a"]), Some(CompanyId::new("a")));
        assert_eq!(of(&["a", "b"]), None);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[""]), None);
    }

    #[test]
    fn a_number_of_two_companies_names_both() {
        let pick = |all: &[&str]| {
            let all = all.iter().map(|id| CompanyId::new(*id)).collect();
            only("machine", "7", all, |company| company)
        };
        assert_eq!(pick(&["a"]).unwrap(), CompanyId::new("a"));
        assert_eq!(pick(&[]).unwrap_err().kind, FailureKind::NotFound);
        let two = pick(&["a", "b"]).unwrap_err();
        assert_eq!(two.kind, FailureKind::Conflict);
        assert!(two.message.contains("a and b"), "{two}");
    }
}
