//! The committed bindings are those that the commands generate, and the fields of machines and
//! users that tests of the window see are those of the rules.

use fielddesk_rules::fields::Resource;
use fielddesk_rules::fuel;
use fielddesk_rules::language::Language;
use serde_json::{Map, Value, json};
use specta_typescript::Typescript;

const BINDINGS: &str = "ui/src/ipc/bindings.ts";
const INVOKE: &str = "import { invoke as __TAURI_INVOKE } from \"@tauri-apps/api/core\";";
const FIELDS: &str = "ui/src/ipc/recorded/fields.json";

#[test]
fn the_committed_bindings_are_current() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let fresh = folder.path().join("bindings.ts");
    fielddesk_app::builder().export(Typescript::default(), &fresh)?;
    let generated = std::fs::read_to_string(&fresh)?;
    // Each command carries the connection of its screen.
    let carried = generated.replace(
        INVOKE,
        "import { invoke as __TAURI_INVOKE } from \"./invoke\";",
    );
    assert!(
        carried != generated,
        "the bindings call no command by `invoke`"
    );
    is_current(BINDINGS, &carried)
}

/// The commands of each module with acts that change nothing of a connection: they read, open, save a
/// file of this computer, or are about a plan or a delete that its own handle names.
const READING: [(&str, &str); 12] = [
    (
        "documents",
        "list_projects is_read_only list_work_orders list_known_work_orders note_project_used list_documents open_document cancel_preview save_documents verify_document find_anything undo_delete finish_delete",
    ),
    (
        "plan",
        "pick_files paste_files take_given_files plan_drop add_to_plan retarget_plan other_project split_plan change_plan set_subfolders_as_sections set_plan_same_name open_plan_file discard_plan get_plan reopen_plan section_problem",
    ),
    (
        "transfers",
        "transfers other_transfers show_transfer online try_again_now",
    ),
    (
        "folders",
        "folders pick_folder make_sample_folder folder_of_drop folder_activity verify_folder save_receipt folder_left_out",
    ),
    (
        "folder_files",
        "folder_files folder_conflicts compare_conflict open_conflict_document folder_gone folder_damaged folder_unsettled open_folder_file show_folder explain_files",
    ),
    (
        "history",
        "kept_versions open_version undoable save_version loss_of_versions delete_versions",
    ),
    ("machine_edits", "pending_edits"),
    ("machine_acts", "check_block check_delete"),
    ("machine_releases", "planned_releases"),
    (
        "users",
        "user_fields list_users user_changes refresh_users user_layout save_user_layout user_detail check_user check_user_delete",
    ),
    ("batches", "batches batch_report preview_revert"),
    (
        "imports",
        "pick_import_file import_file_of_drop look_import plan_import import_rows discard_import save_bad_rows",
    ),
];

#[test]
fn every_command_that_changes_something_carries_the_connection_of_its_screen() -> anyhow::Result<()>
{
    for (module, reading) in READING {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src-tauri/app/commands");
        let source = std::fs::read_to_string(format!("{folder}/{module}.rs"))?;
        let commands = source.split("#[tauri::command]").skip(1);
        let without = commands.filter_map(|command| {
            let (_, signature) = command.split_once("fn ")?;
            let (name, rest) = signature.split_once('(')?;
            let (arguments, _) = rest.split_once(") ->")?;
            (!arguments.contains("acting: Acting<'_>")).then_some(name)
        });
        let without: Vec<&str> = without.collect();
        assert_eq!(
            without.join(" "),
            reading,
            "{module}: does it change something?"
        );
    }
    Ok(())
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
