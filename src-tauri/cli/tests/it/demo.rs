//! `fieldctl demo`: a newcomer's first minute, without a terminal and without any settings.

use crate::support::TestEnv;

#[test]
fn it_shows_the_whole_story_and_leaves_nothing_behind() {
    let env = TestEnv::new();
    let temporary = env.path("tmp");
    std::fs::create_dir_all(&temporary).unwrap();
    let tmp = temporary.to_str().unwrap().to_owned();
    let variable = if cfg!(windows) { "TMP" } else { "TMPDIR" };
    let run = env.bare(&["demo"]).env(variable, &tmp).run();
    run.expect_code(0);
    assert_eq!(run.stderr, "");
    for words in [
        "1. A server with sample data",
        "uploaded: Drawings/C-101 Site plan.pdf",
        "replaced: Drawings/C-102 Water main.pdf",
        "waits: HSE/Work permit.pdf",
        "deleted from the project: HSE/Work permit.pdf",
        "conflict: Drawings/S-201 Retaining wall.pdf",
        "in the project: S-201 Retaining wall (theirs ",
        "documents verified, byte for byte",
    ] {
        assert!(run.stdout.contains(words), "{words} in {}", run.stdout);
    }
    let left: Vec<_> = std::fs::read_dir(&temporary).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    assert!(
        !env.data_dir().exists(),
        "nothing of the person's own is touched"
    );
}
