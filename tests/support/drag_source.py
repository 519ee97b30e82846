#!/usr/bin/python3
"""A small window from which a test drags files, as a file manager would.

Usage: drag_source.py X Y PATH...   Prints "ready" when the window is shown.
"""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk

x, y, paths = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(120, 120)
window.move(x, y)
box = Gtk.EventBox()
box.add(Gtk.Label(label="drag me"))
window.add(box)
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
box.drag_source_add_uri_targets()
box.connect(
    "drag-data-get",
    lambda _w, _c, data, _i, _t: data.set_uris([GLib.filename_to_uri(p, None) for p in paths]),
)
box.connect("drag-end", lambda *_: GLib.timeout_add(200, Gtk.main_quit))
window.show_all()
print("ready", flush=True)
GLib.timeout_add_seconds(60, Gtk.main_quit)
Gtk.main()
