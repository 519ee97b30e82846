//! Trips that another process changes in the database, as a reader of changes meets them.

use std::collections::HashSet;

use chrono::{SecondsFormat, Utc};
use fielddesk_service::Durability;
use fielddesk_service::store::{AuditEntry, PostgresStore, TripChange, TripStore as _};
use reqwest::Method;
use serde_json::Map;

use crate::env::TestEnv;

/// A writer of trips beside the nodes.
pub(crate) struct Trips {
    store: PostgresStore,
    ids: Vec<String>,
}

impl Trips {
    pub(crate) async fn open(url: &str, env: &TestEnv) -> Self {
        let test = fielddesk_model::Environment::Test;
        let store = PostgresStore::open(url, test, Durability::Power).await;
        let ids = page(env, "1900-01-01", "").await.0;
        Self {
            store: store.unwrap(),
            ids: ids.into_iter().take(500).collect(),
        }
    }

    /// Changes one trip after another and returns those whose change was committed.
    pub(crate) async fn change(&self, round: usize, changes: usize) -> Vec<String> {
        let mut done = Vec::new();
        for n in 0..changes {
            let id = &self.ids[(round * changes + n) % self.ids.len()];
            let audit = AuditEntry {
                at: Utc::now(),
                actor: "tester".to_owned(),
                action: "trip.changed",
                subject: id.clone(),
                details: Map::new(),
            };
            let key = id.clone().into();
            let change = TripChange::Verified(i64::try_from(round + 1).unwrap());
            let changed = self.store.change_trip(&key, change, audit).await;
            if changed.is_ok_and(|changed| changed) {
                done.push(id.clone());
            }
            tokio::time::sleep(std::time::Duration::from_millis(40)).await;
        }
        done
    }
}

/// Now, as a query says it.
pub(crate) fn now() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Returns the trips that changed since a time.
pub(crate) async fn changed(env: &TestEnv, since: &str) -> HashSet<String> {
    let (mut all, mut token) = (HashSet::new(), String::new());
    loop {
        let (ids, next) = page(env, since, &token).await;
        all.extend(ids);
        if next.is_empty() {
            return all;
        }
        token = next;
    }
}

async fn page(env: &TestEnv, since: &str, token: &str) -> (Vec<String>, String) {
    let path = format!("{}/test/reporting/v1/flow-trip-registrations", env.base);
    let mut query = vec![("ModifiedSince", since), ("ChunkLimit", "1000")];
    if !token.is_empty() {
        query.push(("ContinuationToken", token));
    }
    let mut url = url::Url::parse(&path).unwrap();
    url.query_pairs_mut().extend_pairs(query);
    let (status, page) = env.ask(env.at_url(Method::GET, url)).await.unwrap();
    assert_eq!(status, 200, "{page}");
    let trips = page["data"].as_array().unwrap().iter();
    let ids = trips.map(|trip| trip["id"].as_str().unwrap().to_owned());
    let next = page["continuationToken"].as_str().unwrap_or_default();
    (ids.collect(), next.to_owned())
}
