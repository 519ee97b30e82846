//! The multipart body of an upload, written by ourselves: the HTTP library lets line breaks
//! of a file name through as they are, and a name must never become a header.

use bytes::Bytes;
use futures::stream;
use reqwest::Body;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::commit_point::{BodyFailure, CommitPoint};
use super::content::Upload;
use super::progress::Progress;
use super::reading::{AHEAD, Part, Piece, produce};
use crate::{Error, ErrorKind};

/// A body that knows its length before it is read and can be opened any number of times.
pub(crate) struct Multipart {
    boundary: String,
    parts: Vec<Part>,
    closing: Bytes,
    length: u64,
    progress: Progress,
    cancel: CancellationToken,
}

impl Multipart {
    pub(crate) fn new(upload: &Upload, operation: &str) -> Result<Self, Error> {
        let boundary = format!("fielddesk-{:032x}", rand::random::<u128>());
        Self::with_boundary(upload, boundary).ok_or_else(|| {
            Error::new(ErrorKind::TooLarge, operation).with_detail("its length cannot be counted")
        })
    }

    fn with_boundary(upload: &Upload, boundary: String) -> Option<Self> {
        let mut length = 0_u64;
        let mut parts = Vec::with_capacity(upload.files.len());
        for (index, file) in upload.files.iter().enumerate() {
            let line_break = if index == 0 { "" } else { "\r\n" };
            let head = format!(
                "{line_break}--{boundary}\r\n\
                 Content-Disposition: form-data; name=\"file\"; filename=\"{}\"\r\n\
                 Content-Type: application/octet-stream\r\n\r\n",
                escape_name(&file.name)
            );
            length = length
                .checked_add(head.len() as u64)?
                .checked_add(file.size)?;
            parts.push(Part {
                head: head.into(),
                file: file.clone(),
            });
        }
        let line_break = if parts.is_empty() { "" } else { "\r\n" };
        let closing = Bytes::from(format!("{line_break}--{boundary}--\r\n"));
        Some(Self {
            length: length.checked_add(closing.len() as u64)?,
            boundary,
            parts,
            closing,
            progress: upload.progress.clone(),
            cancel: upload.cancel.clone(),
        })
    }

    pub(crate) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn cancel(&self) -> &CancellationToken {
        &self.cancel
    }

    /// Begins the body from its start; the commit point decides whether it is ever complete.
    pub(crate) fn open(&self) -> (Body, CommitPoint) {
        self.progress.reset();
        let commit_point = CommitPoint::default();
        let (sender, receiver) = mpsc::channel(AHEAD);
        let producer = produce(self.parts.clone(), self.closing.clone(), sender);
        let outgoing = Outgoing {
            pieces: receiver,
            commit_point: commit_point.clone(),
            progress: self.progress.clone(),
            _producer: AbortOnDropHandle::new(tokio::spawn(producer)),
        };
        let stream = stream::unfold(Some(outgoing), |outgoing| async move {
            let mut outgoing = outgoing?;
            match outgoing.next().await? {
                Ok(bytes) => Some((Ok(bytes), Some(outgoing))),
                Err(Stopped) => Some((Err(Stopped), None)),
            }
        });
        (Body::wrap_stream(stream), commit_point)
    }
}

/// The end of the body that the connection pulls on.
struct Outgoing {
    pieces: mpsc::Receiver<Result<Piece, BodyFailure>>,
    commit_point: CommitPoint,
    progress: Progress,
    _producer: AbortOnDropHandle<()>,
}

/// Tells the connection to break off; the reason is with the commit point.
#[derive(Debug)]
struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the upload was broken off")
    }
}

impl std::error::Error for Stopped {}

impl Outgoing {
    async fn next(&mut self) -> Option<Result<Bytes, Stopped>> {
        let stop = |commit_point: &CommitPoint, failure| {
            commit_point.fail(failure);
            Some(Err(Stopped))
        };
        if self.commit_point.is_given_up() {
            return stop(&self.commit_point, BodyFailure::GivenUp);
        }
        let bytes = match self.pieces.recv().await {
            Some(Ok(Piece::Frame(bytes))) => bytes,
            Some(Ok(Piece::Content(bytes))) => {
                self.progress.add(bytes.len() as u64);
                bytes
            }
            Some(Ok(Piece::Closing(bytes))) => {
                if !self.commit_point.complete() {
                    return stop(&self.commit_point, BodyFailure::GivenUp);
                }
                bytes
            }
            Some(Err(failure)) => return stop(&self.commit_point, failure),
            None if self.commit_point.is_whole() => return None,
            // The reader died without a word; half a body must not look like a whole one.
            None => return stop(&self.commit_point, BodyFailure::Changed),
        };
        self.commit_point.count(bytes.len());
        Some(Ok(bytes))
    }
}

/// A name inside the quotes of a part header, as browsers write it: the quote and the line
/// breaks encoded, everything else raw UTF-8.
fn escape_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '"' => out.push_str("%22"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::BodyExt;
    use proptest::prelude::*;

    use super::*;
    use crate::{BytesContent, UploadFile};

    fn upload(files: &[(String, Vec<u8>)]) -> Upload {
        Upload {
            section: None,
            files: files
                .iter()
                .map(|(name, bytes)| UploadFile {
                    name: name.clone(),
                    size: bytes.len() as u64,
                    content: Arc::new(BytesContent::new(bytes.clone())),
                })
                .collect(),
            progress: Progress::new(),
            cancel: CancellationToken::new(),
        }
    }

    async fn read(multipart: &Multipart) -> Vec<u8> {
        let (body, commit_point) = multipart.open();
        let bytes = body.collect().await.unwrap().to_bytes();
        assert!(commit_point.is_whole());
        bytes.to_vec()
    }

    #[tokio::test]
    async fn a_body_is_written_as_browsers_write_it() {
        let upload = upload(&[
            ("Plan \"Æ\"\r\nX: y.pdf".to_owned(), b"one".to_vec()),
            ("tom.txt".to_owned(), Vec::new()),
        ]);
        let multipart = Multipart::with_boundary(&upload, "B".to_owned()).unwrap();
        assert_eq!(
            String::from_utf8(read(&multipart).await).unwrap(),
            "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"Plan %22Æ%22%0D%0AX: y.pdf\"\r\n\
             Content-Type: application/octet-stream\r\n\r\none\
             \r\n--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"tom.txt\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n\
             \r\n--B--\r\n"
        );
        assert_eq!(
            upload.progress.bytes(),
            3,
            "only bytes of files are counted"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn the_length_is_exact_and_the_body_can_be_opened_again(
            files in prop::collection::vec((any::<String>(), prop::collection::vec(any::<u8>(), 0..2000)), 1..5)
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(async {
                let upload = upload(&files);
                let multipart = Multipart::new(&upload, "test").unwrap();
                let first = read(&multipart).await;
                assert_eq!(first.len() as u64, multipart.length());
                assert_eq!(first, read(&multipart).await);
                let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
                assert_eq!(upload.progress.bytes(), total as u64);
            });
        }

        #[test]
        fn no_name_leaves_its_quotes(name in any::<String>()) {
            let escaped = escape_name(&name);
            prop_assert!(!escaped.contains(['"', '\r', '\n']));
        }
    }

    #[test]
    fn a_length_beyond_counting_is_refused() {
        let mut upload = upload(&[("a".to_owned(), vec![]), ("b".to_owned(), vec![])]);
        for file in &mut upload.files {
            file.size = u64::MAX - 10;
        }
        assert!(Multipart::new(&upload, "test").is_err());
    }
}
