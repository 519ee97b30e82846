//! The state of a folder, shown while it runs and after.

use super::*;
use fielddesk_sync::ports::RemoteErrorKind;
use fielddesk_sync::stop_reason::StopReason;

fn found(state: State) -> Option<ScanSummary> {
    Some(ScanSummary {
        state,
        files: 3,
        pending: 1,
        listed: 3,
        in_step: 2,
        ..ScanSummary::default()
    })
}

#[test]
fn progress_never_has_more_done_than_begun() {
    let told = |event, name: &str| Event::Name {
        event,
        mapping: fielddesk_sync::mapping::MappingId("m".into()),
        section: "VA".into(),
        name: name.into(),
        id: None,
        bytes: 5,
        reason: None,
        message: None,
    };
    let mut live = Live::default();
    live.begins();
    live.heard(&told(EventKind::Started, "a"));
    live.heard(&told(EventKind::Started, "b"));
    live.heard(&told(EventKind::Uploaded, "a"));
    live.heard(&told(EventKind::Adopted, "c"));
    let names: Vec<&str> = live.moving.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["b"]);
    let progress = live.progress;
    assert_eq!((progress.files_done, progress.files_total), (2, 2));
    assert_eq!((progress.bytes_done, progress.bytes_total), (5, 10));
}

#[test]
fn bytes_of_an_upload_count_as_they_go_and_never_become_fewer() {
    let told = |event| Event::Name {
        event,
        mapping: fielddesk_sync::mapping::MappingId("m".into()),
        section: "VA".into(),
        name: "a".into(),
        id: None,
        bytes: 10,
        reason: None,
        message: None,
    };
    let sent = BytesSent::default();
    let mut live = Live::default();
    live.begins();
    live.heard(&told(EventKind::Started));
    let (counted, counts) = sent.begin("VA", &[("a".into(), 10)]);
    counts[0].add(7);
    live.note_sent(&sent);
    assert_eq!(live.moving[0].bytes_done, 7);
    assert_eq!(live.shown_progress().bytes_done, 7);
    // The answer has come, and the engine has not told of it yet.
    drop(counted);
    live.note_sent(&sent);
    assert_eq!(live.moving[0].bytes_done, 7);
    assert_eq!(live.shown_progress().bytes_done, 7);
    live.heard(&told(EventKind::Uploaded));
    assert_eq!(live.shown_progress().bytes_done, 10);
}

#[test]
fn nothing_is_in_step_before_it_was_looked_at() {
    assert_eq!(Live::default().state(false), State::Working);
}

#[test]
fn what_a_look_beside_a_run_asks_is_in_the_state_at_once() {
    let asks = |state| ScanSummary {
        deletes: 121,
        asked: [fielddesk_model::FileReferenceId::new("d1")].into(),
        ..found(state).unwrap()
    };
    let mut live = Live {
        found: found(State::Waiting),
        running: true,
        ..Live::default()
    };
    assert!(!live.saw(asks(State::Working)), "it is no worse");
    assert_eq!(live.state(false), State::Waiting);
    assert!(live.saw(asks(State::NeedsDecision)));
    assert_eq!(live.state(false), State::NeedsDecision);
    assert_eq!(live.found.as_ref().map(|found| found.deletes), Some(121));
    live.ended(found(State::InStep), None, Utc::now());
    assert!(
        !live.saw(asks(State::NeedsDecision)),
        "a run that ended saw more than a look that began before it did"
    );
    assert_eq!(live.state(false), State::InStep);
}

#[test]
fn a_pause_hides_no_decision_and_no_failure() {
    for (state, shown) in [
        (State::InStep, State::Paused),
        (State::Working, State::Paused),
        (State::Waiting, State::Paused),
        (State::Offline, State::Offline),
        (State::Failed, State::Failed),
        (State::NeedsDecision, State::NeedsDecision),
    ] {
        let live = Live {
            found: found(state),
            ..Live::default()
        };
        assert_eq!(live.state(true), shown, "{state:?}");
    }
}

#[test]
fn the_worse_of_the_files_and_the_run_is_the_state() {
    let live = |state, stop| Live {
        found: found(state),
        why: Some(StopCause::Stop(stop)),
        ..Live::default()
    };
    let away = live(State::InStep, StopReason::FolderAway("x".into()));
    assert_eq!(away.state(false), State::Offline);
    assert_eq!(away.reason().0, Cause::Reason(Reason::FolderAway));
    let decisions = live(State::NeedsDecision, StopReason::FolderAway("x".into()));
    assert_eq!(decisions.state(false), State::NeedsDecision);
    let closed = live(
        State::InStep,
        StopReason::Closed(RemoteErrorKind::Forbidden("403".into()).into()),
    );
    assert_eq!(closed.state(false), State::NeedsDecision);
}
