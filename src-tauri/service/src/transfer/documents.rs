//! The documents of a copy: listed by the source's rows, streamed, hashed on both sides.

use axum::body::Body;
use fielddesk_model::FileReferenceId;
use futures::TryStreamExt as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::ServiceError;
use crate::files::{Files, Staged};
use crate::seed;
use crate::store::StoreError;
use crate::store::tables::{Tables, Value};

/// Documents that are written before they are read back.
const BATCH: usize = 100;

/// A document of the source whose bytes cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LostDocument {
    /// The document's id.
    pub file_reference_id: FileReferenceId,
    /// Size by its row, in bytes.
    pub size: u64,
    /// Size of what is stored; none where nothing is.
    pub stored: Option<u64>,
}

/// The documents of a copy.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentsCopy {
    /// Number of documents that were copied.
    pub documents: u64,
    /// Number of their bytes.
    pub bytes: u64,
    /// Hash over their ids and hashes, as they were read at the source.
    pub from_sha256: String,
    /// The same, as they were read back at the target.
    pub to_sha256: String,
    /// Documents that the source has no bytes of, or other bytes; they were left out.
    pub lost: Vec<LostDocument>,
}

/// A document by its row.
pub(super) struct Listed {
    pub(super) id: FileReferenceId,
    pub(super) size: u64,
}

/// The documents that a database names, in the order of their addition.
pub(super) async fn listed(tables: &mut dyn Tables) -> Result<Vec<Listed>, StoreError> {
    let all = tables.tables().await?;
    let Some(table) = all.iter().find(|table| table.name == "documents") else {
        return Ok(Vec::new());
    };
    let mut rows = tables.rows(&table.only(&["id", "size"]));
    let mut listed = Vec::new();
    while let Some(row) = rows.try_next().await? {
        if let [Value::Text(id), Value::Integer(size)] = row.as_slice() {
            listed.push(Listed {
                id: id.as_str().into(),
                size: u64::try_from(*size).unwrap_or_default(),
            });
        }
    }
    Ok(listed)
}

/// Returns true for a sample document, which is a row alone and drawn when it is read.
pub(super) fn is_drawn(id: &FileReferenceId) -> bool {
    seed::content(id).is_some()
}

/// A copy of documents under way.
pub(super) struct Copying<'a> {
    pub(super) from: &'a Files,
    pub(super) to: &'a Files,
    documents: u64,
    bytes: u64,
    from_hash: Sha256,
    to_hash: Sha256,
    lost: Vec<LostDocument>,
}

/// A document with the hash of its bytes.
type Hashed<'a> = (&'a Listed, Vec<u8>);

impl<'a> Copying<'a> {
    pub(super) fn new(from: &'a Files, to: &'a Files) -> Self {
        Self {
            from,
            to,
            documents: 0,
            bytes: 0,
            from_hash: Sha256::new(),
            to_hash: Sha256::new(),
            lost: Vec::new(),
        }
    }

    /// Copies documents and reads them back; what an interrupted copy left is taken if equal.
    pub(super) async fn copy(&mut self, listed: &[Listed]) -> Result<(), ServiceError> {
        for batch in listed.chunks(BATCH) {
            let mut staged = self.to.begin().await.map_err(failed("written"))?;
            let mut hashed: Vec<Hashed<'_>> = Vec::with_capacity(batch.len());
            let mut written = Vec::with_capacity(batch.len());
            for document in batch {
                let Some(body) = self.body(document).await? else {
                    continue;
                };
                let held = hash_of(self.to, document).await?;
                if held.is_some() && hash_of(self.from, document).await? == held {
                    hashed.extend(held.map(|hash| (document, hash)));
                    continue;
                }
                hashed.push((document, write(&mut staged, document, body).await?));
                written.push(document.id.clone());
            }
            if !written.is_empty() {
                staged.settle().await.map_err(failed("written"))?;
                staged.keep(written).await;
            }
            self.read_back(hashed).await?;
        }
        Ok(())
    }

    /// The bytes of a document; none where they are lost or drawn.
    async fn body(&mut self, document: &Listed) -> Result<Option<Body>, ServiceError> {
        let stored = match self.from.read(&document.id).await {
            Ok((size, body)) if size == document.size => return Ok(Some(body)),
            Ok((size, _)) => Some(size),
            Err(object_store::Error::NotFound { .. }) if is_drawn(&document.id) => return Ok(None),
            Err(object_store::Error::NotFound { .. }) => None,
            Err(error) => return Err(failed("read")(error)),
        };
        self.lost.push(LostDocument {
            file_reference_id: document.id.clone(),
            size: document.size,
            stored,
        });
        Ok(None)
    }

    async fn read_back(&mut self, hashed: Vec<Hashed<'_>>) -> Result<(), ServiceError> {
        for (document, hash) in hashed {
            self.documents += 1;
            self.bytes += document.size;
            let back = hash_of(self.to, document).await?.unwrap_or_default();
            for (all, hash) in [(&mut self.from_hash, hash), (&mut self.to_hash, back)] {
                all.update(document.id.as_str());
                all.update(hash);
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> DocumentsCopy {
        DocumentsCopy {
            documents: self.documents,
            bytes: self.bytes,
            from_sha256: hex::encode(self.from_hash.finalize()),
            to_sha256: hex::encode(self.to_hash.finalize()),
            lost: self.lost,
        }
    }
}

/// Writes a document and returns the hash of what was read.
async fn write(
    staged: &mut Staged,
    document: &Listed,
    body: Body,
) -> Result<Vec<u8>, ServiceError> {
    let mut writer = staged.begin(document.id.clone());
    let mut hash = Sha256::new();
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.try_next().await.map_err(failed("read"))? {
        hash.update(&chunk);
        writer.write(chunk).await.map_err(failed("written"))?;
    }
    let size = writer.finish().await.map_err(failed("written"))?.size;
    if size != document.size {
        return Err(failed("read")(format!("{} ended early", document.id)));
    }
    Ok(hash.finalize().to_vec())
}

/// The hash of a document's bytes; none where there are none, or more or fewer than its row says.
async fn hash_of(files: &Files, document: &Listed) -> Result<Option<Vec<u8>>, ServiceError> {
    let body = match files.read(&document.id).await {
        Ok((size, body)) if size == document.size => body,
        Ok(_) | Err(object_store::Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(failed("read")(error)),
    };
    let mut hash = Sha256::new();
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.try_next().await.map_err(failed("read"))? {
        hash.update(&chunk);
    }
    Ok(Some(hash.finalize().to_vec()))
}

fn failed<E: std::fmt::Display>(what: &str) -> impl FnOnce(E) -> ServiceError {
    move |error| ServiceError::Invalid(format!("a document cannot be {what}: {error}"))
}
