//! Filling an empty data folder: the same companies, projects and ids every time, secrets
//! that are random every time.

mod companies;
mod data;
mod documents;
mod draw;
mod ids;
mod machines;
mod projects;
mod trips;
mod users;

pub(crate) use documents::content;
pub use documents::{SampleFolder, sample_folder};

use chrono::{DateTime, Utc};
use fielddesk_model::{Environment, scope};
use serde_json::json;

use crate::auth::{hash_secret, new_secret};
use crate::files::Files;
use crate::ready::{ReadyClient, ReadyClients};
use crate::store::{ClientRecord, Company, SeedData, Store};
use crate::{Seed, ServiceError, audit};

/// Under this key stands the seeded company.
pub(crate) const META_COMPANY: &str = "company";
/// Under this key stands its subsidiary.
pub(crate) const META_SUBSIDIARY: &str = "subsidiary";

/// Time of everything seeded: the same in every seeding, in milliseconds since 1970.
const SEEDED_AT_MS: i64 = 1_768_204_800_000;

const ALL_SCOPES: &[&str] = &[scope::SERVICE, scope::REPORTING, scope::MASS_TRANSPORT];

/// Seeds an empty store and returns its clients with their secrets; a store that holds
/// anything is left alone.
pub(crate) async fn seed_if_empty(
    seed: Seed,
    environment: Environment,
    store: &dyn Store,
    files: &Files,
) -> Result<Option<ReadyClients>, ServiceError> {
    if seed == Seed::None || !store.is_empty().await? {
        return Ok(None);
    }
    let companies = companies::all(environment);
    let (clients, shown) = clients(environment, &companies);
    let mut data = SeedData {
        meta: vec![
            (META_COMPANY, companies.main.id.to_string()),
            (META_SUBSIDIARY, companies.subsidiary.id.to_string()),
        ],
        clients,
        ..SeedData::default()
    };
    projects::add(&mut data, seed, environment, &companies);
    let people = users::people(seed, environment, &companies);
    data.users = users::users(environment, &people, &data.projects, seeded_at());
    data.machine_types = machines::types(&companies);
    data.machines = machines::fleet(seed, environment, &companies);
    machines::assign(&mut data.machines, &people);
    let written = documents::add(&mut data, environment, files).await?;
    data.trips = trips::load(&data, &people, seed, environment, &companies);
    data.companies = vec![
        companies.main,
        companies.subsidiary,
        companies.unrelated,
        companies.haulier,
    ];
    let entry = audit::entry(
        audit::OPERATOR,
        "data.seeded",
        environment,
        [
            ("projects", json!(data.projects.len())),
            ("workOrders", json!(data.work_orders.len())),
            ("machines", json!(data.machines.len())),
            ("users", json!(data.users.len())),
            ("clients", json!(data.clients.len())),
        ],
    );
    if store.seed(data, entry).await? {
        files.adopt(written).await;
        Ok(Some(shown))
    } else {
        // Another node was quicker.
        files.remove(&written).await;
        Ok(None)
    }
}

fn clients(
    environment: Environment,
    companies: &companies::Companies,
) -> (Vec<ClientRecord>, ReadyClients) {
    let mut records = Vec::new();
    let mut add = |name: &str, company: &Company, administrator, read_only, scopes: &[&str]| {
        let secret = new_secret();
        let scopes: Vec<String> = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        let id: String = ids::id(environment, "client", name);
        records.push(ClientRecord {
            id: id.clone(),
            name: name.to_owned(),
            company_id: company.id.clone(),
            secret_hash: hash_secret(&secret),
            scopes: scopes.clone(),
            administrator,
            read_only,
            enabled: true,
            lifetime_s: None,
            generation: 0,
            revoked_at: None,
            created_at: seeded_at(),
        });
        ReadyClient {
            client_id: id,
            client_secret: secret,
            scopes,
            company_id: None,
        }
    };
    let (main, unrelated) = (&companies.main, &companies.unrelated);
    let shown = ReadyClients {
        admin: add("Head office integration", main, true, false, ALL_SCOPES),
        standard: add("Payroll export", main, false, false, ALL_SCOPES),
        read_only: add("Dashboard", main, true, true, ALL_SCOPES),
        core_only: add("Drawing office", main, true, false, &[scope::SERVICE]),
        other_company: ReadyClient {
            company_id: Some(unrelated.id.clone()),
            ..add("Integration", unrelated, true, false, ALL_SCOPES)
        },
    };
    (records, shown)
}

fn seeded_at() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(SEEDED_AT_MS).unwrap_or_default()
}
