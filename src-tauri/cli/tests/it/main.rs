//! The real `fieldctl` against the real service over HTTP: what scripts rely on.
//!
//! No output of any run here holds a secret: the support looks into every byte.

mod connecting;
mod deleting;
mod faults;
mod hostile;
mod interrupting;
mod output;
mod profiles;
mod refusals;
mod story;
mod support;
mod uploading;
