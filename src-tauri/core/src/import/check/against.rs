//! A row against the record that is stored, and against what was exported of it. Pure.

use fielddesk_model::CompanyId;
use serde_json::Value;

use super::super::known::KnownRecord;
use super::super::types::{Action, CellChange, ChangedCell, ChangedSince};
use super::{Check, Reason};
use crate::export::BaseCell;
use fielddesk_rules::fields::{Values, field, same};

impl Check<'_> {
    /// What differs from a stored record, and of that what the record changed since the export.
    pub(super) fn against(
        &self,
        stored: &KnownRecord,
        mut values: Values,
        bad: &mut Vec<Reason>,
    ) -> (Action, Option<ChangedSince>) {
        let now = |name: &str| stored.values.get(name).unwrap_or(&Value::Null);
        // What nobody touched in the file is not judged either: others answer for it.
        values.retain(|name, file| {
            let base = self.base(stored, name);
            base.is_none_or(|base| !base.is_untouched(file, now(name)))
        });
        let equipment = match values.get("isEquipment") {
            Some(Value::Bool(equipment)) => *equipment,
            _ => stored.is_equipment,
        };
        let (mut cells, mut since) = (Vec::new(), Vec::new());
        for (name, new) in values {
            let Some(field) = field(self.resource.fields(), &name) else {
                continue;
            };
            let old = now(&name).clone();
            let Some(new) = self.accepted(field, Some(&old), new, &stored.company, equipment, bad)
            else {
                continue;
            };
            if same(field, &old, &new) {
                continue;
            }
            let base = self.base(stored, &name);
            let base = base.filter(|base| base.is_changed_since(&old));
            let change = CellChange {
                field: name.clone(),
                old,
                new,
            };
            match base {
                Some(base) => since.push(ChangedCell {
                    change,
                    exported: base.exported.clone(),
                }),
                None => cells.push(change),
            }
        }
        let id = &stored.id;
        let action = match cells.is_empty() {
            true => Action::Unchanged,
            false => Action::Update {
                id: id.clone(),
                cells,
            },
        };
        let since = (!since.is_empty()).then(|| ChangedSince {
            id: id.clone(),
            cells: since,
        });
        (action, since)
    }

    /// The company of the one record of this number that was exported into the file: its rows
    /// need not name companies. Which one was chosen goes first.
    pub(super) fn exported_company(&self, number: &str) -> Option<CompanyId> {
        if self.options.company.is_some() {
            return None;
        }
        let base = self.facts.base.as_ref()?;
        let key = field(self.resource.fields(), self.resource.key())?;
        let numbered = self.facts.known.numbered(number);
        let mut exported = numbered.filter(|record| base.cell(&record.id, key).is_some());
        match (exported.next(), exported.next()) {
            (Some(record), None) => Some(record.company.clone()),
            _ => None,
        }
    }

    /// What was exported of a cell of a record, where that counts.
    fn base(&self, stored: &KnownRecord, name: &str) -> Option<BaseCell<'_>> {
        if self.options.all_values {
            return None;
        }
        let field = field(self.resource.fields(), name)?;
        self.facts.base.as_ref()?.cell(&stored.id, field)
    }
}
