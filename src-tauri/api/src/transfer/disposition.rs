//! The file name of a download, from `Content-Disposition`.

/// Reads the name. `filename*` counts before `filename`; raw UTF-8 is taken as it is, and
/// what is not UTF-8 as Latin-1. The result is data and may hold anything.
pub(crate) fn file_name(header: &[u8]) -> Option<String> {
    let mut plain = None;
    for (name, value) in parameters(header) {
        if name.eq_ignore_ascii_case("filename*")
            && let Some(decoded) = extended(&value)
        {
            return Some(decoded);
        }
        if name.eq_ignore_ascii_case("filename") && plain.is_none() {
            plain = Some(value);
        }
    }
    let text = plain.map(|bytes| match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.as_bytes().iter().copied().map(char::from).collect(),
    });
    text.filter(|name| !name.is_empty())
}

/// Splits `attachment; a=b; c="d"` into its parameters; separators inside quotes do not count.
fn parameters(header: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut out = Vec::new();
    let mut bytes = header.iter().copied().peekable();
    // The disposition type itself.
    while bytes.next_if(|byte| *byte != b';').is_some() {}
    while bytes.next_if_eq(&b';').is_some() {
        let mut name = Vec::new();
        while let Some(byte) = bytes.next_if(|byte| !matches!(byte, b'=' | b';')) {
            name.push(byte);
        }
        if bytes.next_if_eq(&b'=').is_none() {
            continue;
        }
        while bytes.next_if(u8::is_ascii_whitespace).is_some() {}
        let mut value = Vec::new();
        if bytes.next_if_eq(&b'"').is_some() {
            while let Some(byte) = bytes.next() {
                match byte {
                    b'"' => break,
                    b'\\' => value.extend(bytes.next()),
                    other => value.push(other),
                }
            }
            while bytes.next_if(|byte| *byte != b';').is_some() {}
        } else {
            while let Some(byte) = bytes.next_if(|byte| *byte != b';') {
                value.push(byte);
            }
            value = value.trim_ascii().to_vec();
        }
        out.push((String::from_utf8_lossy(&name).trim().to_owned(), value));
    }
    out
}

/// `UTF-8''%e2%82%ac.pdf`.
fn extended(value: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(value).ok()?;
    let mut fields = text.splitn(3, '\'');
    let charset = fields.next()?;
    let encoded = fields.nth(1)?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    if charset.eq_ignore_ascii_case("utf-8") {
        String::from_utf8(bytes).ok()
    } else if charset.eq_ignore_ascii_case("iso-8859-1") {
        Some(bytes.into_iter().map(char::from).collect())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_every_spelling() {
        for (header, expected) in [
            (&b"attachment; filename=\"a.pdf\""[..], Some("a.pdf")),
            (b"attachment; filename=a.pdf", Some("a.pdf")),
            (
                b"attachment;FileName = \"a b.pdf\" ; size=3",
                Some("a b.pdf"),
            ),
            (b"attachment; filename=\"a\\\"b.pdf\"", Some("a\"b.pdf")),
            (b"attachment; filename=\"a;b=c.pdf\"", Some("a;b=c.pdf")),
            (b"attachment; filename=\"%41.pdf\"", Some("%41.pdf")),
            (
                "attachment; filename=\"Grøft.pdf\"".as_bytes(),
                Some("Grøft.pdf"),
            ),
            (b"attachment; filename=\"Gr\xf8ft.pdf\"", Some("Grøft.pdf")),
            (
                b"attachment; filename=\"x\"; filename*=UTF-8''Gr%C3%B8ft.pdf",
                Some("Grøft.pdf"),
            ),
            (
                b"attachment; filename*=iso-8859-1'no'Gr%F8ft.pdf; filename=x",
                Some("Grøft.pdf"),
            ),
            (
                b"attachment; filename=\"x\"; filename*=UTF-8''%zz",
                Some("x"),
            ),
            (
                b"attachment; filename=\"x\"; filename*=KOI8-R''%C3",
                Some("x"),
            ),
            (
                b"attachment; filename*=UTF-8''..%2F..%2Fetc",
                Some("../../etc"),
            ),
            (b"attachment; filename=\"never ends", Some("never ends")),
            (b"attachment; filename=\"\"", None),
            (b"attachment", None),
            (b"", None),
        ] {
            assert_eq!(
                file_name(header).as_deref(),
                expected,
                "{}",
                String::from_utf8_lossy(header)
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn no_header_breaks_the_reader(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            file_name(&bytes);
            file_name(&[b"a; filename*=", bytes.as_slice()].concat());
        }
    }
}
