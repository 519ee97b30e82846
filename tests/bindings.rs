//! The committed bindings are those that the commands generate.

use specta_typescript::Typescript;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/src/ipc/bindings.ts");

#[test]
fn the_committed_bindings_are_current() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let fresh = folder.path().join("bindings.ts");
    fielddesk_app::builder().export(Typescript::default(), &fresh)?;
    let generated = std::fs::read_to_string(&fresh)?;
    if std::env::var_os("FIELDDESK_WRITE_BINDINGS").is_some() {
        std::fs::write(PATH, &generated)?;
    }
    let committed = std::fs::read_to_string(PATH)?;
    assert!(
        committed == generated,
        "ui/src/ipc/bindings.ts is stale: run FIELDDESK_WRITE_BINDINGS=1 cargo test --test bindings"
    );
    Ok(())
}
