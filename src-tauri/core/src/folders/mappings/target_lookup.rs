//! Looks up whose page a mapping goes to, with the words that people know it by.

use fielddesk_model::{Project, WorkOrder, WorkOrderId};
use futures::{StreamExt as _, TryStreamExt as _};

use crate::Failure;
use crate::connection::Connection;
use crate::db::Database;
use crate::directory::Directory;
use crate::folders::mappings::mapping::NamedTarget;
use crate::sync_adapters::default_section_of;
use crate::target::Target;

/// Projects whose work orders are asked for at once.
const ASKED_AT_ONCE: usize = 4;

/// The place of a target.
///
/// # Errors
/// Not found where the service does not list it; otherwise the service's.
pub(in crate::folders) async fn look_up(
    connection: &Connection,
    database: &Database,
    target: &Target,
) -> Result<NamedTarget, Failure> {
    let projects = connection.client.projects().list().await?;
    let project = |id: &fielddesk_model::ProjectId| {
        projects.iter().find(|project| project.id == *id).cloned()
    };
    let Some(id) = &target.work_order else {
        let found = project(&target.project).ok_or_else(|| {
            Failure::not_found(
                "project",
                target.project.as_str(),
                "Choose one of the projects that this client may see.",
            )
        })?;
        return Ok(of_project(target.clone(), &found));
    };
    let directory = Directory::new(connection.clone(), database.clone());
    let work_order = find(connection, &directory, &projects, target, id).await?;
    let of = work_order.project_id.as_ref().and_then(project);
    Ok(of_work_order(id, &work_order, of.as_ref()))
}

/// No endpoint answers for one work order: those that were read before are asked first, then
/// the project that was named, then every project.
async fn find(
    connection: &Connection,
    directory: &Directory,
    projects: &[Project],
    target: &Target,
    id: &WorkOrderId,
) -> Result<WorkOrder, Failure> {
    let is = |work_order: &WorkOrder| work_order.id == *id;
    if let Some(known) = directory.known_work_orders().await?.into_iter().find(is) {
        return Ok(known);
    }
    let mut ids: Vec<_> = projects.iter().map(|project| project.id.clone()).collect();
    ids.sort_by_key(|project| *project != target.project);
    let lists = futures::stream::iter(ids)
        .map(|project| async move {
            let mut list = connection.client.work_orders().of_project(&project).await?;
            for work_order in &mut list {
                work_order.project_id.get_or_insert_with(|| project.clone());
            }
            Ok::<_, Failure>(list)
        })
        .buffered(ASKED_AT_ONCE);
    let mut lists = std::pin::pin!(lists);
    while let Some(list) = lists.try_next().await? {
        if let Some(found) = list.into_iter().find(is) {
            return Ok(found);
        }
    }
    Err(Failure::not_found(
        "work order",
        id.as_str(),
        "Choose one of the work orders that this client may see.",
    ))
}

fn of_project(target: Target, project: &Project) -> NamedTarget {
    NamedTarget {
        target,
        project_number: project.project_number.clone(),
        project_name: project.name.clone(),
        work_order_number: None,
        work_order_name: None,
        default_section: default_section_of(None),
    }
}

fn of_work_order(
    id: &WorkOrderId,
    work_order: &WorkOrder,
    project: Option<&Project>,
) -> NamedTarget {
    NamedTarget {
        target: Target {
            project: work_order
                .project_id
                .clone()
                .unwrap_or_else(|| fielddesk_model::ProjectId::new("")),
            work_order: Some(id.clone()),
        },
        project_number: project
            .map(|project| project.project_number.clone())
            .unwrap_or_default(),
        project_name: project.and_then(|project| project.name.clone()),
        work_order_number: work_order.external_id.clone(),
        work_order_name: work_order.name.clone(),
        default_section: default_section_of(Some(work_order)),
    }
}
