//! Documents of a work order.

use crate::support::{PROJECT, TestEnv, files_of, text};

#[test]
fn a_work_order_has_its_own_page() {
    let env = TestEnv::new();
    let order = env.work_order();
    let page = format!("--work-order {order}");
    let file = env.file("a.txt", "work");
    let run = env
        .line(format!("docs upload {file} {page} --section Rapport"))
        .json();
    let id = text(&run.expect_code(0).document()[0]["fileReferenceId"]).to_owned();

    let listed = env.line(format!("docs list {page}")).json();
    let listed = files_of(listed.expect_code(0).document(), "Rapport");
    assert_eq!(listed, [("a.txt".to_owned(), id.clone())]);
    assert_eq!(env.section("Rapport"), [], "a project lists its own pages");

    let run = env
        .line(format!("docs download {id} {page} --to out"))
        .json();
    run.expect_code(0);
    assert_eq!(std::fs::read(env.path("out/a.txt")).unwrap(), b"work");
    let elsewhere = env.line(format!("docs download {id} --project {PROJECT}"));
    elsewhere.json().expect_error(4, "notFound");
    let run = env.line(format!("docs delete {id} {page} --yes")).json();
    run.expect_code(0);
}
