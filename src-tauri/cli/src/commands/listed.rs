//! Remarks on a list: records that are left out, values that cannot be read.

use fielddesk_core::Failure;
use fielddesk_core::model::{LeftOut, Listed, Record};

use crate::context::Context;
use crate::exit::Exit;

/// So many records with odd values are named.
const MOST_TOLD: usize = 5;

/// Ends a command that listed something. `what` is the word for one record.
pub(super) fn end<T: Record>(listed: &Listed<T>, what: &str, context: &Context) -> Exit {
    remark_on_odd(listed, what, context);
    end_without(&listed.left_out, what, context)
}

/// Names what could not be listed and settles the exit status.
pub(super) fn end_without(left_out: &[LeftOut], what: &str, context: &Context) -> Exit {
    match Failure::left_out(what, left_out) {
        Some(failure) => {
            context.output.failure(&failure);
            Exit::of(&failure)
        }
        None => Exit::Done,
    }
}

/// Tells people which values are shown as they came, because their fields cannot have them.
pub(super) fn remark_on_odd<T: Record>(records: &[T], what: &str, context: &Context) {
    let odd: Vec<String> = records.iter().filter_map(odd).collect();
    if odd.is_empty() {
        return;
    }
    let told = odd.get(..MOST_TOLD).unwrap_or(&odd);
    let rest = match odd.len() - told.len() {
        0 => String::new(),
        rest => format!("; and {rest} more"),
    };
    let s = if odd.len() == 1 { "" } else { "s" };
    context.output.remark(&format!(
        "{} {what}{s} with values that cannot be read, shown as they came: {}{rest}.",
        odd.len(),
        told.join("; ")
    ));
}

/// `701: serviceDate, weight`.
fn odd<T: Record>(record: &T) -> Option<String> {
    let fields: Vec<&str> = record.odd().keys().map(String::as_str).collect();
    let name = match record.name() {
        "" => record.key(),
        name => name,
    };
    (!fields.is_empty()).then(|| format!("{name}: {}", fields.join(", ")))
}
