//! `fieldctl workorders`: the work orders of a project.

use fielddesk_core::Failure;
use fielddesk_core::model::WorkOrder;

use super::projects::active;
use crate::args::WorkOrdersCommand;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(crate) async fn run(command: WorkOrdersCommand, context: &Context) -> Result<Exit, Failure> {
    let WorkOrdersCommand::List { project } = command;
    let client = context.connect().await?.client;
    let project = context
        .unless_cancelled(client.projects().by_number(&project))
        .await?;
    let look_up = client.work_orders();
    let orders = context
        .unless_cancelled(look_up.of_project(&project.id))
        .await?;
    context.output.result(&orders, || table(&orders))?;
    if orders.is_empty() && orders.left_out.is_empty() {
        context.output.remark("The project has no work orders.");
    }
    Ok(super::listed::end(&orders, "work order", context))
}

fn table(orders: &[WorkOrder]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("ACTIVE", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for order in orders {
        table.row([
            order.external_id.as_deref().unwrap_or(""),
            order.name.as_deref().unwrap_or(""),
            active(order.active),
            order.id.as_str(),
        ]);
    }
    table
}
