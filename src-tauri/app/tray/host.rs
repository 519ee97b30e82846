//! Presence of a host for the tray icon: on Linux an icon can be made that no desktop shows.

/// The name that a desktop's tray has on the session bus.
#[cfg(target_os = "linux")]
const WATCHER: &str = "org.kde.StatusNotifierWatcher";

/// Whether the desktop has a tray.
#[cfg(target_os = "linux")]
pub(super) async fn is_there() -> bool {
    let asked = async {
        let bus = zbus::Connection::session().await?;
        let names = zbus::fdo::DBusProxy::new(&bus).await?;
        let there = names.name_has_owner(WATCHER.try_into()?).await?;
        zbus::Result::Ok(there)
    };
    asked.await.unwrap_or_else(|error| {
        tracing::debug!(%error, "no tray is known");
        false
    })
}

/// Whether the desktop has a tray: Windows and macOS always have.
#[cfg(not(target_os = "linux"))]
pub(super) async fn is_there() -> bool {
    true
}
