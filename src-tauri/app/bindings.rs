//! The list of commands and events, from which `ui/src/ipc/bindings.ts` is generated.

use tauri_specta::{collect_commands, collect_events};

use crate::commands::{connect, documents, folder_files, folders, plan, settings, transfers};
use crate::events;

/// Commands and events of the window.
#[must_use]
pub fn builder() -> tauri_specta::Builder<tauri::Wry> {
    tauri_specta::Builder::<tauri::Wry>::new()
        .disable_serde_phases()
        // Byte counts: a number holds 9 PB exactly.
        .dangerously_cast_bigints_to_number()
        .commands(collect_commands![
            settings::app_state,
            settings::set_settings,
            settings::copy_text,
            settings::copy_diagnostics,
            settings::window_ready,
            connect::read_pasted,
            connect::check_connection,
            connect::cancel_check,
            connect::save_connection,
            connect::activate_connection,
            connect::remove_connection,
            connect::start_sample_data,
            connect::open_in_browser,
            documents::list_projects,
            documents::list_work_orders,
            documents::list_known_work_orders,
            documents::note_project_used,
            documents::list_documents,
            documents::open_document,
            documents::save_documents,
            documents::delete_documents,
            documents::undo_delete,
            documents::finish_delete,
            plan::pick_files,
            plan::paste_files,
            plan::plan_drop,
            plan::retarget_plan,
            plan::change_plan,
            plan::set_subfolders_as_sections,
            plan::set_plan_same_name,
            plan::send_plan,
            plan::discard_plan,
            plan::reopen_plan,
            transfers::transfers,
            transfers::cancel_transfers,
            transfers::retry_transfers,
            transfers::pause_transfers,
            transfers::clear_finished_transfers,
            transfers::show_transfer,
            transfers::online,
            transfers::try_again_now,
            folders::folders,
            folders::pick_folder,
            folders::folder_of_drop,
            folders::plan_folder,
            folders::start_folder,
            folders::compare_folder,
            folders::pause_folders,
            folders::resume_folders,
            folders::set_folder_deletes,
            folders::move_folder,
            folders::remove_folder,
            folders::folder_activity,
            folders::verify_folder,
            folders::save_receipt,
            folders::folder_left_out,
            folder_files::folder_files,
            folder_files::folder_conflicts,
            folder_files::resolve_conflicts,
            folder_files::folder_gone,
            folder_files::decide_gone,
            folder_files::open_folder_file,
            folder_files::show_folder,
            folder_files::folder_history,
            folder_files::restore_version,
            folder_files::save_version,
            folder_files::explain_files,
        ])
        .events(collect_events![
            events::CheckProgressed,
            events::DragMoved,
            events::DragLeft,
            events::DragDropped,
            events::PlanChanged,
            events::TransfersChanged,
            events::FoldersChanged,
            events::DocumentsChanged,
            events::OnlineChanged,
            events::ConnectionsChanged,
            events::Navigate,
        ])
}
