//! Schemas of users.

use serde_json::json;
use utoipa::ToSchema;

/// A user as reads return it.
#[derive(ToSchema)]
#[schema(as = User, rename_all = "camelCase", example = json!(user()))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct UserSchema {
    /// User id; URL-encode it in a path.
    identity_id: String,
    /// Company profile id.
    company_profile_id: String,
    /// Company.
    company_id: String,
    /// Unique within the company.
    employee_number: String,
    first_name: Option<String>,
    last_name: Option<String>,
    /// Work phone number in international format, used for SMS login.
    mobile_work: Option<String>,
    /// `yyyy-MM-dd`.
    birth_date: Option<String>,
    /// `yyyy-MM-dd`.
    employment_start_date: Option<String>,
    email: Option<String>,
    mobile_private: Option<String>,
    work_title: Option<String>,
    department: Option<String>,
    /// `yyyy-MM-dd`; not before the start.
    employment_end_date: Option<String>,
    main_project_number: Option<String>,
    car_reg_number: Option<String>,
    address: Option<String>,
    closest_relative: Option<String>,
    personal_info: Option<String>,
    card_id: Option<String>,
    /// `yyyy-MM-dd`.
    card_expiration_date: Option<String>,
    /// True for an hourly wage, false for a fixed salary.
    payroll: Option<bool>,
    is_disabled: bool,
    default_resource_number: Option<String>,
    worktime_arrangement_name: Option<String>,
    /// For sub-contractor companies.
    organization_number: Option<String>,
    /// Write-only: always null.
    tags: Option<Vec<TagEntrySchema>>,
    /// Write-only: always null.
    immediate_supervisors: Option<Vec<SupervisorEntrySchema>>,
    /// The stored supervisors; empty where there are none.
    immediate_supervisor_details: Vec<SupervisorDetailSchema>,
}

/// A user to create.
#[derive(ToSchema)]
#[schema(as = NewUser, rename_all = "camelCase", example = json!(new_user()))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct NewUserSchema {
    /// Company.
    company_id: String,
    /// Unique within the company.
    employee_number: String,
    first_name: String,
    last_name: String,
    /// Work phone number in international format, used for SMS login.
    mobile_work: String,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    birth_date: String,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    employment_start_date: String,
    email: Option<String>,
    mobile_private: Option<String>,
    work_title: Option<String>,
    department: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`; not before the start.
    employment_end_date: Option<String>,
    main_project_number: Option<String>,
    car_reg_number: Option<String>,
    address: Option<String>,
    closest_relative: Option<String>,
    personal_info: Option<String>,
    card_id: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    card_expiration_date: Option<String>,
    /// True for an hourly wage, false for a fixed salary.
    payroll: Option<bool>,
    is_disabled: Option<bool>,
    default_resource_number: Option<String>,
    worktime_arrangement_name: Option<String>,
    /// For sub-contractor companies.
    organization_number: Option<String>,
    /// Tags to attach or detach; those not listed are not touched.
    tags: Option<Vec<TagEntrySchema>>,
    /// The complete set of supervisors; an empty array removes all, null leaves them alone.
    immediate_supervisors: Option<Vec<SupervisorEntrySchema>>,
}

/// What PUT merges: nine mandatory fields; null clears any other.
#[derive(ToSchema)]
#[schema(as = UserPut, rename_all = "camelCase", example = json!(put_user()))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct PutUserSchema {
    /// User id; URL-encode it in a path.
    identity_id: String,
    /// Company profile id.
    company_profile_id: String,
    /// Company.
    company_id: String,
    /// Unique within the company.
    employee_number: String,
    first_name: String,
    last_name: String,
    /// Work phone number in international format, used for SMS login.
    mobile_work: String,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    birth_date: String,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    employment_start_date: String,
    email: Option<String>,
    mobile_private: Option<String>,
    work_title: Option<String>,
    department: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`; not before the start.
    employment_end_date: Option<String>,
    main_project_number: Option<String>,
    car_reg_number: Option<String>,
    address: Option<String>,
    closest_relative: Option<String>,
    personal_info: Option<String>,
    card_id: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    card_expiration_date: Option<String>,
    /// True for an hourly wage, false for a fixed salary.
    payroll: Option<bool>,
    is_disabled: Option<bool>,
    default_resource_number: Option<String>,
    worktime_arrangement_name: Option<String>,
    /// For sub-contractor companies.
    organization_number: Option<String>,
    /// Tags to attach or detach; those not listed are not touched.
    tags: Option<Vec<TagEntrySchema>>,
    /// The complete set of supervisors; an empty array removes all, null leaves them alone.
    immediate_supervisors: Option<Vec<SupervisorEntrySchema>>,
}

/// What PATCH merges: any subset; null says nothing.
#[derive(ToSchema)]
#[schema(as = UserChange, rename_all = "camelCase", example = json!({ "department": "Tunnel", "immediateSupervisors": [{ "supervisorId": "1002", "primary": true }] }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct UserChangeSchema {
    /// User id; URL-encode it in a path.
    identity_id: Option<String>,
    /// Company profile id.
    company_profile_id: Option<String>,
    /// Company.
    company_id: Option<String>,
    /// Unique within the company.
    employee_number: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// Work phone number in international format, used for SMS login.
    mobile_work: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    birth_date: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    employment_start_date: Option<String>,
    email: Option<String>,
    mobile_private: Option<String>,
    work_title: Option<String>,
    department: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`; not before the start.
    employment_end_date: Option<String>,
    main_project_number: Option<String>,
    car_reg_number: Option<String>,
    address: Option<String>,
    closest_relative: Option<String>,
    personal_info: Option<String>,
    card_id: Option<String>,
    /// `dd.MM.yyyy` or `yyyy-MM-dd`.
    card_expiration_date: Option<String>,
    /// True for an hourly wage, false for a fixed salary.
    payroll: Option<bool>,
    is_disabled: Option<bool>,
    default_resource_number: Option<String>,
    worktime_arrangement_name: Option<String>,
    /// For sub-contractor companies.
    organization_number: Option<String>,
    /// Tags to attach or detach; those not listed are not touched.
    tags: Option<Vec<TagEntrySchema>>,
    /// The complete set of supervisors; an empty array removes all, null leaves them alone.
    immediate_supervisors: Option<Vec<SupervisorEntrySchema>>,
}

/// A tag to attach or detach.
#[derive(ToSchema)]
#[schema(as = TagEntry, rename_all = "camelCase", example = json!({ "name": "HMS-kort", "enabled": true }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct TagEntrySchema {
    /// Matched ignoring case and white space; made on first use.
    name: String,
    enabled: bool,
}

/// A supervisor to set.
#[derive(ToSchema)]
#[schema(as = SupervisorEntry, rename_all = "camelCase", example = json!({ "supervisorId": "1002", "primary": true }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct SupervisorEntrySchema {
    /// Employee number, phone number, companyProfileId, identityId or full name.
    supervisor_id: String,
    /// At most one entry of a request may be primary.
    #[schema(default = false)]
    primary: Option<bool>,
}

/// A stored supervisor.
#[derive(ToSchema)]
#[schema(as = SupervisorDetail, rename_all = "camelCase", example = json!(supervisor()))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct SupervisorDetailSchema {
    user_id: String,
    employee_number: Option<String>,
    /// Null where an identity id matches no user.
    name: Option<String>,
    company_id: Option<String>,
    primary: bool,
}

/// Whether a user can be deleted.
#[derive(ToSchema)]
#[schema(as = IdentityDeletable, rename_all = "camelCase", example = json!({ "isDeletable": false, "validationErrors": ["The user has 12 time registrations; disable the account instead."] }))]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct IdentityDeletableSchema {
    is_deletable: bool,
    /// Why not; empty when deletable.
    validation_errors: Vec<String>,
}

fn supervisor() -> serde_json::Value {
    json!({
        "userId": "auth0|5f2c0a9b1d3e4f5061728301",
        "employeeNumber": "1002",
        "name": "Åse Ødegård",
        "companyId": "5f2c0a9b1d3e4f5061720001",
        "primary": true
    })
}

/// What a client sends.
fn new_user() -> serde_json::Value {
    json!({
        "companyId": "5f2c0a9b1d3e4f5061720001",
        "employeeNumber": "1064",
        "firstName": "Bjørn",
        "lastName": "Sæther",
        "mobileWork": "+47 912 34 567",
        "birthDate": "14.02.1987",
        "employmentStartDate": "2026-03-01",
        "workTitle": "Gravemaskinfører",
        "department": "Vei",
        "email": "bjorn.saether@fjordvik.example",
        "payroll": true,
        "tags": [{ "name": "HMS-kort", "enabled": true }],
        "immediateSupervisors": [{ "supervisorId": "1002", "primary": true }]
    })
}

/// The same with the ids that PUT wants.
fn put_user() -> serde_json::Value {
    with(
        new_user(),
        &[
            ("identityId", json!("auth0|5f2c0a9b1d3e4f5061728394")),
            ("companyProfileId", json!("5f2c0a9b1d3e4f5061728395")),
            ("department", serde_json::Value::Null),
        ],
    )
}

/// What is read of it: every field, null where nothing is set.
fn user() -> serde_json::Value {
    let unset = fielddesk_model::User::FIELDS
        .iter()
        .map(|field| ((*field).to_owned(), serde_json::Value::Null));
    let mut user = serde_json::Value::Object(unset.collect());
    if let Some(sent) = new_user().as_object() {
        let sent: Vec<_> = sent
            .iter()
            .map(|(key, value)| (key.as_str(), value.clone()))
            .collect();
        user = with(user, &sent);
    }
    with(
        user,
        &[
            ("identityId", json!("auth0|5f2c0a9b1d3e4f5061728394")),
            ("companyProfileId", json!("5f2c0a9b1d3e4f5061728395")),
            ("birthDate", json!("1987-02-14")),
            ("isDisabled", json!(false)),
            ("tags", serde_json::Value::Null),
            ("immediateSupervisors", serde_json::Value::Null),
            ("immediateSupervisorDetails", json!([supervisor()])),
        ],
    )
}

fn with(mut value: serde_json::Value, fields: &[(&str, serde_json::Value)]) -> serde_json::Value {
    if let Some(object) = value.as_object_mut() {
        for (key, value) in fields {
            object.insert((*key).to_owned(), value.clone());
        }
    }
    value
}
