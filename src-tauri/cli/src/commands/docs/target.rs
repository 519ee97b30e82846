//! The target of a command on documents: a project by its number, or a work order by its id.

use fielddesk_core::Failure;
use fielddesk_core::connection::Connection;
use fielddesk_core::model::{ProjectId, WorkOrderId};
use fielddesk_core::target::Target;

use crate::args::TargetArgs;
use crate::context::Context;

/// Looks the target up. A work order is taken by its id: the service says whether it exists.
pub(in crate::commands) async fn find(
    context: &Context,
    connection: &Connection,
    args: &TargetArgs,
) -> Result<Target, Failure> {
    match (&args.project, &args.work_order) {
        (Some(number), _) => {
            let look_up = connection.client.projects();
            let project = context.unless_cancelled(look_up.by_number(number)).await?;
            Ok(Target::project(project.id))
        }
        (None, Some(id)) => Ok(Target {
            // Its project is not known here and not needed: the work order has its own paths.
            project: ProjectId::new(""),
            work_order: Some(WorkOrderId::new(id.as_str())),
        }),
        (None, None) => Err(Failure::usage(
            "project",
            "No project or work order is given.",
            "Add --project NUMBER or --work-order ID.",
        )),
    }
}

/// The target in the person's own words.
pub(super) fn words(args: &TargetArgs) -> String {
    match (&args.project, &args.work_order) {
        (Some(number), _) => format!("project {number}"),
        (None, id) => format!("work order {}", id.as_deref().unwrap_or("")),
    }
}
