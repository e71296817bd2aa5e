//! Buffers of prompts that were collected, for the next prompts.
//!
//! The pages of a fresh buffer cost more than writing a prompt into it, so that a buffer is better used again. All
//! environments share them: a buffer may outlive the worker that it was made for.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Most bytes that wait for use: as many as V8 lets pile up in strings before it collects them, so that between
/// two collections the same buffers go round.
const MOST_BYTES: usize = 64 << 20;
/// Smaller buffers, in code units, cost the allocator little.
const SMALLEST: usize = 16 << 10;
/// New buffers have a multiple of this many code units, so that a prompt which grew a little fits too.
const STEP: usize = 8 << 10;
/// How many buffers are looked at, the latest first.
const LOOK_AT: usize = 16;

static POOL: Mutex<Pool> = Mutex::new(Pool { waiting: VecDeque::new(), bytes: 0 });

struct Pool {
    waiting: VecDeque<Vec<u16>>,
    bytes: usize,
}

/// An empty buffer with room for at least `units` code units.
pub(crate) fn take(units: usize) -> Vec<u16> {
    if units < SMALLEST {
        return Vec::with_capacity(units);
    }
    let waiting = POOL.lock().unwrap_or_else(PoisonError::into_inner).take(units);
    waiting.unwrap_or_else(|| Vec::with_capacity(units.next_multiple_of(STEP)))
}

/// Keeps a buffer for later.
pub(crate) fn give_back(buffer: Vec<u16>) {
    if buffer.capacity() >= SMALLEST {
        POOL.lock().unwrap_or_else(PoisonError::into_inner).put(buffer);
    }
}

impl Pool {
    fn take(&mut self, units: usize) -> Option<Vec<u16>> {
        // A far larger one would keep its room as long as this prompt lives.
        let fits = |buffer: &Vec<u16>| (units..=units * 2).contains(&buffer.capacity());
        let found = self.waiting.iter().rev().take(LOOK_AT).position(fits)?;
        let buffer = self.waiting.remove(self.waiting.len() - 1 - found)?;
        self.bytes -= bytes(&buffer);
        Some(buffer)
    }

    /// The oldest go when there are too many.
    fn put(&mut self, mut buffer: Vec<u16>) {
        buffer.clear();
        self.bytes += bytes(&buffer);
        self.waiting.push_back(buffer);
        while self.bytes > MOST_BYTES {
            let Some(oldest) = self.waiting.pop_front() else { break };
            self.bytes -= bytes(&oldest);
        }
    }
}

fn bytes(buffer: &Vec<u16>) -> usize {
    buffer.capacity() * size_of::<u16>()
}
