//! The fields of users, in the order of the record (specification: User (employee)). Pure data;
//! what a field is called elsewhere than in English is in `words/`.

use super::{Emptying, FieldDef, Kind, Limit, Resource, yes_no};
use crate::dates::Meaning;

/// Longest text of one line, in characters; also of a tag and of who is a supervisor.
pub const LONGEST_USER_LINE: usize = 200;
/// Longest address, contact and note.
const LONGEST_TEXT: usize = 4_000;

/// Every field of a user.
pub const USER_FIELDS: &[FieldDef] = &[
    field("identityId", Kind::Opaque, Emptying::ReadOnly, "User id")
        .read_only("the service gives it"),
    field(
        "companyProfileId",
        Kind::Opaque,
        Emptying::ReadOnly,
        "Profile id",
    )
    .read_only("the service gives it"),
    field("companyId", Kind::Text, Emptying::Required, "Company id")
        .also(&["company"])
        .required(),
    field(
        "employeeNumber",
        Kind::Text,
        Emptying::Required,
        "Employee number",
    )
    .also(&["number", "no", "employee no"])
    .required(),
    field("firstName", Kind::Text, Emptying::Required, "First name")
        .also(&["given name"])
        .required(),
    field("lastName", Kind::Text, Emptying::Required, "Last name")
        .also(&["surname", "family name"])
        .required(),
    field("mobileWork", Kind::Text, Emptying::Required, "Phone")
        .limit(Limit::Phone)
        .also(&[
            "mobile",
            "work phone",
            "phone number",
            "mobile number",
            "mobile phone",
            "phone for sms login",
        ])
        .required(),
    field("birthDate", Kind::Date, Emptying::Required, "Born")
        .days(Meaning::Birth)
        .also(&["date of birth"])
        .required(),
    field(
        "employmentStartDate",
        Kind::Date,
        Emptying::Required,
        "Starts",
    )
    .also(&["start", "start date", "employment start"])
    .required(),
    field("email", Kind::Text, Emptying::Null, "Email")
        .also(&["mail"])
        .limit(Limit::Email),
    field("mobilePrivate", Kind::Text, Emptying::Null, "Private phone").also(&["private mobile"]),
    field("workTitle", Kind::Text, Emptying::Null, "Title").also(&["job title"]),
    field("department", Kind::Text, Emptying::Null, "Department").also(&["dept"]),
    field("employmentEndDate", Kind::Date, Emptying::Null, "Ends").also(&[
        "end",
        "end date",
        "employment end",
    ]),
    field(
        "mainProjectNumber",
        Kind::Text,
        Emptying::Null,
        "Main project",
    )
    .also(&["project", "default project"]),
    field("carRegNumber", Kind::Text, Emptying::Null, "Company car")
        .also(&["car registration", "plate"]),
    field("address", Kind::Text, Emptying::Null, "Address")
        .also(&["home address"])
        .limit(Limit::Longest(LONGEST_TEXT)),
    field(
        "closestRelative",
        Kind::Text,
        Emptying::Null,
        "Closest relative",
    )
    .also(&["emergency contact"])
    .limit(Limit::Longest(LONGEST_TEXT)),
    field("personalInfo", Kind::Text, Emptying::Null, "Personal notes")
        .also(&["notes"])
        .limit(Limit::Longest(LONGEST_TEXT)),
    field("cardId", Kind::Text, Emptying::Null, "Card").also(&["card number", "card id"]),
    field(
        "cardExpirationDate",
        Kind::Date,
        Emptying::Null,
        "Card expires",
    )
    .days(Meaning::Coming)
    .also(&["card expiration"]),
    field(
        "payroll",
        yes_no("Hourly", "Fixed salary"),
        Emptying::Null,
        "Wage",
    )
    .also(&["hourly wage"]),
    field(
        "isDisabled",
        yes_no("Disabled", "Active"),
        Emptying::Always,
        "State",
    )
    .also(&["disabled", "account"]),
    field(
        "defaultResourceNumber",
        Kind::Text,
        Emptying::Null,
        "Default machine",
    )
    .also(&["default resource", "machine"]),
    field(
        "worktimeArrangementName",
        Kind::Text,
        Emptying::Null,
        "Work time arrangement",
    )
    .also(&["work time"]),
    field(
        "organizationNumber",
        Kind::Text,
        Emptying::Null,
        "Organization number",
    )
    .also(&["org no"]),
    field(
        "tags",
        Kind::Tags,
        Emptying::Never("a tag is taken off with a leading -"),
        "Tags",
    )
    .also(&["tag"]),
    field(
        "immediateSupervisors",
        Kind::Supervisors,
        Emptying::List,
        "Supervisor",
    )
    .also(&["supervisors"]),
    field(
        "immediateSupervisorDetails",
        Kind::Opaque,
        Emptying::ReadOnly,
        "Supervisor details",
    )
    .read_only("supervisors are written as immediateSupervisors"),
];

/// Fields that POST and PUT need; PUT needs the two ids of the user as well.
pub const MANDATORY_USER_FIELDS: [&str; 7] = [
    "companyId",
    "employeeNumber",
    "firstName",
    "lastName",
    "mobileWork",
    "birthDate",
    "employmentStartDate",
];

const fn field(
    name: &'static str,
    kind: Kind,
    emptying: Emptying,
    heading: &'static str,
) -> FieldDef {
    let limit = match kind {
        Kind::Text => Limit::Longest(LONGEST_USER_LINE),
        _ => Limit::None,
    };
    FieldDef::new(Resource::Users, name, kind, emptying, heading).limit(limit)
}
