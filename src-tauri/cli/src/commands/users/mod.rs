//! `fieldctl users`: employee accounts of the company tree.

mod list;
mod switch;
mod write;

use fielddesk_core::Failure;
use fielddesk_core::model::User;

use crate::args::UsersCommand;
use crate::commands::{export, import};
use crate::context::Context;
use crate::exit::Exit;
use crate::output::table::{Kind, Table};

pub(crate) async fn run(command: UsersCommand, context: &Context) -> Result<Exit, Failure> {
    match command {
        UsersCommand::List(args) => list::run(args, context).await,
        UsersCommand::Show {
            number,
            profile_id,
            company,
        } => list::show(number, profile_id, &company, context).await,
        UsersCommand::Create {
            fields,
            company,
            force_new,
        } => write::create(&fields, &company, force_new, context).await,
        UsersCommand::Update(args) => write::update(&args, context).await,
        UsersCommand::Disable { numbers, company } => {
            switch::disable(numbers, &company, context).await
        }
        UsersCommand::Enable { numbers, company } => {
            switch::enable(numbers, &company, context).await
        }
        UsersCommand::Deletable { number, company } => {
            write::deletable(&number, &company, context).await
        }
        UsersCommand::Delete {
            number,
            company,
            yes,
        } => write::delete(&number, &company, yes, context).await,
        UsersCommand::Import(args) => import::users(args, context).await,
        UsersCommand::Revert { file } => import::revert(&file, context).await,
        UsersCommand::Export(args) => export::users(args, context).await,
    }
}

/// What people want to see of users.
fn table(users: &[User]) -> Table {
    let mut table = Table::new(&[
        ("NUMBER", Kind::Id),
        ("NAME", Kind::Name),
        ("TITLE", Kind::Name),
        ("DEPARTMENT", Kind::Name),
        ("PHONE", Kind::Id),
        ("ACCOUNT", Kind::Name),
        ("UNTIL", Kind::Id),
    ]);
    for user in users {
        table.row([
            &user.employee_number,
            &name(user),
            user.work_title.as_deref().unwrap_or(""),
            user.department.as_deref().unwrap_or(""),
            user.mobile_work.as_deref().unwrap_or(""),
            if user.is_disabled {
                "disabled"
            } else {
                "enabled"
            },
            user.employment_end_date.as_deref().unwrap_or(""),
        ]);
    }
    table
}

/// First and last name.
fn name(user: &User) -> String {
    let names = [&user.first_name, &user.last_name];
    let names: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
    names.join(" ")
}
