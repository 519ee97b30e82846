//! `fieldctl docs list`: the pages as the service lists them.

use fielddesk_core::Failure;
use fielddesk_core::model::SectionPage;

use super::target;
use crate::args::TargetArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(super) async fn run(args: &TargetArgs, context: &Context) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let target = target::find(context, &connection, args).await?.on_service();
    let documents = connection.client.documents(&target);
    let pages = context.unless_cancelled(documents.list()).await?;
    context.output.result(&pages, || table(&pages))?;
    if pages.iter().all(|page| page.files.is_empty()) {
        context.output.remark("There are no documents yet.");
    }
    Ok(Exit::Done)
}

fn table(pages: &[SectionPage]) -> Table {
    let mut table = Table::new(&[
        ("SECTION", Kind::Name),
        ("NAME", Kind::Name),
        ("ID", Kind::Id),
    ]);
    for page in pages {
        for file in &page.files {
            table.row([&page.section, &file.name, file.file_reference_id.as_str()]);
        }
    }
    table
}
