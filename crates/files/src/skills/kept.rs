//! Snapshots of earlier requests, for as long as the disk answers as it did.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::host::HostFacts;
use super::seen::Seen;
use super::snapshot::WorkspaceSnapshot;

/// Snapshots that are kept: one for each workspace and agent that takes turns.
const MOST: usize = 16;

/// The latest snapshots by request, the latest of all first.
#[derive(Debug)]
pub struct KeptSnapshots<Request> {
    kept: Mutex<VecDeque<Arc<Kept<Request>>>>,
}

#[derive(Debug)]
struct Kept<Request> {
    request: Arc<Request>,
    seen: Seen,
    snapshot: Arc<WorkspaceSnapshot>,
}

impl<Request> Default for KeptSnapshots<Request> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

impl<Request: PartialEq> KeptSnapshots<Request> {
    /// The snapshot of an equal request, unless the disk has changed. Blocks on the disk.
    pub fn get(&self, request: &Request, host: &HostFacts) -> Option<Arc<WorkspaceSnapshot>> {
        let found = self.find(request)?;
        found.seen.still_holds(host).then(|| Arc::clone(&found.snapshot))
    }

    /// Keeps a snapshot with what was seen while it was made.
    pub fn keep(&self, request: Arc<Request>, seen: Seen, snapshot: Arc<WorkspaceSnapshot>) {
        if seen.is_doubtful() {
            return;
        }
        let mut kept = self.lock();
        kept.retain(|other| *other.request != *request);
        kept.push_front(Arc::new(Kept { request, seen, snapshot }));
        kept.truncate(MOST);
    }

    fn find(&self, request: &Request) -> Option<Arc<Kept<Request>>> {
        let mut kept = self.lock();
        let place = kept.iter().position(|one| *one.request == *request)?;
        let found = kept.remove(place)?;
        kept.push_front(Arc::clone(&found));
        Some(found)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Kept<Request>>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
