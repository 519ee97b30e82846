//! Values of `--set` and `--from`.

use std::io::Read as _;
use std::path::Path;

use fielddesk_core::Failure;
use fielddesk_core::records::{assign, from_json};
use fielddesk_rules::fields::{FieldDef, Reading, Values};

/// No record is larger than this.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The values of the fields that are given.
///
/// # Errors
/// Kind `usage` for what cannot be meant; kind `fileVanished` and the like for the file.
pub(super) fn values(
    table: &'static [FieldDef],
    set: &[String],
    from: Option<&Path>,
) -> Result<Values, Failure> {
    let reading = Reading::of_no_region(chrono::Local::now().date_naive(), None);
    match from {
        Some(path) => from_json(table, &read(path)?, &reading),
        None => assign(table, set, &reading),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let reader: Box<dyn std::io::Read> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file =
            std::fs::File::open(path).map_err(|error| Failure::local("read", path, &error))?;
        Box::new(file)
    };
    let mut bytes = Vec::new();
    reader
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::local("read", path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::usage(
            "from",
            format!("{} is too large for one record.", path.display()),
            "Use `import` for a file of many.",
        ));
    }
    Ok(bytes)
}
