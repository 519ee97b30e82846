//! The order of suggestions.

use super::*;
use crate::drop_plan::types::WhyReason;

#[test]
fn the_strongest_reason_decides_the_section() {
    use WhyReason::{NoSimilarName, Prefix, SameName, SimilarName, Subfolder};
    for (path, section, reason, name) in [
        ("Uke 47/HMS/HA-201.pdf", Some("HMS"), Subfolder, Some("HMS")),
        ("hms /x.pdf", Some("HMS"), Subfolder, Some("hms ")),
        ("HA-201.pdf", Some("Armering"), SameName, Some("HA-201.pdf")),
        (
            "riggplan hoveveien REV C.pdf",
            Some("Armering"),
            SimilarName,
            Some("Riggplan Hoveveien rev B.pdf"),
        ),
        ("HA-999.pdf", Some("Armering"), Prefix, Some("HA-")),
        ("Noe helt annet.pdf", None, NoSimilarName, None),
    ] {
        let row = TestEnv::new(&[path], &sections()).only();
        assert_eq!(
            (
                row.section.as_deref(),
                row.why.reason,
                row.why.name.as_deref()
            ),
            (section, reason, name),
            "{path}"
        );
    }
    let mut env = TestEnv::new(&["HMS/HA-201.pdf"], &sections());
    env.section = Some("Documents");
    assert_eq!(env.only().why.reason, WhyReason::DroppedOnSection);
    let choice = Choice {
        section: Some("Ny".into()),
        ..Choice::default()
    };
    env.choices.insert(0, choice);
    let row = env.only();
    assert_eq!(
        (row.section.as_deref(), row.why.reason),
        (Some("Ny"), WhyReason::Chosen)
    );
}

#[test]
fn where_there_is_one_section_nobody_is_asked_which() {
    let row = TestEnv::new(&["Noe helt annet.pdf"], &[("HMS", vec![])]).only();
    assert_eq!(
        (row.section.as_deref(), row.why.reason, row.what, row.ticked),
        (Some("HMS"), WhyReason::OnlySection, What::New, true)
    );
}

#[test]
fn an_empty_project_has_one_place() {
    let row = TestEnv::new(&["Noe helt annet.pdf"], &[]).only();
    assert_eq!(
        (row.section.as_deref(), row.why.reason, row.what, row.ticked),
        (Some("Documents"), WhyReason::OnlySection, What::New, true)
    );
}

#[test]
fn parts_of_a_series_go_where_all_the_others_are() {
    let clouds = || {
        vec![
            document("a", "punktsky 2.las", true),
            document("b", "punktsky 3.las", true),
        ]
    };
    let here = [("Documents", vec![]), ("Drawings", clouds())];
    let row = TestEnv::new(&["Punktsky 4.las"], &here).only();
    assert_eq!(
        (
            row.section.as_deref(),
            row.why.reason,
            row.why.name.as_deref()
        ),
        (
            Some("Drawings"),
            WhyReason::SimilarName,
            Some("punktsky 2.las")
        )
    );
    let both = [("Documents", clouds()), ("Drawings", clouds())];
    let row = TestEnv::new(&["Punktsky 4.las"], &both).only();
    assert_eq!(row.section, None, "they lie in two");
}

#[test]
fn sections_are_offered_by_type_and_by_what_the_others_chose_and_none_by_alphabet() {
    let likely = |env: &TestEnv| env.plan().remove(0).likely;
    let sections = [
        ("Documents", vec![]),
        ("del 00", vec![]),
        ("Drawings", vec![document("a", "punktsky.las", true)]),
    ];
    let mut env = TestEnv::new(&["terreng.las", "bilde.jpg", "skisse.jpg"], &sections);
    assert_eq!(likely(&env), ["Drawings"], "others of its type are there");
    assert!(env.plan()[1].likely.is_empty(), "nothing is like it");
    let chosen = |section: &str| Choice {
        section: Some(section.into()),
        ..Choice::default()
    };
    env.choices.insert(2, chosen("Documents"));
    let rows = env.plan();
    assert_eq!(rows[0].likely, ["Drawings", "Documents"]);
    assert_eq!(rows[1].likely, ["Documents"]);
    assert!(rows[2].likely.is_empty(), "it has its section");
}

#[test]
fn a_new_section_is_spelled_as_it_was_chosen_first() {
    let mut env = TestEnv::new(&["a.pdf", "b.pdf"], &sections());
    for (row_id, section) in [(0, "Uke 48"), (1, "uke 48")] {
        let choice = Choice {
            section: Some(section.into()),
            ..Choice::default()
        };
        env.choices.insert(row_id, choice);
    }
    let spelled: Vec<_> = env.plan().into_iter().map(|row| row.section).collect();
    assert_eq!(spelled, [Some("Uke 48".into()), Some("Uke 48".into())]);
}

#[test]
fn a_name_that_another_section_has_is_told() {
    for (section, also_in) in [
        (Some("Documents"), Some("Armering")),
        (Some("armering"), None),
        (None, None),
    ] {
        let mut env = TestEnv::new(&["HA-201.pdf"], &sections());
        env.section = section;
        assert_eq!(env.only().also_in.as_deref(), also_in, "{section:?}");
    }
}

#[test]
fn subfolders_become_sections_when_asked() {
    let mut env = TestEnv::new(
        &[
            "Uke 47/hms/a.pdf",
            "Uke 47/Bilder/Dag 1/b.jpg",
            "Uke 47/c.pdf",
        ],
        &sections(),
    );
    env.subfolders_as_sections = true;
    let goes: Vec<_> = env.plan().into_iter().map(|row| row.section).collect();
    assert_eq!(
        goes,
        [
            Some("HMS".to_owned()),
            Some("Bilder - Dag 1".to_owned()),
            None
        ]
    );
}
