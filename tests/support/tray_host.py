"""The tray of a desktop, as far as programs ask whether there is one; stays until it is ended."""

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

loop = GLib.MainLoop()
Gio.bus_own_name(
    Gio.BusType.SESSION,
    "org.kde.StatusNotifierWatcher",
    Gio.BusNameOwnerFlags.NONE,
    None,
    lambda *_: print("ready", flush=True),
    lambda *_: loop.quit(),
)
loop.run()
