//! The decision for one name: what each side did since both last agreed → what to do.
//!
//! One flat match, every combination, a reason at each arm and no wildcard arm. Its table is
//! written out in `table.rs`.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new state must be decided, not swept up"
)]

use serde::{Deserialize, Serialize};

/// The file, against what was agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Here {
    /// There is none.
    Absent,
    /// It has the agreed content.
    Same,
    /// It has another content, or nothing was agreed.
    Different,
    /// It is there, or may be, and cannot be judged now.
    NotNow,
    /// A rule hides it now.
    Ignored,
}

/// The document that we agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ours {
    /// There never was one.
    Never,
    /// It is on the page.
    Listed,
    /// It was, and is no more.
    Gone,
}

/// Documents of that name that are not ours, by their content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theirs {
    /// There are none.
    None,
    /// At least one was not read yet.
    Unread,
    /// One has the file's content, and it stays if two have it: ours is not on the page or
    /// has the larger id.
    EqualStays,
    /// One has the file's content, and ours has the smaller id.
    EqualYields,
    /// One has the content that was agreed, which the file no longer has.
    EqualToOld,
    /// One, with another content.
    Other,
    /// Several, none with a content of ours.
    Several,
}

/// Why a name waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ConflictReason {
    /// Both sides had it before they ever met, with different contents.
    FirstContact,
    /// Both sides changed it.
    BothChanged,
    /// Somebody else replaced the document.
    ReplacedElsewhere,
    /// Somebody else deleted the document.
    DeletedElsewhere,
    /// The page has several documents of this name.
    DuplicateNames,
    /// Two files of the folder differ only by case or Unicode form, or meet in one section.
    NameCollision,
}

/// What to do about one name.
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
pub const fn decide(here: Here, ours: Ours, theirs: Theirs) -> Decision {
    use ConflictReason::{
        BothChanged, DeletedElsewhere, DuplicateNames, FirstContact, ReplacedElsewhere,
    };
    use Decision::{
        Adopt, AdoptAndRetire, Ask, Compare, Delete, Forget, Nothing, Rebind, Replace, Upload, Wait,
    };
    use Theirs as T;
    match (here, ours, theirs) {
        // What only the page has is left alone, and what a rule hides never was ours.
        (
            Here::Absent | Here::Ignored,
            Ours::Never,
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
            Here::Ignored,
            Ours::Listed | Ours::Gone,
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
            Here::NotNow,
            Ours::Never | Ours::Listed | Ours::Gone,
            T::None
            | T::Unread
            | T::EqualStays
            | T::EqualYields
            | T::EqualToOld
            | T::Other
            | T::Several,
        ) => Wait,

        // A name new to both: send it.
        (Here::Same | Here::Different, Ours::Never, T::None) => Upload,
        // First contact: nothing of a name is sent before it was compared.
        (Here::Same | Here::Different, Ours::Never, T::Unread) => Compare,
        // Equal bytes are adopted without a question.
        (Here::Same | Here::Different, Ours::Never, T::EqualStays | T::EqualYields) => Adopt,
        // First contact with another content; without an agreement there is no old one.
        (Here::Same | Here::Different, Ours::Never, T::EqualToOld | T::Other) => Ask(FirstContact),
        // Several before we came: which one the name means is not ours to guess.
        (Here::Same | Here::Different, Ours::Never, T::Several) => Ask(DuplicateNames),

        // The file was deleted here. What others put beside ours is theirs and stays.
        (
            Here::Absent,
            Ours::Listed,
            T::None
            | T::Unread
            | T::EqualStays
            | T::EqualYields
            | T::EqualToOld
            | T::Other
            | T::Several,
        ) => Delete,
        // In step.
        (Here::Same, Ours::Listed, T::None) => Nothing,
        // Somebody put a second one beside ours: see what it is first.
        (Here::Same, Ours::Listed, T::Unread) => Compare,
        // A twin, as when two offices mirror one share: the smaller id stays, ours goes.
        (Here::Same, Ours::Listed, T::EqualStays) => AdoptAndRetire,
        // A twin that yields: whoever sent it removes it, it is not ours to remove.
        (Here::Same, Ours::Listed, T::EqualYields | T::EqualToOld) => Nothing,
        // A second one with another content beside ours.
        (Here::Same, Ours::Listed, T::Other | T::Several) => Ask(DuplicateNames),
        // The file changed here and nothing did there: replace.
        (Here::Different, Ours::Listed, T::None) => Replace,
        // Somebody put a second one beside ours: see what it is first.
        (Here::Different, Ours::Listed, T::Unread) => Compare,
        // The new content is on the page already, sent by somebody else: ours is superseded.
        (Here::Different, Ours::Listed, T::EqualStays | T::EqualYields) => AdoptAndRetire,
        // A twin of the old content: ours is replaced, its sender takes the twin away.
        (Here::Different, Ours::Listed, T::EqualToOld) => Replace,
        // Changed here, and another content beside ours.
        (Here::Different, Ours::Listed, T::Other | T::Several) => Ask(DuplicateNames),

        // Both sides deleted it.
        (Here::Absent, Ours::Gone, T::None) => Forget,
        // Deleted here, something new there: see what it is first.
        (Here::Absent, Ours::Gone, T::Unread) => Compare,
        // Somebody sent the agreed content again: it is ours, then deleted under the policy.
        (Here::Absent, Ours::Gone, T::EqualStays | T::EqualYields | T::EqualToOld) => Rebind,
        // Deleted here, changed there.
        (Here::Absent, Ours::Gone, T::Other | T::Several) => Ask(BothChanged),
        // Somebody deleted what we sent.
        (Here::Same | Here::Different, Ours::Gone, T::None) => Ask(DeletedElsewhere),
        // Somebody replaced it: the bytes are compared before anybody is asked.
        (Here::Same | Here::Different, Ours::Gone, T::Unread) => Compare,
        // Replaced by equal bytes.
        (Here::Same | Here::Different, Ours::Gone, T::EqualStays | T::EqualYields) => Adopt,
        // Replaced by the content we agreed on, which the file still has.
        (Here::Same, Ours::Gone, T::EqualToOld) => Adopt,
        // Replaced by the content we agreed on: only the file changed.
        (Here::Different, Ours::Gone, T::EqualToOld) => Rebind,
        // Somebody replaced it and the file is as it was.
        (Here::Same, Ours::Gone, T::Other) => Ask(ReplacedElsewhere),
        // Somebody replaced it and the file changed as well.
        (Here::Different, Ours::Gone, T::Other) => Ask(BothChanged),
        // Somebody put several in its place.
        (Here::Same | Here::Different, Ours::Gone, T::Several) => Ask(DuplicateNames),
    }
}
