//! Files that Office, LibreOffice and Acrobat leave beside a document.

use super::rule::{Rule, files};

/// The first that hides a name gives the reason, so special ones come first.
pub(super) const RULES: &[Rule] = &[LOCKS, WORD, EXCEL, BACKUPS, LIBREOFFICE, ACROBAT];

const LOCKS: Rule = files("office-lock", "Office lock files", |name| {
    // Access locks a whole database instead.
    name.starts("~$") || matches!(name.extension(), "laccdb" | "ldb")
});

const WORD: Rule = files("word-temporary", "Word's temporary files", |name| {
    name.extension() == "tmp" && (name.starts("~wrd") || name.starts("~wrl"))
});

const EXCEL: Rule = files("excel-temporary", "Excel's temporary files", |name| {
    // While it saves, Excel writes to a name of eight upper-case hex digits and nothing else.
    let hex = |byte: u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(&byte);
    name.spelled.len() == 8 && name.spelled.bytes().all(hex)
});

const BACKUPS: Rule = files("office-backup", "Office backups", |name| {
    matches!(name.extension(), "wbk" | "xlk" | "asd" | "xar")
});

const LIBREOFFICE: Rule = files("libreoffice-lock", "LibreOffice lock files", |name| {
    name.starts(".~lock.") && name.lower.ends_with('#')
});

const ACROBAT: Rule = files(
    "acrobat-temporary",
    "Acrobat's temporary files",
    // `aa`, a letter and five digits; newer ones write `Acr1234.tmp` and `A9R1234.tmp`.
    |name| {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let old = name.lower.len() == 8
            && name.starts("aa")
            && name
                .lower
                .as_bytes()
                .get(2)
                .is_some_and(u8::is_ascii_alphabetic)
            && name.lower.get(3..).is_some_and(digits);
        old || (name.extension() == "tmp" && (name.starts("acr") || name.starts("a9r")))
    },
);
