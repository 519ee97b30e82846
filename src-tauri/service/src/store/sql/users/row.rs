//! A user as a row: the columns it is looked up by and the texts that are sent.

use fielddesk_model::{SupervisorDetail, User};

use super::super::engine::{Connection, json_text};
use crate::store::{Result, StoreError};
use crate::users::{login_number, name_key};

/// End of a rendered record without supervisors: the place for them.
const END: &str = "]}";
/// End of a rendered supervisor detail: the place for `primary`.
const DETAIL_END: &str = r#","primary":false}"#;

/// Selects the whole record of a user `u`, its supervisors put in.
macro_rules! select_record {
    ($from:literal) => {
        concat!("SELECT ", record_of!(), " ", $from)
    };
}

/// The whole record of a user `u` as a text.
macro_rules! record_of {
    () => {
        concat!(
            "u.record || coalesce((SELECT string_agg(coalesce(b.as_supervisor, \
               '{\"userId\":' || ",
            json_text!("s.unknown_identity"),
            " || \
               ',\"employeeNumber\":null,\"name\":null,\"companyId\":null') || \
               CASE WHEN s.is_primary THEN ',\"primary\":true}' ELSE ',\"primary\":false}' END, \
               ',' ORDER BY s.position) \
             FROM supervisors s LEFT JOIN users b ON b.id = s.supervisor_id \
             WHERE s.user_id = u.id), '') || ']}'"
        )
    };
}

pub(super) use {record_of, select_record};

/// Reads a record's text.
pub(super) fn record(text: &str) -> Result<User> {
    serde_json::from_str(text).map_err(StoreError::new)
}

/// The stored record of a row.
pub(super) async fn stored(connection: &mut Connection, id: i64) -> Result<User> {
    let text: String = sqlx::query_scalar(select_record!("FROM users u WHERE u.id = $1"))
        .bind(id)
        .fetch_one(connection)
        .await?;
    record(&text)
}

/// Everything of a row that follows from the record.
pub(super) struct Columns {
    pub(super) login_number: Option<String>,
    pub(super) name_key: String,
    pub(super) as_supervisor: String,
    pub(super) record: String,
}

impl Columns {
    /// Renders a user of a company with this country code.
    pub(super) fn of(user: &mut User, country_code: &str) -> Result<Self> {
        // Supervisors are joined on reads; the write-only fields are null on reads.
        user.immediate_supervisor_details.clear();
        user.immediate_supervisors = None;
        user.tags = None;
        let mobile = user.mobile_work.as_deref().unwrap_or_default();
        let name = full_name(user);
        let detail = SupervisorDetail {
            user_id: Some(user.identity_id.to_string()),
            employee_number: Some(user.employee_number.clone()),
            name: Some(name.clone()),
            company_id: Some(user.company_id.clone()),
            ..SupervisorDetail::default()
        };
        Ok(Self {
            login_number: login_number(mobile, country_code),
            name_key: name_key(&name),
            as_supervisor: rendered_without(&detail, DETAIL_END)?,
            record: rendered_without(&*user, END)?,
        })
    }
}

/// First and last name.
fn full_name(user: &User) -> String {
    let first = user.first_name.as_deref().unwrap_or_default();
    let last = user.last_name.as_deref().unwrap_or_default();
    format!("{first} {last}").trim().to_owned()
}

fn rendered_without(value: &impl serde::Serialize, end: &str) -> Result<String> {
    let mut text = serde_json::to_string(value).map_err(StoreError::new)?;
    if !text.ends_with(end) {
        return Err(StoreError::new(format!("a record does not end with {end}")));
    }
    text.truncate(text.len() - end.len());
    Ok(text)
}
