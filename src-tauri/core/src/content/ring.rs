//! Buffers that are read into again once the connection is done with them.
//!
//! Fresh memory for each chunk costs more than sending it: the system maps it, zeroes it and
//! takes it back each time.

use std::collections::VecDeque;

use bytes::{Bytes, BytesMut};

/// What is read and handed over at once: small enough that the few chunks on their way stay
/// in the processor's cache.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;

/// How many buffers are remembered. A connection that holds on to more of them costs fresh
/// ones, never a wait.
const REMEMBERED: usize = 32;

/// The buffers of one reading, oldest first.
#[derive(Debug, Default)]
pub(super) struct Ring(VecDeque<Bytes>);

impl Ring {
    /// A buffer of [`CHUNK_BYTES`], whatever is in it.
    pub(super) fn take(&mut self) -> BytesMut {
        if let Some(oldest) = self.0.pop_front() {
            match oldest.try_into_mut() {
                Ok(buffer) => return buffer,
                Err(in_use) => self.0.push_front(in_use),
            }
        }
        BytesMut::zeroed(CHUNK_BYTES)
    }

    /// The first `count` bytes of a buffer as a chunk. The buffer comes back when every
    /// handle to the chunk is gone.
    pub(super) fn lend(&mut self, buffer: BytesMut, count: usize) -> Bytes {
        let whole = buffer.freeze();
        let chunk = whole.slice(..count.min(whole.len()));
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(whole);
        chunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_back_once_nobody_holds_it() {
        let mut ring = Ring::default();
        let mut buffer = ring.take();
        buffer.fill(7);
        let address = buffer.as_ptr();
        let chunk = ring.lend(buffer, 10);
        assert_eq!(chunk.as_ref(), [7; 10]);

        let other = ring.take();
        assert_ne!(other.as_ptr(), address, "the chunk is still held");
        drop(chunk);
        let again = ring.take();
        assert_eq!(again.as_ptr(), address);
        assert_eq!(again.len(), CHUNK_BYTES);
    }

    #[test]
    fn chunks_that_are_held_keep_their_bytes_and_the_ring_stays_small() {
        let mut ring = Ring::default();
        let held: Vec<Bytes> = (0..=u8::MAX)
            .map(|n| {
                let mut buffer = ring.take();
                buffer.fill(n);
                ring.lend(buffer, CHUNK_BYTES)
            })
            .collect();
        for (n, chunk) in (0..=u8::MAX).zip(&held) {
            assert!(chunk.iter().all(|byte| *byte == n), "chunk {n} differs");
        }
        assert_eq!(ring.0.len(), REMEMBERED);
    }
}
