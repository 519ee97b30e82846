//! The parts of a workbook around its rows, and texts as XML has them.

use std::borrow::Cow;

use super::Sheet;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// The look of a cell; its place in the list of [`STYLES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// As it comes.
    Plain,
    /// A heading.
    Bold,
    /// The short date of whichever computer opens it.
    Day,
    /// A day with its time.
    Time,
    /// The same with the Z of UTC.
    UtcTime,
}

impl Style {
    pub(super) const fn attribute(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => " s=\"1\"",
            Self::Day => " s=\"2\"",
            Self::Time => " s=\"3\"",
            Self::UtcTime => " s=\"4\"",
        }
    }
}

const STYLES: &str = concat!(
    "<numFmts count=\"2\">",
    "<numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/>",
    "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss&quot;Z&quot;\"/>",
    "</numFmts>",
    "<fonts count=\"2\">",
    "<font><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/></font>",
    "</fonts>",
    "<fills count=\"2\">",
    "<fill><patternFill patternType=\"none\"/></fill>",
    "<fill><patternFill patternType=\"gray125\"/></fill>",
    "</fills>",
    "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>",
    "<cellStyleXfs count=\"1\">",
    "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/>",
    "</cellStyleXfs>",
    "<cellXfs count=\"5\">",
    "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>",
    "<xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/>",
    "<xf numFmtId=\"14\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>",
    "<xf numFmtId=\"164\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>",
    "<xf numFmtId=\"165\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>",
    "</cellXfs>",
    "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>",
);

/// The path of a sheet, the first of which is 1.
pub(super) fn sheet_path(number: usize) -> String {
    format!("xl/worksheets/sheet{number}.xml")
}

/// The letters of a column, the first of which is 0.
pub(super) fn letters_of(mut column: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        match column / 26 {
            0 => break,
            before => column = before - 1,
        }
    }
    letters.into_iter().rev().collect()
}

/// A sheet up to its rows: the heading stays in view.
pub(super) fn before_rows(widths: &[usize]) -> String {
    let mut text = format!(
        "{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\">\
         <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
         </sheetView></sheetViews><sheetFormatPr defaultRowHeight=\"15\"/>"
    );
    if !widths.is_empty() {
        text.push_str("<cols>");
        for (column, width) in (1..).zip(widths) {
            text.push_str(&format!(
                "<col min=\"{column}\" max=\"{column}\" width=\"{width}\" customWidth=\"1\"/>"
            ));
        }
        text.push_str("</cols>");
    }
    text.push_str("<sheetData>");
    text
}

/// A sheet after its rows. Numbers of machines and the like are texts, and no mistake.
pub(super) fn after_rows(sheet: &Sheet) -> String {
    let range = sheet.range("");
    let mut text = String::from("</sheetData>");
    if sheet.has_filter {
        text.push_str(&format!("<autoFilter ref=\"{range}\"/>"));
    }
    text.push_str(&format!(
        "<ignoredErrors><ignoredError sqref=\"{range}\" numberStoredAsText=\"1\"/>\
             </ignoredErrors></worksheet>"
    ));
    text
}

/// The parts beside the sheets, by their paths.
pub(super) fn around(sheets: &[Sheet], names: &[(String, String)]) -> [(&'static str, String); 5] {
    let [mut types, mut links, mut list, mut defined] = [const { String::new() }; 4];
    for (number, sheet) in (1..).zip(sheets) {
        let path = sheet_path(number);
        let name = attribute(&sheet.name);
        types.push_str(&format!(
            "<Override PartName=\"/{path}\" ContentType=\"{TYPE}.worksheet+xml\"/>"
        ));
        let target = path.trim_start_matches("xl/");
        links.push_str(&relationship(number, "worksheet", target));
        list.push_str(&format!(
            "<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>"
        ));
        if sheet.has_filter {
            let (id, range) = (number - 1, sheet.range("$"));
            defined.push_str(&format!(
                "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"{id}\" \
                     hidden=\"1\">'{name}'!{range}</definedName>"
            ));
        }
    }
    for (name, value) in names {
        let (value, _) = escaped(value);
        defined.push_str(&format!(
            "<definedName name=\"{name}\">\"{value}\"</definedName>"
        ));
    }
    if !defined.is_empty() {
        defined = format!("<definedNames>{defined}</definedNames>");
    }
    let styles = relationship(sheets.len() + 1, "styles", "styles.xml");
    let workbook = relationship(1, "officeDocument", "xl/workbook.xml");
    let relationships = format!("<Relationships xmlns=\"{PACKAGE}/relationships\">");
    [
        (
            "xl/styles.xml",
            format!("{HEAD}<styleSheet xmlns=\"{MAIN}\">{STYLES}</styleSheet>"),
        ),
        (
            "xl/workbook.xml",
            format!(
                "{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONSHIPS}\"><bookViews>\
                 <workbookView/></bookViews><sheets>{list}</sheets>{defined}</workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!("{HEAD}{relationships}{links}{styles}</Relationships>"),
        ),
        (
            "_rels/.rels",
            format!("{HEAD}{relationships}{workbook}</Relationships>"),
        ),
        (
            "[Content_Types].xml",
            format!(
                "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\">\
                 <Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
                 <Override PartName=\"/xl/workbook.xml\" ContentType=\"{TYPE}.sheet.main+xml\"/>\
                 <Override PartName=\"/xl/styles.xml\" ContentType=\"{TYPE}.styles+xml\"/>\
                 {types}</Types>"
            ),
        ),
    ]
}

fn relationship(number: usize, kind: &str, target: &str) -> String {
    format!(
        "<Relationship Id=\"rId{number}\" Type=\"{RELATIONSHIPS}/{kind}\" Target=\"{target}\"/>"
    )
}

/// A text between tags, and the attribute of the tag where outer white space is to stay. What XML
/// has no characters for is written as spreadsheet programs do, `_x001B_`, and so is a text that
/// looks like that.
pub(super) fn escaped(text: &str) -> (Cow<'_, str>, &'static str) {
    let is_blank = |character: char| matches!(character, ' ' | '\t' | '\n');
    let kept = match text.starts_with(is_blank) || text.ends_with(is_blank) {
        true => " xml:space=\"preserve\"",
        false => "",
    };
    let stands = |character: char| match character {
        '&' | '<' | '>' | '_' | '\u{fffe}' | '\u{ffff}' => false,
        character => character >= ' ' || matches!(character, '\t' | '\n'),
    };
    if text.chars().all(stands) {
        return (Cow::Borrowed(text), kept);
    }
    let mut written = String::with_capacity(text.len() + 16);
    for (at, character) in text.char_indices() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '_' if looks_escaped(text.get(at..).unwrap_or_default()) => {
                written.push_str("_x005F_");
            }
            '_' => written.push('_'),
            character if stands(character) => written.push(character),
            character => written.push_str(&format!("_x{:04X}_", u32::from(character))),
        }
    }
    (Cow::Owned(written), kept)
}

/// `true` for a text that begins as `_x001B_` does.
fn looks_escaped(text: &str) -> bool {
    let digits = text.strip_prefix("_x").and_then(|rest| rest.get(..5));
    let digits = digits.and_then(|digits| digits.strip_suffix('_'));
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

fn attribute(text: &str) -> String {
    escaped(text).0.replace('"', "&quot;")
}
