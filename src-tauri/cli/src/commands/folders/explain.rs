//! `fieldctl sync explain`: why a name stands as it does.

use fielddesk_core::Failure;
use fielddesk_core::folders::{Reason, Trail};

use super::ending;
use super::open::Synced;
use super::status::{here, why};
use super::words::{reason, state};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(super) async fn run(text: &str, name: &str, context: &Context) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mapping = synced.find(text).await?;
    let trails = match synced.folders.explain(&mapping.id, name).await {
        Ok(trails) => trails,
        Err(failure) => return ending::of(context, &failure),
    };
    context.output.result(&trails, || table(&trails))?;
    Ok(Exit::Done)
}

fn table(trails: &[Trail]) -> Table {
    let mut table = Table::new(&[("NAME", Kind::Name), ("WHAT", Kind::Id), ("", Kind::Name)]);
    for trail in trails {
        let mut name = match trail.section.is_empty() {
            true => trail.name.clone(),
            false => format!("{}/{}", trail.section, trail.name),
        };
        for (what, is) in facts(trail) {
            table.row([&std::mem::take(&mut name), what, &is]);
        }
    }
    table
}

/// Everything that is known, in the order in which one asks.
fn facts(trail: &Trail) -> Vec<(&'static str, String)> {
    let known = &trail.explanation;
    let mut facts = Vec::new();
    match &trail.status {
        Some(status) => {
            facts.push(("state", state(status.state).to_owned()));
            if status.reason != Reason::InStep {
                facts.push(("why", why(reason(status.reason), status.detail.as_deref())));
            }
        }
        None => facts.push(("state", "not synced".to_owned())),
    }
    if let Some(rule) = &known.ignored_by {
        facts.push(("ignored by", rule.clone()));
    }
    match known.seen.is_empty() {
        true => facts.push(("in the folder", "no".to_owned())),
        false => facts.push(("in the folder", known.seen.join(", "))),
    }
    let listed: Vec<&str> = known.listed.iter().map(|id| id.as_str()).collect();
    match listed.is_empty() {
        true => facts.push(("in the project", "no".to_owned())),
        false => facts.push(("in the project", listed.join(", "))),
    }
    if let Some(status) = &trail.status {
        if let Some(id) = &status.id {
            facts.push(("document", id.as_str().to_owned()));
        }
        if let Some(sent) = status.sent {
            facts.push(("uploaded", here(sent)));
        }
        if let Some(verified) = status.verified {
            facts.push(("verified", here(verified)));
        }
    }
    if let Some(sha256) = &known.sha256 {
        facts.push(("synced content", sha256.to_string()));
    }
    if let Some(refused) = &known.refused {
        facts.push(("the server said", refused.clone()));
    }
    if known.waits_for_answer {
        facts.push(("upload", "not confirmed yet".to_owned()));
    }
    facts
}
