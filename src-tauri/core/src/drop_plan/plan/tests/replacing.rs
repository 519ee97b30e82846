//! Choice of the document that a file replaces.

use super::*;

#[test]
fn of_two_with_the_name_the_chosen_one_goes() {
    let two = vec![
        document("a", "Plan.pdf", true),
        document("b", "Plan.pdf", false),
    ];
    let mut env = TestEnv::new(&["Plan.pdf"], &[("S", two)]);
    for (id, what) in [
        ("a", What::Replaces),
        ("b", What::ReplacesSomeoneElses),
        ("x", What::TwoWithThisName),
    ] {
        let choice = Choice {
            replace_id: Some(id.into()),
            ..Choice::default()
        };
        env.choices.insert(0, choice);
        let row = env.only();
        assert_eq!(row.what, what, "{id}");
        assert_eq!(row.ticked, what != What::TwoWithThisName, "{id}");
        assert_eq!(row.on_page.len(), 2);
    }
}

#[test]
fn a_file_of_another_name_replaces_the_document_that_was_chosen_under_its_name() {
    let page = || {
        vec![
            document("a", "HB-103.pdf", false),
            document("b", "X.pdf", true),
        ]
    };
    for (file, id, what, name, from) in [
        (
            "HB-103 rev B.pdf",
            "a",
            What::ReplacesSomeoneElses,
            "HB-103.pdf",
            Some("HB-103 rev B.pdf"),
        ),
        (
            "CON\u{7}.PDF",
            "b",
            What::Replaces,
            "X.pdf",
            Some("CON␇.PDF"),
        ),
        ("X.pdf", "b", What::Replaces, "X.pdf", None),
        ("HB-103 rev B.dwg", "a", What::New, "HB-103 rev B.dwg", None),
        ("ny.pdf", "x", What::New, "ny.pdf", None),
    ] {
        let mut env = TestEnv::new(&[file], &[("S", page())]);
        env.section = Some("S");
        let choice = Choice {
            replace_id: Some(id.into()),
            ..Choice::default()
        };
        env.choices.insert(0, choice);
        let row = env.only();
        let found = (
            row.what,
            row.name.as_str(),
            row.from_name.as_deref(),
            row.ticked,
        );
        assert_eq!(found, (what, name, from, true), "{file} for {id}");
        assert_eq!(
            row.replace_id.is_some(),
            what != What::New,
            "{file} for {id}"
        );
    }
}
