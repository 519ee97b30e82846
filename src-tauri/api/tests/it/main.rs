//! The client over real HTTP: against `fieldservice` for what the specification says, and
//! against canned answers for what only a foreign service or a proxy sends.

mod support;

mod answers;
mod concealment;
mod redirects;
mod retries;
mod sign_in;
mod sockets;
