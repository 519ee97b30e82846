//! Types of documents that *Open* opens. Everything else is shown in its folder.

/// Kinds that programs show and do not run. Web pages, scripts, shortcuts and office
/// documents with macros are not among them; the old office formats and SVG are not either,
/// because they can hold macros and scripts without saying so.
const OPENS: &[&str] = &[
    "pdf", "png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "webp", "heic", "txt", "csv", "tsv",
    "log", "md", "xml", "json", "gml", "kof", "sos", "landxml", "ifc", "ifcxml", "dwg", "dxf",
    "dgn", "dwf", "dwfx", "rvt", "las", "laz", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf",
    "vsdx", "mpp", "mp4", "mov", "mp3", "wav",
];

/// Whether a document of this name may be opened by the program that the system has for it.
/// The name on disk must be the same: the system decides by its last extension.
#[must_use]
pub fn opens(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let extension = extension.to_lowercase();
    !stem.is_empty() && OPENS.contains(&extension.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_run_opens() {
        for name in [
            "Plan A.pdf",
            "model.IFC",
            "a.b.dwg",
            "skjema.xlsx",
            "terreng.LandXML",
        ] {
            assert!(opens(name), "{name}");
        }
    }

    #[test]
    fn what_could_run_does_not_open() {
        for name in [
            "setup.exe",
            "plan.pdf.exe",
            "page.html",
            "x.svg",
            "run.sh",
            "a.ps1",
            "s.lnk",
            "s.url",
            "m.xlsm",
            "m.docm",
            "old.xls",
            "old.doc",
            "a.desktop",
            "README",
            ".pdf",
            "a.pdf ",
            "a.pdf.",
            "x.js",
            "x.scr",
        ] {
            assert!(!opens(name), "{name}");
        }
    }
}
