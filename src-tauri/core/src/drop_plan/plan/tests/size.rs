//! Files of a size that the server refused before.

use super::*;

#[test]
fn a_size_that_was_refused_before_is_told_and_goes_only_by_choice() {
    for (refused_size, told) in [
        (None, false),
        (Some(8), false),
        (Some(7), true),
        (Some(1), true),
    ] {
        let mut env = TestEnv::new(&["plan.pdf"], &[("S", vec![])]);
        env.section = Some("S");
        env.page.as_mut().unwrap().refused_size = refused_size;
        let row = env.only();
        assert_eq!(row.too_large.is_some(), told, "{refused_size:?}");
        assert_eq!(
            (row.what, row.ticked),
            (What::New, !told),
            "{refused_size:?}"
        );
        assert_eq!(action(&row), Some(None), "it can be sent all the same");
    }
}
