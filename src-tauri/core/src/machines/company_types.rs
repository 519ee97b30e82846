//! Valid types of a machine (spec, machine types): those of its company. The service lists those of
//! the client's own company alone, so of other companies' machines nothing is refused here.
//! Equipment may have any. Pure.

use fielddesk_model::{CompanyId, MachineType};
use fielddesk_rules::fields::{Problem, ProblemCode, nearest};

/// The machine types that the service told, and whose they are.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct CompanyTypes {
    /// In the service's order.
    pub(crate) types: Vec<MachineType>,
    /// The client's own company; none where that cannot be told.
    pub(crate) company: Option<CompanyId>,
}

impl CompanyTypes {
    /// The id of the type that a text means, for a machine of a company: by its id or its name, whatever the case;
    /// none where there is no such type or several have the name.
    pub(crate) fn id_of(&self, text: &str, company: &CompanyId) -> Option<&str> {
        if self.company.as_ref() != Some(company) {
            return None;
        }
        let text = text.trim();
        let ids = || self.types.iter().map(|one| one.type_id.as_str());
        if let Some(id) = ids().find(|id| *id == text) {
            return Some(id);
        }
        let key = text.to_lowercase();
        let is = |word: &str| word.trim().to_lowercase() == key;
        if let Some(id) = ids().find(|id| is(id)) {
            return Some(id);
        }
        let mut named = self
            .types
            .iter()
            .filter(|one| one.name.as_deref().is_some_and(is));
        match (named.next(), named.next()) {
            (Some(one), None) => Some(one.type_id.as_str()),
            _ => None,
        }
    }

    /// Whether a machine of a company may have the type that a text means.
    ///
    /// # Errors
    /// `unknownType`, with the nearest name where one is near.
    pub(crate) fn check(
        &self,
        text: &str,
        company: &CompanyId,
        is_equipment: bool,
    ) -> Result<(), Problem> {
        let is_known = self.company.as_ref() == Some(company) && !self.types.is_empty();
        if is_equipment || !is_known || self.id_of(text, company).is_some() {
            return Ok(());
        }
        let words = self.types.iter().flat_map(|one| {
            let name = one.name.as_deref().into_iter();
            name.chain([one.type_id.as_str()])
        });
        let shown = fielddesk_rules::file_name::shown(text.trim());
        let message = format!(
            "Type “{shown}” is not one of the company's {} types.",
            self.types.len()
        );
        let problem = Problem::new(ProblemCode::UnknownType, message).with("text", shown);
        Err(match nearest(text.trim(), words) {
            Some(near) => problem.with("nearest", near),
            None => problem,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> CompanyTypes {
        let one = |id: &str, name: &str| MachineType {
            type_id: id.into(),
            name: Some(name.into()),
            ..MachineType::default()
        };
        CompanyTypes {
            types: vec![
                one("wheel-loader", "Hjullaster"),
                one("truck", "Lastebil"),
                one("tipper", "Lastebil"),
            ],
            company: Some(CompanyId::new("own")),
        }
    }

    #[test]
    fn a_type_is_meant_by_its_id_or_by_a_name_that_one_has() {
        let (known, own) = (known(), CompanyId::new("own"));
        for (text, id) in [
            ("wheel-loader", Some("wheel-loader")),
            (" Wheel-Loader ", Some("wheel-loader")),
            ("HJULLASTER", Some("wheel-loader")),
            ("Lastebil", None),
            ("Romskip", None),
        ] {
            assert_eq!(known.id_of(text, &own), id, "{text}");
        }
    }

    #[test]
    fn only_types_of_our_own_companys_machines_are_refused() {
        let (known, own) = (known(), CompanyId::new("own"));
        let problem = known.check("Hjullastr", &own, false).unwrap_err();
        assert_eq!(problem.code, ProblemCode::UnknownType);
        assert_eq!(problem.params["nearest"], "Hjullaster");
        assert_eq!(known.check("truck", &own, false), Ok(()));
        assert_eq!(known.check("Romskip", &own, true), Ok(()), "equipment");
        let subsidiary = CompanyId::new("subsidiary");
        assert_eq!(known.check("Romskip", &subsidiary, false), Ok(()));
        let unread = CompanyTypes::default();
        assert_eq!(unread.check("Romskip", &own, false), Ok(()));
    }
}
