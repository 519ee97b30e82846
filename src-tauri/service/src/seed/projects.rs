//! Projects and work orders as a contractor of this size has them.

use fielddesk_model::{Environment, Project};
use serde_json::{Map, Value, json};

use super::companies::Companies;
use super::ids;
use crate::Seed;
use crate::store::{Company, SeedData, SeedWorkOrder};

/// In `large` the company and its subsidiary have this many projects in the test environment.
const LARGE_PROJECTS: usize = 2_000;

/// Number, name, address, customer, active.
type ProjectRow = (&'static str, &'static str, &'static str, &'static str, bool);

const MAIN: &[ProjectRow] = &[
    (
        "P-2026-001",
        "E39 Byrkjelo–Sandane, parsell 2",
        "Byrkjelo",
        "Vegdirektoratet Vest",
        true,
    ),
    (
        "P-2026-002",
        "Fv. 60 Strandvegen, gang- og sykkelveg",
        "Stryn",
        "Vestland fylke",
        true,
    ),
    (
        "P-2026-003",
        "Nordre Brygge, spunt og grunnarbeid",
        "Førde",
        "Bryggekvartalet AS",
        true,
    ),
    (
        "P-2026-004",
        "Høydebasseng Storåsen",
        "Naustdal",
        "Sunnfjord kommune",
        true,
    ),
    (
        "P-2026-005",
        "VA-sanering Elvegata",
        "Florø",
        "Kinn kommune",
        true,
    ),
    (
        "P-2026-006",
        "Massetak Grovaneset",
        "Gloppen",
        "Egen drift",
        true,
    ),
    (
        "P-2026-007",
        "Skredsikring Kjøsnesfjorden",
        "Jølster",
        "Vestland fylke",
        true,
    ),
    (
        "P-2026-008",
        "Datahall Lefdal, tomt og fundament",
        "Nordfjordeid",
        "Lefdal Eiendom AS",
        true,
    ),
    (
        "P-2026-009",
        "Kraftstasjon Øvre Åa, tilkomstveg",
        "Bremanger",
        "Åa Kraft AS",
        true,
    ),
    (
        "P-2026-010",
        "Ny ungdomsskole, utomhus",
        "Måløy",
        "Kinn kommune",
        true,
    ),
    (
        "P-2025-014",
        "Rv. 5 Kollsete, tunneloppgradering",
        "Sogndal",
        "Vegdirektoratet Vest",
        true,
    ),
    (
        "P-2025-021",
        "Kai 3, utfylling i sjø",
        "Florø",
        "Fjordbase Havn",
        true,
    ),
    (
        "P-2024-033",
        "Boligfelt Lisjemarka, trinn 1",
        "Førde",
        "Lisjemarka Utvikling AS",
        false,
    ),
];

const SUBSIDIARY: &[ProjectRow] = &[
    (
        "G-2026-101",
        "Pelearbeid Hafstad park",
        "Førde",
        "Hafstad Park AS",
        true,
    ),
    (
        "G-2026-102",
        "Sprengning Grovaneset",
        "Gloppen",
        "Fjordvik Anlegg AS",
        true,
    ),
    (
        "G-2026-103",
        "Energibrønner Angedalen skule",
        "Førde",
        "Sunnfjord kommune",
        true,
    ),
];

const UNRELATED: &[ProjectRow] = &[(
    "M-26-07",
    "Cykelbana Strandvägen",
    "Västerås",
    "Västerås kommun",
    true,
)];

const WORK: &[(&str, &str)] = &[
    ("Rigg og drift", "Rigg"),
    ("Graving og masseflytting", "Masseflytting"),
    ("Drenering og overvann", "Overvann"),
    ("Kabelgrøft og trekkerør", "Kabelgrøft"),
    ("Forsterkningslag og bærelag", "Overbygning"),
    ("Støttemur av naturstein", "Støttemur"),
    ("Asfalt og kantstein", "Asfalt"),
];

const PLACES: &[&str] = &[
    "Åsen", "Øyra", "Neset", "Vågen", "Lia", "Dalen", "Eidet", "Haugen", "Moen", "Sundet",
];

pub(super) fn add(
    data: &mut SeedData,
    seed: Seed,
    environment: Environment,
    companies: &Companies,
) {
    let main = match environment {
        Environment::Test => MAIN,
        Environment::Production => &MAIN[..4],
    };
    let mut rows = Rows { data, environment };
    for (index, row) in main.iter().enumerate() {
        rows.add(
            &companies.main,
            row.0,
            row.1,
            (row.2, row.3),
            row.4,
            2 + index % 4,
        );
    }
    for row in SUBSIDIARY {
        rows.add(
            &companies.subsidiary,
            row.0,
            row.1,
            (row.2, row.3),
            row.4,
            2,
        );
    }
    for row in UNRELATED {
        rows.add(&companies.unrelated, row.0, row.1, (row.2, row.3), row.4, 1);
    }
    if seed == Seed::Large && environment == Environment::Test {
        let mut number = 0;
        while rows.data.projects.len() < LARGE_PROJECTS + UNRELATED.len() {
            number += 1;
            let place = PLACES[number % PLACES.len()];
            let work = WORK[number % WORK.len()].0;
            let name = format!("{work}, {place} {number}");
            let text = format!("L-{number:04}");
            rows.add(
                &companies.main,
                &text,
                &name,
                (place, "Egen drift"),
                number % 9 != 0,
                3,
            );
        }
    }
}

struct Rows<'a> {
    data: &'a mut SeedData,
    environment: Environment,
}

impl Rows<'_> {
    fn add(
        &mut self,
        company: &Company,
        number: &str,
        name: &str,
        (address, customer): (&str, &str),
        active: bool,
        work_orders: usize,
    ) {
        let id = ids::project(self.environment, &company.id, number);
        for (index, (work, short)) in WORK.iter().take(work_orders).enumerate() {
            let external_id = format!("WO-{}", 100 + index * 10);
            self.data.work_orders.push(SeedWorkOrder {
                id: ids::work_order(self.environment, &id, &external_id),
                project_id: id.clone(),
                external_id,
                name: (*work).to_owned(),
                short_description: (*short).to_owned(),
                active: active || index == 0,
            });
        }
        self.data.projects.push(Project {
            id,
            company_id: Some(company.id.clone()),
            project_number: number.to_owned(),
            name: Some(name.to_owned()),
            active: Some(active),
            other: details(address, customer),
            ..Project::default()
        });
    }
}

/// The plain fields: what is set is set, the rest is null.
fn details(address: &str, customer: &str) -> Map<String, Value> {
    let mut details = Map::new();
    for (key, value) in [
        ("description", Value::Null),
        ("externalProjectNumber", Value::Null),
        ("projectAddress", json!(address)),
        ("projectCustomerName", json!(customer)),
        ("startDate", json!("2026-01-12T00:00:00Z")),
        ("finishedDate", Value::Null),
    ] {
        details.insert(key.to_owned(), value);
    }
    details
}
