//! The committed bindings are those that the commands generate, and the fields of machines and
//! users that tests of the window see are those of the rules.

use fielddesk_rules::fields::Resource;
use fielddesk_rules::fuel;
use fielddesk_rules::language::Language;
use serde_json::{Map, Value, json};
use specta_typescript::Typescript;

const BINDINGS: &str = "ui/src/ipc/bindings.ts";
const FIELDS: &str = "ui/src/ipc/recorded/fields.json";

#[test]
fn the_committed_bindings_are_current() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let fresh = folder.path().join("bindings.ts");
    fielddesk_app::builder().export(Typescript::default(), &fresh)?;
    is_current(BINDINGS, &std::fs::read_to_string(&fresh)?)
}

#[test]
fn the_recorded_fields_are_current() -> anyhow::Result<()> {
    let recorded = json!({
        "machines": in_all_languages(Resource::Machines)?,
        "users": in_all_languages(Resource::Users)?,
        "fuelUses": fuel::uses(),
    });
    let text = serde_json::to_string_pretty(&recorded)?;
    is_current(FIELDS, &format!("{text}\n"))
}

fn in_all_languages(resource: Resource) -> anyhow::Result<Map<String, Value>> {
    let mut all = Map::new();
    for language in Language::ALL {
        let fields = resource.fields().iter();
        let fields = fields.filter(|field| field.name != "equipment");
        let views: Vec<_> = fields.map(|field| field.view(language)).collect();
        all.insert(language.tag().to_owned(), serde_json::to_value(views)?);
    }
    Ok(all)
}

fn is_current(path: &str, generated: &str) -> anyhow::Result<()> {
    let whole = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("FIELDDESK_WRITE_BINDINGS").is_some() {
        std::fs::write(&whole, generated)?;
    }
    let committed = std::fs::read_to_string(&whole)?;
    assert!(
        committed == generated,
        "{path} is stale: run FIELDDESK_WRITE_BINDINGS=1 cargo test --test bindings"
    );
    Ok(())
}
