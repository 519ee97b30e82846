//! The users in memory: records, and who is whose supervisor. Pure but for the time that it is
//! given.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use fielddesk_model::{Listed, Record as _, SupervisorDetail, User};

use super::row::{UserRow, UserSupervisor, columns};
use super::types::{UserChanges, UserPage, UsersState};
use fielddesk_rules::phone::commonest_code;

use crate::records::{Kept, RecordCache, RecordKind as _, Since, Users, supervisor_id};

/// The users in memory.
#[derive(Debug)]
pub(super) struct UserModel {
    pub(super) cache: RecordCache<Users>,
    /// The record of each identity.
    by_identity: HashMap<String, String>,
    pub(super) state: UsersState,
}

impl UserModel {
    /// An empty one.
    pub(super) fn new(now: DateTime<Utc>) -> Self {
        let mut model = Self {
            cache: RecordCache::new(now),
            by_identity: HashMap::new(),
            state: UsersState::default(),
        };
        model.sync();
        model
    }

    /// Takes in what was kept from an earlier session.
    pub(super) fn load(&mut self, users: Vec<User>) {
        let named = users
            .iter()
            .map(|user| (user.identity_id.as_str().to_owned(), user.key().to_owned()));
        self.by_identity.extend(named);
        self.cache.load(users);
        self.sync();
    }

    /// Takes in a list of all of them; `began` is the revision when the reading began.
    pub(super) fn replace(
        &mut self,
        listed: Listed<User>,
        began: u64,
        now: DateTime<Utc>,
    ) -> Kept<Users> {
        // What could not be listed may be a user who is here.
        let is_whole = listed.left_out.is_empty();
        self.state.left_out = listed.left_out.as_slice().into();
        self.state.read_at = Some(now);
        let kept = self.cache.replace(listed.records, is_whole, began);
        self.index(kept)
    }

    /// Takes in those that a list of changes has, or that were looked up.
    pub(super) fn seen(&mut self, users: Vec<User>, began: u64) -> Kept<Users> {
        let kept = self.cache.seen(users, began);
        self.index(kept)
    }

    /// Takes in the record that a write of ours answered with.
    pub(super) fn put(&mut self, user: User) -> Kept<Users> {
        let kept = self.cache.put(user);
        self.index(kept)
    }

    /// A user is not there any more.
    pub(super) fn remove(&mut self, id: &str) -> Kept<Users> {
        let kept = self.cache.remove(id);
        self.index(kept)
    }

    fn index(&mut self, kept: Kept<Users>) -> Kept<Users> {
        let named = kept
            .records
            .iter()
            .map(|user| (user.identity_id.as_str().to_owned(), user.key().to_owned()));
        self.by_identity.extend(named);
        self.sync();
        kept
    }

    /// Brings what is told of the records up to date.
    pub(super) fn sync(&mut self) {
        self.state.revision = self.cache.revision();
        self.state.total = self.cache.len();
    }

    /// The code of the country of most phone numbers.
    pub(super) fn phone_code(&self) -> Option<&'static str> {
        let phones = self.cache.records();
        commonest_code(phones.filter_map(|user| user.mobile_work.as_deref()))
    }

    /// One row.
    pub(super) fn row(&self, id: &str) -> Option<UserRow> {
        self.cache.get(id).map(|user| self.shown(user))
    }

    /// Some rows.
    pub(super) fn page(&self, from: usize, limit: usize) -> UserPage {
        let shown = self.cache.records().skip(from).take(limit);
        UserPage {
            state: self.state.clone(),
            from,
            columns: columns().map(|field| field.name).collect(),
            rows: shown.map(|user| self.shown(user)).collect(),
        }
    }

    /// What is different since a revision.
    pub(super) fn since(&self, revision: u64) -> UserChanges {
        let Since {
            whole,
            changed,
            removed,
        } = self.cache.since(revision);
        let rows = changed.iter().filter_map(|id| self.row(id));
        UserChanges {
            state: self.state.clone(),
            whole,
            rows: rows.collect(),
            removed,
        }
    }

    fn shown(&self, user: &Arc<User>) -> UserRow {
        let all = user.immediate_supervisor_details.iter();
        UserRow {
            supervisors: all.filter_map(|one| self.supervisor(one)).collect(),
            acting: self.cache.acting(user.key()),
            user: Arc::clone(user),
        }
    }

    fn supervisor(&self, detail: &SupervisorDetail) -> Option<UserSupervisor> {
        let identity = detail.user_id.as_deref().unwrap_or_default();
        let known = self
            .by_identity
            .get(identity)
            .and_then(|id| self.cache.get(id));
        Some(UserSupervisor {
            supervisor_id: supervisor_id(detail)?.to_owned(),
            id: known.map(|user| user.key().to_owned()),
            employee_number: detail.employee_number.clone(),
            name: known
                .and_then(|user| Users::name(user))
                .or_else(|| detail.name.clone()),
            primary: detail.primary,
        })
    }
}
