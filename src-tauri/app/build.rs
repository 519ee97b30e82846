//! Generates Tauri's context; capabilities are checked here.

fn main() {
    tauri_build::build();
}
