//! Work on disk, off the event loop.

use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::bindgen_prelude::{AsyncTask, FromNapiValue, ToNapiValue, TypeName, Unknown};
use napi::{Env, JsError, Task};

use crate::error::{Code, Error, Result};
use crate::js;

/// Work that runs in a thread of libuv's pool and settles a promise.
pub struct DiskTask<T>(Option<Box<dyn FnOnce() -> Result<T> + Send>>);

/// A promise for what `work` returns; its error keeps its code.
pub(crate) fn run<T>(work: impl FnOnce() -> Result<T> + Send + 'static) -> AsyncTask<DiskTask<T>>
where
    T: ToNapiValue + TypeName + Send + 'static,
{
    AsyncTask::new(DiskTask(Some(Box::new(work))))
}

impl<T: ToNapiValue + TypeName + Send + 'static> Task for DiskTask<T> {
    /// The work's own result, because an `Err` of `compute` would lose the code.
    type Output = Result<T>;
    type JsValue = T;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        let lost = || Error::new(Code::Internal, "the work was lost; report it".to_owned());
        let Some(work) = self.0.take() else { return Ok(Err(lost())) };
        // Nothing above this frame may unwind: it is called from C.
        Ok(catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(lost())))
    }

    fn resolve(&mut self, env: Env, output: Self::Output) -> napi::Result<T> {
        output.map_err(|error| rejection(env, error))
    }
}

#[expect(unsafe_code, reason = "the error object is made through Node's C interface")]
/// The JavaScript error of `error`, with its code.
pub(crate) fn rejection(env: Env, error: Error) -> napi::Error {
    if js::has_thrown(env.raw()) {
        // It leaves by itself, and no value may be made before; see `release` in `text.rs`.
        return napi::Error::from_status(napi::Status::PendingException);
    }
    // SAFETY: the value is made in this environment, in this call.
    let value = unsafe { JsError::from(error).into_value(env.raw()) };
    if value.is_null() {
        // The environment is ending, and nobody waits for the promise.
        return napi::Error::from_status(napi::Status::Closing);
    }
    // SAFETY: as above, and it is not null.
    let object = unsafe { Unknown::from_napi_value(env.raw(), value) };
    object.map_or_else(|error| error, napi::Error::from)
}
