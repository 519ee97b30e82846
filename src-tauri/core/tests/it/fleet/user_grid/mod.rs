//! The grid of users against the real service: a list on a data folder that can be opened again.

mod acting;
mod files;
mod forms;
mod reading;

use std::sync::Arc;

use fielddesk_core::data_dir::DataDir;
use fielddesk_core::db::Database;
use fielddesk_core::fleet::Fleet;
use fielddesk_core::online::OnlineWatch;
use fielddesk_core::records::{BatchReport, CellInput, FieldInput, RowOutcome};
use fielddesk_core::users::{SupervisorInput, TagInput, UserForm, UserList, UserRow};
use fielddesk_model::User;
use fielddesk_rules::fields::{ProblemCode, Writing};
use fielddesk_rules::language::Language;

use super::grid::Skipping;

/// The fixture of users, with a list on it.
pub(super) struct Grid {
    pub(super) site: super::Fleet,
    pub(super) users: UserList,
    pub(super) clock: Arc<Skipping>,
    folder: tempfile::TempDir,
}

impl Grid {
    /// The users of the administrator, read once.
    pub(super) async fn new() -> Self {
        let site = super::Fleet::new().await;
        let folder = tempfile::tempdir().unwrap();
        let clock = Skipping::new();
        let database = database(folder.path()).await;
        let users = open(&site, &database, clock.clone());
        users.refresh().await.unwrap();
        Self {
            site,
            users,
            clock,
            folder,
        }
    }

    pub(super) async fn database(&self) -> Database {
        database(self.folder.path()).await
    }

    /// Another instance on the same data folder, as after a restart.
    pub(super) async fn restarted(&self) -> UserList {
        open(&self.site, &self.database().await, self.clock.clone())
    }

    /// The machines of the same data folder.
    pub(super) async fn fleet(&self) -> Fleet {
        let connection = self.site.connection.clone();
        let online = OnlineWatch::new();
        Fleet::new(
            connection,
            &self.database().await,
            online,
            self.clock.clone(),
        )
    }

    /// All rows.
    pub(super) async fn rows(&self) -> Vec<UserRow> {
        self.users.page(0, 100_000).await.unwrap().rows
    }

    pub(super) async fn row(&self, id: &str) -> UserRow {
        let rows = self.rows().await;
        rows.into_iter().find(|row| id_of(row) == id).unwrap()
    }

    /// Users of our own company with an account that works.
    pub(super) async fn some(&self, count: usize) -> Vec<User> {
        let company = self.site.company();
        let rows = self.rows().await.into_iter().map(|row| (*row.user).clone());
        let own = rows.filter(|user| user.company_id == company && !user.is_disabled);
        let own: Vec<User> = own.take(count).collect();
        assert_eq!(own.len(), count, "the seed has enough users");
        own
    }

    /// The record as the service has it.
    pub(super) async fn stored(&self, id: &str) -> User {
        let users = self.site.connection.client.users();
        users.by_profile_id(&id.into()).await.unwrap()
    }

    /// Somebody else changes a user.
    pub(super) async fn somebody_else(&self, id: &str, values: serde_json::Value) {
        let users = self.site.connection.client.users();
        let change = serde_json::from_value(values).unwrap();
        users.patch(&id.into(), &change).await.unwrap();
    }

    /// Saves a form that has no problems.
    pub(super) async fn save(&self, id: Option<&str>, form: &UserForm) -> BatchReport {
        let saved = self.users.save(id, form, &nb()).await.unwrap();
        assert_eq!(saved.problems, []);
        saved.report.unwrap()
    }

    /// What is wrong with a form.
    pub(super) async fn problems(
        &self,
        id: Option<&str>,
        form: &UserForm,
    ) -> Vec<(&'static str, ProblemCode)> {
        let checked = self.users.check(id, form, &nb()).await.unwrap();
        let codes = checked
            .problems
            .iter()
            .map(|one| (one.field, one.problem.code));
        codes.collect()
    }

    /// The queries of the lists of users that were asked for.
    pub(super) async fn lists(&self) -> Vec<String> {
        let mut seen = self.site.service.requests().await;
        seen.retain(|one| one.method == "GET" && one.path.ends_with("/users"));
        seen.into_iter().map(|one| one.query).collect()
    }
}

async fn database(folder: &std::path::Path) -> Database {
    let dir = DataDir::open(folder.to_owned()).unwrap();
    Database::open(&dir).await.unwrap()
}

fn open(site: &super::Fleet, database: &Database, clock: Arc<Skipping>) -> UserList {
    UserList::new(site.connection.clone(), database, OnlineWatch::new(), clock)
}

pub(super) fn nb() -> Writing {
    Writing::of(Language::Nb)
}

pub(super) fn id_of(row: &UserRow) -> String {
    row.user.company_profile_id.as_str().to_owned()
}

pub(super) fn id(user: &User) -> String {
    user.company_profile_id.as_str().to_owned()
}

/// A form of typed texts.
pub(super) fn form(texts: &[(&str, &str)]) -> UserForm {
    let inputs = texts.iter().map(|(field, text)| FieldInput {
        field: (*field).to_owned(),
        input: CellInput::Text((*text).to_owned()),
    });
    UserForm {
        inputs: inputs.collect(),
        ..UserForm::default()
    }
}

/// All that a new user needs.
pub(super) fn new_user(number: &str, phone: &str) -> UserForm {
    form(&[
        ("employeeNumber", number),
        ("firstName", "Kari"),
        ("lastName", "Prøve"),
        ("mobileWork", phone),
        ("birthDate", "01.02.1990"),
        ("employmentStartDate", "2020-01-31"),
    ])
}

pub(super) fn supervisor(supervisor_id: &str, primary: bool) -> SupervisorInput {
    SupervisorInput {
        supervisor_id: supervisor_id.to_owned(),
        primary,
    }
}

pub(super) fn tag(name: &str, enabled: bool) -> TagInput {
    TagInput {
        name: name.to_owned(),
        enabled,
    }
}

/// The outcomes of a report, row by row.
pub(super) fn outcomes(report: &BatchReport) -> Vec<RowOutcome> {
    report.rows.iter().map(|row| row.outcome).collect()
}
