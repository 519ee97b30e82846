//! Uploads of several writers to one page, with and without replacing.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use reqwest::Method;

use crate::env::TestEnv;
use crate::form::Form;

const WRITERS: usize = 4;
const UPLOADS: usize = 8;
/// The name that all replace.
const PLAN: &str = "plan";

/// A replacement of the shared document: its content, begin and end.
struct Replacement {
    content: String,
    begun: Instant,
    /// `None` where it was not acknowledged.
    ended: Option<Instant>,
}

/// The acknowledged writes to a shared page.
#[derive(Default)]
pub(crate) struct Shared {
    added: Mutex<Vec<String>>,
    replaced: Mutex<Vec<Replacement>>,
}

fn path(env: &TestEnv) -> String {
    format!("/projects/{}/documents", env.project)
}

impl Shared {
    /// Writes by turns; what could not be is left.
    pub(crate) async fn write(&self, env: &TestEnv) {
        let writers = (0..WRITERS).map(|writer| self.writer(env, writer));
        futures::future::join_all(writers).await;
    }

    async fn writer(&self, env: &TestEnv, writer: usize) {
        for n in 0..UPLOADS {
            let name = format!("added-{writer}-{n}");
            if send(env, &name, &name, false).await {
                self.added.lock().unwrap().push(name);
            }
            let (begun, content) = (Instant::now(), format!("{writer} {n}"));
            let done = send(env, PLAN, &content, true).await;
            self.replaced.lock().unwrap().push(Replacement {
                content,
                begun,
                ended: done.then(Instant::now),
            });
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Everything acknowledged is there, and the shared document is the last replacement.
    pub(crate) async fn check(&self, env: &TestEnv) {
        let (_, pages) = env.read(&path(env)).await;
        let mut pages = pages.as_array().unwrap().iter();
        let files = pages.find(|page| page["section"] == "shared");
        let files = files.map_or(Vec::new(), |page| page["files"].as_array().unwrap().clone());
        for name in &*self.added.lock().unwrap() {
            let there = files.iter().filter(|file| file["name"] == **name).count();
            assert_eq!(there, 1, "{name} was acknowledged");
        }
        let replaced = std::mem::take(&mut *self.replaced.lock().unwrap());
        let plans: Vec<_> = files.iter().filter(|file| file["name"] == PLAN).collect();
        if replaced.iter().all(|one| one.ended.is_none()) && plans.is_empty() {
            return;
        }
        assert_eq!(plans.len(), 1, "each upload replaced all before it");
        let id = plans[0]["fileReferenceId"].as_str().unwrap();
        let request = env.call(Method::GET, &format!("{}/{id}", path(env)));
        let content = request.send().await.unwrap().text().await.unwrap();
        let kept = replaced.iter().find(|one| one.content == content);
        let kept = kept.unwrap_or_else(|| panic!("{content:?} is the content of no upload"));
        if let Some(ended) = kept.ended {
            let later = replaced
                .iter()
                .find(|one| one.ended.is_some() && one.begun > ended);
            assert!(later.is_none(), "a later replacement was acknowledged");
        }
    }
}

async fn send(env: &TestEnv, name: &str, content: &str, replace: bool) -> bool {
    let query = format!("section=shared&replaceExistingFilesWithSameName={replace}");
    let path = format!("{}?{query}", path(env));
    let form = Form::new().file(name, content);
    env.write(form.onto(env.call(Method::POST, &path)))
        .await
        .is_some()
}
