//! The phone number of a user as it is stored, whichever way it was given.

use fielddesk_rules::fields::Values;
use fielddesk_rules::file_name::shown;
use fielddesk_rules::phone::{code_of, commonest_code, read};
use serde_json::Value;

use super::{UserQuery, list};
use crate::Failure;
use crate::connection::Connection;

const PHONE: &str = "mobileWork";

/// Puts the phone number that values hold into international form. One in national form is of
/// the country that most stored numbers have, else of this one of two letters; the users are
/// read for it.
pub async fn internationalise(
    connection: &Connection,
    values: &mut Values,
    country: Option<&str>,
) -> Result<(), Failure> {
    let Some(text) = values.get(PHONE).and_then(Value::as_str) else {
        return Ok(());
    };
    if text.trim().is_empty() || read(text, None).is_ok() {
        return Ok(());
    }
    let users = list(connection, &UserQuery::default()).await?;
    let code = commonest_code(users.iter().filter_map(|user| user.mobile_work.as_deref()));
    let code = code.or_else(|| code_of(country?));
    let read = read(text, code).map_err(|_| {
        let text = shown(text);
        Failure::usage(
            PHONE,
            format!(
                "{text} is no phone number, in international form or of the company's country."
            ),
            "Begin with + and the code of the country, such as +47 911 04 772.",
        )
    })?;
    values.insert(PHONE.to_owned(), Value::from(read));
    Ok(())
}
