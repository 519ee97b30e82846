//! The decision for one name: what each side did since both last agreed → what to do.
//!
//! One flat match, every combination, a reason at each arm and no wildcard arm. Its table is
//! written out in `table.rs`.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new state must be decided, not swept up"
)]

use super::reasons::ConflictReason;

/// The file, against what was agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LocalStatus {
    /// There is none.
    Absent,
    /// A file with the agreed content.
    Same,
    /// A file with another content, or nothing was agreed.
    Different,
    /// A file that is there, or may be, and cannot be judged now.
    NotReady,
    /// A rule hides it now.
    Ignored,
}

/// The document that we agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SyncedStatus {
    /// There never was one.
    Never,
    /// The document is on the page.
    Listed,
    /// The document was on the page, and is no more.
    Gone,
}

/// Documents of that name that are not ours, by their content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RemoteStatus {
    /// There are none.
    None,
    /// At least one was not read yet.
    Unread,
    /// A document with the file's content that stays if two have it: ours is not on the page or has
    /// the larger id.
    EqualStays,
    /// A document with the file's content, while ours has the smaller id.
    EqualYields,
    /// A document with the content that was agreed, which the file no longer has.
    EqualToOld,
    /// A single document, with another content.
    Other,
    /// Several, none with a content of ours.
    Several,
}

/// The decision about one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Nothing: in step, or none of ours.
    Nothing,
    /// Send the file as a new document.
    Upload,
    /// Send the file and retire our document.
    Replace,
    /// Remove our document, within policy and guards.
    Delete,
    /// Take their equal document as ours.
    Adopt,
    /// Take their equal document as ours and retire the one we had.
    AdoptAndRetire,
    /// Take their document with the agreed content as ours, then look again.
    Rebind,
    /// Read their documents first.
    Compare,
    /// Ask a person.
    Ask(ConflictReason),
    /// Wait until the file can be judged.
    Wait,
    /// Stop knowing it; neither side is touched.
    Forget,
}

/// Decides.
#[must_use]
#[expect(
    clippy::match_same_arms,
    reason = "each combination has its own reason, also where the answer is the same"
)]
pub const fn decide(here: LocalStatus, ours: SyncedStatus, theirs: RemoteStatus) -> Decision {
    use ConflictReason::{
        BothChanged, DeletedElsewhere, DuplicateNames, FirstContact, ReplacedElsewhere,
    };
    use Decision::{
        Adopt, AdoptAndRetire, Ask, Compare, Delete, Forget, Nothing, Rebind, Replace, Upload, Wait,
    };
    use RemoteStatus as T;
    match (here, ours, theirs) {
        // What only the page has is left alone, and what a rule hides never was ours.
        (
            LocalStatus::Absent | LocalStatus::Ignored,
            SyncedStatus::Never,
            T::None
            | T::Unread
            | T::EqualStays
            | T::EqualYields
            | T::EqualToOld
            | T::Other
            | T::Several,
        ) => Nothing,
        // A newly ignored file is forgotten, never deleted, whatever the page has.
        (
            LocalStatus::Ignored,
            SyncedStatus::Listed | SyncedStatus::Gone,
            T::None
            | T::Unread
            | T::EqualStays
            | T::EqualYields
            | T::EqualToOld
            | T::Other
            | T::Several,
        ) => Forget,
        // Nothing is decided about a file that cannot be judged.
        (
            LocalStatus::NotReady,
            SyncedStatus::Never | SyncedStatus::Listed | SyncedStatus::Gone,
            T::None
            | T::Unread
            | T::EqualStays
            | T::EqualYields
            | T::EqualToOld
            | T::Other
            | T::Several,
        ) => Wait,

        // A name new to both: send it.
        (LocalStatus::Same | LocalStatus::Different, SyncedStatus::Never, T::None) => Upload,
        // First contact: nothing of a name is sent before it was compared.
        (LocalStatus::Same | LocalStatus::Different, SyncedStatus::Never, T::Unread) => Compare,
        // Equal bytes are adopted without a question.
        (
            LocalStatus::Same | LocalStatus::Different,
            SyncedStatus::Never,
            T::EqualStays | T::EqualYields,
        ) => Adopt,
        // First contact with another content; without an agreement there is no old one.
        (
            LocalStatus::Same | LocalStatus::Different,
            SyncedStatus::Never,
            T::EqualToOld | T::Other,
        ) => Ask(FirstContact),
        // Several before we came: which one the name means is not ours to guess.
        (LocalStatus::Same | LocalStatus::Different, SyncedStatus::Never, T::Several) => {
            Ask(DuplicateNames)
        }

        // The file was deleted here. What others put beside ours is theirs and stays.
        (
            LocalStatus::Absent,
            SyncedStatus::Listed,
            T::None
            | T::Unread
            | T::EqualStays
            | T::EqualYields
            | T::EqualToOld
            | T::Other
            | T::Several,
        ) => Delete,
        // In step.
        (LocalStatus::Same, SyncedStatus::Listed, T::None) => Nothing,
        // Somebody put a second one beside ours: see what it is first.
        (LocalStatus::Same, SyncedStatus::Listed, T::Unread) => Compare,
        // A twin, as when two offices mirror one share: the smaller id stays, ours goes.
        (LocalStatus::Same, SyncedStatus::Listed, T::EqualStays) => AdoptAndRetire,
        // A twin that yields: whoever sent it removes it, it is not ours to remove.
        (LocalStatus::Same, SyncedStatus::Listed, T::EqualYields | T::EqualToOld) => Nothing,
        // A second one with another content beside ours.
        (LocalStatus::Same, SyncedStatus::Listed, T::Other | T::Several) => Ask(DuplicateNames),
        // The file changed here and nothing did there: replace.
        (LocalStatus::Different, SyncedStatus::Listed, T::None) => Replace,
        // Somebody put a second one beside ours: see what it is first.
        (LocalStatus::Different, SyncedStatus::Listed, T::Unread) => Compare,
        // The new content is on the page already, sent by somebody else: ours is superseded.
        (LocalStatus::Different, SyncedStatus::Listed, T::EqualStays | T::EqualYields) => {
            AdoptAndRetire
        }
        // A twin of the old content: ours is replaced, its sender takes the twin away.
        (LocalStatus::Different, SyncedStatus::Listed, T::EqualToOld) => Replace,
        // Changed here, and another content beside ours.
        (LocalStatus::Different, SyncedStatus::Listed, T::Other | T::Several) => {
            Ask(DuplicateNames)
        }

        // Both sides deleted it.
        (LocalStatus::Absent, SyncedStatus::Gone, T::None) => Forget,
        // Deleted here, something new there: see what it is first.
        (LocalStatus::Absent, SyncedStatus::Gone, T::Unread) => Compare,
        // Somebody sent the agreed content again: it is ours, then deleted under the policy.
        (
            LocalStatus::Absent,
            SyncedStatus::Gone,
            T::EqualStays | T::EqualYields | T::EqualToOld,
        ) => Rebind,
        // Deleted here, changed there.
        (LocalStatus::Absent, SyncedStatus::Gone, T::Other | T::Several) => Ask(BothChanged),
        // Somebody deleted what we sent.
        (LocalStatus::Same | LocalStatus::Different, SyncedStatus::Gone, T::None) => {
            Ask(DeletedElsewhere)
        }
        // Somebody replaced it: the bytes are compared before anybody is asked.
        (LocalStatus::Same | LocalStatus::Different, SyncedStatus::Gone, T::Unread) => Compare,
        // Replaced by equal bytes.
        (
            LocalStatus::Same | LocalStatus::Different,
            SyncedStatus::Gone,
            T::EqualStays | T::EqualYields,
        ) => Adopt,
        // Replaced by the content we agreed on, which the file still has.
        (LocalStatus::Same, SyncedStatus::Gone, T::EqualToOld) => Adopt,
        // Replaced by the content we agreed on: only the file changed.
        (LocalStatus::Different, SyncedStatus::Gone, T::EqualToOld) => Rebind,
        // Somebody replaced it and the file is as it was.
        (LocalStatus::Same, SyncedStatus::Gone, T::Other) => Ask(ReplacedElsewhere),
        // Somebody replaced it and the file changed as well.
        (LocalStatus::Different, SyncedStatus::Gone, T::Other) => Ask(BothChanged),
        // Somebody put several in its place.
        (LocalStatus::Same | LocalStatus::Different, SyncedStatus::Gone, T::Several) => {
            Ask(DuplicateNames)
        }
    }
}
