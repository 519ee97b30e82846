//! What the client's errors mean to the engine. The one thing that must never be wrong: an
//! upload that may be stored is `OutcomeUnknown`, whatever else is known of it.

use fielddesk_api::{Error, ErrorKind};
use fielddesk_sync::ports::RemoteError;

/// A call that changes nothing.
pub(super) fn of_read(error: &Error) -> RemoteError {
    match error.kind() {
        ErrorKind::UnreadableAnswer => RemoteError::Unreadable,
        // Whatever answered, it was not the service.
        ErrorKind::ProxyPage => RemoteError::Offline(error.to_string()),
        _ => of_any(error),
    }
}

/// A delete, after its retries.
pub(super) fn of_delete(error: &Error) -> RemoteError {
    if error.may_have_been_done() {
        return RemoteError::OutcomeUnknown;
    }
    of_read(error)
}

/// An upload. The client says `OutcomeUnknown` of a request that left whole without a clear
/// answer; what remains certainly stored nothing, but for a success that is no answer of the
/// service.
pub(super) fn of_upload(error: &Error) -> RemoteError {
    let success = error
        .status()
        .is_some_and(|status| (200..300).contains(&status));
    match error.kind() {
        ErrorKind::ProxyPage | ErrorKind::UnreadableAnswer if success => {
            RemoteError::OutcomeUnknown
        }
        ErrorKind::ProxyPage | ErrorKind::UnreadableAnswer => {
            RemoteError::Offline(error.to_string())
        }
        _ => of_any(error),
    }
}

fn of_any(error: &Error) -> RemoteError {
    match error.kind() {
        ErrorKind::InvalidClient
        | ErrorKind::InvalidScope { .. }
        | ErrorKind::Unauthenticated(_) => RemoteError::Auth(said(error)),
        ErrorKind::Forbidden => RemoteError::Forbidden(said(error)),
        ErrorKind::NotFound => RemoteError::NotFound,
        ErrorKind::TooLarge => RemoteError::TooLarge(limit_in(error)),
        ErrorKind::RateLimited { .. } => RemoteError::Busy(error.retry_after()),
        ErrorKind::ServerFailed => RemoteError::Failed(error.status().unwrap_or(500)),
        ErrorKind::OutcomeUnknown => RemoteError::OutcomeUnknown,
        ErrorKind::UnreadableAnswer => RemoteError::Unreadable,
        ErrorKind::Cancelled => RemoteError::Cancelled,
        ErrorKind::ContentChanged => RemoteError::ContentChanged,
        ErrorKind::ContentUnreadable(cause) => RemoteError::ContentUnreadable(cause.to_string()),
        // 408: the service waited for bytes that did not come.
        ErrorKind::Unreachable
        | ErrorKind::Certificate
        | ErrorKind::ProxyPage
        | ErrorKind::InsecureAddress
        | ErrorKind::Settings => RemoteError::Offline(error.to_string()),
        ErrorKind::Refused | ErrorKind::Conflict => RemoteError::Refused {
            status: error.status().unwrap_or(400),
            message: said(error),
        },
        // The list can grow: what is not known is a refusal, and the file waits.
        _ => RemoteError::Refused {
            status: error.status().unwrap_or(400),
            message: error.to_string(),
        },
    }
}

/// The service's own sentence where it has one.
fn said(error: &Error) -> String {
    match error.service_message() {
        Some(message) => message.to_owned(),
        None => error.to_string(),
    }
}

/// The limit in bytes in a 413: the largest size in the service's sentence.
fn limit_in(error: &Error) -> Option<u64> {
    largest_size(error.service_message()?)
}

/// The largest size in a text, in bytes. A small number without a unit is none.
fn largest_size(text: &str) -> Option<u64> {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let sizes = words.iter().enumerate().filter_map(|(at, word)| {
        let digits = word.find(|letter: char| !letter.is_ascii_digit());
        let (number, unit) = word.split_at(digits.unwrap_or(word.len()));
        let number: u64 = number.parse().ok()?;
        let unit = match unit {
            "" => words.get(at + 1).copied().unwrap_or_default(),
            unit => unit,
        };
        match unit.to_ascii_lowercase().as_str() {
            "kb" | "kib" => number.checked_mul(1_000),
            "mb" | "mib" => number.checked_mul(1_000_000),
            "gb" | "gib" => number.checked_mul(1_000_000_000),
            "b" | "byte" | "bytes" => Some(number),
            _ => (number >= 1_000).then_some(number),
        }
    });
    sizes.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read_where_the_service_tells_it() {
        for (text, limit) in [
            (
                "The body is larger than the limit of 5242880 bytes.",
                Some(5_242_880),
            ),
            ("Files may have 100 MB.", Some(100_000_000)),
            ("At most 25MB in 3 files.", Some(25_000_000)),
            ("Limit: 2 GB", Some(2_000_000_000)),
            ("Limit 104857600", Some(104_857_600)),
            ("Error 413: try 2 files", None),
            ("It is too large.", None),
            ("99999999999999999999 GB", None),
        ] {
            assert_eq!(largest_size(text), limit, "{text}");
        }
    }
}
