//! Duplicate names in a section, as last read from the server: crews may open either document.

use std::collections::HashMap;

use fielddesk_model::SectionPage;
use fielddesk_rules::name_key::NameKey;

use super::{Documents, Target};
use crate::Failure;

impl Documents {
    /// The projects and work orders that have duplicates as last listed, and how many documents
    /// of each share their name. The server is not asked.
    pub async fn duplicates(&self) -> Result<Vec<(Target, u64)>, Failure> {
        let remembered = self.remembered().await?.into_iter();
        let counted = remembered.map(|(target, pages)| (target, duplicates(&pages)));
        Ok(counted.filter(|(_, documents)| *documents > 0).collect())
    }
}

/// How many documents share their name with another one of their section.
fn duplicates(pages: &[SectionPage]) -> u64 {
    let of_page = |page: &SectionPage| {
        let mut names: HashMap<NameKey, u64> = HashMap::with_capacity(page.files.len());
        for file in &page.files {
            *names.entry(NameKey::of(&file.name)).or_default() += 1;
        }
        names.into_values().filter(|count| *count > 1).sum::<u64>()
    };
    pages.iter().map(of_page).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fielddesk_model::InfoPageFile;

    fn page(section: &str, names: &[&str]) -> SectionPage {
        let files = names.iter().enumerate().map(|(number, name)| InfoPageFile {
            file_reference_id: format!("{section} {number}").into(),
            name: (*name).into(),
        });
        SectionPage {
            section: section.into(),
            page_external_id: String::new(),
            files: files.collect(),
        }
    }

    #[test]
    fn documents_of_one_name_in_one_section_are_duplicates() {
        let twice = page("VA", &["a.pdf", "b.pdf", "A.PDF", "ö.pdf", "O\u{308}.pdf"]);
        assert_eq!(duplicates(&[twice, page("HMS", &["a.pdf"])]), 4);
        assert_eq!(
            duplicates(&[page("VA", &["a.pdf"]), page("HMS", &["a.pdf"])]),
            0
        );
    }
}
