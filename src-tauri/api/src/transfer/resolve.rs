//! After a lost answer: which documents on the page are the ones that were sent?

use std::collections::BTreeSet;
use std::io;

use fielddesk_model::{
    DEFAULT_SECTION, FileReference, FileReferenceId, InfoPageFile, SectionPage, UploadResponse,
    UploadedFile, section_key,
};
use futures::StreamExt;
use reqwest::Method;
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;

use super::reading::CHUNK;
use super::{Upload, UploadFile};
use crate::client::Call;
use crate::{DocumentTarget, Documents, Error, ErrorKind, answer};

type Hash = [u8; 32];

impl Documents<'_> {
    /// Looks for all files of an upload: documents of their names, not known before, with
    /// their bytes. An upload is all or nothing, so that some of them are none.
    pub(crate) async fn find_stored(
        &self,
        upload: &Upload,
        known: &BTreeSet<FileReferenceId>,
    ) -> Result<Option<UploadResponse>, Error> {
        let operation = format!("look whether the upload to {} arrived", self.target);
        let call = Call::new(Method::GET, self.url(None, &operation)?, &operation);
        let listed = self.client.whole_once(&call).await?;
        let pages = answer::read_pages(&listed, &operation)?;
        for page in pages {
            if !self.may_be_page_of(upload, &page) {
                continue;
            }
            if let Some(found) = self.match_files(upload, known, &page).await? {
                return Ok(Some(as_answer(page, found)));
            }
        }
        Ok(None)
    }

    fn may_be_page_of(&self, upload: &Upload, page: &SectionPage) -> bool {
        match (&upload.section, &self.target) {
            (Some(section), _) => section_key(section) == section_key(&page.section),
            (None, DocumentTarget::Project(_)) => {
                section_key(DEFAULT_SECTION) == section_key(&page.section)
            }
            (None, DocumentTarget::WorkOrder(_)) => true,
        }
    }

    async fn match_files<'u>(
        &self,
        upload: &'u Upload,
        known: &BTreeSet<FileReferenceId>,
        page: &SectionPage,
    ) -> Result<Option<Vec<(&'u UploadFile, FileReferenceId)>>, Error> {
        let mut free: Vec<&InfoPageFile> = page
            .files
            .iter()
            .filter(|file| !known.contains(&file.file_reference_id))
            .collect();
        let mut found = Vec::with_capacity(upload.files.len());
        for file in &upload.files {
            let mut ours = None;
            let mut hash = None;
            for (index, candidate) in free.iter().enumerate() {
                if candidate.name != file.name {
                    continue;
                }
                let wanted = match hash {
                    Some(hash) => hash,
                    None => *hash.insert(self.hash_of_content(file).await?),
                };
                if self
                    .hash_of_stored(&candidate.file_reference_id, file.size)
                    .await?
                    == Some(wanted)
                {
                    ours = Some(index);
                    break;
                }
            }
            let Some(index) = ours else {
                return Ok(None);
            };
            found.push((file, free.remove(index).file_reference_id.clone()));
        }
        Ok(Some(found))
    }

    async fn hash_of_content(&self, file: &UploadFile) -> Result<Hash, Error> {
        let read = async {
            let mut reader = file.content.open().await?;
            let mut hasher = Sha256::new();
            let mut buffer = vec![0; CHUNK];
            loop {
                let count = reader.read(&mut buffer).await?;
                match buffer.get(..count) {
                    None | Some([]) => break,
                    Some(bytes) => hasher.update(bytes),
                }
            }
            Ok::<Hash, io::Error>(hasher.finalize().into())
        };
        read.await.map_err(|error| {
            Error::new(
                ErrorKind::ContentUnreadable(error),
                format!("compare the upload to {}", self.target),
            )
        })
    }

    /// The hash of a stored document of the right size; none for another size or one that
    /// went meanwhile.
    async fn hash_of_stored(&self, id: &FileReferenceId, size: u64) -> Result<Option<Hash>, Error> {
        let operation = format!("compare document {id}");
        let url = self.url(Some(id), &operation)?;
        let download = match self.client.download_once(url, &operation).await {
            Ok(download) => download,
            Err(error) if error.is_not_found() => return Ok(None),
            Err(error) => return Err(error),
        };
        if download.size.is_some_and(|stored| stored != size) {
            return Ok(None);
        }
        let mut hasher = Sha256::new();
        let mut bytes = download.into_stream();
        while let Some(chunk) = bytes.next().await {
            hasher.update(&chunk?);
        }
        Ok(Some(hasher.finalize().into()))
    }
}

/// What the lost answer must have said, as far as the page tells.
fn as_answer(page: SectionPage, found: Vec<(&UploadFile, FileReferenceId)>) -> UploadResponse {
    let files = found
        .into_iter()
        .map(|(file, id)| UploadedFile {
            name: file.name.clone(),
            size: file.size,
            url: String::new(),
            file_reference: FileReference {
                id,
                collection_ref: String::new(),
                file_name_orig: file.name.clone(),
                file_type: String::new(),
                file_size: file.size,
                created_date_time: None,
            },
        })
        .collect();
    UploadResponse {
        successful: true,
        message: String::new(),
        section: page.section,
        page_external_id: page.page_external_id,
        files,
        info_page_files: Some(page.files),
    }
}
