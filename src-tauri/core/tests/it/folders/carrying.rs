//! Exports, receipts, trails and the log.

#[cfg(not(windows))]
use chrono::Local;
use fielddesk_core::FailureKind;
use fielddesk_core::folders::{ActivityFilter, MappingSelection, PausedUntil, RunOptions, State};

use fielddesk_rules::language::Language;

use super::{Office, open};

#[tokio::test]
async fn mappings_go_to_another_computer_without_secrets() {
    let office = Office::new().await;
    let added = office.add().await.mapping;
    let text = office.folders.export().await.unwrap();
    let secret = &office.env.service.clients().admin.client_secret;
    assert!(!text.contains(secret.as_str()));
    office.folders.remove(&added.id).await.unwrap();
    let again = open(&office.env, None).await;
    let imported = again.import(&text).await.unwrap();
    assert_eq!((imported.added.len(), imported.refused.len()), (1, 0));
    let mapping = &imported.added[0].mapping;
    assert_eq!(
        (&mapping.folder, &mapping.place),
        (&added.folder, &added.place)
    );
    assert_eq!(
        mapping.paused,
        Some(PausedUntil::Confirmed),
        "nobody confirmed it yet"
    );
    office.save("a.pdf", "one");
    let all = again
        .run_once(&MappingSelection::All, RunOptions::default())
        .await;
    assert_eq!(all.unwrap().tally.uploaded, 0);
    again.pause(&MappingSelection::All, None).await.unwrap();
    let all = again
        .run_once(&MappingSelection::All, RunOptions::default())
        .await;
    assert_eq!(
        all.unwrap().tally.uploaded,
        0,
        "each is confirmed by itself"
    );
    let one = MappingSelection::One(mapping.id.clone());
    again.pause(&one, None).await.unwrap();
    let all = again
        .run_once(&MappingSelection::All, RunOptions::default())
        .await;
    assert_eq!(all.unwrap().tally.uploaded, 1);
    let twice = again.import(&text).await.unwrap();
    assert_eq!((twice.added.len(), twice.refused.len()), (0, 1));
    let broken = again.import("[]").await.unwrap_err();
    assert_eq!(broken.kind, FailureKind::Usage);
}

// Windows has no file called `<b>.pdf`.
#[cfg(not(windows))]
#[tokio::test]
async fn a_receipt_names_what_was_delivered_and_runs_nothing() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("=cmd().pdf", "one");
    office.save("<b>.pdf", "two!");
    office.run().await;
    let receipt = office
        .folders
        .receipt(&id, None, Language::Nb)
        .await
        .unwrap();
    assert_eq!(receipt.documents, 2);
    assert!(receipt.csv.contains(",'=cmd().pdf,"), "{}", receipt.csv);
    assert!(receipt.csv.contains("anna (KONTOR-3)"), "{}", receipt.csv);
    let sha256 = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
    assert!(
        receipt.csv.contains(sha256),
        "the hash of `one`: {}",
        receipt.csv
    );
    assert!(receipt.html.contains("default-src 'none'"));
    assert!(receipt.html.contains("&lt;b&gt;.pdf") && !receipt.html.contains("<b>.pdf"));
    assert!(
        receipt.html.contains("Leveringskvittering") && receipt.html.contains("Dokumenter: 2"),
        "{}",
        receipt.html
    );
    office.save("<b>.pdf", "three");
    office.run().await;
    let receipt = office
        .folders
        .receipt(&id, None, Language::En)
        .await
        .unwrap();
    assert!(
        receipt.html.contains("Documents: 2<br>Uploads: 3"),
        "{}",
        receipt.html
    );
    let replaced = "a97b629a5b1da759586c3353a9bc284bf673970d8eca56e11e556b715c329614";
    assert!(
        receipt.csv.contains(replaced),
        "the hash of `two!`, whose document is gone: {}",
        receipt.csv
    );
    let yesterday = Local::now().date_naive().pred_opt();
    let none = office
        .folders
        .receipt(&id, yesterday, Language::En)
        .await
        .unwrap();
    assert_eq!(none.documents, 0);
}

#[tokio::test]
async fn every_name_has_an_answer_to_why_it_is_not_up() {
    let office = Office::new().await;
    let id = office.add().await.mapping.id;
    office.save("Plan A.pdf", "one");
    office.save("~$Plan A.docx", "lock");
    office.run().await;
    let trails = office.folders.explain(&id, "plan a").await.unwrap();
    assert_eq!(trails.len(), 2, "{trails:?}");
    let pdf = trails
        .iter()
        .find(|trail| trail.name == "Plan A.pdf")
        .unwrap();
    let status = pdf.status.as_ref().unwrap();
    assert_eq!((status.state, status.listed), (State::InStep, true));
    assert_eq!(
        pdf.explanation.listed,
        status.id.iter().cloned().collect::<Vec<_>>()
    );
    let lock = trails
        .iter()
        .find(|trail| trail.name != "Plan A.pdf")
        .unwrap();
    assert!(lock.explanation.ignored_by.is_some());
    let nothing = office.folders.explain(&id, "zzz").await.unwrap_err();
    assert_eq!(nothing.kind, FailureKind::NotFound);
}

#[tokio::test]
async fn the_log_has_user_machine_and_document_of_each_upload() {
    let (office, id) = Office::mirroring("a.pdf", "one").await;
    let filter = ActivityFilter {
        mapping: Some(id),
        text: "a.pdf".to_owned(),
        ..ActivityFilter::default()
    };
    let lines = office.folders.activity(&filter).await.unwrap();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let on_page = office.env.on_page().await;
    assert_eq!(lines[0].document.as_ref(), Some(&on_page[0].0));
    assert_eq!(lines[0].who.machine, "KONTOR-3");
    assert!(office.folders.log_size().await.unwrap().lines >= 2);
}
