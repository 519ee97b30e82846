//! The present rights of a client, cached for a moment.
//!
//! Every request needs its client and the client's companies. They are read from the store
//! once a second a client, and at once when this process changed a client or a company. A
//! change by another process (`fieldservice client …`) is therefore in force within a second.
//! Nothing secret is looked up here: the token's signature, time and scopes are checked on
//! every request.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use fielddesk_model::CompanyId;

use crate::store::{ClientRecord, Company, Store, StoreError};

/// Time that cached rights count as the present ones.
const FRESH: Duration = Duration::from_secs(1);
/// More clients than this are not kept at a time.
const KEPT: usize = 4096;

/// An enabled client with its companies.
pub(super) struct Access {
    pub(super) client_id: String,
    pub(super) administrator: bool,
    pub(super) read_only: bool,
    /// The scopes it holds now; a token may name more.
    pub(super) scopes: Vec<String>,
    /// Tokens of an earlier generation are revoked.
    pub(super) generation: i64,
    pub(super) revoked_at: Option<DateTime<Utc>>,
    /// The client's company first, then what is below it.
    pub(super) tree: Vec<Company>,
    /// Companies of the tree whose integration is enabled.
    pub(super) companies: Vec<CompanyId>,
}

impl Access {
    fn new(client: ClientRecord, tree: Vec<Company>) -> Self {
        let enabled = tree.iter().filter(|company| company.integration_enabled);
        Self {
            companies: enabled.map(|company| company.id.clone()).collect(),
            client_id: client.id,
            administrator: client.administrator,
            read_only: client.read_only,
            scopes: client.scopes,
            generation: client.generation,
            revoked_at: client.revoked_at,
            tree,
        }
    }
}

struct Entry {
    access: Arc<Access>,
    version: u64,
    read_at: Instant,
}

impl Entry {
    fn holds(&self, version: u64, now: Instant) -> bool {
        self.version == version && now.saturating_duration_since(self.read_at) < FRESH
    }
}

/// Clients that called within the last second. Only clients that exist come in, and only by way of
/// a token that we signed, so that no caller can fill it with names.
#[derive(Default)]
pub(crate) struct AccessCache(RwLock<HashMap<String, Entry>>);

impl AccessCache {
    /// The client's access as it is now; none when it is disabled or deleted.
    pub(super) async fn of(
        &self,
        store: &dyn Store,
        client_id: &str,
    ) -> Result<Option<Arc<Access>>, StoreError> {
        let now = Instant::now();
        // Taken before the reading: a change in between makes what was read obsolete.
        let version = store.access_version().await?;
        if let Some(access) = self.kept(client_id, version, now) {
            return Ok(Some(access));
        }
        let client = store.client(client_id).await?;
        let Some(client) = client.filter(|client| client.enabled) else {
            return Ok(None);
        };
        let tree = store.company_tree(&client.company_id).await?;
        let access = Arc::new(Access::new(client, tree));
        let entry = Entry {
            access: Arc::clone(&access),
            version,
            read_at: now,
        };
        self.keep(client_id, entry, now);
        Ok(Some(access))
    }

    fn kept(&self, client_id: &str, version: u64, now: Instant) -> Option<Arc<Access>> {
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        entries
            .get(client_id)
            .filter(|entry| entry.holds(version, now))
            .map(|entry| Arc::clone(&entry.access))
    }

    fn keep(&self, client_id: &str, entry: Entry, now: Instant) {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= KEPT {
            let version = entry.version;
            entries.retain(|_, held| held.holds(version, now));
        }
        if entries.len() < KEPT {
            entries.insert(client_id.to_owned(), entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(version: u64, read_at: Instant) -> Entry {
        let client = ClientRecord {
            id: "c".to_owned(),
            name: String::new(),
            company_id: "a".into(),
            secret_hash: Vec::new(),
            scopes: Vec::new(),
            administrator: false,
            read_only: false,
            enabled: true,
            lifetime_s: None,
            generation: 0,
            revoked_at: None,
            created_at: DateTime::UNIX_EPOCH,
        };
        Entry {
            access: Arc::new(Access::new(client, Vec::new())),
            version,
            read_at,
        }
    }

    #[test]
    fn what_was_read_holds_for_a_second_and_until_the_next_change_here() {
        let cache = AccessCache::default();
        let start = Instant::now();
        cache.keep("c", entry(7, start), start);
        let almost = start + Duration::from_millis(999);
        assert!(cache.kept("c", 7, almost).is_some());
        assert!(cache.kept("c", 7, start + FRESH).is_none(), "a second");
        assert!(cache.kept("c", 8, almost).is_none(), "a change");
        assert!(cache.kept("d", 7, almost).is_none(), "another client");
    }

    #[test]
    fn no_more_than_so_many_clients_are_kept() {
        let cache = AccessCache::default();
        let start = Instant::now();
        for number in 0..KEPT + 10 {
            cache.keep(&number.to_string(), entry(0, start), start);
        }
        assert_eq!(cache.0.read().unwrap().len(), KEPT);
        let later = start + FRESH;
        cache.keep("new", entry(0, later), later);
        assert_eq!(cache.0.read().unwrap().len(), 1, "what is stale goes first");
    }
}
