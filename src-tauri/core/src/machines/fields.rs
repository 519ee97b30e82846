//! The fields of machines and equipment, in the order of the record (specification: Machine /
//! equipment; headings as on the screens). Pure data.

use crate::fields::{Emptying, FUELS, FieldDef, Kind, UNITS, Words};

/// The words of check-in.
const CHECK_IN: Words = Words {
    yes: ["Blocked", "Sperret", "Spärrad"],
    no: ["Open", "Åpen", "Öppen"],
};

/// Equipment or a machine.
const EQUIPMENT: Words = Words {
    yes: ["Equipment", "Utstyr", "Utrustning"],
    no: ["Machine", "Maskin", "Maskin"],
};

/// In use or not.
const ACTIVE: Words = Words {
    yes: ["Active", "Aktiv", "Aktiv"],
    no: ["Inactive", "Inaktiv", "Inaktiv"],
};

const REQUIRED: Emptying = Emptying::Never("every machine has one");
const NUMBER: Emptying = Emptying::Never("a number of a machine stays once it is set");
const DATE: Emptying = Emptying::Never("a date of a machine stays once it is set");
const FUEL: Emptying = Emptying::Never("fuel values stay once they are set");
const ALWAYS: Emptying = Emptying::Never("it is always yes or no");
const READ_ONLY: Emptying = Emptying::Never("it is not written");

/// Every field of a machine.
pub const FIELDS: &[FieldDef] = &[
    FieldDef::new("id", Kind::Opaque, READ_ONLY, ["Id", "Id", "Id"])
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
        "machineNumber",
        Kind::Text,
        REQUIRED,
        ["Number", "Nummer", "Nummer"],
    )
    .also(&[
        "machine no",
        "no",
        "nr",
        "maskinnummer",
        "maskinnr",
        "internnummer",
    ])
    .required(),
    FieldDef::new("name", Kind::Text, Emptying::Text, ["Name", "Navn", "Namn"]).also(&[
        "description",
        "beskrivelse",
        "benevnelse",
        "betegnelse",
        "beskrivning",
        "benämning",
        "machine",
        "maskin",
    ]),
    FieldDef::new(
        "typeId",
        Kind::Text,
        Emptying::Text,
        ["Type", "Type", "Typ"],
    )
    .also(&["machine type", "maskintype", "maskintyp"]),
    FieldDef::new(
        "active",
        Kind::Bool(&ACTIVE),
        ALWAYS,
        ["Active", "Aktiv", "Aktiv"],
    )
    .also(&["in use", "i bruk", "i drift", "state"]),
    FieldDef::new(
        "department",
        Kind::Text,
        Emptying::Text,
        ["Department", "Avdeling", "Avdelning"],
    )
    .also(&["dept", "avd"]),
    FieldDef::new(
        "costPriceMachine",
        Kind::Number,
        NUMBER,
        [
            "Machine cost price",
            "Kostpris maskin",
            "Självkostnad maskin",
        ],
    ),
    FieldDef::new(
        "costPrice",
        Kind::Number,
        NUMBER,
        ["Cost price", "Kostpris", "Självkostnad"],
    )
    .also(&["självkostnadspris"]),
    FieldDef::new("price", Kind::Number, NUMBER, ["Price", "Pris", "Pris"]).also(&[
        "sales price",
        "salgspris",
        "försäljningspris",
    ]),
    FieldDef::new("weight", Kind::Number, NUMBER, ["Weight", "Vekt", "Vikt"]).unit("kg"),
    FieldDef::new(
        "capacity",
        Kind::Number,
        NUMBER,
        ["Capacity", "Kapasitet", "Kapacitet"],
    ),
    FieldDef::new(
        "note",
        Kind::Text,
        Emptying::Text,
        ["Note", "Notat", "Anteckning"],
    )
    .also(&["notes", "merknad", "notering", "kommentar", "comment"]),
    FieldDef::new(
        "buildYear",
        Kind::Whole,
        NUMBER,
        ["Build year", "Byggeår", "Tillverkningsår"],
    )
    .also(&["year", "year of make", "årsmodell", "modellår"]),
    FieldDef::new(
        "emissionClass",
        Kind::Text,
        Emptying::Text,
        ["Emission class", "Utslippsklasse", "Utsläppsklass"],
    )
    .also(&["steg", "stage"]),
    FieldDef::new(
        "hourMeter",
        Kind::Number,
        NUMBER,
        ["Hours", "Timer", "Timmar"],
    )
    .also(&[
        "hour meter",
        "timeteller",
        "timmätare",
        "driftstimer",
        "drifttimmar",
    ])
    .unit("h"),
    FieldDef::new(
        "serviceDate",
        Kind::Instant,
        DATE,
        ["Last service", "Siste service", "Senaste service"],
    )
    .also(&["service"]),
    FieldDef::new(
        "purchasedDate",
        Kind::Instant,
        DATE,
        ["Purchased", "Kjøpt", "Köpt"],
    )
    .also(&[
        "bought",
        "purchase date",
        "kjøpsdato",
        "innkjøpsdato",
        "inköpsdatum",
    ]),
    FieldDef::new(
        "serialNumber",
        Kind::Text,
        Emptying::Text,
        ["Serial number", "Serienummer", "Serienummer"],
    )
    .also(&["serial no", "serienr"]),
    FieldDef::new(
        "engineNumber",
        Kind::Text,
        Emptying::Text,
        ["Engine number", "Motornummer", "Motornummer"],
    )
    .also(&["engine no", "motornr"]),
    FieldDef::new(
        "registrationNumber",
        Kind::Text,
        Emptying::Text,
        ["Plate", "Kjennemerke", "Registreringsnummer"],
    )
    .also(&["plate number", "number plate", "regnr", "reg no"]),
    FieldDef::new(
        "responsibleId",
        Kind::Text,
        Emptying::Text,
        [
            "Responsible user id",
            "Ansvarlig bruker-id",
            "Ansvarig användar-id",
        ],
    ),
    FieldDef::new(
        "responsibleEmployeeNumber",
        Kind::Text,
        Emptying::Text,
        ["Responsible", "Ansvarlig", "Ansvarig"],
    )
    .also(&[
        "responsible person",
        "responsible employee",
        "ansvarlig ansattnummer",
        "ansvarig anställningsnummer",
    ]),
    FieldDef::new(
        "blockCheckIn",
        Kind::Bool(&CHECK_IN),
        ALWAYS,
        ["Check-in", "Innsjekk", "Incheckning"],
    )
    .also(&[
        "check-in block",
        "innsjekksperre",
        "incheckningsspärr",
        "blocked",
        "sperret",
        "spärrad",
    ]),
    FieldDef::new(
        "blockCheckInMessage",
        Kind::Text,
        Emptying::Text,
        [
            "Message to crews",
            "Beskjed til laget",
            "Meddelande till laget",
        ],
    )
    .also(&["message", "beskjed", "meddelande"]),
    FieldDef::new(
        "isEquipment",
        Kind::Bool(&EQUIPMENT),
        ALWAYS,
        ["Equipment", "Utstyr", "Utrustning"],
    ),
    FieldDef::new(
        "parentMachineId",
        Kind::Text,
        Emptying::Text,
        [
            "Belongs to machine id",
            "Hører til maskin-id",
            "Hör till maskin-id",
        ],
    )
    .also(&["parent machine"]),
    FieldDef::new(
        "fuelConsumptionRate",
        Kind::Number,
        FUEL,
        ["Consumption rate", "Forbruk", "Förbrukning"],
    )
    .also(&[
        "rate",
        "fuel consumption",
        "drivstofforbruk",
        "bränsleförbrukning",
    ]),
    FieldDef::new(
        "fuelConsumptionUnit",
        Kind::Choice(UNITS),
        FUEL,
        ["Unit", "Enhet", "Enhet"],
    )
    .also(&["consumption unit", "forbruksenhet", "förbrukningsenhet"]),
    FieldDef::new(
        "fuelType",
        Kind::Choice(FUELS),
        FUEL,
        ["Fuel", "Drivstoff", "Drivmedel"],
    )
    .also(&["fuel", "drivstofftype", "bränsle"]),
    FieldDef::new(
        "equipment",
        Kind::Opaque,
        READ_ONLY,
        ["Linked equipment", "Tilkoblet utstyr", "Kopplad utrustning"],
    )
    .read_only("equipment says itself which machine it belongs to"),
];

/// The fields that are patched apart from the others.
pub const ESG_FIELDS: [&str; 3] = ["fuelConsumptionRate", "fuelConsumptionUnit", "fuelType"];
