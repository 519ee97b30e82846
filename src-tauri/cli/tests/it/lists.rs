//! The list of synced folders on its way to another computer: confirmed there, and never private.

use serde_json::json;

use crate::support::{Desk, FOLDER, PROJECT, text};

#[test]
fn the_list_goes_to_another_computer() {
    let desk = Desk::new();
    desk.mapped(&["--deletes", "keep"]);
    let run = desk.sync(&["export", "--output", "folders.json"]).json();
    assert_eq!(run.expect_code(0).document()["rows"], 1);
    let run = desk.sync(&["import", "folders.json"]).json();
    run.expect_code(7);
    let other = desk.path("other-data");
    let run = desk
        .sync(&["import", "folders.json"])
        .env("FIELDDESK_DATA_DIR", other.to_str().unwrap())
        .json();
    let made = &run.expect_code(0).document()[0];
    assert_eq!(made["deletes"], "keep");
    assert_eq!(made["folder"], json!(desk.path(FOLDER)));
    let elsewhere = |args: &[&str]| {
        let ctl = desk.sync(args);
        ctl.env("FIELDDESK_DATA_DIR", other.to_str().unwrap())
    };
    desk.drawing("a.pdf", "a");
    elsewhere(&["run", "--once", "--json"]).run().expect_code(0);
    elsewhere(&["resume"]).json().expect_code(0);
    elsewhere(&["run", "--once", "--json"]).run().expect_code(0);
    assert!(desk.names().is_empty(), "nobody confirmed the folder");
    let resumed = elsewhere(&["resume", text(&made["mapping"])]).json();
    assert_eq!(resumed.expect_code(0).document()[0]["paused"], json!(null));
    elsewhere(&["run", "--once", "--json"]).run().expect_code(0);
    assert_eq!(desk.names(), ["a.pdf"]);
    desk.sync(&["import", "nowhere.json"]).json().expect_code(4);
    desk.sync(&["import", &desk.file("x.json", "{}")])
        .json()
        .expect_error(2, "usage");
}

#[test]
fn a_list_that_names_a_place_of_keys_makes_nothing_of_it() {
    let desk = Desk::new();
    desk.mapped(&[]);
    let run = desk.sync(&["export", "--output", "folders.json"]).json();
    run.expect_code(0);
    let folder = desk.path(FOLDER).display().to_string();
    let list = std::fs::read_to_string(desk.path("folders.json")).unwrap();
    for (place, reason) in [
        (".ssh", "keys"),
        (".drawings", "hidden"),
        (".config/app/drawings", "hidden"),
        ("backup/.aws", "keys"),
        ("", "home"),
    ] {
        let private = desk.path(place);
        std::fs::create_dir_all(&private).unwrap();
        let private = private.display().to_string();
        let listed = desk.file("theirs.json", list.replace(&folder, &private));
        let run = desk.sync(&["import", &listed]).json();
        let error = run.expect_error(7, "refused");
        let message = text(&error["message"]);
        assert!(message.contains(reason), "{place}: {message}");
        let add = ["add", &private, "--project", PROJECT, "--section", "El"];
        desk.sync(&add).json().expect_error(7, "refused");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(desk.path(".ssh"), desk.path("innocent")).unwrap();
        let add = ["add", "innocent", "--project", PROJECT];
        desk.sync(&add).json().expect_error(7, "refused");
    }
}
