//! Uploads, replacements and deletes of documents.

use std::sync::Arc;

use async_trait::async_trait;
use reqwest::Method;
use serde_json::Value;

use super::{Kind, TestEnv};
use crate::support::Form;

pub(super) fn kinds() -> Vec<Arc<dyn Kind>> {
    vec![Arc::new(Upload), Arc::new(Replace), Arc::new(Delete)]
}

/// Larger than a buffer, so that it reaches the disk in pieces.
fn content(run: &str, n: usize, part: usize) -> Vec<u8> {
    format!("{run} {n} {part} ").repeat(5000).into_bytes()
}

fn pages(env: &TestEnv) -> String {
    format!("/projects/{}/documents", env.project)
}

async fn send(env: &TestEnv, section: &str, form: Form, replace: bool) -> Option<Value> {
    let query = format!("section={section}&replaceExistingFilesWithSameName={replace}");
    let path = format!("{}?{query}", pages(env));
    env.write(form.onto(env.call(Method::POST, &path))).await
}

/// Names and contents on the page of a section.
async fn stored(env: &TestEnv, section: &str) -> Vec<(String, Vec<u8>)> {
    let (_, list) = env.read(&pages(env)).await;
    let page = list.as_array().unwrap().iter();
    let page = page.clone().find(|page| page["section"] == section);
    let mut stored = Vec::new();
    for file in page
        .iter()
        .flat_map(|page| page["files"].as_array().unwrap())
    {
        let path = format!(
            "{}/{}",
            pages(env),
            file["fileReferenceId"].as_str().unwrap()
        );
        let answer = env.call(Method::GET, &path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "a listed document has its bytes");
        let bytes = answer.bytes().await.unwrap().to_vec();
        stored.push((file["name"].as_str().unwrap().to_owned(), bytes));
    }
    stored
}

struct Upload;

#[async_trait]
impl Kind for Upload {
    fn name(&self) -> &'static str {
        "upload"
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let form = (0..3).fold(Form::new(), |form, part| {
            form.file(&format!("{part}"), content(run, n, part))
        });
        send(env, &format!("{run}-{n}"), form, false)
            .await
            .is_some()
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let stored = stored(env, &format!("{run}-{n}")).await;
        if stored.is_empty() && !acknowledged {
            return;
        }
        let whole: Vec<_> = (0..3)
            .map(|part| (part.to_string(), content(run, n, part)))
            .collect();
        assert!(stored == whole, "{run} {n}: a part of an upload");
    }
}

struct Replace;

#[async_trait]
impl Kind for Replace {
    fn name(&self) -> &'static str {
        "replace"
    }

    async fn prepare(&self, env: &TestEnv, run: &str, n: usize) {
        let form = Form::new()
            .file("plan", content(run, n, 0))
            .file("plan", content(run, n, 1));
        send(env, &format!("{run}-{n}"), form, false).await.unwrap();
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let form = Form::new().file("plan", content(run, n, 2));
        send(env, &format!("{run}-{n}"), form, true).await.is_some()
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let stored = stored(env, &format!("{run}-{n}")).await;
        let part = |part| ("plan".to_owned(), content(run, n, part));
        let new = stored == [part(2)];
        let old = stored == [part(0), part(1)];
        assert!(
            new || (old && !acknowledged),
            "{run} {n}: half a replacement"
        );
    }
}

struct Delete;

#[async_trait]
impl Kind for Delete {
    fn name(&self) -> &'static str {
        "delete-document"
    }

    async fn prepare(&self, env: &TestEnv, run: &str, n: usize) {
        let form = Form::new().file("a", content(run, n, 0));
        send(env, &format!("{run}-{n}"), form, false).await.unwrap();
    }

    async fn act(&self, env: &TestEnv, run: &str, n: usize) -> bool {
        let Some((_, list)) = env.ask(env.call(Method::GET, &pages(env))).await else {
            return false;
        };
        let section = format!("{run}-{n}");
        let mut pages_of = list.as_array().unwrap().iter();
        let page = pages_of.find(|page| page["section"] == *section).unwrap();
        let id = page["files"][0]["fileReferenceId"].as_str().unwrap();
        let path = format!("{}/{id}", pages(env));
        env.write(env.call(Method::DELETE, &path)).await.is_some()
    }

    async fn check(&self, env: &TestEnv, run: &str, n: usize, acknowledged: bool) {
        let stored = stored(env, &format!("{run}-{n}")).await;
        let there = stored == [("a".to_owned(), content(run, n, 0))];
        assert!(
            stored.is_empty() || (there && !acknowledged),
            "{run} {n}: half deleted"
        );
    }
}
