//! On a terminal: questions, progress, and nothing that the terminal would act on.
#![cfg(target_os = "linux")]

use crate::support::{PROJECT, TestEnv};

#[test]
fn a_delete_is_asked_for_by_name_and_a_no_deletes_nothing() {
    let env = TestEnv::new();
    let file = env.file("in/Plan\u{1b}[31m\u{202e}.pdf", "plan");
    let ids = env.upload("HMS", &[&file]);
    let args = ["docs", "delete", &ids[0], "--project", PROJECT];

    let (code, shown) = env.ctl(&args).on_terminal("n\n");
    assert_eq!(code, 130, "{shown}");
    assert!(
        shown.contains("Plan␛[31m␦.pdf") && shown.contains(PROJECT),
        "{shown}"
    );
    assert!(
        !shown.contains('\u{1b}') && !shown.contains('\u{202e}'),
        "{shown:?}"
    );
    assert!(shown.contains("nothing was deleted"), "{shown}");
    assert_eq!(env.section("HMS").len(), 1);

    let (code, shown) = env.ctl(&args).on_terminal("y\n");
    assert_eq!(code, 0, "{shown}");
    assert!(env.section("HMS").is_empty());
}

#[test]
fn progress_is_shown_to_people_who_want_it() {
    let env = TestEnv::new();
    let file = env.file("large.bin", vec![7; 20_000_000]);
    let (code, shown) = env.ctl_upload(&file).on_terminal("");
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("Uploading ["), "{shown:?}");
    let (code, shown) = env.ctl_upload(&file).args(&["--quiet"]).on_terminal("");
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains("Uploading ["), "{shown:?}");
    assert!(
        shown.contains("20.0 MB"),
        "the result is no progress: {shown:?}"
    );
}
