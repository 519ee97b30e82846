//! The fields of users, in the order of the record (specification: User (employee); headings
//! as on the screens). Pure data.

use crate::fields::{Emptying, FieldDef, Kind, Words};

/// How somebody is paid.
const WAGE: Words = Words {
    yes: ["Hourly", "Timelønn", "Timlön"],
    no: ["Fixed salary", "Fastlønn", "Månadslön"],
};

/// The state of an account.
const DISABLED: Words = Words {
    yes: ["Disabled", "Deaktivert", "Inaktiverad"],
    no: ["Active", "Aktiv", "Aktiv"],
};

const REQUIRED: Emptying = Emptying::Never("every user has one");
const ALWAYS: Emptying = Emptying::Never("it is always yes or no");
const READ_ONLY: Emptying = Emptying::Never("it is not written");

/// Every field of a user.
pub const FIELDS: &[FieldDef] = &[
    FieldDef::new(
        "identityId",
        Kind::Opaque,
        READ_ONLY,
        ["User id", "Bruker-id", "Användar-id"],
    )
    .read_only("the service gives it"),
    FieldDef::new(
        "companyProfileId",
        Kind::Opaque,
        READ_ONLY,
        ["Profile id", "Profil-id", "Profil-id"],
    )
    .read_only("the service gives it"),
    FieldDef::new(
        "companyId",
        Kind::Text,
        REQUIRED,
        ["Company id", "Firma-id", "Företags-id"],
    )
    .also(&["company", "firma", "selskap", "företag"])
    .required(),
    FieldDef::new(
        "employeeNumber",
        Kind::Text,
        REQUIRED,
        ["Employee number", "Ansattnummer", "Anställningsnummer"],
    )
    .also(&[
        "number",
        "nummer",
        "no",
        "nr",
        "employee no",
        "ansattnr",
        "anställningsnr",
    ])
    .required(),
    FieldDef::new(
        "firstName",
        Kind::Text,
        REQUIRED,
        ["First name", "Fornavn", "Förnamn"],
    )
    .also(&["given name"])
    .required(),
    FieldDef::new(
        "lastName",
        Kind::Text,
        REQUIRED,
        ["Last name", "Etternavn", "Efternamn"],
    )
    .also(&["surname", "family name"])
    .required(),
    FieldDef::new(
        "mobileWork",
        Kind::Text,
        REQUIRED,
        ["Phone", "Telefon", "Telefon"],
    )
    .also(&[
        "mobile",
        "mobil",
        "work phone",
        "jobbtelefon",
        "arbetstelefon",
        "phone for sms login",
    ])
    .required(),
    FieldDef::new("birthDate", Kind::Date, REQUIRED, ["Born", "Født", "Född"])
        .also(&["date of birth", "fødselsdato", "födelsedatum"])
        .required(),
    FieldDef::new(
        "employmentStartDate",
        Kind::Date,
        REQUIRED,
        ["Starts", "Begynner", "Börjar"],
    )
    .also(&[
        "start",
        "start date",
        "employment start",
        "startdato",
        "ansatt fra",
        "startdatum",
        "anställd från",
    ])
    .required(),
    FieldDef::new(
        "email",
        Kind::Text,
        Emptying::Null,
        ["Email", "E-post", "E-post"],
    )
    .also(&["mail", "epostadresse", "e-postadress"]),
    FieldDef::new(
        "mobilePrivate",
        Kind::Text,
        Emptying::Null,
        ["Private phone", "Privat telefon", "Privat telefon"],
    )
    .also(&["private mobile", "privat mobil"]),
    FieldDef::new(
        "workTitle",
        Kind::Text,
        Emptying::Null,
        ["Title", "Stilling", "Befattning"],
    )
    .also(&["job title", "tittel", "titel"]),
    FieldDef::new(
        "department",
        Kind::Text,
        Emptying::Null,
        ["Department", "Avdeling", "Avdelning"],
    )
    .also(&["dept", "avd"]),
    FieldDef::new(
        "employmentEndDate",
        Kind::Date,
        Emptying::Null,
        ["Ends", "Slutter", "Slutar"],
    )
    .also(&[
        "end",
        "end date",
        "employment end",
        "sluttdato",
        "ansatt til",
        "slutdatum",
        "anställd till",
    ]),
    FieldDef::new(
        "mainProjectNumber",
        Kind::Text,
        Emptying::Null,
        ["Main project", "Hovedprosjekt", "Huvudprojekt"],
    )
    .also(&["project", "prosjekt", "projekt", "default project"]),
    FieldDef::new(
        "carRegNumber",
        Kind::Text,
        Emptying::Null,
        ["Company car", "Firmabil", "Företagsbil"],
    )
    .also(&[
        "car registration",
        "bilnummer",
        "plate",
        "kjennemerke",
        "registreringsnummer",
    ]),
    FieldDef::new(
        "address",
        Kind::Text,
        Emptying::Null,
        ["Address", "Adresse", "Adress"],
    )
    .also(&["home address", "hjemmeadresse", "hemadress"]),
    FieldDef::new(
        "closestRelative",
        Kind::Text,
        Emptying::Null,
        ["Closest relative", "Nærmeste pårørende", "Närmast anhörig"],
    )
    .also(&["emergency contact", "pårørende", "anhörig"]),
    FieldDef::new(
        "personalInfo",
        Kind::Text,
        Emptying::Null,
        [
            "Personal notes",
            "Personlige notater",
            "Personliga anteckningar",
        ],
    )
    .also(&["notes", "notat", "anteckningar"]),
    FieldDef::new(
        "cardId",
        Kind::Text,
        Emptying::Null,
        ["Card", "Kort", "Kort"],
    )
    .also(&["card number", "kortnummer", "hms-kort", "id06"]),
    FieldDef::new(
        "cardExpirationDate",
        Kind::Date,
        Emptying::Null,
        ["Card expires", "Kort utløper", "Kort går ut"],
    )
    .also(&["card expiration", "kort gyldig til", "kort giltigt till"]),
    FieldDef::new(
        "payroll",
        Kind::Bool(&WAGE),
        Emptying::Null,
        ["Wage", "Lønn", "Lön"],
    )
    .also(&["hourly wage", "lønnsform", "löneform", "timelønn", "timlön"]),
    FieldDef::new(
        "isDisabled",
        Kind::Bool(&DISABLED),
        ALWAYS,
        ["State", "Tilstand", "Tillstånd"],
    )
    .also(&["disabled", "deaktivert", "inaktiverad", "account", "konto"]),
    FieldDef::new(
        "defaultResourceNumber",
        Kind::Text,
        Emptying::Null,
        ["Default machine", "Standardmaskin", "Standardmaskin"],
    )
    .also(&["default resource", "machine", "maskin"]),
    FieldDef::new(
        "worktimeArrangementName",
        Kind::Text,
        Emptying::Null,
        [
            "Work time arrangement",
            "Arbeidstidsordning",
            "Arbetstidsschema",
        ],
    )
    .also(&["work time", "arbeidstid", "arbetstid"]),
    FieldDef::new(
        "organizationNumber",
        Kind::Text,
        Emptying::Null,
        [
            "Organization number",
            "Organisasjonsnummer",
            "Organisationsnummer",
        ],
    )
    .also(&["org no", "orgnr"]),
    FieldDef::new(
        "tags",
        Kind::Tags,
        Emptying::Never("a tag is taken off with a leading -"),
        ["Tags", "Merkelapper", "Etiketter"],
    )
    .also(&["tag", "merker", "taggar"]),
    FieldDef::new(
        "immediateSupervisors",
        Kind::Supervisors,
        Emptying::List,
        ["Supervisor", "Nærmeste leder", "Närmaste chef"],
    )
    .also(&["supervisors", "leder", "ledere", "chef", "chefer"]),
    FieldDef::new(
        "immediateSupervisorDetails",
        Kind::Opaque,
        READ_ONLY,
        ["Supervisor details", "Lederopplysninger", "Chefsuppgifter"],
    )
    .read_only("supervisors are written as immediateSupervisors"),
];

/// What PUT needs besides the two ids of the user.
pub const MANDATORY: [&str; 7] = [
    "companyId",
    "employeeNumber",
    "firstName",
    "lastName",
    "mobileWork",
    "birthDate",
    "employmentStartDate",
];
