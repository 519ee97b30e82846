//! The meaning of the client's errors to the engine. The one thing that must never be wrong: an
//! upload that may be stored is `OutcomeUnknown`, whatever else is known of it.

use fielddesk_api::{Error, ErrorKind};
use fielddesk_sync::ports::RemoteErrorKind;

/// A call that changes nothing.
pub(super) fn of_read(error: &Error) -> RemoteErrorKind {
    match error.kind() {
        ErrorKind::UnreadableAnswer => RemoteErrorKind::Unreadable,
        // Whatever answered, it was not the service.
        ErrorKind::ProxyPage => RemoteErrorKind::Offline(error.to_string()),
        _ => of_any(error),
    }
}

/// A delete, after its retries.
pub(super) fn of_delete(error: &Error) -> RemoteErrorKind {
    if error.may_have_been_done() {
        return RemoteErrorKind::OutcomeUnknown;
    }
    of_read(error)
}

/// An upload. The client says of a request that left whole without a clear answer that it may
/// have been done; what remains certainly stored nothing, but for a success that is no answer of
/// the service.
pub(super) fn of_upload(error: &Error) -> RemoteErrorKind {
    let success = error
        .status()
        .is_some_and(|status| (200..300).contains(&status));
    match error.kind() {
        ErrorKind::ProxyPage | ErrorKind::UnreadableAnswer if success => {
            RemoteErrorKind::OutcomeUnknown
        }
        // Whatever answered was not the service, and answers the same again.
        ErrorKind::ProxyPage | ErrorKind::UnreadableAnswer => {
            RemoteErrorKind::NoConnection(error.to_string())
        }
        _ if error.may_have_been_done() => match error.status() {
            Some(status) => RemoteErrorKind::FailedWhole {
                status,
                wait: error.retry_after(),
            },
            None => RemoteErrorKind::OutcomeUnknown,
        },
        _ => of_any(error),
    }
}

fn of_any(error: &Error) -> RemoteErrorKind {
    match error.kind() {
        ErrorKind::InvalidClient
        | ErrorKind::InvalidScope { .. }
        | ErrorKind::Unauthenticated(_) => RemoteErrorKind::Auth(said(error)),
        ErrorKind::Forbidden => RemoteErrorKind::Forbidden(said(error)),
        ErrorKind::NotFound => RemoteErrorKind::NotFound,
        ErrorKind::TooLarge => RemoteErrorKind::TooLarge(limit_in(error)),
        ErrorKind::RateLimited { .. } => RemoteErrorKind::Busy(error.retry_after()),
        ErrorKind::ServerFailed => RemoteErrorKind::Failed(error.status().unwrap_or(500)),
        ErrorKind::OutcomeUnknown => RemoteErrorKind::OutcomeUnknown,
        ErrorKind::UnreadableAnswer => RemoteErrorKind::Unreadable,
        ErrorKind::Cancelled => RemoteErrorKind::Cancelled,
        ErrorKind::ContentChanged => RemoteErrorKind::ContentChanged,
        ErrorKind::ContentUnreadable(cause) => {
            RemoteErrorKind::ContentUnreadable(cause.to_string())
        }
        // 408: the service waited for bytes that did not come.
        ErrorKind::Unreachable | ErrorKind::ProxyPage => {
            RemoteErrorKind::Offline(error.to_string())
        }
        ErrorKind::Certificate(_)
        | ErrorKind::NoTls
        | ErrorKind::ProxyRefused { .. }
        | ErrorKind::InsecureAddress
        | ErrorKind::Settings => RemoteErrorKind::NoConnection(error.to_string()),
        ErrorKind::Refused | ErrorKind::Conflict => RemoteErrorKind::Refused {
            status: error.status().unwrap_or(400),
            message: said(error),
        },
        // The list can grow: what is not known is a refusal, and the file waits.
        _ => RemoteErrorKind::Refused {
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

/// The largest size in a text, in bytes. A small number without a unit is none, nor is one that can be
/// read in two ways (`1,500 MB`): a limit that is believed too small would hold files back.
fn largest_size(text: &str) -> Option<u64> {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && !is_in_number(letter))
        .map(|word| word.trim_matches(is_in_number))
        .filter(|word| !word.is_empty())
        .collect();
    (0..words.len())
        .filter_map(|at| size(words.get(at..)?))
        .max()
}

/// What stands between the digits of one number.
const fn is_in_number(letter: char) -> bool {
    matches!(letter, '.' | ',' | '\'')
}

/// The size that the words begin with.
fn size(words: &[&str]) -> Option<u64> {
    let (word, mut after) = words.split_first()?;
    let digits = word.find(|letter: char| !letter.is_ascii_digit() && !is_in_number(letter));
    let (figures, mut unit) = word.split_at(digits.unwrap_or(word.len()));
    let mut groups: Vec<&str> = figures.split(is_in_number).collect();
    // A blank parts thousands too.
    let mut is_grouped = groups.len() > 2 || figures.contains('\'');
    if unit.is_empty() {
        while let Some((next, rest)) = after.split_first()
            && is_thousands(&groups)
            && is_group(next)
        {
            groups.push(next);
            is_grouped = true;
            after = rest;
        }
        unit = after.first().copied().unwrap_or_default();
    }
    let bytes_each = match unit.to_ascii_lowercase().as_str() {
        "kb" => 1_000,
        "kib" => 1 << 10,
        "mb" => 1_000_000,
        "mib" => 1 << 20,
        "gb" => 1_000_000_000,
        "gib" => 1 << 30,
        "b" | "byte" | "bytes" => 1,
        _ => 0,
    };
    let number = |digits: &str| digits.parse::<u64>().ok();
    match (groups.as_slice(), bytes_each) {
        ([whole], 0) => number(whole).filter(|bytes| *bytes >= 1_000),
        ([whole], each) => number(whole)?.checked_mul(each),
        ([_, ..], each) if is_thousands(&groups) && (is_grouped || each <= 1) => {
            number(&groups.concat())?.checked_mul(each.max(1))
        }
        ([whole, part], each) if each > 1 && !is_group(part) => {
            let parts = 10_u64.checked_pow(u32::try_from(part.len()).ok()?)?;
            let rest = number(part)?.checked_mul(each)? / parts;
            number(whole)?.checked_mul(each)?.checked_add(rest)
        }
        _ => None,
    }
}

/// Whether these are groups of thousands: `104`, `857`, `600`.
fn is_thousands(groups: &[&str]) -> bool {
    groups.split_first().is_some_and(|(first, rest)| {
        (1..=3).contains(&first.len()) && rest.iter().all(|group| is_group(group))
    })
}

fn is_group(digits: &str) -> bool {
    digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit())
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
            ("Limit: 512 KiB", Some(524_288)),
            ("At most 25 MiB in 3 files.", Some(26_214_400)),
            ("Limit: 2GiB", Some(2_147_483_648)),
            ("Limit 104857600", Some(104_857_600)),
            ("Limit: 104,857,600 bytes.", Some(104_857_600)),
            ("Limit: 104.857.600 byte", Some(104_857_600)),
            ("Limit: 104 857 600 bytes", Some(104_857_600)),
            ("Limit: 104\u{a0}857\u{a0}600 B", Some(104_857_600)),
            ("413 5242880", Some(5_242_880)),
            ("(limit=5242880)", Some(5_242_880)),
            ("Limit: 1.5 GB", Some(1_500_000_000)),
            ("Limit: 2,25MiB", Some(2_359_296)),
            ("1,500 bytes at most", Some(1_500)),
            ("Limit: 1,500 MB", None),
            ("Version 1.2.3", None),
            ("At 12.05 it was refused", None),
            ("Error 413: try 2 files", None),
            ("It is too large.", None),
            ("99999999999999999999 GB", None),
        ] {
            assert_eq!(largest_size(text), limit, "{text}");
        }
    }
}
