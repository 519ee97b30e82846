//! `fieldctl users list` and `show`.

use chrono::Local;
use fielddesk_core::Failure;
use fielddesk_core::model::User;
use fielddesk_core::trips::window;
use fielddesk_core::users::{self, UserQuery};
use fielddesk_rules::search::Words;

use super::{name, table};
use crate::args::{CompanyArgs, UserListArgs};
use crate::commands::listed;
use crate::commands::record;
use crate::context::Context;
use crate::exit::Exit;

pub(super) async fn run(args: UserListArgs, context: &Context) -> Result<Exit, Failure> {
    let query = UserQuery {
        changed_since: args
            .changed_since
            .as_deref()
            .map(|text| window::bound("changedSince", text, &Local))
            .transpose()?,
        company_id: args.company.id(),
        employment_lookback_days: args.employment_lookback_days,
    };
    let connection = context.connect().await?;
    let mut listed = context
        .unless_cancelled(users::list(&connection, &query))
        .await?;
    let all = listed.len();
    let words = Words::new(args.search.as_deref().unwrap_or(""));
    listed.retain(|user| words.are_in(&searched(user, &name(user))));
    context.output.result(&listed, || table(&listed))?;
    if listed.is_empty() && listed.left_out.is_empty() {
        context.output.remark(match all {
            0 => "This client sees no such users.",
            _ => "No user matches.",
        });
    }
    Ok(listed::end(&listed, "user", context))
}

fn searched<'a>(user: &'a User, name: &'a str) -> [&'a str; 6] {
    [
        &user.employee_number,
        name,
        user.work_title.as_deref().unwrap_or(""),
        user.department.as_deref().unwrap_or(""),
        user.mobile_work.as_deref().unwrap_or(""),
        user.email.as_deref().unwrap_or(""),
    ]
}

pub(super) async fn show(
    number: Option<String>,
    profile_id: Option<String>,
    args: &CompanyArgs,
    context: &Context,
) -> Result<Exit, Failure> {
    let connection = context.connect().await?;
    let company = args.id();
    let found = async {
        match profile_id {
            Some(id) => users::of_profile(&connection, &id.into()).await,
            None => {
                let number = number.unwrap_or_default();
                users::find(&connection, &number, company.as_ref()).await
            }
        }
    };
    let user = context.unless_cancelled(found).await?;
    context.output.result(&user, || record::table(&user))?;
    listed::remark_on_odd(std::slice::from_ref(&user), "user", context);
    Ok(Exit::Done)
}
