//! A real PDF of one page, made from a few lines of text.

use std::fmt::Write as _;

/// A4 with one line of Helvetica a text.
pub(super) fn one_page(lines: &[&str]) -> Vec<u8> {
    let mut content = String::from("BT /F1 18 Tf 60 770 Td 26 TL");
    for line in lines {
        content.push_str(" (");
        content.push_str(&escaped(line));
        content.push_str(") Tj T*");
    }
    content.push_str(" ET 60 740 475 0.8 re f 60 80 475 560 re S");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        offsets.push(file.len());
        file.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let table = file.len();
    let count = objects.len() + 1;
    file.push_str(&format!("xref\n0 {count}\n0000000000 65535 f \n"));
    for offset in offsets {
        file.push_str(&format!("{offset:010} 00000 n \n"));
    }
    file.push_str(&format!(
        "trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"
    ));
    file.into_bytes()
}

/// Text of a PDF string: ASCII as it is, Latin letters as octal escapes.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match u32::from(c) {
            0x28 | 0x29 | 0x5c => {
                out.push('\\');
                out.push(c);
            }
            0x20..=0x7e => out.push(c),
            code @ 0xa0..=0xff => {
                if write!(out, "\\{code:03o}").is_err() {
                    return out;
                }
            }
            _ => out.push('-'),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_where_the_table_says() {
        let file = String::from_utf8(one_page(&["P-1", "Åsen (2)"])).unwrap();
        let table = file.split_once("xref\n").unwrap().1;
        for (number, line) in table.lines().skip(2).take(5).enumerate() {
            let offset: usize = line[..10].parse().unwrap();
            assert!(file[offset..].starts_with(&format!("{} 0 obj", number + 1)));
        }
        assert!(file.contains(r"(\305sen \(2\)) Tj"));
    }
}
