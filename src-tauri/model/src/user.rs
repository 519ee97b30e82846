//! Users (specification: Resources, User (employee)).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lenient::Lenient as _;
use crate::raw::Raw;
use crate::record::{change, record};
use crate::{CompanyId, CompanyProfileId, IdentityId};

record! {
    /// An employee account, as reads return it.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct User {
        /// User id; URL-encode it in a path.
        identity_id "identityId": IdentityId;
        company_profile_id "companyProfileId": CompanyProfileId;
        company_id "companyId": CompanyId;
        /// The number that matches users between systems; unique within the company.
        employee_number "employeeNumber": String;
        first_name "firstName": Option<String>;
        last_name "lastName": Option<String>;
        /// Work phone number in international format, used for SMS login.
        mobile_work "mobileWork": Option<String>;
        /// Birth date, as the service writes it.
        birth_date "birthDate": Option<String>;
        /// Start of the employment, as the service writes it.
        employment_start_date "employmentStartDate": Option<String>;
        email "email": Option<String>;
        mobile_private "mobilePrivate": Option<String>;
        work_title "workTitle": Option<String>;
        department "department": Option<String>;
        /// End of the employment, as the service writes it.
        employment_end_date "employmentEndDate": Option<String>;
        /// Default project number.
        main_project_number "mainProjectNumber": Option<String>;
        /// Company car registration.
        car_reg_number "carRegNumber": Option<String>;
        address "address": Option<String>;
        /// Emergency contact.
        closest_relative "closestRelative": Option<String>;
        personal_info "personalInfo": Option<String>;
        /// Builder or access card id.
        card_id "cardId": Option<String>;
        /// Expiry date of the card, as the service writes it.
        card_expiration_date "cardExpirationDate": Option<String>;
        /// True for an hourly wage, false for a fixed salary.
        payroll "payroll": Option<bool>;
        /// True for a disabled account.
        is_disabled "isDisabled": bool;
        /// Default resource or machine number.
        default_resource_number "defaultResourceNumber": Option<String>;
        worktime_arrangement_name "worktimeArrangementName": Option<String>;
        /// Organization number, for sub-contractor companies.
        organization_number "organizationNumber": Option<String>;
        /// Write-only; always null on reads.
        tags "tags": Option<Vec<TagEntry>>;
        /// Write-only; always null on reads.
        immediate_supervisors "immediateSupervisors": Option<Vec<SupervisorEntry>>;
        /// The stored supervisors; empty when there are none.
        immediate_supervisor_details "immediateSupervisorDetails": Vec<SupervisorDetail>;
    }
}

record! {
    /// A stored supervisor of a user.
    pub struct SupervisorDetail {
        /// The supervisor's user id.
        user_id "userId": Option<String>;
        /// The supervisor's employee number.
        employee_number "employeeNumber": Option<String>;
        /// Name; null when an identity id matches no user.
        name "name": Option<String>;
        /// The supervisor's company.
        company_id "companyId": Option<CompanyId>;
        /// True for the primary supervisor.
        primary "primary": bool;
    }
}

/// A tag to attach or detach; only listed tags are touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TagEntry {
    /// Name, matched ignoring case and white space.
    pub name: String,
    /// True attaches, false detaches.
    pub enabled: bool,
}

/// A supervisor to set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SupervisorEntry {
    /// Employee number, phone, companyProfileId, identityId or full name, tried in this order.
    pub supervisor_id: String,
    /// At most one entry of a request may be primary.
    #[serde(default)]
    pub primary: bool,
}

change! {
    /// The fields that a write of a user can hold (POST, PUT and PATCH).
    ///
    /// PUT clears a field sent as null; PATCH ignores a null.
    #[expect(missing_docs, reason = "fields of the specification")]
    pub struct UserChange {
        /// User id; mandatory in PUT.
        identity_id "identityId": IdentityId;
        /// Company profile id; mandatory in PUT.
        company_profile_id "companyProfileId": CompanyProfileId;
        company_id "companyId": CompanyId;
        /// The number that matches users between systems; unique within the company.
        employee_number "employeeNumber": String;
        first_name "firstName": String;
        last_name "lastName": String;
        /// Work phone number in international format, used for SMS login.
        mobile_work "mobileWork": String;
        /// Birth date, `dd.MM.yyyy` or `yyyy-MM-dd`.
        birth_date "birthDate": String;
        /// Start of the employment, `dd.MM.yyyy` or `yyyy-MM-dd`.
        employment_start_date "employmentStartDate": String;
        email "email": String;
        mobile_private "mobilePrivate": String;
        work_title "workTitle": String;
        department "department": String;
        /// End of the employment, `dd.MM.yyyy` or `yyyy-MM-dd`; not before the start.
        employment_end_date "employmentEndDate": String;
        /// Default project number.
        main_project_number "mainProjectNumber": String;
        /// Company car registration.
        car_reg_number "carRegNumber": String;
        address "address": String;
        /// Emergency contact.
        closest_relative "closestRelative": String;
        personal_info "personalInfo": String;
        /// Builder or access card id.
        card_id "cardId": String;
        /// Expiry date of the card, `dd.MM.yyyy` or `yyyy-MM-dd`.
        card_expiration_date "cardExpirationDate": String;
        /// True for an hourly wage, false for a fixed salary.
        payroll "payroll": bool;
        /// True for a disabled account.
        is_disabled "isDisabled": bool;
        /// Default resource or machine number.
        default_resource_number "defaultResourceNumber": String;
        worktime_arrangement_name "worktimeArrangementName": String;
        /// Organization number, for sub-contractor companies.
        organization_number "organizationNumber": String;
        /// Tags to attach or detach; those not listed are not touched.
        tags "tags": Vec<TagEntry>;
        /// The complete set of supervisors; an empty array removes all, null leaves them alone.
        immediate_supervisors "immediateSupervisors": Vec<SupervisorEntry>;
    }
}

/// The answer to whether a user can be deleted, with reasons.
// A bare boolean is read as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", try_from = "AnswerBody")]
pub struct IdentityDeletable {
    /// True where a delete would succeed.
    pub is_deletable: bool,
    /// Reasons against a delete; empty when deletable.
    pub validation_errors: Vec<String>,
}

/// The answer in either form.
#[derive(Deserialize)]
#[serde(transparent)]
struct AnswerBody(Value);

impl TryFrom<AnswerBody> for IdentityDeletable {
    type Error = &'static str;

    fn try_from(AnswerBody(body): AnswerBody) -> Result<Self, Self::Error> {
        let field = |name: &str| {
            let mut fields = body.as_object()?.iter();
            fields.find_map(|(key, value)| key.eq_ignore_ascii_case(name).then_some(value))
        };
        let deletable = match &body {
            Value::Object(_) => field("isDeletable"),
            bare => Some(bare),
        };
        let deletable = deletable.map(|value| Option::<bool>::accept(Raw::of(value.clone())));
        let Some(Ok(Some(is_deletable))) = deletable else {
            return Err("expected true or false");
        };
        let reasons = field("validationErrors").and_then(Value::as_array);
        Ok(Self {
            is_deletable,
            validation_errors: reasons.into_iter().flatten().map(reason).collect(),
        })
    }
}

/// A reason as a text; an object gives its message.
fn reason(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => crate::read_error_body(other.to_string().as_bytes())
            .message
            .unwrap_or_else(|| other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;

    #[test]
    fn write_only_fields_are_written_as_null_on_reads() {
        let written = serde_json::to_value(User::default()).unwrap();
        assert!(written["tags"].is_null() && written["immediateSupervisors"].is_null());
        assert_eq!(written["immediateSupervisorDetails"], serde_json::json!([]));
    }

    #[test]
    fn reasons_are_read_as_texts_or_objects() {
        let deletable: IdentityDeletable = crate::from_slice(
            br#"{"IsDeletable":false,"validationErrors":["a",{"code":"x","message":"b"}]}"#,
        )
        .unwrap();
        assert!(!deletable.is_deletable);
        assert_eq!(deletable.validation_errors, ["a", "b"]);
    }

    #[test]
    fn a_bare_yes_or_no_is_read_and_nothing_else_is_taken_for_one() {
        for (text, expected) in [
            ("true", Some(true)),
            ("false", Some(false)),
            ("\"True\"", Some(true)),
            (
                r#"{"isDeletable":"false","validationErrors":null}"#,
                Some(false),
            ),
            ("null", None),
            ("{}", None),
            ("7", None),
        ] {
            let read = crate::from_slice::<IdentityDeletable>(text.as_bytes());
            assert_eq!(read.ok().map(|body| body.is_deletable), expected, "{text}");
        }
    }

    #[test]
    fn an_empty_list_and_a_null_are_different_changes() {
        let change = UserChange {
            immediate_supervisors: Field::Value(Vec::new()),
            email: Field::Null,
            ..UserChange::default()
        };
        assert_eq!(
            serde_json::to_string(&change).unwrap(),
            r#"{"email":null,"immediateSupervisors":[]}"#
        );
    }
}
