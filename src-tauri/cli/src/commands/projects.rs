//! `fieldctl projects`: the look-ups as the service answers them.

use fielddesk_core::Failure;
use fielddesk_core::model::Project;
use fielddesk_rules::search::Words;

use crate::args::ProjectsCommand;
use crate::commands::listed;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(crate) async fn run(command: ProjectsCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        ProjectsCommand::List { search } => list(context, search.as_deref().unwrap_or("")).await,
        ProjectsCommand::Show { number } => show(context, &number).await,
    }
}

async fn list(context: &Context, search: &str) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let mut projects = context
        .unless_cancelled(connection.client.projects().list())
        .await?;
    let all = projects.len();
    let words = Words::new(search);
    projects.retain(|project| {
        let name = project.name.as_deref().unwrap_or("");
        words.are_in(&[&project.project_number, name])
    });
    context.output.result(&projects, || table(&projects))?;
    if projects.is_empty() && projects.left_out.is_empty() {
        context.output.remark(match all {
            0 => "No projects. This client may belong to another company.",
            _ => "No project has these words in its number or name.",
        });
    }
    Ok(listed::end(&projects, "project", context))
}

async fn show(context: &Context, number: &str) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let look_up = connection.client.projects();
    let project = context.unless_cancelled(look_up.by_number(number)).await?;
    context
        .output
        .result(&project, || table(std::slice::from_ref(&project)))?;
    Ok(Exit::Done)
}

fn table(projects: &[Project]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("ACTIVE", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for project in projects {
        table.row([
            &project.project_number,
            project.name.as_deref().unwrap_or(""),
            active(project.active),
            project.id.as_str(),
        ]);
    }
    table
}

/// In words; unknown counts as active.
pub(super) fn active(active: Option<bool>) -> &'static str {
    match active {
        Some(false) => "no",
        Some(true) | None => "yes",
    }
}
