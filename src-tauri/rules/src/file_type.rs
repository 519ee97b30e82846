//! Comparison of a file's first bytes with the type that its extension names. Limited to types with
//! certain first bytes.

/// So many bytes from the start of a file are enough.
pub const HEAD_BYTES: usize = 1024;

/// Returns true where a file begins as its name says; `None` for types not known by their first
/// bytes. `head` is the start of the file, up to [`HEAD_BYTES`] of it.
///
/// ```
/// use fielddesk_rules::file_type::begins_as_named;
/// assert_eq!(begins_as_named("A-101.pdf", b"%PDF-1.7"), Some(true));
/// assert_eq!(begins_as_named("A-101.PDF", b"\x8f\x02\x11\xa0"), Some(false));
/// assert_eq!(begins_as_named("notes.txt", b"anything"), None);
/// ```
#[must_use]
pub fn begins_as_named(name: &str, head: &[u8]) -> Option<bool> {
    let (_, extension) = name.rsplit_once('.')?;
    let starts = |marks: &[&[u8]]| marks.iter().any(|mark| head.starts_with(mark));
    let begins = match extension.to_ascii_lowercase().as_str() {
        // Readers accept a mark anywhere in the first kilobyte.
        "pdf" => head.windows(5).take(HEAD_BYTES).any(|at| at == b"%PDF-"),
        "docx" | "docm" | "xlsx" | "xlsm" | "pptx" | "zip" | "ifczip" | "kmz" | "odt" | "ods" => {
            starts(&[b"PK\x03\x04", b"PK\x05\x06"])
        }
        "doc" | "xls" | "ppt" | "msg" | "mpp" | "vsd" | "rvt" | "rfa" => {
            starts(&[b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
        }
        "dwg" => starts(&[b"AC10", b"AC1."]),
        "ifc" => head.windows(13).any(|at| at == b"ISO-10303-21;"),
        "png" => starts(&[b"\x89PNG\r\n\x1a\n"]),
        "jpg" | "jpeg" => starts(&[b"\xff\xd8\xff"]),
        "gif" => starts(&[b"GIF8"]),
        "bmp" => starts(&[b"BM"]),
        "tif" | "tiff" => starts(&[b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"]),
        "webp" => starts(&[b"RIFF"]),
        "mp4" | "m4v" | "mov" | "heic" => head.get(4..8) == Some(b"ftyp"),
        "gz" => starts(&[b"\x1f\x8b"]),
        "7z" => starts(&[b"7z\xbc\xaf\x27\x1c"]),
        _ => return None,
    };
    Some(begins)
}

#[cfg(test)]
mod tests {
    use super::begins_as_named;

    #[test]
    fn a_type_is_told_by_the_first_bytes_and_not_by_the_name() {
        for (name, head, expected) in [
            ("a.pdf", b"\0\0\n%PDF-1.4".as_slice(), Some(true)),
            ("a.pdf", b"", Some(false)),
            ("a.docx", b"PK\x03\x04\x14\0", Some(true)),
            ("a.docx", b"%PDF-1.4", Some(false)),
            ("a.dwg", b"AC1032\0", Some(true)),
            ("a.mp4", b"\0\0\0\x18ftypisom", Some(true)),
            ("a.mp4", b"\0", Some(false)),
            ("a.dxf", b"0\nSECTION", None),
            ("no extension", b"%PDF-", None),
        ] {
            assert_eq!(begins_as_named(name, head), expected, "{name}");
        }
    }
}
