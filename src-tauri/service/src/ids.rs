//! New ids: 24 lower-case hex digits.

use crate::clock;

/// Four bytes of time, eight random ones: ids of one moment lie together in the index.
pub(crate) fn new_id() -> String {
    let seconds = u32::try_from(clock::now().timestamp()).unwrap_or_default();
    let random = rand::random::<u64>();
    format!("{seconds:08x}{random:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_24_lower_case_hex_digits_and_differ() {
        let (one, two) = (new_id(), new_id());
        assert_ne!(one, two);
        assert_eq!(one.len(), 24);
        assert!(
            one.bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        );
    }
}
