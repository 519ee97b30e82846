//! Authentication: secrets, signing keys, tokens, the token endpoint and the caller behind a token.

mod access;
mod caller;
mod challenge;
mod endpoint;
mod keys;
mod secret;
mod token;

pub(crate) use access::AccessCache;
pub(crate) use caller::{Caller, Writer, authenticate};
pub(crate) use endpoint::{__path_token, token};
pub(crate) use keys::{SigningKeys, write_key};
pub(crate) use secret::{hash_secret, new_secret};
pub(crate) use token::{LONGEST_LIFETIME_S, META_ORIGIN, Signer, identity_url};
