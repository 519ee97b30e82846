//! Companies among themselves: names and parents.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{Act, Key, Planned, Planner, key_of};
use crate::ids;
use crate::store::{OperatorRecord, RecordKind};

/// The calling code of a company that gives none and is below no other.
const COUNTRY_CODE: &str = "47";

impl Planner {
    /// A company is named by its id. A file may leave it out and name the company by its name,
    /// which is the only one below its parent; else the company is new and gets an id.
    pub(super) fn company_key(&self, values: &Map<String, Value>, act: Act) -> Result<Key, String> {
        if let Some(id) = values.get("companyId").and_then(Value::as_str) {
            let key = vec![id.to_owned()];
            return match (self.find(self.kind, &key), act) {
                (None, Act::Import) => Err(format!(
                    "{}; leave companyId empty for a new one",
                    self.missing(self.kind, &key)
                )),
                _ => Ok(key),
            };
        }
        let name = values.get("name").and_then(Value::as_str);
        let name = name.ok_or("name: the value is missing; give one, or a companyId")?;
        let parent = match values.get("parentId") {
            Some(parent) => parent.as_str(),
            None => self.own_company.as_deref(),
        };
        let own = self.own_company.as_deref();
        let mut same = self.companies().filter(|company| {
            let id = company.text("companyId");
            let is_below = company.text("parentId") == parent;
            // The environment's own company is below no other, and named like any in a file.
            let is_own = id == own && !values.contains_key("parentId");
            company.text("name") == Some(name) && (is_below || is_own)
        });
        match (act, same.next(), same.next()) {
            (Act::Import, Some(_), Some(_)) => Err(format!(
                "name: several companies are called `{name}`; name one by its companyId"
            )),
            (Act::Import, Some(company), None) => Ok(key_of(self.kind, company)),
            _ => Ok(vec![ids::new_id()]),
        }
    }

    /// Gives a new company what was left out: the environment's own company as its parent, the calling
    /// code of its parent, the integration.
    pub(super) fn complete_company(&self, record: &mut Map<String, Value>) {
        let own = || json!(self.own_company);
        let parent = record.entry("parentId").or_insert_with(own).clone();
        let above = parent.as_str().and_then(|id| self.company(id));
        let code = above.and_then(|company| company.text("countryCode"));
        if record.get("countryCode").is_none_or(Value::is_null) {
            record.insert(
                "countryCode".to_owned(),
                json!(code.unwrap_or(COUNTRY_CODE)),
            );
        }
        record.insert("integrationEnabled".to_owned(), json!(true));
    }

    /// The name is the only one below the parent; the parent exists and is not below the company.
    pub(super) fn check_company(&self, planned: &Planned) -> Result<(), String> {
        let is_changed =
            |name: &str| planned.is_new || planned.changes.iter().any(|one| one.field == name);
        if !is_changed("name") && !is_changed("parentId") {
            return Ok(());
        }
        let (id, name) = (
            planned.record.text("companyId"),
            planned.record.text("name"),
        );
        let parent = planned.record.text("parentId");
        let mut same = self.companies().filter(|company| {
            company.text("companyId") != id
                && company.text("name") == name
                && company.text("parentId") == parent
        });
        if let Some(other) = same.next() {
            return Err(format!(
                "name: the company `{}` is called `{}` already; choose another name",
                other.text("companyId").unwrap_or_default(),
                name.unwrap_or_default()
            ));
        }
        let mut above = parent;
        while let Some(one) = above {
            if Some(one) == id {
                return Err(format!(
                    "parentId: the company `{}` is below this one; choose another parent",
                    parent.unwrap_or_default()
                ));
            }
            let company = self.company(one).ok_or_else(|| {
                let key = [one.to_owned()];
                format!("parentId: {}", self.missing(RecordKind::Company, &key))
            })?;
            above = company.text("parentId");
        }
        Ok(())
    }

    fn companies(&self) -> impl Iterator<Item = &OperatorRecord> {
        self.of(RecordKind::Company)
            .into_iter()
            .flat_map(HashMap::values)
    }
}
