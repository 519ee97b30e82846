//! Steps of the demo, in order. Each step checks its own text.

use fielddesk_core::Failure;
use fielddesk_core::folders::{
    Approval, Event, EventKind, Finished, Keep, MappingId, MappingSelection, RemovalReason,
    Resolution, RunOptions, Sample,
};

use super::drawings::{DRAWINGS, draw, make};
use super::environment::{DemoEnvironment, PROJECT};
use super::narrator::{Narrator, expect};
use crate::commands::folders::{bring_in_step, planned_action, reason};

/// Plays all of it.
pub(super) async fn play(
    environment: &DemoEnvironment,
    narrator: &mut Narrator<'_>,
) -> Result<(), Failure> {
    let mapping = first_mirror(environment, narrator).await?;
    a_day_of_work(environment, &mapping, narrator).await?;
    a_deleted_file(environment, &mapping, narrator).await?;
    a_colleague(environment, &mapping, narrator).await?;
    back_from_the_history(environment, &mapping, narrator).await?;
    both_sides_are_equal(environment, &mapping, narrator).await
}

async fn first_mirror(
    environment: &DemoEnvironment,
    narrator: &mut Narrator<'_>,
) -> Result<MappingId, Failure> {
    narrator.step("service", "A server with sample data runs on this computer")?;
    let name = environment.project.name.clone().unwrap_or_default();
    narrator.say(&format!("Its project is {PROJECT} {name}."))?;

    narrator.step("folder", "A folder with sample drawings, as in any office")?;
    make(&environment.folder())?;
    narrator.say(&environment.folder().to_string_lossy())?;
    for (section, name) in DRAWINGS {
        narrator.say(&format!("  {section}/{name}"))?;
    }

    narrator.step(
        "add",
        "fieldctl sync add: the folder is synced with the project",
    )?;
    let mapping = environment.add().await?;
    narrator.say("Each subfolder is a section of the project. Nothing was uploaded yet.")?;

    narrator.step("plan", "fieldctl sync plan: what a run would do")?;
    let plan = environment.synced.folders.plan(&mapping.id).await?;
    for action in &plan.actions {
        narrator.say(&format!(
            "{}  {}/{}",
            planned_action(&action.action),
            action.section,
            action.name
        ))?;
    }
    expect(
        plan.sums.uploads == 7,
        "the plan has other uploads than the drawings",
    )?;
    narrator.say("The lock file of an office program in the folder is ignored.")?;

    narrator.step("run", "fieldctl sync run --once: the first sync")?;
    let run = run(environment, &mapping.id, Approval::None, narrator).await?;
    expect(
        run.tally.uploaded == 7 && run.tally.failed == 0,
        "not every drawing was uploaded",
    )?;
    let pages = environment.pages().await?;
    for (section, name) in DRAWINGS {
        let there = pages
            .iter()
            .any(|page| page.section == section && page.files.iter().any(|file| file.name == name));
        expect(there, "a drawing is not in the project")?;
    }
    narrator.say("The project lists all 7 now.")?;
    Ok(mapping.id)
}

async fn a_day_of_work(
    environment: &DemoEnvironment,
    mapping: &MappingId,
    narrator: &mut Narrator<'_>,
) -> Result<(), Failure> {
    let folder = environment.folder();
    narrator.step("edit", "A day of work: one drawing is changed, one is new")?;
    draw(&folder, "Drawings", "C-102 Water main.pdf", "B")?;
    draw(&folder, "Drawings", "C-104 Lighting.pdf", "A")?;
    let run = run(environment, mapping, Approval::None, narrator).await?;
    expect(
        run.tally.replaced == 1 && run.tally.uploaded == 1,
        "the changes were not uploaded",
    )?;
    narrator.say("The old content of C-102 is in the history on this computer.")
}

async fn a_deleted_file(
    environment: &DemoEnvironment,
    mapping: &MappingId,
    narrator: &mut Narrator<'_>,
) -> Result<(), Failure> {
    narrator.step(
        "delete",
        "A drawing is deleted from the folder: deleting its document waits for approval",
    )?;
    remove(&environment.folder().join("HSE").join("Work permit.pdf"))?;
    let waits = run(environment, mapping, Approval::None, narrator).await?;
    expect(
        waits.tally.deleted == 0 && waits.decisions == 1,
        "the delete did not wait",
    )?;
    narrator.say("fieldctl sync run --once --yes:")?;
    let done = run(environment, mapping, Approval::Yes, narrator).await?;
    expect(done.tally.deleted == 1, "the approved delete was not done")
}

async fn a_colleague(
    environment: &DemoEnvironment,
    mapping: &MappingId,
    narrator: &mut Narrator<'_>,
) -> Result<(), Failure> {
    let (section, name) = ("Drawings", "S-201 Retaining wall.pdf");
    narrator.step(
        "conflict",
        "A colleague replaces a document while the drawing is changed here",
    )?;
    environment.colleague_replaces(section, name).await?;
    draw(&environment.folder(), section, name, "B")?;
    let stuck = run(environment, mapping, Approval::None, narrator).await?;
    expect(
        stuck.tally.conflicts == 1 && stuck.tally.replaced == 0,
        "there is no conflict",
    )?;
    narrator.say("Nothing is overwritten until the conflict is resolved.")?;

    narrator.step("resolve", "fieldctl sync resolve --keep both")?;
    let folders = &environment.synced.folders;
    let conflict = folders
        .resolve(mapping, name, Some(section), Resolution::of(Keep::Both))
        .await?;
    narrator.say(&format!("{name} was {}.", reason(conflict.reason.into())))?;
    run(environment, mapping, Approval::None, narrator).await?;
    let pages = environment.pages().await?;
    let both = pages
        .iter()
        .filter(|page| page.section == section)
        .flat_map(|page| &page.files)
        .filter(|file| file.name.starts_with("S-201"))
        .collect::<Vec<_>>();
    for file in &both {
        narrator.say(&format!("in the project: {}", file.name))?;
    }
    expect(both.len() == 2, "not both are in the project")
}

async fn back_from_the_history(
    environment: &DemoEnvironment,
    mapping: &MappingId,
    narrator: &mut Narrator<'_>,
) -> Result<(), Failure> {
    narrator.step(
        "restore",
        "fieldctl sync restore: the deleted drawing comes back",
    )?;
    let folders = &environment.synced.folders;
    let versions = folders.history(Some(mapping)).await?;
    for version in &versions {
        narrator.say(&format!(
            "version {}: {}/{}, {} bytes",
            version.version.0, version.section, version.name, version.bytes
        ))?;
    }
    let deleted = versions.iter().find(|version| {
        version.reason == RemovalReason::Deleted && version.name == "Work permit.pdf"
    });
    let Some(deleted) = deleted else {
        return expect(false, "the deleted drawing is not in the history");
    };
    let restored = folders.restore(deleted.version, None).await?;
    narrator.say(&format!(
        "version {} is in {}",
        deleted.version.0,
        restored.restored.display()
    ))?;
    let run = run(environment, mapping, Approval::None, narrator).await?;
    expect(
        run.tally.uploaded == 1,
        "the restored drawing was not uploaded",
    )
}

async fn both_sides_are_equal(
    environment: &DemoEnvironment,
    mapping: &MappingId,
    narrator: &mut Narrator<'_>,
) -> Result<(), Failure> {
    narrator.step(
        "verify",
        "fieldctl sync verify: every document is downloaded and compared",
    )?;
    let folders = &environment.synced.folders;
    let verified = folders
        .verify(mapping, Sample::All, RunOptions::default())
        .await?;
    let differ = verified.iter().filter(|one| one.differs()).count();
    expect(
        differ == 0 && !verified.is_empty(),
        "a document differs from its drawing",
    )?;
    narrator.say(&format!(
        "{} documents verified, byte for byte.",
        verified.len()
    ))
}

/// Runs once and tells what happened to each name.
async fn run(
    environment: &DemoEnvironment,
    mapping: &MappingId,
    approval: Approval,
    narrator: &mut Narrator<'_>,
) -> Result<Finished, Failure> {
    let running = RunOptions {
        approval,
        ..RunOptions::default()
    };
    let which = MappingSelection::One(mapping.clone());
    bring_in_step(
        &environment.synced.folders,
        &which,
        running,
        false,
        |event| in_words(event).map_or(Ok(()), |line| narrator.say(&line)),
    )
    .await
}

fn in_words(event: &Event) -> Option<String> {
    let Event::Name {
        event,
        section,
        name,
        reason: why,
        ..
    } = event
    else {
        return None;
    };
    let word = match event {
        EventKind::Started | EventKind::Downloaded | EventKind::Compared | EventKind::Skipped => {
            return None;
        }
        EventKind::Uploaded => "uploaded",
        EventKind::Replaced => "replaced",
        EventKind::DeletedRemote => "deleted from the project",
        EventKind::Adopted => "already the same in the project",
        EventKind::Conflict => "conflict",
        EventKind::Failed => "failed",
        EventKind::Waiting => "waits",
    };
    let why = match (event, why) {
        (EventKind::Conflict | EventKind::Failed, Some(why)) => format!(" ({})", reason(*why)),
        _ => String::new(),
    };
    Some(format!("{word}: {section}/{name}{why}"))
}

fn remove(path: &std::path::Path) -> Result<(), Failure> {
    std::fs::remove_file(path).map_err(|error| Failure::local("delete", path, &error))
}
