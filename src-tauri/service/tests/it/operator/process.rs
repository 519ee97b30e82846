//! The verbs as processes: from an empty folder to what the interface serves, and exit statuses.

use std::path::Path;

use reqwest::Client;
use serde_json::Value;

use crate::process::token;
use crate::support::binary::{Binary, json, run};

fn at(folder: &Path, words: &[&str]) -> Vec<String> {
    let place = ["--data", folder.to_str().unwrap(), "--environment", "test"];
    let words = words.iter().chain(&place);
    words.map(|word| (*word).to_owned()).collect()
}

fn act(folder: &Path, words: &[&str]) -> Value {
    let words = at(folder, words);
    json(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[tokio::test]
async fn a_company_is_set_up_from_nothing_while_the_service_serves() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let service = Binary::on(folder, &[]);
    let company = act(folder, &["company", "add", "--name", "Fjordvik Anlegg AS"]);
    let subsidiary = act(folder, &["company", "add", "--name", "Fjordvik Grunn AS"]);
    assert_eq!(subsidiary["parentId"], company["companyId"]);
    act(
        folder,
        &["project", "add", "--number", "P-1", "--name", "E39"],
    );
    let order = [
        "workorder",
        "add",
        "--project",
        "P-1",
        "--number",
        "100",
        "--name",
        "Grøft",
    ];
    act(folder, &order);
    let file = folder.join("types.csv");
    std::fs::write(&file, "typeId;name\ndumper;Dumper\ncar;Bil\n").unwrap();
    let report = act(folder, &["machine-type", "import", file.to_str().unwrap()]);
    assert_eq!(report["inserted"], 2);
    let client = act(folder, &["client", "create", "--name", "Desktop"]);

    let token = token(&service, &client).await;
    let base = service.environment("test")["baseUrl"].as_str().unwrap();
    let get = async |path: &str| -> Value {
        let request = Client::new().get(format!("{base}{path}"));
        let answer = request.bearer_auth(&token).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.unwrap()
    };
    let projects = get("/api/v4/integration/projects").await;
    assert_eq!(projects[0]["projectNumber"], "P-1");
    assert_eq!(projects[0]["companyId"], company["companyId"]);
    let id = projects[0]["id"].as_str().unwrap();
    let orders = get(&format!("/api/v4/integration/tasks/project/{id}")).await;
    assert_eq!(orders[0]["externalId"], "100");
    let types = get("/api/MachineType").await;
    assert_eq!(types[1]["typeId"], "dumper");
}

#[test]
fn a_refusal_ends_with_1_and_a_wrong_line_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    act(folder, &["company", "add", "--name", "A"]);
    act(
        folder,
        &["project", "add", "--number", "P-1", "--name", "A"],
    );
    let file = folder.join("bad.csv");
    std::fs::write(&file, "projectNumber,name\nP-2,\nP-1,B\n").unwrap();
    let file = file.to_str().unwrap();
    let lines: [(&[&str], i32); 9] = [
        (&["project", "add", "--number", "P-1", "--name", "A"], 1),
        (&["project", "close", "--number", "P-9"], 1),
        (&["project", "import", "missing.csv"], 1),
        (&["project", "import", file], 1),
        (&["project", "import", file, "--dry-run"], 1),
        (&["project", "add", "--number", "P-2"], 2),
        (&["project", "change", "--number", "P-1"], 2),
        (&["project", "import"], 2),
        (&["project", "rename"], 2),
    ];
    for (words, code) in lines {
        let words = at(folder, words);
        let ran = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ran.status.code(), Some(code), "{words:?}");
        let is_report = words[1] == "import" && words[2] == file;
        assert_eq!(!ran.stdout.is_empty(), is_report, "{words:?}");
        assert!(!ran.stderr.is_empty(), "{words:?}");
        if is_report {
            let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
            assert_eq!(report["rows"][0]["row"], 2);
            assert_eq!(report["rows"].as_array().unwrap().len(), 1);
        }
    }
    let projects = act(folder, &["project", "list"]);
    assert_eq!(projects.as_array().unwrap().len(), 1);
    assert_eq!(projects[0]["name"], "A");
}
