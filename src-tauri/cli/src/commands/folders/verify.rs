//! `fieldctl sync verify`: documents are fetched and compared with the files by their bytes.

use fielddesk_core::Failure;
use fielddesk_core::folders::{RunOptions, Sample, Verified, VerifyResult};

use super::ending::{self, count, finish};
use super::open::{Names, Synced, path_text};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(super) async fn run(
    text: Option<&str>,
    sample: Option<usize>,
    context: &Context,
) -> Result<Exit, Failure> {
    let synced = Synced::open(context).await?;
    let mappings = synced.meant(text).await?;
    let sample = sample.map_or(Sample::All, Sample::Some);
    let mut all = Vec::new();
    let mut failed = Vec::new();
    for mapping in &mappings {
        let running = RunOptions {
            cancel: context.cancel.clone(),
            ..RunOptions::default()
        };
        match synced.folders.verify(&mapping.id, sample, running).await {
            Ok(verified) => all.extend(verified),
            Err(failure) => failed.push((path_text(&mapping.folder), failure)),
        }
    }
    let names = synced.names().await?;
    context.output.result(&all, || table(&all, &names))?;
    let differ = all.iter().filter(|one| one.differs()).count() as u64;
    let checked = all
        .iter()
        .filter(|one| one.result != VerifyResult::NotChecked)
        .count();
    context.output.remark(&format!(
        "{} compared, {} not verified, {differ} differ.",
        count(checked as u64, "name"),
        all.len() - checked,
    ));
    if let [(_, failure)] = failed.as_slice()
        && mappings.len() == 1
    {
        return ending::of(context, failure);
    }
    let failures: Vec<_> = failed
        .iter()
        .map(|(name, failure)| (name.as_str(), failure))
        .collect();
    if !failures.is_empty() {
        return Ok(finish(context, mappings.len(), &failures, "compared"));
    }
    if differ == 0 {
        return Ok(Exit::Done);
    }
    context.output.told(
        "different",
        &format!("{} not the same in folder and project.", are(differ)),
        "`fieldctl sync plan` shows what a run would do, `fieldctl sync explain` why.",
    );
    Ok(Exit::SomeFailed)
}

fn are(number: u64) -> String {
    match number {
        1 => "1 name is".to_owned(),
        number => format!("{number} names are"),
    }
}

fn table(all: &[Verified], names: &Names) -> Table {
    let mut table = Table::new(&[
        ("FOLDER", Kind::Name),
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("RESULT", Kind::Id),
    ]);
    for one in all {
        let result = match one.result {
            VerifyResult::Same => "same",
            VerifyResult::Different => "different",
            VerifyResult::MissingRemote => "not in the project",
            VerifyResult::MissingLocal => "not in the folder",
            VerifyResult::NotChecked => "not verified",
        };
        table.row([names.get(&one.mapping), &one.section, &one.name, result]);
    }
    table
}
