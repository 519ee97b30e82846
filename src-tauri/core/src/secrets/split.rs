//! Long secrets in a store whose entries are short.
//!
//! A Windows entry holds 2,560 bytes of UTF-16. A longer value becomes parts and a head; the
//! head is written last and names the set of parts (`a` or `b`), their number and the hash of
//! the whole. A writer fills the set that the head does not name. So a set that is half
//! written, or was written by two at once, is never read as whole, and parts that a crash
//! left behind are overwritten by the next write.

use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use crate::{Failure, FailureKind};

/// Units of UTF-16 in one entry: 2,400 bytes, a little under what Windows takes.
pub(super) const ENTRY_LIMIT_UNITS: usize = 1_200;

const HEAD: &str = "fielddesk-parts";

/// More parts than any secret has; bounds how far left-overs are looked for.
const PARTS_LIMIT: usize = 256;

/// Single entries of limited size. Calls may block.
pub(super) trait Entries {
    fn get(&self, account: &str) -> Result<Option<SecretString>, Failure>;
    fn set(&self, account: &str, value: &SecretString) -> Result<(), Failure>;
    fn delete(&self, account: &str) -> Result<(), Failure>;
}

/// What the head says of a value in parts.
struct Head {
    set: &'static str,
    parts: usize,
    sha256: String,
}

/// Reads a value, in parts or not.
pub(super) fn get(entries: &impl Entries, account: &str) -> Result<Option<SecretString>, Failure> {
    // A writer may change sets between our reads of the head and of the parts: look again.
    for _ in 0..3 {
        let Some(value) = entries.get(account)? else {
            return Ok(None);
        };
        let Some(head) = read_head(value.expose_secret()) else {
            return Ok(Some(value));
        };
        if let Some(whole) = join(entries, account, &head)? {
            return Ok(Some(whole));
        }
    }
    Err(Failure::new(
        FailureKind::Keyring,
        "The secret in this computer's credential store is incomplete.",
        "Open the connection and paste its client secret again.",
    ))
}

/// Writes a value, in parts when it is long.
pub(super) fn put(
    entries: &impl Entries,
    account: &str,
    secret: &SecretString,
) -> Result<(), Failure> {
    let value = secret.expose_secret();
    let before = current_set(entries, account)?;
    let parts = cut(value, ENTRY_LIMIT_UNITS);
    if parts.len() <= 1 && read_head(value).is_none() {
        entries.set(account, secret)?;
        return clear(entries, account, &["a", "b"], 0);
    }
    if parts.len() > PARTS_LIMIT {
        return Err(Failure::usage(
            "clientSecret",
            "The secret is longer than any that the service issues.",
            "Paste the secret alone.",
        ));
    }
    let (set, other) = if before == Some("a") {
        ("b", "a")
    } else {
        ("a", "b")
    };
    for (number, part) in parts.iter().enumerate() {
        entries.set(
            &part_account(account, set, number),
            &(*part).to_owned().into(),
        )?;
    }
    let head = format!("{HEAD}:{set}:{}:{}", parts.len(), hash(value));
    entries.set(account, &head.into())?;
    clear(entries, account, &[set], parts.len())?;
    clear(entries, account, &[other], 0)
}

/// Forgets a value with all its parts. The head goes first: parts without one are nothing.
pub(super) fn remove(entries: &impl Entries, account: &str) -> Result<(), Failure> {
    entries.delete(account)?;
    clear(entries, account, &["a", "b"], 0)
}

fn current_set(entries: &impl Entries, account: &str) -> Result<Option<&'static str>, Failure> {
    let value = entries.get(account)?;
    Ok(value.and_then(|value| read_head(value.expose_secret()).map(|head| head.set)))
}

fn join(
    entries: &impl Entries,
    account: &str,
    head: &Head,
) -> Result<Option<SecretString>, Failure> {
    let mut whole = String::new();
    for number in 0..head.parts {
        match entries.get(&part_account(account, head.set, number))? {
            Some(part) => whole.push_str(part.expose_secret()),
            None => return Ok(None),
        }
    }
    let whole = SecretString::from(whole);
    Ok((hash(whole.expose_secret()) == head.sha256).then_some(whole))
}

/// Deletes the parts of the sets from a number on, the last one first: should it stop half
/// way, what is left begins at 0 without a gap, and the next time finds all of it.
fn clear(entries: &impl Entries, account: &str, sets: &[&str], from: usize) -> Result<(), Failure> {
    for set in sets {
        let mut end = from;
        while end < PARTS_LIMIT && entries.get(&part_account(account, set, end))?.is_some() {
            end += 1;
        }
        for number in (from..end).rev() {
            entries.delete(&part_account(account, set, number))?;
        }
    }
    Ok(())
}

fn part_account(account: &str, set: &str, number: usize) -> String {
    format!("{account}/{set}{number}")
}

fn read_head(value: &str) -> Option<Head> {
    let mut fields = value.split(':');
    if fields.next() != Some(HEAD) {
        return None;
    }
    let set = match fields.next()? {
        "a" => "a",
        "b" => "b",
        _ => return None,
    };
    let parts = fields
        .next()?
        .parse()
        .ok()
        .filter(|parts| *parts <= PARTS_LIMIT)?;
    let sha256 = fields.next()?.to_owned();
    let whole = fields.next().is_none() && sha256.len() == 64;
    whole.then_some(Head { set, parts, sha256 })
}

fn hash(value: &str) -> String {
    hex::encode(Sha256::digest(value.as_bytes()))
}

/// Cuts between characters into pieces of at most so many units of UTF-16.
fn cut(value: &str, limit_units: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut units) = (0, 0);
    for (at, c) in value.char_indices() {
        if units + c.len_utf16() > limit_units {
            pieces.push(&value[start..at]);
            (start, units) = (at, 0);
        }
        units += c.len_utf16();
    }
    pieces.push(&value[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Entries as Windows has them: 2,560 bytes of UTF-16. Can stop working after some writes.
    #[derive(Default)]
    struct Windows {
        entries: RefCell<BTreeMap<String, String>>,
        writes_left: Cell<Option<usize>>,
    }

    impl Windows {
        fn spend(&self) -> Result<(), Failure> {
            match self.writes_left.get() {
                Some(0) => Err(Failure::new(FailureKind::Keyring, "the power went", "")),
                Some(left) => {
                    self.writes_left.set(Some(left - 1));
                    Ok(())
                }
                None => Ok(()),
            }
        }
    }

    impl Entries for Windows {
        fn get(&self, account: &str) -> Result<Option<SecretString>, Failure> {
            Ok(self.entries.borrow().get(account).cloned().map(Into::into))
        }
        fn set(&self, account: &str, value: &SecretString) -> Result<(), Failure> {
            self.spend()?;
            let value = value.expose_secret().to_owned();
            assert!(
                value.encode_utf16().count() * 2 <= 2_560,
                "too long for an entry"
            );
            self.entries.borrow_mut().insert(account.to_owned(), value);
            Ok(())
        }
        fn delete(&self, account: &str) -> Result<(), Failure> {
            self.spend()?;
            self.entries.borrow_mut().remove(account);
            Ok(())
        }
    }

    fn read(entries: &Windows) -> Option<String> {
        get(entries, "p")
            .unwrap()
            .map(|value| value.expose_secret().to_owned())
    }

    fn long(letter: &str) -> SecretString {
        letter.repeat(5_000).into()
    }

    #[test]
    fn a_short_value_is_one_plain_entry() {
        let entries = Windows::default();
        put(&entries, "p", &"short".to_owned().into()).unwrap();
        assert_eq!(entries.entries.borrow().len(), 1);
        assert_eq!(entries.entries.borrow()["p"], "short");
    }

    #[test]
    fn nothing_stays_behind_when_values_change_length() {
        let entries = Windows::default();
        for value in [
            "a".repeat(5_000),
            "b".repeat(1_500),
            "c".to_owned(),
            "d".repeat(9_000),
        ] {
            put(&entries, "p", &value.clone().into()).unwrap();
            assert_eq!(read(&entries), Some(value.clone()));
            let parts = value.len().div_ceil(ENTRY_LIMIT_UNITS);
            let expected = if parts == 1 { 1 } else { parts + 1 };
            assert_eq!(entries.entries.borrow().len(), expected);
        }
        remove(&entries, "p").unwrap();
        assert!(entries.entries.borrow().is_empty());
    }

    #[test]
    fn a_write_that_stops_anywhere_leaves_the_old_value_or_the_new() {
        for stop in 0..16 {
            let entries = Windows::default();
            put(&entries, "p", &long("ø")).unwrap();
            entries.writes_left.set(Some(stop));
            let stopped = put(&entries, "p", &long("😀")).is_err();
            entries.writes_left.set(None);
            let value = read(&entries).expect("one of the two is there");
            assert!(
                value == "ø".repeat(5_000) || value == "😀".repeat(5_000),
                "after {stop} writes"
            );
            if !stopped {
                assert!(value.starts_with('😀'));
            }
            put(&entries, "p", &long("x")).unwrap();
            assert_eq!(read(&entries), Some("x".repeat(5_000)));
            remove(&entries, "p").unwrap();
            assert!(entries.entries.borrow().is_empty(), "after {stop} writes");
        }
    }

    #[test]
    fn parts_of_two_values_are_never_read_as_one() {
        let entries = Windows::default();
        put(&entries, "p", &long("a")).unwrap();
        let part = entries
            .entries
            .borrow()
            .keys()
            .find(|key| key.contains('/'))
            .unwrap()
            .clone();
        entries
            .entries
            .borrow_mut()
            .insert(part.clone(), "b".repeat(1_200));
        assert_eq!(get(&entries, "p").unwrap_err().kind, FailureKind::Keyring);
        entries.entries.borrow_mut().remove(&part);
        assert_eq!(get(&entries, "p").unwrap_err().kind, FailureKind::Keyring);
    }

    #[test]
    fn a_value_that_looks_like_a_head_is_still_a_value() {
        let entries = Windows::default();
        let value = format!("{HEAD}:a:3:{}", "0".repeat(64));
        put(&entries, "p", &value.clone().into()).unwrap();
        assert_eq!(read(&entries), Some(value));
    }

    proptest! {
        #[test]
        fn what_is_put_is_what_is_got(value in "(?s).{0,40}|[a😀ø]{1100,2600}") {
            let entries = Windows::default();
            put(&entries, "p", &value.clone().into()).unwrap();
            prop_assert_eq!(read(&entries), Some(value));
        }
    }
}
