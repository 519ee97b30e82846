//! Makes a scenario that went wrong as short as it goes: what can be left out of it is left out.

use std::collections::BTreeSet;

use super::{Wrong, play};

/// Stories played at most to find the shortest one.
const TRIES: usize = 600;

/// The shortest scenario found of a seed that goes wrong; none when it goes well.
#[must_use]
pub fn shortest(seed: u64) -> Option<Box<Wrong>> {
    let (first, happened) = play(seed, BTreeSet::new());
    let mut shortest = first.err()?;
    leave_out(happened, TRIES, |muted| match play(seed, muted.clone()).0 {
        Err(wrong) => {
            shortest = wrong;
            true
        }
        Ok(_) => false,
    });
    Some(shortest)
}

/// Greedily leaves out as many of so many happenings as it can, large pieces first, as long as
/// `is_wrong` without them. Answers with what was left out.
fn leave_out(
    happened: u64,
    tries: usize,
    mut is_wrong: impl FnMut(&BTreeSet<u64>) -> bool,
) -> BTreeSet<u64> {
    let mut muted = BTreeSet::new();
    let mut left = tries;
    let mut piece = happened.div_ceil(2);
    while piece > 0 {
        let mut from = 0;
        while from < happened {
            let mut more = muted.clone();
            more.extend(from..happened.min(from + piece));
            if more.len() > muted.len() {
                if left == 0 {
                    return muted;
                }
                left -= 1;
                if is_wrong(&more) {
                    muted = more;
                }
            }
            from += piece;
        }
        piece /= 2;
    }
    muted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_fault_needs_is_all_that_stays() {
        let needs = |muted: &BTreeSet<u64>| !muted.contains(&3) && !muted.contains(&17);
        let muted = leave_out(40, 600, needs);
        let stays: Vec<_> = (0..40).filter(|number| !muted.contains(number)).collect();
        assert_eq!(stays, [3, 17]);
    }

    #[test]
    fn it_ends_after_so_many_tries() {
        let mut tries = 0;
        leave_out(1_000, 50, |_| {
            tries += 1;
            false
        });
        assert_eq!(tries, 50);
    }
}
