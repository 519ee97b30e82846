//! The comparison of a golden file.

use std::path::Path;

/// Compares with a golden file, after writing it anew where `FIELDDESK_WRITE_GOLDEN` is set.
pub(crate) fn compare(path: &Path, now: &str) {
    if std::env::var_os("FIELDDESK_WRITE_GOLDEN").is_some() {
        std::fs::write(path, now).unwrap();
    }
    let before = std::fs::read_to_string(path).unwrap_or_default();
    let place = path.display();
    for (line, (now, before)) in now.lines().zip(before.lines()).enumerate() {
        assert_eq!(now, before, "line {} of {place}", line + 1);
    }
    assert!(now == before, "{place} has more or fewer lines than before");
}
