//! Where the gateway's documentation and source are on this machine, and which repository a workspace
//! belongs to.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

/// Name of the gateway's package.
const PACKAGE: &str = "openclaw";

/// How many folders a walk to the root looks at.
const MAX_PARENTS: usize = 12;

/// Where a process was started from; what finds the gateway's package.
#[derive(Debug, Clone, Copy, Default)]
pub struct PackageHints<'a> {
    /// Folder of the module that asks.
    pub module_dir: Option<&'a Path>,
    /// The script that Node runs, `process.argv[1]`.
    pub script: Option<&'a Path>,
    /// The current directory.
    pub current_dir: Option<&'a Path>,
}

/// What the prompt's documentation section points at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferencePaths {
    /// Folder of the documentation.
    pub docs: Option<PathBuf>,
    /// Root of a source checkout.
    pub source: Option<PathBuf>,
}

/// Finds documentation and source.
///
/// Documentation is `docs` of the workspace if it holds a `docs.json`, else `docs` of the gateway's
/// package under the same condition. Source is the package's root if it is a git checkout. The
/// workspace's path is trimmed.
#[must_use]
pub fn find_reference_paths(workspace: Option<&str>, hints: &PackageHints<'_>) -> ReferencePaths {
    let workspace = workspace.map(str::trim).filter(|workspace| !workspace.is_empty());
    let package = package_root(hints);
    let docs = |root: &Path| {
        let docs = root.join("docs");
        docs.join("docs.json").exists().then_some(docs)
    };
    ReferencePaths {
        docs: workspace
            .and_then(|workspace| docs(Path::new(workspace)))
            .or_else(|| package.as_deref().and_then(docs)),
        source: package.filter(|root| root.join(".git").exists()),
    }
}

/// The root of the gateway's package: the first hint that lies in one decides.
///
/// Hints are, in order, the folder of the module, the folder of the script with links followed, the
/// script's own folder, the package beside `node_modules/.bin` if the script is there, and the current
/// directory.
#[must_use]
pub fn package_root(hints: &PackageHints<'_>) -> Option<PathBuf> {
    let script = hints.script.filter(|script| !script.as_os_str().is_empty());
    let real = script.and_then(|script| script.canonicalize().ok());
    let parent = |path: &Path| path.parent().map(Path::to_owned);
    let candidates = [
        hints.module_dir.map(Path::to_owned),
        real.as_deref().and_then(parent),
        script.and_then(parent),
        script.and_then(beside_bin),
        hints.current_dir.map(Path::to_owned),
    ];
    candidates.into_iter().flatten().find_map(|start| package_above(&start))
}

/// For `node_modules/.bin/x`, the folder `node_modules/x`.
fn beside_bin(script: &Path) -> Option<PathBuf> {
    let bin = script.parent().filter(|folder| folder.ends_with("node_modules/.bin"))?;
    Some(bin.parent()?.join(script.file_name()?))
}

/// Walks up to the first folder whose `package.json` names the gateway, but not out of a
/// `node_modules` folder.
fn package_above(start: &Path) -> Option<PathBuf> {
    for folder in start.ancestors().take(MAX_PARENTS) {
        if is_gateway_package(folder) {
            return Some(folder.to_owned());
        }
        if folder.ends_with("node_modules") {
            break;
        }
    }
    None
}

fn is_gateway_package(folder: &Path) -> bool {
    let package = fs::read(folder.join("package.json")).unwrap_or_default();
    // The gateway's is long, and looked into for every list of skills, so that members are left as text.
    let package = serde_json::from_slice::<HashMap<String, &RawValue>>(&package);
    let name =
        package.ok().and_then(|package| serde_json::from_str(package.get("name")?.get()).ok());
    name.is_some_and(|name: String| name == PACKAGE)
}

/// The root of the repository around a run: `configured` (`agents.defaults.repoRoot`) if it is a
/// folder, else the first folder with a `.git` at or above the workspace, else at or above the current
/// directory. A `.git` may be a file, as in a worktree.
#[must_use]
pub fn find_repo_root(
    configured: Option<&str>,
    workspace: Option<&Path>,
    current_dir: Option<&Path>,
) -> Option<PathBuf> {
    let configured = configured.map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from);
    configured.filter(|path| path.is_dir()).or_else(|| {
        let has_git = |folder: &&Path| folder.join(".git").exists();
        let above =
            |start: &Path| start.ancestors().take(MAX_PARENTS).find(has_git).map(Path::to_owned);
        [workspace, current_dir].into_iter().flatten().find_map(above)
    })
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// A folder with these files; a text that names the package is its `package.json`.
    fn tree(files: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    const OURS: &str = r#"{"name": "openclaw"}"#;

    /// Docs and source, relative to the tree.
    fn found(
        tree: &TempDir,
        workspace: Option<&str>,
        hints: &PackageHints<'_>,
    ) -> (Option<String>, Option<String>) {
        let workspace = workspace.map(|name| format!(" {} ", tree.path().join(name).display()));
        let paths = find_reference_paths(workspace.as_deref(), hints);
        let relative =
            |path: PathBuf| path.strip_prefix(tree.path()).unwrap().to_string_lossy().into_owned();
        (paths.docs.map(relative), paths.source.map(relative))
    }

    fn pair(docs: Option<&str>, source: Option<&str>) -> (Option<String>, Option<String>) {
        (docs.map(str::to_owned), source.map(str::to_owned))
    }

    fn sample() -> TempDir {
        tree(&[
            ("ws/docs/docs.json", ""),
            ("bare/x", ""),
            ("co/package.json", OURS),
            ("co/.git/HEAD", ""),
            ("co/docs/docs.json", ""),
            ("co/dist/a/b/mod.js", ""),
            ("pk/node_modules/openclaw/package.json", OURS),
            ("pk/node_modules/openclaw/docs/docs.json", ""),
            ("pk/node_modules/openclaw/dist/m.js", ""),
            ("pk/node_modules/.bin/openclaw", ""),
            ("nd/node_modules/openclaw/package.json", OURS),
            ("nd/node_modules/openclaw/dist/m.js", ""),
            ("wt/package.json", OURS),
            ("wt/.git", "gitdir: x"),
            ("wt/sub/package.json", r#"{"name": "other"}"#),
            ("bad/package.json", "{bad"),
        ])
    }

    #[test]
    fn a_checkout_has_both_and_a_package_only_documentation() {
        let tree = sample();
        let at = |name: &str| tree.path().join(name);
        let (co, pk) = (at("co/dist/a/b"), at("pk/node_modules/openclaw/dist"));
        let module = |dir| PackageHints { module_dir: Some(dir), ..PackageHints::default() };
        assert_eq!(found(&tree, Some("bare"), &module(&co)), pair(Some("co/docs"), Some("co")));
        assert_eq!(
            found(&tree, Some("bare"), &module(&pk)),
            pair(Some("pk/node_modules/openclaw/docs"), None)
        );
        assert_eq!(found(&tree, None, &PackageHints::default()), pair(None, None));
    }

    #[test]
    fn the_workspace_has_the_first_word_on_documentation() {
        let tree = sample();
        let co = tree.path().join("co");
        let hints = PackageHints { current_dir: Some(&co), ..PackageHints::default() };
        assert_eq!(found(&tree, Some("ws"), &hints), pair(Some("ws/docs"), Some("co")));
    }

    #[test]
    fn a_package_without_documentation_is_not_passed_over() {
        let tree = sample();
        let (nd, co) = (tree.path().join("nd/node_modules/openclaw/dist"), tree.path().join("co"));
        let hints = PackageHints { module_dir: Some(&nd), current_dir: Some(&co), script: None };
        assert_eq!(found(&tree, Some("bare"), &hints), pair(None, None));
    }

    #[test]
    fn a_script_in_bin_leads_to_the_package_beside_it() {
        let tree = sample();
        let bin = tree.path().join("pk/node_modules/.bin/openclaw");
        let hints = PackageHints { script: Some(&bin), ..PackageHints::default() };
        assert_eq!(
            found(&tree, Some("bare"), &hints),
            pair(Some("pk/node_modules/openclaw/docs"), None)
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_linked_script_leads_to_where_it_really_is() {
        let tree = sample();
        let link = tree.path().join("bare/claw");
        std::os::unix::fs::symlink(tree.path().join("co/dist/a/b/mod.js"), &link).unwrap();
        let hints = PackageHints { script: Some(&link), ..PackageHints::default() };
        let real = tree.path().canonicalize().unwrap();
        assert_eq!(find_reference_paths(None, &hints).source, Some(real.join("co")));
    }

    #[test]
    fn other_and_broken_packages_are_walked_past() {
        let tree = sample();
        let (sub, bad) = (tree.path().join("wt/sub"), tree.path().join("bad"));
        let cwd = |dir| PackageHints { current_dir: Some(dir), ..PackageHints::default() };
        assert_eq!(found(&tree, None, &cwd(&sub)), pair(None, Some("wt")));
        assert_eq!(found(&tree, None, &cwd(&bad)), pair(None, None));
    }

    #[test]
    fn a_repository_is_configured_or_found_above() {
        let tree = sample();
        let at = |name: &str| tree.path().join(name);
        let (inner, sub, bare) = (at("co/dist/a"), at("wt/sub"), at("bare"));
        let configured = format!(" {} ", at("ws").display());
        let root = |configured, workspace, cwd| find_repo_root(configured, workspace, cwd);
        assert_eq!(root(Some(&configured), Some(&inner), None), Some(at("ws")));
        assert_eq!(root(Some("/nowhere"), Some(&inner), Some(&sub)), Some(at("co")));
        assert_eq!(root(None, Some(&bare), Some(&sub)), Some(at("wt")));
        assert_eq!(root(None, None, None), None);
    }

    #[test]
    fn the_walk_ends_after_twelve_folders() {
        let deep = |levels: usize| vec!["d"; levels].join("/");
        let (near, far) = (deep(11), deep(12));
        let tree = tree(&[(".git", ""), (&format!("{near}/x"), ""), (&format!("{far}/x"), "")]);
        let root = |levels: &str| find_repo_root(None, Some(&tree.path().join(levels)), None);
        assert_eq!(root(&near), Some(tree.path().to_owned()));
        assert_eq!(root(&far), None);
    }
}
