//! Authentication at the service: credentials, the token made of them, and its cache.

mod credentials;
mod sign_in;
mod token;

pub use credentials::Credentials;
pub use token::Granted;

pub(crate) use sign_in::{Applicant, sign_in};
pub(crate) use token::{Token, TokenCache};
