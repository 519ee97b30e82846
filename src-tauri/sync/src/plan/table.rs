//! The decide table, every combination written out.

use super::decide::{Decision, LocalStatus, RemoteStatus, SyncedStatus, decide};
use super::reasons::ConflictReason;

const HERE: [LocalStatus; 5] = [
    LocalStatus::Absent,
    LocalStatus::Same,
    LocalStatus::Different,
    LocalStatus::NotReady,
    LocalStatus::Ignored,
];
const THEIRS: [RemoteStatus; 7] = [
    RemoteStatus::None,
    RemoteStatus::Unread,
    RemoteStatus::EqualStays,
    RemoteStatus::EqualYields,
    RemoteStatus::EqualToOld,
    RemoteStatus::Other,
    RemoteStatus::Several,
];

fn word(decision: Decision) -> &'static str {
    match decision {
        Decision::Nothing => ".",
        Decision::Upload => "upload",
        Decision::Replace => "replace",
        Decision::Delete => "delete",
        Decision::Adopt => "adopt",
        Decision::AdoptAndRetire => "adopt+",
        Decision::Rebind => "rebind",
        Decision::Compare => "compare",
        Decision::Wait => "wait",
        Decision::Forget => "forget",
        Decision::Ask(ConflictReason::FirstContact) => "?first",
        Decision::Ask(ConflictReason::BothChanged) => "?both",
        Decision::Ask(ConflictReason::ReplacedElsewhere) => "?repl",
        Decision::Ask(ConflictReason::DeletedElsewhere) => "?gone",
        Decision::Ask(ConflictReason::DuplicateNames) => "?dup",
        Decision::Ask(ConflictReason::NameCollision) => "?name",
    }
}

fn table(ours: SyncedStatus) -> String {
    let mut text = String::new();
    for here in HERE {
        let row: Vec<String> = THEIRS
            .into_iter()
            .map(|theirs| format!("{:<7}", word(decide(here, ours, theirs))))
            .collect();
        text.push_str(&format!(
            "{:<9} {}\n",
            format!("{here:?}"),
            row.join(" ").trim_end()
        ));
    }
    text
}

fn expect(ours: SyncedStatus, expected: &str) {
    let tidy = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.filter(|line| !line.is_empty()).collect()
    };
    let (is, should) = (table(ours), tidy(expected));
    assert_eq!(
        tidy(&is),
        should,
        "decisions with ours {ours:?} are now\n{is}"
    );
}

#[test]
fn a_name_that_was_never_agreed_on() {
    //        none    unread  stays   yields  old     other   several
    expect(
        SyncedStatus::Never,
        "
    Absent    .       .       .       .       .       .       .
    Same      upload  compare adopt   adopt   ?first  ?first  ?dup
    Different upload  compare adopt   adopt   ?first  ?first  ?dup
    NotReady    wait    wait    wait    wait    wait    wait    wait
    Ignored   .       .       .       .       .       .       .
    ",
    );
}

#[test]
fn our_document_is_on_the_page() {
    //        none    unread  stays   yields  old     other   several
    expect(
        SyncedStatus::Listed,
        "
    Absent    delete  delete  delete  delete  delete  delete  delete
    Same      .       compare adopt+  .       .       ?dup    ?dup
    Different replace compare adopt+  adopt+  replace ?dup    ?dup
    NotReady    wait    wait    wait    wait    wait    wait    wait
    Ignored   forget  forget  forget  forget  forget  forget  forget
    ",
    );
}

#[test]
fn our_document_is_gone_from_the_page() {
    //        none    unread  stays   yields  old     other   several
    expect(
        SyncedStatus::Gone,
        "
    Absent    forget  compare rebind  rebind  rebind  ?both   ?both
    Same      ?gone   compare adopt   adopt   adopt   ?repl   ?dup
    Different ?gone   compare adopt   adopt   rebind  ?both   ?dup
    NotReady    wait    wait    wait    wait    wait    wait    wait
    Ignored   forget  forget  forget  forget  forget  forget  forget
    ",
    );
}

#[test]
fn nothing_is_removed_unless_the_file_is_gone_or_its_content_is_elsewhere() {
    for here in HERE {
        for ours in [
            SyncedStatus::Never,
            SyncedStatus::Listed,
            SyncedStatus::Gone,
        ] {
            for theirs in THEIRS {
                let decision = decide(here, ours, theirs);
                let removes = matches!(decision, Decision::Delete | Decision::AdoptAndRetire);
                let gone = here == LocalStatus::Absent;
                let elsewhere =
                    matches!(theirs, RemoteStatus::EqualStays | RemoteStatus::EqualYields);
                assert!(
                    !removes || ours == SyncedStatus::Listed,
                    "{here:?} {ours:?} {theirs:?}"
                );
                assert!(
                    !removes || gone || elsewhere,
                    "{here:?} {ours:?} {theirs:?}"
                );
            }
        }
    }
}
