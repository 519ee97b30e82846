#!/usr/bin/python3
"""Asks X windows to close, as the cross in their frame does: close_window.py WINDOW…"""
import ctypes
import sys


class ClientMessage(ctypes.Structure):
    """XClientMessageEvent with room for the largest event."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 24),
    ]


x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
x.XInternAtom.restype = ctypes.c_ulong
x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
x.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]

CLIENT_MESSAGE = 33
display = x.XOpenDisplay(None)
if not display:
    sys.exit("no display")
for window in map(int, sys.argv[1:]):
    event = ClientMessage(type=CLIENT_MESSAGE, window=window, format=32)
    event.message_type = x.XInternAtom(display, b"WM_PROTOCOLS", False)
    event.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", False)
    if not x.XSendEvent(display, window, False, 0, ctypes.byref(event)):
        sys.exit("the message was not sent")
x.XSync(display, False)
