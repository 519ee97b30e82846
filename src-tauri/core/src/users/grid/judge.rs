//! The form of a user, judged: what would be sent, or what is wrong with it. Pure.

use fielddesk_model::{CompanyId, Record as _, User};
use serde_json::{Value, json};

use super::model::UserModel;
use super::types::{FieldRead, UserForm};
use crate::Failure;
use crate::records::{
    FieldProblem, RecordKind as _, Surroundings, Users, judge, leaves_out, refuse_alike_in,
};
use crate::users::person::{employment, taken};
use fielddesk_rules::fields::{
    FieldDef, Kind, Limit, MANDATORY_USER_FIELDS, Problem, ProblemCode as Code, Reading,
    USER_FIELDS, Values, Writing, field, is_blank, same,
};
use fielddesk_rules::file_name::shown;
use fielddesk_rules::phone::international;

/// A form that was judged.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// What is sent: values that differ from those stored.
    pub(super) values: Values,
    /// What is wrong, by field.
    pub(super) problems: Vec<FieldProblem>,
    /// Days and phone numbers in full, and a number of which invisible characters are left out.
    pub(super) read: Vec<FieldRead>,
    /// True where invisible characters are left out of the number.
    pub(super) cleaned: bool,
}

/// A user, or one who is to be, among the others.
struct Among<'a> {
    board: &'a UserModel,
    company: &'a CompanyId,
    /// The record's id; none of one who is to be.
    id: Option<&'a str>,
}

impl Surroundings for Among<'_> {
    fn named(&self, _: &FieldDef, text: &str) -> String {
        text.to_owned()
    }

    fn fits(&self, field: &FieldDef, value: &Value) -> Result<(), Problem> {
        let text = value.as_str().unwrap_or_default();
        let other = match field.name {
            "employeeNumber" => self.numbered(text).map(|user| (Code::NumberTaken, user)),
            "mobileWork" => self.reached_at(text).map(|user| (Code::PhoneTaken, user)),
            _ => None,
        };
        let Some((code, other)) = other else {
            return match field.is_number() {
                true => refuse_alike_in(&self.board.cache, self.company, self.id, text),
                false => Ok(()),
            };
        };
        let name = Users::name(other).unwrap_or_default();
        let number = match code {
            Code::PhoneTaken => &other.employee_number,
            _ => text,
        };
        Err(taken(code, text, number, &name).with("id", other.key()))
    }
}

impl<'a> Among<'a> {
    fn is_other(&self, user: &User) -> bool {
        user.company_id == *self.company && self.id != Some(user.key())
    }

    fn numbered(&self, number: &str) -> Option<&'a User> {
        let mut all = self.board.cache.numbered(number).map(AsRef::as_ref);
        all.find(|user| self.is_other(user))
    }

    /// Who of the company logs in with this phone number.
    fn reached_at(&self, phone: &str) -> Option<&'a User> {
        let wanted = international(phone)?;
        let mut all = self.board.cache.records().map(AsRef::as_ref);
        all.find(|user: &&User| {
            let phone = user.mobile_work.as_deref().and_then(international);
            phone.is_some_and(|phone| phone == wanted) && self.is_other(user)
        })
    }
}

/// Judges the form of a stored user, or of a new one of a company.
pub(super) fn judged(
    board: &UserModel,
    stored: Option<&User>,
    company: &CompanyId,
    form: &UserForm,
    writing: (&Writing, &Reading),
) -> Result<Judged, Failure> {
    let among = Among {
        board,
        company,
        id: stored.map(|user| user.key()),
    };
    let now = stored.map_or_else(Values::new, Users::values);
    let of = |field: &FieldDef| now.get(field.name).cloned().unwrap_or_default();
    let mut judged = Judged::default();
    for input in &form.inputs {
        let field = known_field(&input.field)?;
        let stored = of(field);
        let value = judge(&among, field, &stored, &input.input, writing);
        let cleaned = leaves_out(field, &input.input);
        judged.cleaned |= cleaned;
        if let Ok(value) = &value
            && (field.kind == Kind::Date || field.limit == Limit::Phone || cleaned)
            && !is_blank(value)
        {
            judged.read.push(FieldRead {
                field: field.name,
                value: value.clone().into(),
            });
        }
        match value {
            Ok(value) if same(field, &stored, &value) => {}
            Ok(value) => {
                judged.values.insert(field.name.to_owned(), value);
            }
            Err(problem) => judged.refuse(field.name, problem),
        }
    }
    judged.lists(form, &of(known_field("immediateSupervisors")?));
    match stored {
        None => judged.whole(),
        Some(_) => judged.clearable(&now),
    }
    if let Some((field, problem)) = employment(&judged.values, &now) {
        judged.refuse(field, problem);
    }
    Ok(judged)
}

impl Judged {
    fn refuse(&mut self, field: &'static str, problem: Problem) {
        if self.problems.iter().all(|one| one.field != field) {
            self.problems.push(FieldProblem { field, problem });
        }
    }

    /// Supervisors and tags.
    fn lists(&mut self, form: &UserForm, stored: &Value) {
        if let Some(supervisors) = &form.supervisors {
            let all = json!(supervisors);
            if supervisors.iter().filter(|one| one.primary).count() > 1 {
                let message = "Only one supervisor can be the primary one.";
                self.refuse(
                    "immediateSupervisors",
                    Problem::new(Code::SeveralPrimary, message),
                );
            } else if supervisors
                .iter()
                .any(|one| one.supervisor_id.trim().is_empty())
            {
                let message = "A supervisor is not chosen.";
                self.refuse(
                    "immediateSupervisors",
                    Problem::new(Code::UnknownPerson, message).with("text", ""),
                );
            } else if field(USER_FIELDS, "immediateSupervisors")
                .is_some_and(|field| !same(field, stored, &all))
            {
                self.values.insert("immediateSupervisors".to_owned(), all);
            }
        }
        if form.tags.iter().any(|tag| tag.name.trim().is_empty()) {
            let message = "A tag has no name.";
            self.refuse("tags", Problem::new(Code::EmptyRequired, message));
        } else if !form.tags.is_empty() {
            self.values.insert("tags".to_owned(), json!(form.tags));
        }
    }

    /// A new user needs what the table says.
    fn whole(&mut self) {
        self.values.retain(|_, value| !value.is_null());
        // The company is the client's own where the form names none.
        let required = USER_FIELDS.iter().filter(|field| field.required);
        for field in required.filter(|field| field.name != "companyId") {
            if self.values.get(field.name).is_none_or(is_blank) {
                let message = "A new user needs it.";
                self.refuse(field.name, Problem::new(Code::NeededForNew, message));
            }
        }
    }

    /// The service empties a field only of a user who has all that is mandatory.
    fn clearable(&mut self, now: &Values) {
        if !self.values.values().any(Value::is_null) {
            return;
        }
        for name in MANDATORY_USER_FIELDS {
            let wanted = self.values.get(name).or_else(|| now.get(name));
            if wanted.is_none_or(is_blank) {
                let message = "Nothing of this user can be emptied before it is filled in.";
                self.refuse(name, Problem::new(Code::EmptyRequired, message));
            }
        }
    }
}

/// The field of a name.
fn known_field(name: &str) -> Result<&'static FieldDef, Failure> {
    field(USER_FIELDS, name).ok_or_else(|| {
        let name = shown(name);
        Failure::usage(&name, format!("There is no field {name}."), "")
    })
}
