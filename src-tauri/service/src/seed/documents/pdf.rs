//! A page of lines and texts, written as a PDF.

use std::fmt::Display;

/// Red, green and blue from 0 to 1.
pub(super) type Colour = [f64; 3];

pub(super) const BLACK: Colour = [0.1, 0.1, 0.1];
pub(super) const GREY: Colour = [0.62, 0.65, 0.68];
pub(super) const RED: Colour = [0.8, 0.1, 0.1];

/// A page of a size in points, with 0, 0 in its lower left corner.
pub(super) struct Page {
    size: (f64, f64),
    marks: String,
}

impl Page {
    pub(super) fn new(width: f64, height: f64) -> Self {
        Self {
            size: (width, height),
            marks: String::new(),
        }
    }

    /// Sets the colour and the width of the lines that follow.
    pub(super) fn pen(&mut self, [red, green, blue]: Colour, width: f64) {
        let colour = format!("{red} {green} {blue}");
        self.marks += &format!("{colour} RG {colour} rg {width} w\n");
    }

    pub(super) fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>) {
        for (index, (x, y)) in points.into_iter().enumerate() {
            let step = if index == 0 { "m" } else { "l" };
            self.marks += &format!("{x:.1} {y:.1} {step} ");
        }
        self.marks += "S\n";
    }

    pub(super) fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64) {
        self.marks += &format!("{x:.1} {y:.1} {width:.1} {height:.1} re S\n");
    }

    /// A rectangle filled with a grey between black, 0, and white, 1.
    pub(super) fn area(&mut self, x: f64, y: f64, width: f64, height: f64, grey: f64) {
        self.marks += &format!("q {grey:.2} g {x:.1} {y:.1} {width:.1} {height:.1} re B Q\n");
    }

    pub(super) fn text(&mut self, x: f64, y: f64, size: f64, text: impl Display) {
        let text = text.to_string();
        let text = hex::encode(text.chars().map(win_ansi).collect::<Vec<u8>>());
        self.marks += &format!("BT /F1 {size} Tf {x:.1} {y:.1} Td <{text}> Tj ET\n");
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        let (width, height) = self.size;
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
                 /Resources << /Font << /F1 5 0 R >> >> >>"
            ),
            format!(
                "<< /Length {} >>\nstream\n{}endstream",
                self.marks.len(),
                self.marks
            ),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
                .to_owned(),
        ];
        let mut file = "%PDF-1.4\n".to_owned();
        let mut table = "0000000000 65535 f \n".to_owned();
        for (index, object) in objects.iter().enumerate() {
            table += &format!("{:010} 00000 n \n", file.len());
            file += &format!("{} 0 obj\n{object}\nendobj\n", index + 1);
        }
        let (count, start) = (objects.len() + 1, file.len());
        file += &format!(
            "xref\n0 {count}\n{table}trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
        );
        file.into_bytes()
    }
}

/// The byte of a character in the encoding of the page's font.
fn win_ansi(character: char) -> u8 {
    match character {
        '–' => 0x96,
        _ => u8::try_from(u32::from(character)).unwrap_or(b'?'),
    }
}
