//! Buffers of an upload, used again and again: the pieces of a body hold on to the larger buffers
//! that they were read into, and what one thread frees for another comes back late, so that parts
//! made of them took several times their size.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;

/// Size of a buffer.
const SIZE: usize = 1024 * 1024;

/// The free buffers of an upload; there are as many as were needed at a time.
#[derive(Clone, Default)]
pub(super) struct Buffers(Arc<Mutex<Vec<Vec<u8>>>>);

/// A buffer that goes back when it is dropped.
pub(super) struct Buffer {
    bytes: Vec<u8>,
    home: Buffers,
}

impl Buffers {
    pub(super) fn take(&self) -> Buffer {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Buffer {
            bytes: free.unwrap_or_else(|| Vec::with_capacity(SIZE)),
            home: self.clone(),
        }
    }
}

impl Buffer {
    /// Takes bytes until the buffer is full, and returns the rest.
    pub(super) fn fill<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let room = SIZE - self.bytes.len();
        let (now, later) = bytes.split_at(bytes.len().min(room));
        self.bytes.extend_from_slice(now);
        later
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() == SIZE
    }

    pub(super) fn into_bytes(self) -> Bytes {
        Bytes::from_owner(self)
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let mut free = self.home.0.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(bytes);
    }
}
