//! Valid files that others are made from.

use std::io::Write as _;

use zip::write::SimpleFileOptions;

/// Texts stand in their cells; in the next one they are shared.
pub(crate) const XLSX: &[u8] = include_bytes!("../data/openpyxl.xlsx");
pub(crate) const SHARED: &[u8] = include_bytes!("../data/xlsxwriter.xlsx");
pub(crate) const XLS: &[u8] = include_bytes!("../data/xlwt.xls");
pub(crate) const ODS: &[u8] = include_bytes!("../data/odfpy.ods");

/// Workbooks by their names.
pub(crate) const WORKBOOKS: [(&str, &[u8]); 4] = [
    ("openpyxl.xlsx", XLSX),
    ("xlsxwriter.xlsx", SHARED),
    ("xlwt.xls", XLS),
    ("odfpy.ods", ODS),
];

/// Texts with separators, in several encodings.
pub(crate) fn texts() -> Vec<Vec<u8>> {
    let text = "Maskiner per november\n\nNummer;Navn;Timer\n0042;\"Graver; \"\"Åsen\"\"\";1 234,5\n\
                N-7;\"to\nlinjer\";7\n";
    let wide = text.encode_utf16().flat_map(u16::to_le_bytes);
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(wide).collect();
    vec![
        text.as_bytes().to_vec(),
        text.replace('\n', "\r\n").replace(';', ",").into_bytes(),
        text.replace('\n', "\r").replace(';', "\t").into_bytes(),
        text.chars()
            .map(|letter| u8::try_from(u32::from(letter)).unwrap())
            .collect(),
        wide,
        format!("sep=|\n{}", text.replace(';', "|")).into_bytes(),
    ]
}

/// The parts of an archive by their names.
pub(crate) fn parts(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut parts = Vec::new();
    for place in 0..archive.len() {
        let mut part = archive.by_index(place).unwrap();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut part, &mut bytes).unwrap();
        let name = part.name().unwrap().into_owned();
        parts.push((name, bytes));
    }
    parts
}

/// An archive of these parts.
pub(crate) fn packed(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        let options = SimpleFileOptions::default();
        archive.start_file(name.as_str(), options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// The records of an XLS workbook.
pub(crate) fn records() -> Vec<u8> {
    let mut file = cfb::CompoundFile::open(std::io::Cursor::new(XLS)).unwrap();
    let mut bytes = Vec::new();
    let mut stream = file.open_stream("/Workbook").unwrap();
    std::io::Read::read_to_end(&mut stream, &mut bytes).unwrap();
    bytes
}

/// An XLS workbook of these records.
pub(crate) fn contained(records: &[u8]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).unwrap();
    let mut stream = file.create_stream("/Workbook").unwrap();
    stream.write_all(records).unwrap();
    drop(stream);
    file.into_inner().into_inner()
}
