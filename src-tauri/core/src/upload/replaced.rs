//! What the service is about to replace comes into the history first.

use std::collections::HashMap;

use fielddesk_api::DocumentTarget;
use fielddesk_model::{DEFAULT_SECTION, FileReferenceId, SectionPage, section_key};

use super::run::Run;
use crate::Failure;
use crate::history::{History, Kept, Reason, Source};
use crate::target::{Target, connection_key};

impl Run<'_> {
    /// Brings into the history what the service will replace. A file whose old content cannot
    /// be kept is not sent.
    pub(super) async fn keep_old(&mut self, history: &History, pages: &[SectionPage]) {
        let names: HashMap<String, Vec<usize>> =
            self.open().fold(HashMap::new(), |mut names, index| {
                if let Some(file) = self.files.get(index) {
                    names.entry(file.name.clone()).or_default().push(index);
                }
                names
            });
        for page in pages {
            if !self.may_be_section(page) {
                continue;
            }
            for old in &page.files {
                let Some(indexes) = names.get(&old.name) else {
                    continue;
                };
                let kept = self
                    .keep_one(history, page, &old.file_reference_id, &old.name)
                    .await;
                if let Err(failure) = kept {
                    for &index in indexes {
                        self.fail(index, failure.clone());
                    }
                }
            }
        }
    }

    async fn keep_one(
        &self,
        history: &History,
        page: &SectionPage,
        id: &FileReferenceId,
        name: &str,
    ) -> Result<(), Failure> {
        let connection = connection_key(self.connection);
        if history.of_document(&connection, id).await?.is_some() {
            return Ok(());
        }
        history.room()?;
        let documents = self.connection.client.documents(&self.send.target);
        let download = match documents.download(id).await {
            Ok(download) => download,
            // Somebody removed it meanwhile: there is nothing left to keep.
            Err(error) if error.is_not_found() => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let kept = Kept {
            connection,
            target: Target::of_service(&self.send.target),
            section: page.section.clone(),
            name: name.to_owned(),
            document: Some(id.clone()),
            source: Source::Remote,
            reason: Reason::Replaced,
            mapping: None,
        };
        history.keep(kept, download.into_stream()).await?;
        Ok(())
    }

    /// Whether the files may land there. A work order's default section has a name that only
    /// the service knows: then every page may be it.
    fn may_be_section(&self, page: &SectionPage) -> bool {
        match (&self.send.section, &self.send.target) {
            (Some(section), _) => section_key(section) == section_key(&page.section),
            (None, DocumentTarget::Project(_)) => {
                section_key(&page.section) == section_key(DEFAULT_SECTION)
            }
            (None, DocumentTarget::WorkOrder(_)) => true,
        }
    }
}
