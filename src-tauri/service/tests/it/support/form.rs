//! A multipart form with full control over every byte of its headers.

use reqwest::RequestBuilder;

pub(crate) const BOUNDARY: &str = "----fielddesk7d2c0f";

/// A form being put together.
#[derive(Default)]
pub(crate) struct Form(Vec<u8>);

impl Form {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A part named `file`, its name written as browsers do.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let name = name
            .replace('"', "%22")
            .replace('\r', "%0D")
            .replace('\n', "%0A");
        self.raw(
            &format!("form-data; name=\"file\"; filename=\"{name}\""),
            content,
        )
    }

    /// A part with this disposition.
    pub(crate) fn raw(mut self, disposition: &str, content: impl AsRef<[u8]>) -> Self {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: {disposition}\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        self.0.extend_from_slice(head.as_bytes());
        self.0.extend_from_slice(content.as_ref());
        self.0.extend_from_slice(b"\r\n");
        self
    }

    pub(crate) fn bytes(mut self) -> Vec<u8> {
        self.0
            .extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.0
    }

    pub(crate) fn content_type() -> String {
        format!("multipart/form-data; boundary={BOUNDARY}")
    }

    pub(crate) fn onto(self, request: RequestBuilder) -> RequestBuilder {
        request
            .header("content-type", Self::content_type())
            .body(self.bytes())
    }
}
