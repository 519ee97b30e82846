//! Carries out a plan and nothing that is not in it.

mod intent;

pub use intent::{Act, Intent, IntentId, Retire, SentPart};
