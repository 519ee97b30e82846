//! When to try again and how long to wait before: decided by pure functions, slept by a
//! [`Clock`](crate::Clock).
