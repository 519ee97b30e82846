//! A later revision or a later save in the project: nothing older goes unasked.

use chrono::TimeDelta;

use super::*;

/// What a file of this name becomes in a section with these documents of ours.
fn planned(name: &str, documents: &[&str]) -> PlanRow {
    let documents = documents.iter().map(|there| document(there, there, true));
    let mut env = TestEnv::new(&[name], &[("S", documents.collect())]);
    env.section = Some("S");
    env.only()
}

#[test]
fn a_later_revision_in_the_section_is_told_and_stays() {
    for (name, there, newer) in [
        (
            "Plan rev B.pdf",
            &["Plan rev C.pdf"][..],
            Some("Plan rev C.pdf"),
        ),
        (
            "Plan rev B.pdf",
            &["Plan rev C.pdf", "Plan rev E.pdf", "Plan rev D.pdf"],
            Some("Plan rev E.pdf"),
        ),
        ("Plan rev C.pdf", &["Plan rev B.pdf"], None),
        ("Hus A.pdf", &["Hus B.pdf"], None),
    ] {
        let row = planned(name, there);
        let told = row.newer.as_ref().map(|newer| newer.name.as_str());
        assert_eq!(told, newer, "{name}");
        let what = if newer.is_some() {
            What::NewerThere
        } else {
            What::New
        };
        assert_eq!((row.what, row.ticked), (what, newer.is_none()), "{name}");
        assert_eq!(
            action(&row),
            Some(None),
            "{name} goes beside it, if it goes"
        );
    }
}

#[test]
fn a_later_revision_in_another_section_tells_nothing() {
    let sections = [
        ("S", vec![]),
        ("T", vec![document("1", "Plan rev C.pdf", true)]),
    ];
    let mut env = TestEnv::new(&["Plan rev B.pdf"], &sections);
    env.section = Some("S");
    assert_eq!(env.only().what, What::New);
}

/// A document of ours whose file was saved this much after the one that is dropped.
fn saved_after(env: &TestEnv, by: TimeDelta) -> Document {
    let dropped = modified(&env.files[0]).unwrap();
    Document {
        saved_at: Some(dropped + by),
        ..document("1", "Plan.pdf", true)
    }
}

#[test]
fn a_file_that_was_saved_before_the_document_replaces_it_only_by_choice() {
    for (by, what) in [
        (TimeDelta::seconds(-3_600), What::Replaces),
        (TimeDelta::zero(), What::Replaces),
        // Times on a memory stick are even seconds.
        (TimeDelta::seconds(2), What::Replaces),
        (TimeDelta::seconds(3), What::NewerThere),
    ] {
        let mut env = TestEnv::new(&["Plan.pdf"], &[]);
        env.page = Some(page(&[("S", vec![saved_after(&env, by)])]));
        env.section = Some("S");
        let row = env.only();
        assert_eq!(
            (row.what, row.ticked),
            (what, what == What::Replaces),
            "{by}"
        );
        let chosen = Choice {
            same_name: Some(SameName::Replace),
            ..Choice::default()
        };
        env.choices.insert(0, chosen);
        let row = env.only();
        assert_eq!(
            (row.what, row.ticked),
            (What::Replaces, true),
            "{by}, chosen"
        );
        assert_eq!(action(&row), Some(Some("1".into())), "{by}, chosen");
    }
}

#[test]
fn the_same_content_is_already_there_whenever_it_was_saved() {
    let mut env = TestEnv::new(&["Plan.pdf"], &[]);
    env.page = Some(page(&[("S", vec![saved_after(&env, TimeDelta::days(1))])]));
    env.section = Some("S");
    env.hashes = vec![Hash::Known("old".into())];
    assert_eq!(env.only().what, What::AlreadyThere);
}

#[test]
fn keeping_both_takes_no_document_away_and_needs_no_question() {
    let mut env = TestEnv::new(&["Plan.pdf"], &[]);
    env.page = Some(page(&[("S", vec![saved_after(&env, TimeDelta::days(1))])]));
    env.section = Some("S");
    env.same_name = SameName::KeepBoth;
    assert_eq!(env.only().what, What::KeepsBoth);
}
