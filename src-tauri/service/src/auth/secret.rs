//! Client secrets: 256 random bits, stored as SHA-256, compared in constant time.
//!
//! A slow password hash would guard nothing here: 256 bits cannot be guessed.

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// A new secret in the clear, to be shown once.
pub(crate) fn new_secret() -> String {
    hex::encode(random_bytes::<32>())
}

/// Random bytes of the system's generator, by way of the thread's.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0_u8; N];
    rand::fill(&mut bytes[..]);
    bytes
}

/// Hashes a secret for storage.
pub(crate) fn hash_secret(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// Returns true where a secret is the one behind the hash.
pub(crate) fn secret_matches(secret: &str, hash: &[u8]) -> bool {
    hash_secret(secret).ct_eq(hash).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_matches_its_own_hash_alone() {
        let (one, two) = (new_secret(), new_secret());
        assert_eq!(one.len(), 64, "256 bits in hex");
        assert!(secret_matches(&one, &hash_secret(&one)));
        assert!(!secret_matches(&two, &hash_secret(&one)));
        assert!(!secret_matches("", &hash_secret(&one)));
        assert!(!secret_matches(&one, b""));
    }
}
