//! Documents that the window can show.

/// The largest document that is shown in the window, in bytes: the window holds all of it in memory.
pub const PREVIEW_LIMIT_BYTES: u64 = 100_000_000;

/// Types that the window shows, by the extension of the name. SVG is not among them: it can hold
/// scripts and addresses. Extensions are in lower case.
pub const PREVIEW_TYPES: &[(&str, &str)] = &[
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("bmp", "image/bmp"),
];

/// Returns the media type of a document that the window shows; `None` for all other names.
#[must_use]
pub fn preview_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    let known = |(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(extension);
    PREVIEW_TYPES
        .iter()
        .find(known)
        .map(|(_, content_type)| *content_type)
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
