//! Documents out of the service: opened, saved, shown in their folder.

use std::collections::HashMap;
use std::path::Path;

use crate::runtime::AppHandle;
use fielddesk_core::documents::{Document, OpenCopy, Preview, opens};
use fielddesk_core::model::FileReferenceId;
use fielddesk_core::target::Target;
use fielddesk_core::transfers::{NewDownload, TransferId};
use fielddesk_core::{Failure, FailureKind};
use fielddesk_rules::file_name::{safe_file_name, shown, with_suffix};
use tokio_util::sync::CancellationToken;

use crate::dto::{Opened, ShownConflict, Verification};
use crate::session::ConnectionSession;
use crate::{dialogs, opening};

/// Fetches a private read-only copy of a document of that page.
pub(crate) async fn fetch(
    session: &ConnectionSession,
    target: &Target,
    id: &FileReferenceId,
) -> Result<OpenCopy, Failure> {
    let document = listed(session, target, id).await?;
    session.transfers.open_copy(document).await
}

/// Fetches a private read-only copy of a document of a conflict, with `apart` in its name to
/// distinguish it from the file. Where the document was replaced since it was shown, the copy is of
/// the document that has its name in the project now. The page is read again first: the fetch of a
/// document that is gone would stay as a failed transfer.
pub(crate) async fn fetch_current(
    session: &ConnectionSession,
    target: &Target,
    conflict: &ShownConflict,
    id: &FileReferenceId,
    apart: &str,
) -> Result<(FileReferenceId, OpenCopy), Failure> {
    let ShownConflict {
        section,
        name,
        file_reference_ids,
    } = conflict;
    let page = session.documents.list(target, true).await?;
    let Some(id) = page.current(id, section, name, file_reference_ids) else {
        let gone = Failure::not_found("file", name, "Read the page again.");
        return Err(gone.with("deletedSince", "yes"));
    };
    let document = listed(session, target, id).await?;
    let name = with_suffix(&safe_file_name(&document.name).name, &format!(" ({apart})"));
    let copy = session.transfers.open_copy_as(document, Some(name));
    Ok((id.clone(), copy.await?))
}

/// The bytes of a document of that page, to be shown in the window.
pub(crate) async fn preview(
    session: &ConnectionSession,
    target: &Target,
    id: &FileReferenceId,
    cancel: &CancellationToken,
) -> Result<Preview, Failure> {
    let document = listed(session, target, id).await?;
    session.transfers.preview(document, cancel).await
}

/// Opens a copy, or shows it in its folder when its kind may run programs.
pub(crate) async fn show_copy(app: &AppHandle, copy: &OpenCopy) -> Result<Opened, Failure> {
    if copy.opens {
        opening::open(app, &copy.path).await?;
    } else {
        opening::reveal(app, &copy.path)?;
    }
    Ok(Opened { opened: copy.opens })
}

/// Downloads a document and compares it with what this computer uploaded.
pub(crate) async fn verify(
    session: &ConnectionSession,
    target: &Target,
    id: &FileReferenceId,
) -> Result<Verification, Failure> {
    let page = session
        .documents
        .list_with(target, std::slice::from_ref(id))
        .await?;
    let documents = page.sections.into_iter().flat_map(|one| one.documents);
    let document = documents.into_iter().find(|document| document.id == *id);
    let uploaded = document.and_then(|document| document.sha256);
    let copy = fetch(session, target, id).await?;
    Ok(match (uploaded, copy.sha256) {
        (Some(uploaded), Some(now)) if uploaded == now => Verification::Same,
        (Some(_), Some(_)) => Verification::Different,
        _ => Verification::NothingToCompare,
    })
}

/// Saves one document as the file that the person names, several into a folder that the person
/// chooses; none when the dialog was closed.
pub(crate) async fn save(
    app: &AppHandle,
    session: &ConnectionSession,
    target: &Target,
    ids: &[FileReferenceId],
) -> Result<Option<usize>, Failure> {
    let wanted = downloads(session, target, ids).await?;
    if let [one] = wanted.as_slice() {
        let name = safe_file_name(&one.name).name;
        let Some(file) = dialogs::file_to_save(app, &name).await else {
            return Ok(None);
        };
        session.transfers.save_as(one.clone(), &file).await?;
        return Ok(Some(1));
    }
    let Some(folder) = dialogs::folder_to_save_in(app).await else {
        return Ok(None);
    };
    let queued = session.transfers.save(wanted, &folder).await?;
    Ok(Some(queued.len()))
}

/// Shows the local file of a transfer in its folder.
pub(crate) fn show(
    app: &AppHandle,
    session: &ConnectionSession,
    id: TransferId,
) -> Result<(), Failure> {
    let path = session.transfers.local_file(id).ok_or_else(|| {
        Failure::new(
            FailureKind::FileVanished,
            "The file of this transfer was not found.",
            "Look for it under the name shown.",
        )
    })?;
    opening::reveal(app, &path)
}

/// Opens a person's own file; one that may run programs is shown in its folder instead.
pub(crate) async fn open_own(app: &AppHandle, path: &Path) -> Result<Opened, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let opened = opens(&name);
    if opened {
        opening::open(app, path).await?;
    } else {
        opening::reveal(app, path)?;
    }
    Ok(Opened { opened })
}

/// Shows a file in its folder, or what is in a folder.
pub(crate) async fn reveal(app: &AppHandle, path: &Path, file: bool) -> Result<(), Failure> {
    if file {
        opening::reveal(app, path)
    } else {
        opening::open(app, path).await
    }
}

/// The document with this id, as it is listed on that page.
async fn listed(
    session: &ConnectionSession,
    target: &Target,
    id: &FileReferenceId,
) -> Result<NewDownload, Failure> {
    let mut wanted = downloads(session, target, std::slice::from_ref(id)).await?;
    wanted
        .pop()
        .ok_or_else(|| Failure::not_found("document", id.as_str(), "Read the page again."))
}

/// The documents with these ids, as downloads. What is not on the page is left out.
async fn downloads(
    session: &ConnectionSession,
    target: &Target,
    ids: &[FileReferenceId],
) -> Result<Vec<NewDownload>, Failure> {
    let page = session.documents.list_with(target, ids).await?;
    let place = session.place(target).await?;
    let by_id: HashMap<&FileReferenceId, (&str, &Document)> = page
        .sections
        .iter()
        .flat_map(|section| {
            let name = section.section.as_str();
            section
                .documents
                .iter()
                .map(move |one| (&one.id, (name, one)))
        })
        .collect();
    Ok(ids
        .iter()
        .filter_map(|id| by_id.get(id))
        .map(|(section, document)| NewDownload {
            id: document.id.clone(),
            name: document.name.clone(),
            target: target.clone(),
            place: format!("{} · {}", place.project_number, shown(section)),
            section: Some((*section).to_owned()),
            size: document.size,
        })
        .collect())
}
