//! Hides secrets in whatever is written, also when the service sends them back.
//!
//! It knows the secrets that this process was given, and what a signed token looks like.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

const HIDDEN: &str = "[hidden]";

/// Shorter texts are words rather than secrets: hiding them would garble everything else.
const SHORTEST: usize = 8;

/// What signed tokens begin with: `{"` in base64.
const TOKEN_START: &str = "eyJ";

/// Texts that are never written. Clones share them, so that the log learns of a secret too.
#[derive(Clone, Default)]
pub(crate) struct Mask {
    texts: Arc<RwLock<Vec<String>>>,
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mask")
    }
}

impl Mask {
    /// Hides this text, as it is and as JSON writes it.
    pub(crate) fn add(&self, secret: &str) {
        let escaped = serde_json::to_string(secret).unwrap_or_default();
        let mut texts = self.texts.write().unwrap_or_else(PoisonError::into_inner);
        for text in [secret, escaped.trim_matches('"')] {
            if text.len() >= SHORTEST && !texts.iter().any(|known| known == text) {
                texts.push(text.to_owned());
            }
        }
        // The longest first: what holds another secret is hidden whole.
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    }

    /// The text without secrets.
    pub(crate) fn hide<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut hidden = Cow::Borrowed(text);
        let texts = self.texts.read().unwrap_or_else(PoisonError::into_inner);
        for secret in texts.iter() {
            if hidden.contains(secret.as_str()) {
                hidden = Cow::Owned(hidden.replace(secret.as_str(), HIDDEN));
            }
        }
        if hidden.contains(TOKEN_START) {
            hidden = Cow::Owned(hide_tokens(&hidden));
        }
        hidden
    }
}

/// Hides `header.claims.signature` in base64.
fn hide_tokens(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(TOKEN_START) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from
            .find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c)))
            .unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let parts: Vec<&str> = word.split('.').collect();
        let is_token = parts.len() >= 3 && parts.iter().take(2).all(|part| part.len() >= 8);
        out.push_str(if is_token { HIDDEN } else { word });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_secrets_are_hidden_wherever_they_stand() {
        let mask = Mask::default();
        mask.add("correct-horse");
        mask.add("correct-horse-battery");
        mask.add("short");
        assert_eq!(
            mask.hide("a correct-horse b correct-horse-battery short"),
            "a [hidden] b [hidden] short"
        );
        assert!(!format!("{mask:?}").contains("horse"));
    }

    #[test]
    fn a_token_that_comes_back_is_hidden_without_being_known() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjLTEifQ.dBjftJeZ4CVP-mB92K27uhbUJU1p";
        for (text, expected) in [
            (format!("Bearer {token}!"), "Bearer [hidden]!".to_owned()),
            (format!("\"{token}\""), "\"[hidden]\"".to_owned()),
            (
                "eyJ.pdf and eyJabc.def.pdf".to_owned(),
                "eyJ.pdf and eyJabc.def.pdf".to_owned(),
            ),
        ] {
            assert_eq!(Mask::default().hide(&text), expected);
        }
    }
}
