//! README.md against the tests.

use fielddesk_testing::promises::Promises;

const README: Promises<'_> = Promises {
    folder: env!("CARGO_MANIFEST_DIR"),
    file: "README.md",
    heading: "Rule",
    section: "### ",
    sources: &["tests/it", "src"],
    exempt: None,
};

#[test]
fn every_named_test_exists() {
    README.assert_kept();
}

#[test]
fn every_section_of_the_specification_has_its_rules_and_no_rule_stands_twice() {
    README.assert_sections(&[
        "Authentication",
        "Errors",
        "Retry policy",
        "Update rules",
        "Supervisors and tags",
        "Pagination and sync modes",
    ]);
}
