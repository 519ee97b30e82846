//! Which documents the window shows by itself, and the bytes of one.

use fielddesk_rules::file_name::shown;

use crate::{Failure, FailureKind};

/// The largest document that is shown in the window, in bytes: the window holds all of it in memory.
pub const PREVIEW_LIMIT_BYTES: u64 = 100_000_000;

/// Types that the window shows, by the extension of the name. SVG is not among them: it can hold
/// scripts and addresses.
const TYPES: &[(&str, &str)] = &[
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("bmp", "image/bmp"),
];

/// A document that the window shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Its media type, one of a short list.
    pub content_type: &'static str,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// The media type of a document that the window shows; `None` for all other names.
#[must_use]
pub fn preview_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    let known = |(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(extension);
    TYPES
        .iter()
        .find(known)
        .map(|(_, content_type)| *content_type)
}

/// A document of a type that the window does not show.
pub(crate) fn no_preview(name: &str) -> Failure {
    let name = shown(name);
    Failure::new(
        FailureKind::Usage,
        format!("{name} has no preview."),
        "Open the document instead.",
    )
    .with("file", name)
}

/// A document that is larger than the window shows.
pub(crate) fn too_large(name: &str, limit_bytes: u64) -> Failure {
    let name = shown(name);
    Failure::new(
        FailureKind::TooLarge,
        format!("{name} is too large for a preview."),
        "Open the document instead.",
    )
    .with("file", name)
    .with("limit", limit_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pdf_and_plain_images_are_shown_whatever_the_case_of_the_name() {
        for (name, expected) in [
            ("A-101.pdf", "application/pdf"),
            ("A-101.PDF", "application/pdf"),
            ("site.jpeg", "image/jpeg"),
            ("site.JPG", "image/jpeg"),
            ("a.b.png", "image/png"),
        ] {
            assert_eq!(preview_type(name), Some(expected), "{name}");
        }
    }

    #[test]
    fn what_can_hold_scripts_is_not_shown() {
        for name in [
            "plan.svg",
            "page.html",
            "plan.pdf.exe",
            "pdf",
            "plan.pdf ",
            "a.tif",
            "",
        ] {
            assert_eq!(preview_type(name), None, "{name}");
        }
    }
}
