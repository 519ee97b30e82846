//! The document that stays of two with one name, when both came of uploads of this caller.
//!
//! The service has neither an order nor a compare-and-set, so two programs that look at one page
//! at once must choose alike: if each chose another one, each would remove what the other one
//! counts on, and the name would be without a document. So what goes always goes for newer
//! content, or for the same bytes under a smaller id. Such an order has no circle: of whatever
//! is removed at the same time, one document is left.

use crate::caller::Bound;

/// Returns true where the document that the name is bound to stays beside one that was found late.
pub(super) fn bound_stays(bound: &Bound, late: &Bound) -> bool {
    if bound.sha256 == late.sha256 {
        return bound.id <= late.id;
    }
    bound.at >= late.at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content_hash::ContentHash;
    use crate::timestamp::Timestamp;

    #[test]
    fn newer_content_stays_and_of_equal_bytes_the_smaller_id() {
        // The bound document and the late one, each with its id, content and time; whether the
        // bound one stays.
        let table = [
            (("a", "one", 5), ("b", "one", 9), true),
            (("b", "one", 9), ("a", "one", 5), false),
            (("b", "two", 9), ("a", "one", 5), true),
            (("a", "one", 5), ("b", "two", 9), false),
            (("b", "one", 5), ("a", "two", 9), false),
            (("b", "two", 5), ("a", "one", 5), true),
        ];
        let document = |(id, content, at): (&str, &str, i64)| Bound {
            id: id.into(),
            sha256: ContentHash::of(content.as_bytes()),
            at: Timestamp::from_millis(at),
        };
        for (bound, late, expected) in table {
            let stays = bound_stays(&document(bound), &document(late));
            assert_eq!(stays, expected, "{bound:?} {late:?}");
        }
    }
}
