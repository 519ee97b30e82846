//! The runtime that the app is built on: real windows, or none in the build for journeys.

/// Windows of the system.
#[cfg(not(feature = "bridge"))]
pub type Runtime = tauri::Wry;

/// No windows: commands and events reach a browser through [`crate::bridge`].
#[cfg(feature = "bridge")]
pub type Runtime = tauri::test::MockRuntime;

/// Handle of the app.
pub(crate) type AppHandle = tauri::AppHandle<Runtime>;
/// A window without its page.
pub(crate) type Window = tauri::Window<Runtime>;
/// A window with its page.
pub(crate) type WebviewWindow = tauri::WebviewWindow<Runtime>;
