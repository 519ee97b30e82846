//! A user from a form: a new one, or changes of one. Only what differs is sent.

use serde_json::Value;

use super::UserList;
use super::acts::named;
use super::judge::{Judged, judged};
use super::types::{UserCheck, UserForm};
use crate::Failure;
use crate::company::own_company;
use crate::records::batches::{BatchKind, BatchOrder};
use crate::records::{
    CellInput, Created, PlannedCell, PlannedChange, RecordKind as _, Task, Users,
};
use fielddesk_model::{CompanyId, User};
use fielddesk_rules::fields::{USER_FIELDS, Values, Writing, field};

impl UserList {
    /// Judges a form, `None` for a new user: problems by field, days and phone numbers in full.
    /// Nothing is sent.
    pub async fn check(
        &self,
        id: Option<&str>,
        form: &UserForm,
        writing: &Writing,
    ) -> Result<UserCheck, Failure> {
        self.load().await?;
        let stored = self.stored(id)?;
        let company = match self.company(stored.as_ref(), form).await {
            Ok(company) => company,
            Err(failure) => {
                // Numbers of no company are taken; the rest can be judged.
                tracing::debug!(%failure, "it is not known whose new user it is");
                CompanyId::default()
            }
        };
        let Judged { problems, read, .. } = self.judge(stored.as_ref(), &company, form, writing)?;
        Ok(UserCheck { problems, read })
    }

    /// Creates a user from a form, or changes one. Problems of the form are told and nothing is
    /// sent.
    ///
    /// # Errors
    /// `usage` where nothing changes, and where the own company cannot be told; as
    /// [`Self::check`] and as an act fails.
    pub async fn save(
        &self,
        id: Option<&str>,
        form: &UserForm,
        writing: &Writing,
    ) -> Result<Created, Failure> {
        self.load().await?;
        let stored = self.stored(id)?;
        let company = self.company(stored.as_ref(), form).await?;
        let Judged {
            values,
            problems,
            cleaned,
            ..
        } = self.judge(stored.as_ref(), &company, form, writing)?;
        if !problems.is_empty() {
            return Ok(Created {
                report: None,
                problems,
                cleaned: false,
            });
        }
        let order = match stored {
            None => BatchOrder::new(BatchKind::Create, vec![created(values, &company)]),
            Some(_) if values.is_empty() => {
                return Err(Failure::usage(
                    "user",
                    "Nothing of the user changes.",
                    "Change a field, or close the form.",
                ));
            }
            Some(user) => BatchOrder::new(BatchKind::Edits, vec![changed(&user, values)]),
        };
        Ok(Created {
            report: Some(self.carry_out(order).await?),
            problems,
            cleaned,
        })
    }

    fn stored(&self, id: Option<&str>) -> Result<Option<User>, Failure> {
        let stored = id.map(|id| self.known(id)).transpose()?;
        Ok(stored.map(|user| User::clone(&user)))
    }

    /// The company that a form names, else the user's, else the client's own.
    async fn company(&self, stored: Option<&User>, form: &UserForm) -> Result<CompanyId, Failure> {
        let stored = || stored.map(|user| user.company_id.clone());
        if let Some(company) = named_company(form).or_else(stored) {
            return Ok(company);
        }
        let own = self
            .0
            .company
            .get_or_try_init(|| own_company(&self.0.connection));
        own.await.cloned()
    }

    fn judge(
        &self,
        stored: Option<&User>,
        company: &CompanyId,
        form: &UserForm,
        writing: &Writing,
    ) -> Result<Judged, Failure> {
        let now = self.0.clock.now().with_timezone(&chrono::Local);
        self.board(|board| {
            let reading = writing.reading(now.date_naive(), board.phone_code());
            judged(board, stored, company, form, (writing, &reading))
        })
    }
}

/// The company that a form names.
fn named_company(form: &UserForm) -> Option<CompanyId> {
    let input = form.inputs.iter().find(|one| one.field == "companyId")?;
    let text = match &input.input {
        CellInput::Text(text) => text.clone(),
        CellInput::Value(cell) => Value::from(cell).as_str()?.to_owned(),
        CellInput::Stored => return None,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.into())
}

fn created(mut values: Values, company: &CompanyId) -> PlannedChange {
    values.insert("companyId".to_owned(), Value::from(company.as_str()));
    let text = |name: &str| values.get(name).and_then(Value::as_str);
    let name: Vec<&str> = ["firstName", "lastName"]
        .into_iter()
        .filter_map(text)
        .collect();
    PlannedChange {
        id: String::new(),
        number: text("employeeNumber").unwrap_or_default().to_owned(),
        name: Some(name.join(" ")),
        task: Task::Create(values),
    }
}

/// Changes of a user, based on what the person saw.
fn changed(user: &User, values: Values) -> PlannedChange {
    let stored = Users::values(user);
    let cells = values.into_iter().filter_map(|(name, new)| {
        let field = field(USER_FIELDS, &name)?;
        let base = stored.get(&name).cloned().unwrap_or_default();
        Some(PlannedCell {
            field,
            base: Some(base),
            new,
        })
    });
    named(user, Task::Change(cells.collect()))
}
