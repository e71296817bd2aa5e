//! Buffers of prompts. Those that were collected wait for the next prompts, because the pages of a fresh buffer cost
//! more than writing a prompt into it. The garbage collector is told what all buffers hold, those that wait included:
//! a buffer that goes round does not hasten a collection, which costs more than a hundred prompts.

#![expect(unsafe_code, reason = "the garbage collector counts through Node's C interface")]

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use napi::sys::{self, napi_env};

use crate::environment::state;

/// Most bytes that wait for use in the whole process: half as many again as V8 lets pile up in strings before it
/// collects them, so that most prompts find a buffer.
const MOST_BYTES: usize = 96 << 20;
/// A buffer that waited longer goes at the next prompt: a gateway that builds few needs few.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// Smaller buffers, in code units, cost the allocator little.
const SMALLEST: usize = 16 << 10;
/// New buffers have a multiple of this many code units, so that a prompt which grew a little fits too.
const STEP: usize = 8 << 10;
/// How many buffers are looked at, the latest first.
const LOOK_AT: usize = 16;

/// Bytes that wait in all environments.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// The buffers of one environment.
#[derive(Default)]
pub(crate) struct Buffers {
    /// With the time since when each waits, the longest first.
    waiting: VecDeque<(Instant, Vec<u16>)>,
    /// Bytes of these.
    waiting_bytes: usize,
    /// Bytes of buffers that strings hold.
    held_bytes: usize,
    /// Bytes that the garbage collector counts.
    told: i64,
}

/// An empty buffer with room for at least `units` code units.
pub(crate) fn take(env: napi_env, units: usize) -> Vec<u16> {
    if units < SMALLEST {
        return Vec::with_capacity(units);
    }
    let waiting = state(env).ok().and_then(|state| state.buffers.take(units));
    waiting.unwrap_or_else(|| Vec::with_capacity(units.next_multiple_of(STEP)))
}

/// Counts a buffer that a string holds from now on.
pub(crate) fn hold(env: napi_env, buffer: &Vec<u16>) {
    if let Ok(state) = state(env) {
        state.buffers.held_bytes += bytes(buffer);
    }
    tell(env);
}

/// Takes back a buffer that was counted.
pub(crate) fn give_back(env: napi_env, buffer: Vec<u16>) {
    if let Ok(state) = state(env) {
        state.buffers.held_bytes = state.buffers.held_bytes.saturating_sub(bytes(&buffer));
        state.buffers.put(buffer);
    }
    tell(env);
}

/// Tells the garbage collector what has changed. It may collect at once, and so come back here.
fn tell(env: napi_env) {
    let Ok(state) = state(env) else { return };
    let change = state.buffers.change();
    if change == 0 {
        return;
    }
    // Noted first, and the borrow ends here.
    state.buffers.told += change;
    if !adjust(env, change)
        && let Ok(state) = crate::environment::state(env)
    {
        // What it does not count must not be taken from its count later, or the process ends.
        state.buffers.told -= change;
    }
}

fn adjust(env: napi_env, change: i64) -> bool {
    let mut total = 0;
    // SAFETY: the environment is alive in a call and in a finalizer; the total is of no interest.
    let status = unsafe { sys::napi_adjust_external_memory(env, change, &raw mut total) };
    status == sys::Status::napi_ok
}

impl Buffers {
    /// When the environment ends, the garbage collector may go on without it.
    pub(crate) fn release(self, env: napi_env) {
        WAITING.fetch_sub(self.waiting_bytes, Ordering::Relaxed);
        adjust(env, -self.told);
    }

    fn change(&self) -> i64 {
        let counted = i64::try_from(self.waiting_bytes + self.held_bytes).unwrap_or(i64::MAX);
        counted - self.told
    }

    fn take(&mut self, units: usize) -> Option<Vec<u16>> {
        self.let_go();
        // A far larger one would keep its room as long as this prompt lives.
        let fits = |(_, buffer): &(_, Vec<u16>)| (units..=units * 2).contains(&buffer.capacity());
        let found = self.waiting.iter().rev().take(LOOK_AT).position(fits)?;
        let (_, buffer) = self.waiting.remove(self.waiting.len() - 1 - found)?;
        self.no_longer_waits(&buffer);
        Some(buffer)
    }

    fn put(&mut self, mut buffer: Vec<u16>) {
        if buffer.capacity() >= SMALLEST {
            buffer.clear();
            self.waiting_bytes += bytes(&buffer);
            WAITING.fetch_add(bytes(&buffer), Ordering::Relaxed);
            self.waiting.push_back((Instant::now(), buffer));
        }
        self.let_go();
    }

    /// The oldest go when there are too many, or when they waited too long.
    fn let_go(&mut self) {
        while let Some((since, _)) = self.waiting.front()
            && (WAITING.load(Ordering::Relaxed) > MOST_BYTES || since.elapsed() > LONGEST_WAIT)
            && let Some((_, oldest)) = self.waiting.pop_front()
        {
            self.no_longer_waits(&oldest);
        }
    }

    fn no_longer_waits(&mut self, buffer: &Vec<u16>) {
        self.waiting_bytes -= bytes(buffer);
        WAITING.fetch_sub(bytes(buffer), Ordering::Relaxed);
    }
}

fn bytes(buffer: &Vec<u16>) -> usize {
    buffer.capacity() * size_of::<u16>()
}
