//! A streaming reader of `multipart/form-data`.
//!
//! Parts are handed on as they arrive, without copying: at any moment it holds one piece of
//! the body. Written here because file names must be read exactly as browsers send them and
//! because a body without its closing boundary must never count as complete.

use axum::http::{HeaderMap, header};
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt as _};
use memchr::memmem;

use super::disposition;
use crate::error::Stalled;

/// The header of one part may be this long.
const PART_HEADER_LIMIT: usize = 32 * 1024;
/// RFC 2046 allows 70; a little more does no harm.
const BOUNDARY_LIMIT: usize = 200;

/// Reasons a form cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum MultipartError {
    /// More bytes than this service takes.
    #[error("the form is larger than {0} bytes")]
    TooLarge(u64),
    /// Nothing came for too long.
    #[error("The body stopped arriving.")]
    Stalled,
    /// The body ends before its closing boundary, or the connection broke.
    #[error("The form ends before its closing boundary.")]
    Incomplete,
    /// A part's header is no header.
    #[error("A part of the form has a header that cannot be read.")]
    BadHeader,
}

/// The headers of a part.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct PartHead {
    /// The field's name.
    pub(super) name: Option<String>,
    /// The file's name, exactly as meant.
    pub(super) file_name: Option<String>,
}

/// Reads parts from a body.
pub(super) struct Multipart<S> {
    body: S,
    /// Bytes that arrived and are not handed on yet.
    buffer: Bytes,
    delimiter: Vec<u8>,
    finder: memmem::Finder<'static>,
    limit: Option<u64>,
    received: u64,
    in_part: bool,
}

impl<S> Multipart<S>
where
    S: Stream<Item = Result<Bytes, axum::Error>> + Unpin,
{
    pub(super) fn new(body: S, boundary: &str, limit: Option<u64>) -> Self {
        let delimiter = format!("\r\n--{boundary}").into_bytes();
        Self {
            body,
            // The first boundary has no line break before it; this makes it like the others.
            buffer: Bytes::from_static(b"\r\n"),
            finder: memmem::Finder::new(&delimiter).into_owned(),
            delimiter,
            limit,
            received: 0,
            in_part: true,
        }
    }

    /// The next part, or none after the closing boundary; what is left of the part before
    /// is passed over.
    pub(super) async fn next_part(&mut self) -> Result<Option<PartHead>, MultipartError> {
        while self.next_chunk().await?.is_some() {}
        self.need(2).await?;
        if self.buffer.starts_with(b"--") {
            // Read to the end, so that a cut request is seen as cut.
            while self.fetch().await? {
                self.buffer.clear();
            }
            return Ok(None);
        }
        let head = self.read_head().await?;
        self.in_part = true;
        Ok(Some(head))
    }

    /// The next piece of the current part, or none at its end.
    pub(super) async fn next_chunk(&mut self) -> Result<Option<Bytes>, MultipartError> {
        loop {
            if !self.in_part {
                return Ok(None);
            }
            if let Some(at) = self.finder.find(&self.buffer) {
                if at > 0 {
                    return Ok(Some(self.buffer.split_to(at)));
                }
                drop(self.buffer.split_to(self.delimiter.len()));
                self.in_part = false;
                return Ok(None);
            }
            let safe = self.buffer.len() - self.possible_start();
            if safe > 0 {
                return Ok(Some(self.buffer.split_to(safe)));
            }
            if !self.fetch().await? {
                return Err(MultipartError::Incomplete);
            }
        }
    }

    /// Length of the longest end of the buffer that could begin a delimiter.
    fn possible_start(&self) -> usize {
        let window = self.buffer.len().min(self.delimiter.len() - 1);
        let tail = &self.buffer[self.buffer.len() - window..];
        memchr::memchr_iter(b'\r', tail)
            .map(|at| &tail[at..])
            .find(|end| self.delimiter.starts_with(end))
            .map_or(0, <[u8]>::len)
    }

    async fn read_head(&mut self) -> Result<PartHead, MultipartError> {
        loop {
            // The line break that ends the boundary's line begins the search: a part may
            // have no header at all.
            if let Some(end) = memmem::find(&self.buffer, b"\r\n\r\n") {
                let block = self.buffer.split_to(end);
                drop(self.buffer.split_to(4));
                return parse_head(&block);
            }
            if self.buffer.len() > PART_HEADER_LIMIT {
                return Err(MultipartError::BadHeader);
            }
            if !self.fetch().await? {
                return Err(MultipartError::Incomplete);
            }
        }
    }

    async fn need(&mut self, bytes: usize) -> Result<(), MultipartError> {
        while self.buffer.len() < bytes {
            if !self.fetch().await? {
                return Err(MultipartError::Incomplete);
            }
        }
        Ok(())
    }

    /// Adds what arrives next to the buffer; false at the end of the body.
    async fn fetch(&mut self) -> Result<bool, MultipartError> {
        let piece = match self.body.next().await {
            None => return Ok(false),
            Some(Ok(piece)) => piece,
            Some(Err(error)) if Stalled::caused(&error) => return Err(MultipartError::Stalled),
            Some(Err(_)) => return Err(MultipartError::Incomplete),
        };
        self.received += piece.len() as u64;
        if let Some(limit) = self.limit.filter(|limit| self.received > *limit) {
            return Err(MultipartError::TooLarge(limit));
        }
        if self.buffer.is_empty() {
            self.buffer = piece;
        } else {
            let mut joined = BytesMut::with_capacity(self.buffer.len() + piece.len());
            joined.extend_from_slice(&self.buffer);
            joined.extend_from_slice(&piece);
            self.buffer = joined.freeze();
        }
        Ok(true)
    }
}

/// The boundary of a `multipart/form-data` content type.
pub(super) fn boundary(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let (kind, parameters) = value.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let boundary = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim()
            .eq_ignore_ascii_case("boundary")
            .then(|| value.trim().trim_matches('"').to_owned())
    })?;
    (1..=BOUNDARY_LIMIT)
        .contains(&boundary.len())
        .then_some(boundary)
}

/// Reads the header lines of a part; the block begins with the rest of the boundary's line.
fn parse_head(block: &[u8]) -> Result<PartHead, MultipartError> {
    let text = std::str::from_utf8(block).map_err(|_| MultipartError::BadHeader)?;
    let mut lines = text.split("\r\n");
    if lines.next().is_none_or(|rest| !rest.trim().is_empty()) {
        return Err(MultipartError::BadHeader);
    }
    let mut head = PartHead::default();
    for line in lines {
        let (name, value) = line.split_once(':').ok_or(MultipartError::BadHeader)?;
        if name.trim().eq_ignore_ascii_case("content-disposition") {
            let fields = disposition::parse(value);
            head.name = fields.name;
            head.file_name = fields.file_name;
        }
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(
        pieces: Vec<&[u8]>,
        limit: Option<u64>,
    ) -> Result<Vec<(PartHead, Vec<u8>)>, MultipartError> {
        let pieces: Vec<_> = pieces
            .into_iter()
            .map(|piece| Ok(Bytes::copy_from_slice(piece)))
            .collect();
        let mut form = Multipart::new(futures::stream::iter(pieces), "XY", limit);
        let mut parts = Vec::new();
        while let Some(head) = form.next_part().await? {
            let mut content = Vec::new();
            while let Some(chunk) = form.next_chunk().await? {
                content.extend_from_slice(&chunk);
            }
            parts.push((head, content));
        }
        Ok(parts)
    }

    const FORM: &[u8] = b"preamble\r\n--XY\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--X not yet\r\n--\r\n--XY\r\n\r\nbare\r\n--XY--\r\nepilogue";

    #[tokio::test]
    async fn parts_are_the_same_however_the_body_is_cut() {
        let whole = read(vec![FORM], None).await.unwrap();
        assert_eq!(whole.len(), 2);
        assert_eq!(whole[0].0.file_name.as_deref(), Some("a.bin"));
        assert_eq!(whole[0].1, b"\r\n--X not yet\r\n--");
        assert_eq!(whole[1], (PartHead::default(), b"bare".to_vec()));
        for size in 1..FORM.len() {
            let cut = read(FORM.chunks(size).collect(), None).await.unwrap();
            assert_eq!(cut, whole, "in pieces of {size}");
        }
    }

    #[tokio::test]
    async fn a_form_cut_anywhere_before_its_closing_boundary_is_incomplete() {
        let end = FORM.len() - b"\r\nepilogue".len();
        for length in 0..end {
            assert!(
                matches!(
                    read(vec![&FORM[..length]], None).await,
                    Err(MultipartError::Incomplete)
                ),
                "cut after {length}"
            );
        }
    }

    #[tokio::test]
    async fn more_than_the_limit_is_too_large() {
        let limit = FORM.len() as u64;
        assert!(read(vec![FORM], Some(limit)).await.is_ok());
        assert!(matches!(
            read(vec![FORM], Some(limit - 1)).await,
            Err(MultipartError::TooLarge(_))
        ));
    }

    #[tokio::test]
    async fn a_header_that_is_none_is_refused() {
        for form in [
            &b"--XY\r\nno colon\r\n\r\nx\r\n--XY--"[..],
            &b"--XY\r\nA: \xff\r\n\r\nx\r\n--XY--"[..],
            &b"--XYZ\r\n\r\nx\r\n--XY--"[..],
        ] {
            assert!(matches!(
                read(vec![form], None).await,
                Err(MultipartError::BadHeader)
            ));
        }
    }

    #[test]
    fn the_boundary_may_be_quoted() {
        let mut headers = HeaderMap::new();
        for (value, expected) in [
            ("multipart/form-data; boundary=abc", Some("abc")),
            (
                "Multipart/Form-Data; charset=utf-8; Boundary=\"a b\"",
                Some("a b"),
            ),
            ("multipart/form-data", None),
            ("application/json; boundary=abc", None),
        ] {
            headers.insert(header::CONTENT_TYPE, value.parse().unwrap());
            assert_eq!(boundary(&headers).as_deref(), expected, "{value}");
        }
    }
}
