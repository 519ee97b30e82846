//! SPEC-TESTS.md against the tests.

use fielddesk_testing::promises::Promises;

const SENTENCES: Promises<'_> = Promises {
    folder: env!("CARGO_MANIFEST_DIR"),
    file: "SPEC-TESTS.md",
    heading: "Sentence",
    section: "## ",
    sources: &["tests/it"],
    exempt: Some("Not over HTTP:"),
};

#[test]
fn every_named_test_exists() {
    SENTENCES.assert_kept();
}

#[test]
fn every_row_stands_in_a_section_of_the_specification_once() {
    SENTENCES.assert_sections(&[
        "Authentication",
        "Users",
        "Machines",
        "Projects and work orders",
        "Documents",
        "Mass transport",
        "Errors",
        "Limits",
        "Versioning",
        "Control",
    ]);
}
