//! Credentials of a connection.

use std::fmt;

use secrecy::SecretString;

/// A client of the service, or a token that an administrator made.
#[derive(Clone)]
pub enum Credentials {
    /// OAuth 2.0 client credentials, exchanged for short-lived tokens.
    Client {
        /// The client's id.
        client_id: String,
        /// Client secret.
        client_secret: SecretString,
    },
    /// A static token, sent as it is and never renewed.
    StaticToken(SecretString),
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client { client_id, .. } => f
                .debug_struct("Client")
                .field("client_id", client_id)
                .field("client_secret", &"[redacted]")
                .finish(),
            Self::StaticToken(_) => f.write_str("StaticToken([redacted])"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_is_in_debug_output() {
        let client = Credentials::Client {
            client_id: "office".into(),
            client_secret: "hunter2".into(),
        };
        let token = Credentials::StaticToken("hunter2".into());
        let text = format!("{client:?} {token:?}");
        assert!(
            text.contains("office") && !text.contains("hunter2"),
            "{text}"
        );
    }
}
