//! Use cases against the real service over HTTP, and against real folders.

