//! Sample drawings: small PDF files that any viewer opens.

use std::path::Path;

use fielddesk_core::Failure;

/// The drawings of the sample folder: section and name.
pub(super) const DRAWINGS: [(&str, &str); 7] = [
    ("Drawings", "C-101 Site plan.pdf"),
    ("Drawings", "C-102 Water main.pdf"),
    ("Drawings", "C-103 Storm drain.pdf"),
    ("Drawings", "S-201 Retaining wall.pdf"),
    ("HSE", "Lifting plan.pdf"),
    ("HSE", "Traffic plan.pdf"),
    ("HSE", "Work permit.pdf"),
];

/// Writes all of them, and a file that an office program would leave beside them.
pub(super) fn make(folder: &Path) -> Result<(), Failure> {
    for (section, name) in DRAWINGS {
        draw(folder, section, name, "A")?;
    }
    write(&folder.join("HSE").join("~$Lifting plan.docx"), b"lock")
}

/// Writes one drawing in a revision.
pub(super) fn draw(
    folder: &Path,
    section: &str,
    name: &str,
    revision: &str,
) -> Result<(), Failure> {
    let folder = folder.join(section);
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::local("make the folder", &folder, &error))?;
    let title = name.trim_end_matches(".pdf");
    write(
        &folder.join(name),
        &pdf(&format!("{title}, revision {revision}")),
    )
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| Failure::local("write", path, &error))
}

/// A page with a frame and a title. `title` has no brackets.
fn pdf(title: &str) -> Vec<u8> {
    let content =
        format!("1 w 40 40 515 762 re S BT /F1 18 Tf 60 760 Td ({title}) Tj ET 60 740 475 0 re S");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let table = out.len();
    out.push_str(&format!(
        "xref\n0 {}\n0000000000 65535 f \n",
        objects.len() + 1
    ));
    for place in places {
        out.push_str(&format!("{place:010} 00000 n \n"));
    }
    out.push_str(&format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    ));
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_a_drawing_points_at_its_objects() {
        let bytes = pdf("C-101, revision A");
        let text = std::str::from_utf8(&bytes).unwrap();
        let table: usize = text
            .rsplit("startxref\n")
            .next()
            .and_then(|rest| rest.lines().next())
            .and_then(|line| line.parse().ok())
            .unwrap();
        let entries: Vec<&str> = text[table..].lines().skip(3).take(5).collect();
        for (at, entry) in entries.iter().enumerate() {
            let place: usize = entry[..10].parse().unwrap();
            assert!(
                text[place..].starts_with(&format!("{} 0 obj", at + 1)),
                "{entry}"
            );
        }
        let stream = text.split("stream\n").nth(1).unwrap();
        let content = stream.trim_end_matches("\nend");
        assert!(
            text.contains(&format!("/Length {}", content.len())),
            "{text}"
        );
    }
}
