//! The question before something goes for good, or much comes back.

use std::io::{BufRead as _, IsTerminal as _};

use fielddesk_core::{Failure, FailureKind};

use crate::context::Context;

/// An act that needs a confirmation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Doing {
    Create,
    Delete,
    Restore,
}

impl Doing {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Create => ("create", "created"),
            Self::Delete => ("delete", "deleted"),
            Self::Restore => ("restore", "restored"),
        }
    }
}

/// Goes on where a yes was given on the command line or somebody can be asked.
pub(super) fn can_be_confirmed(doing: Doing, yes: bool) -> Result<(), Failure> {
    let asks = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if yes || asks {
        return Ok(());
    }
    Err(Failure::usage(
        "yes",
        format!("Could not {}: confirmation required.", doing.words().0),
        "Add --yes.",
    ))
}

/// Asks on the terminal.
///
/// # Errors
/// Kind `cancelled` where the answer is no.
pub(super) async fn ask(doing: Doing, context: &Context, question: &str) -> Result<(), Failure> {
    context.output.question(&format!("{question} [y/N] "));
    let answer = tokio::task::spawn_blocking(|| {
        let mut answer = String::new();
        std::io::stdin()
            .lock()
            .read_line(&mut answer)
            .map(|_| answer)
    });
    let answer = context
        .unless_cancelled(async { answer.await.map_err(Failure::internal) })
        .await?;
    if answer.is_ok_and(|answer| is_yes(&answer)) {
        return Ok(());
    }
    Err(Failure::new(
        FailureKind::Cancelled,
        format!("Cancelled: nothing was {}.", doing.words().1),
        "",
    ))
}

/// Yes in the languages of the app.
fn is_yes(answer: &str) -> bool {
    matches!(
        answer.trim().to_lowercase().as_str(),
        "y" | "yes" | "j" | "ja"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_yes_deletes() {
        for (answer, yes) in [
            ("y\n", true),
            ("YES\r\n", true),
            (" ja \n", true),
            ("", false),
            ("\n", false),
            ("n\n", false),
            ("yep\n", false),
        ] {
            assert_eq!(is_yes(answer), yes, "{answer:?}");
        }
    }
}
