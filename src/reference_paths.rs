//! Documentation and source of the gateway, and the repository around a run.

use std::path::{Path, PathBuf};

use clawprompt_files::reference_paths::{PackageHints, find_reference_paths, find_repo_root};
use napi::Env;
use napi::bindgen_prelude::{AsyncTask, Unknown};
use napi_derive::napi;
use serde::Deserialize;

use crate::error::Result;
use crate::from_js;
use crate::task::{self, DiskTask};
use crate::to_js::{OrUndefined, or_undefined};

/// Local documentation and source of the gateway.
#[napi(object, object_from_js = false)]
pub struct ReferencePaths {
    /// Folder of the documentation; absent when there is none.
    pub docs_path: Option<String>,
    /// Root of a source checkout; absent when there is none.
    pub source_path: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct ReferenceRequest {
    workspace_dir: Option<String>,
    module_dir: Option<PathBuf>,
    script: Option<PathBuf>,
    current_dir: Option<PathBuf>,
}

impl ReferenceRequest {
    fn find(&self) -> ReferencePaths {
        let hints = PackageHints {
            module_dir: self.module_dir.as_deref(),
            script: self.script.as_deref(),
            current_dir: self.current_dir.as_deref(),
        };
        let found = find_reference_paths(self.workspace_dir.as_deref(), &hints);
        let path = |path: Option<PathBuf>| path.as_deref().map(text);
        ReferencePaths { docs_path: path(found.docs), source_path: path(found.source) }
    }
}

/// Finds local documentation and source: `docs` of the workspace or of the gateway's package if it holds a
/// `docs.json`; the package's root if it is a git checkout.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    js_name = "findReferencePaths",
    ts_args_type = "params: ReferencePathsRequest",
    ts_return_type = "Promise<ReferencePaths>"
)]
pub fn find_reference_paths_async(
    env: Env,
    params: Unknown<'_>,
) -> Result<AsyncTask<DiskTask<ReferencePaths>>> {
    let request: ReferenceRequest = from_js::read(env, "params", &params)?;
    Ok(task::run(move || Ok(request.find())))
}

/// The twin of `findReferencePaths` that blocks.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: ReferencePathsRequest")]
pub fn find_reference_paths_sync(env: Env, params: Unknown<'_>) -> Result<ReferencePaths> {
    Ok(from_js::read::<ReferenceRequest>(env, "params", &params)?.find())
}

/// Finds the root of the repository around a run: `configured` (`agents.defaults.repoRoot`) if it is a folder,
/// else the first folder with a `.git` at or above the workspace, then the current directory. Blocks for a few
/// look-ups in the file system.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(
    catch_unwind,
    ts_args_type = "params: RepoRootRequest",
    js_name = "findRepoRootSync",
    ts_return_type = "string | undefined"
)]
pub fn find_repo_root_sync(env: Env, params: Unknown<'_>) -> Result<OrUndefined<String>> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
    struct Request {
        configured: Option<String>,
        workspace_dir: Option<PathBuf>,
        current_dir: Option<PathBuf>,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    let (workspace, current) = (request.workspace_dir.as_deref(), request.current_dir.as_deref());
    let root = find_repo_root(request.configured.as_deref(), workspace, current);
    Ok(or_undefined(root.as_deref().map(text)))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
