use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use clawprompt_core::bootstrap::{ContextMode, MAX_FILE_BYTES, MissingReason, RunKind};
use clawprompt_core::text::to_text;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

use super::guard::GuardedRoot;
use super::walk::WalkedRoot;
use super::*;

/// A workspace `w` with a directory beside it.
struct Place {
    directory: TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { directory: TempDir::new().unwrap() };
        fs::create_dir(place.path("w")).unwrap();
        place
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.directory.path().join(relative)
    }

    fn write(&self, relative: &str, content: impl AsRef<[u8]>) {
        let path = self.path(relative);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn link(&self, relative: &str, target: impl AsRef<Path>) {
        symlink(target, self.path(relative)).unwrap();
    }

    fn workspace(&self) -> Text {
        to_text(self.path("w").to_str().unwrap())
    }

    fn load(&self, patterns: &[&str]) -> LoadedWorkspace {
        let patterns: Vec<String> = patterns.iter().map(|one| (*one).to_owned()).collect();
        WorkspaceReader::new().load(&self.workspace(), &patterns).unwrap()
    }

    /// What both guards say of `w/SOUL.md`: its content, or the reason without one.
    fn soul(&self) -> Result<String, MissingReason> {
        self.read("SOUL.md", MAX_FILE_BYTES)
    }

    fn read(&self, relative: &str, limit: u64) -> Result<String, MissingReason> {
        let answers = self.roots().map(|root| {
            let cache = ContentCache::default();
            let content = cache.read(&*root, Path::new(relative), limit)?;
            Ok(content.text.to_string_lossy())
        });
        assert_eq!(answers[0], answers[1], "the two guards disagree on {relative}");
        answers[0].clone()
    }

    fn roots(&self) -> [Box<dyn GuardedRoot>; 2] {
        let kernel = super::beneath::BeneathRoot::open(&self.path("w")).unwrap();
        let walked = WalkedRoot::open(&self.path("w")).unwrap();
        [Box::new(kernel.expect("this test needs openat2")), Box::new(walked)]
    }
}

fn reasons(loaded: &[Diagnostic]) -> Vec<&'static str> {
    loaded.iter().map(|one| one.reason.name()).collect()
}

fn names(files: &[BootstrapFile]) -> Vec<String> {
    files.iter().map(|file| file.name.to_string_lossy()).collect()
}

#[test]
fn a_regular_file_is_read_and_an_absent_one_is_absent() {
    let place = Place::new();
    assert_eq!(place.soul(), Err(MissingReason::Absent));
    place.write("w/SOUL.md", "kind");
    assert_eq!(place.soul(), Ok("kind".to_owned()));
    assert_eq!(place.read("SOUL.md/below", 9), Err(MissingReason::Absent));
}

#[test]
fn links_inside_the_workspace_are_followed() {
    let place = Place::new();
    place.write("w/docs/real.md", "linked");
    place.link("w/SOUL.md", "docs/real.md");
    assert_eq!(place.soul(), Ok("linked".to_owned()));
    place.link("w/docs/up.md", "../docs/real.md");
    assert_eq!(place.read("docs/up.md", 99), Ok("linked".to_owned()));
    place.link("w/absolute.md", place.path("w/docs/real.md"));
    assert_eq!(place.read("absolute.md", 99), Ok("linked".to_owned()));
    place.link("w/nested", "docs");
    place.link("w/chain.md", "nested/up.md");
    assert_eq!(place.read("chain.md", 99), Ok("linked".to_owned()));
}

/// Report B068: a link that leads out is refused, which is not the same as absent.
#[test]
fn links_out_of_the_workspace_are_refused() {
    let place = Place::new();
    place.write("shared/SOUL.md", "secret");
    place.link("w/SOUL.md", "../shared/SOUL.md");
    assert_eq!(place.soul(), Err(MissingReason::OutsideWorkspace));
    place.link("w/absolute.md", place.path("shared/SOUL.md"));
    assert_eq!(place.read("absolute.md", 99), Err(MissingReason::OutsideWorkspace));
    place.link("w/shared", "../shared");
    assert_eq!(place.read("shared/SOUL.md", 99), Err(MissingReason::OutsideWorkspace));
    place.link("w/out-and-in.md", "../w/SOUL.md");
    assert_eq!(place.read("out-and-in.md", 99), Err(MissingReason::OutsideWorkspace));
    let loaded = place.load(&[]);
    assert_eq!(loaded.files[1].content, Err(MissingReason::OutsideWorkspace));
    assert_eq!(reasons(&loaded.diagnostics), ["outside-workspace"]);
}

#[test]
fn dangling_links_and_loops_have_reasons() {
    let place = Place::new();
    place.link("w/SOUL.md", "gone.md");
    assert_eq!(place.soul(), Err(MissingReason::Absent));
    place.link("w/a", "b");
    place.link("w/b", "a");
    assert_eq!(place.read("a", 9), Err(MissingReason::Unreadable));
}

#[test]
fn hard_links_directories_and_large_files_are_refused() {
    let place = Place::new();
    place.write("outside.md", "x");
    fs::hard_link(place.path("outside.md"), place.path("w/SOUL.md")).unwrap();
    assert_eq!(place.soul(), Err(MissingReason::HardLink));
    fs::create_dir(place.path("w/USER.md")).unwrap();
    assert_eq!(place.read("USER.md", 9), Err(MissingReason::NotAFile));
    place.write("w/full.md", vec![b'x'; 2_097_152]);
    place.write("w/over.md", vec![b'x'; 2_097_153]);
    assert_eq!(place.read("full.md", MAX_FILE_BYTES).unwrap().len(), 2_097_152);
    assert_eq!(place.read("over.md", MAX_FILE_BYTES), Err(MissingReason::TooLarge));
}

/// A pipe would hold its reader up for ever; a device could do anything.
#[test]
fn pipes_and_devices_are_refused_without_waiting() {
    let place = Place::new();
    mknodat(CWD, place.path("w/SOUL.md"), FileType::Fifo, Mode::RUSR, 0).unwrap();
    place.link("w/zero.md", "/dev/zero");
    let start = Instant::now();
    assert_eq!(place.soul(), Err(MissingReason::NotAFile));
    assert_eq!(place.read("zero.md", 9), Err(MissingReason::OutsideWorkspace));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_file_without_permission_is_unreadable() {
    let place = Place::new();
    place.write("w/SOUL.md", "x");
    fs::set_permissions(place.path("w/SOUL.md"), fs::Permissions::from_mode(0o000)).unwrap();
    let is_privileged = File::open(place.path("w/SOUL.md")).is_ok();
    let expected = if is_privileged { Ok("x".to_owned()) } else { Err(MissingReason::Unreadable) };
    assert_eq!(place.soul(), expected);
}

#[test]
fn every_named_file_has_a_record_in_load_order() {
    let place = Place::new();
    place.write("w/USER.md", "");
    let loaded = place.load(&[]);
    let expected = [
        "AGENTS.md",
        "SOUL.md",
        "TOOLS.md",
        "IDENTITY.md",
        "USER.md",
        "HEARTBEAT.md",
        "BOOTSTRAP.md",
    ];
    assert_eq!(names(&loaded.files), expected);
    assert_eq!(loaded.files[4].text().unwrap().len(), 0);
    assert_eq!(loaded.files[0].content, Err(MissingReason::Absent));
    assert!(loaded.files[0].path.to_string_lossy().ends_with("/w/AGENTS.md"));
    assert!(loaded.diagnostics.is_empty());
}

/// Report B008: the memory file is the one of exactly this name; no other spelling stands in for it.
#[test]
fn the_memory_file_has_a_record_only_under_its_exact_name() {
    let place = Place::new();
    place.write("w/memory.md", "lower");
    assert_eq!(names(&place.load(&[]).files).len(), 7);
    place.write("w/MEMORY.md", "upper");
    let loaded = place.load(&[]);
    assert_eq!(loaded.files[7].text().unwrap().to_string_lossy(), "upper");
    fs::remove_file(place.path("w/MEMORY.md")).unwrap();
    fs::create_dir(place.path("w/MEMORY.md")).unwrap();
    assert_eq!(place.load(&[]).files[7].content, Err(MissingReason::NotAFile));
}

/// A root whose file system folds case, as far as names of entries go.
struct FoldingRoot(WalkedRoot);

impl GuardedRoot for FoldingRoot {
    fn identify(
        &self,
        path: &Path,
        limit: u64,
    ) -> Result<super::guard::Identity, super::guard::Refusal> {
        self.0.identify(path, limit)
    }

    fn open(
        &self,
        path: &Path,
        limit: u64,
    ) -> Result<(File, super::guard::Identity), super::guard::Refusal> {
        self.0.open(path, limit)
    }

    fn entry(&self, relative: &Path) -> Option<super::guard::Identity> {
        let wanted = relative.to_str().unwrap().to_ascii_lowercase();
        let entries = fs::read_dir(self.0.path()).unwrap().flatten();
        let entry = entries
            .into_iter()
            .find(|entry| entry.file_name().to_str().unwrap().to_ascii_lowercase() == wanted)?;
        self.0.entry(Path::new(&entry.file_name()))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

#[test]
fn where_case_is_folded_the_listing_tells_the_exact_name() {
    let place = Place::new();
    place.write("w/memory.md", "lower");
    let root = FoldingRoot(WalkedRoot::open(&place.path("w")).unwrap());
    assert!(root.entry(Path::new("MEMORY.md")).is_some());
    assert!(!root.has_exact_entry("MEMORY.md"));
    fs::rename(place.path("w/memory.md"), place.path("w/MEMORY.md")).unwrap();
    assert!(root.has_exact_entry("MEMORY.md"));
}

#[test]
fn odd_content_is_kept_and_noted() {
    let place = Place::new();
    place.write("w/SOUL.md", b"a\xFFb");
    place.write("w/USER.md", b"a\0b");
    place.write("w/AGENTS.md", "\u{FEFF}a\r\nb");
    let loaded = place.load(&[]);
    let text = |index: usize| loaded.files[index].text().unwrap().to_string_lossy();
    assert_eq!([text(1), text(4), text(0)], ["a\u{FFFD}b", "a\0b", "\u{FEFF}a\r\nb"]);
    assert_eq!(reasons(&loaded.diagnostics), ["invalid-utf8", "nul-characters"]);
}

#[test]
fn a_workspace_that_is_not_there_or_no_directory_is_an_error() {
    let place = Place::new();
    place.write("file", "");
    for (name, expected) in [
        ("gone", "does not exist"),
        ("gone/deeper", "does not exist"),
        ("file", "is not a directory"),
        ("file/below", "is not a directory"),
    ] {
        let directory = to_text(place.path(name).to_str().unwrap());
        let error = WorkspaceReader::new().load(&directory, &[]).unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert!(WalkedRoot::open(&place.path(name)).is_err());
    }
}

#[test]
fn an_unchanged_file_is_not_read_again_and_an_edit_is_seen() {
    let place = Place::new();
    let path = place.path("w/SOUL.md");
    place.write("w/SOUL.md", "before");
    // The cache takes a file on once its times lie two seconds back.
    std::thread::sleep(Duration::from_millis(2_100));
    let reader = WorkspaceReader::new();
    let soul = || reader.load(&place.workspace(), &[]).unwrap().files[1].text().unwrap().clone();
    let first = soul();
    assert!(first.is_same(&soul()));
    // Same size and same modification time; the change time gives it away.
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    fs::write(&path, "behind").unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    assert_eq!(soul().to_string_lossy(), "behind");
    fs::remove_file(&path).unwrap();
    assert!(reader.load(&place.workspace(), &[]).unwrap().files[1].is_missing());
    assert_eq!(first.to_string_lossy(), "before");
}

/// Report B010: what a caller does with a result reaches neither the cache nor a later result.
#[test]
fn results_do_not_share_their_lists() {
    let place = Place::new();
    place.write("w/SOUL.md", "soul");
    let reader = WorkspaceReader::new();
    let mut first = reader.load(&place.workspace(), &[]).unwrap();
    first.files.push(first.files[1].clone());
    let second = reader.load(&place.workspace(), &[]).unwrap();
    assert_eq!((first.files.len(), second.files.len()), (8, 7));
}

/// A file that is rewritten all the time is still delivered, as it was at one moment.
#[test]
fn a_file_that_keeps_changing_is_delivered() {
    struct Restless(WalkedRoot, std::cell::Cell<u64>);
    impl GuardedRoot for Restless {
        fn identify(
            &self,
            path: &Path,
            limit: u64,
        ) -> Result<super::guard::Identity, super::guard::Refusal> {
            self.1.set(self.1.get() + 1);
            let identity = self.0.identify(path, limit)?;
            Ok(super::guard::Identity { size: identity.size + self.1.get(), ..identity })
        }
        fn open(
            &self,
            path: &Path,
            limit: u64,
        ) -> Result<(File, super::guard::Identity), super::guard::Refusal> {
            self.0.open(path, limit)
        }
        fn entry(&self, path: &Path) -> Option<super::guard::Identity> {
            self.0.entry(path)
        }
        fn path(&self) -> &Path {
            self.0.path()
        }
    }
    let place = Place::new();
    place.write("w/SOUL.md", "busy");
    let root = Restless(WalkedRoot::open(&place.path("w")).unwrap(), std::cell::Cell::new(0));
    let cache = ContentCache::default();
    let content = cache.read(&root, Path::new("SOUL.md"), 99).unwrap();
    assert_eq!(content.text.to_string_lossy(), "busy");
    assert_eq!(root.1.get(), 6, "three attempts look twice each");
}

#[test]
fn extra_files_are_found_by_path_and_by_glob() {
    let place = Place::new();
    for name in ["b/AGENTS.md", "a/AGENTS.md", "a/deep/TOOLS.md", "a/notes.md", ".hidden/AGENTS.md"]
    {
        place.write(&format!("w/{name}"), name);
    }
    let found = |patterns: &[&str]| -> Vec<String> {
        let loaded = place.load(patterns);
        loaded.extra_files.iter().map(|file| file.text().unwrap().to_string_lossy()).collect()
    };
    assert_eq!(found(&["*/AGENTS.md"]), ["a/AGENTS.md", "b/AGENTS.md"]);
    assert_eq!(found(&["**/{AGENTS,TOOLS}.md"]), ["a/AGENTS.md", "a/deep/TOOLS.md", "b/AGENTS.md"]);
    assert_eq!(found(&["b/AGENTS.md", "./?/AGENTS.md"]), ["b/AGENTS.md", "a/AGENTS.md"]);
    assert_eq!(found(&[".hidden/*.md"]), [".hidden/AGENTS.md"]);
    assert_eq!(found(&["a/../b/AGENTS.md"]), ["b/AGENTS.md"]);
    let absolute = place.path("w/a/AGENTS.md");
    assert_eq!(found(&[absolute.to_str().unwrap()]), ["a/AGENTS.md"]);
}

#[test]
fn extra_files_that_cannot_be_used_are_diagnostics() {
    let place = Place::new();
    place.write("USER.md", "outside");
    place.write("w/a/notes.md", "");
    place.write("w/[x]/AGENTS.md", "bracket");
    let patterns = [
        "a/*.md",
        "../USER.md",
        "../*/USER.md",
        "gone/USER.md",
        "{a",
        "[x]/AGENTS.md",
        "a/agents.md",
    ];
    let loaded = place.load(&patterns);
    assert_eq!(names(&loaded.extra_files), ["AGENTS.md"]);
    let name = "invalid-bootstrap-filename";
    assert_eq!(
        reasons(&loaded.diagnostics),
        [name, "outside-workspace", "outside-workspace", "absent", "invalid-pattern", name]
    );
}

#[test]
fn a_directory_link_is_not_searched() {
    let place = Place::new();
    place.write("other/AGENTS.md", "outside");
    place.link("w/a", "../other");
    place.link("w/loop", ".");
    assert_eq!(names(&place.load(&["**/AGENTS.md"]).extra_files), [""; 0]);
}

#[test]
fn the_setup_state_is_read_from_the_newer_file_first() {
    let state = |canonical: Option<&str>, legacy: Option<&str>, has_bootstrap: bool| {
        let place = Place::new();
        if let Some(content) = canonical {
            place.write("w/openclaw-workspace-state.json", content);
        }
        if let Some(content) = legacy {
            place.write("w/.openclaw/workspace-state.json", content);
        }
        if has_bootstrap {
            place.write("w/BOOTSTRAP.md", "go");
        }
        let setup = place.load(&[]).setup;
        (setup.is_completed, setup.is_pending)
    };
    let done = Some(r#"{"setupCompletedAt":"2026-01-01"}"#);
    assert_eq!(state(None, None, true), (false, true));
    assert_eq!(state(None, None, false), (false, false));
    assert_eq!(state(done, None, true), (true, false));
    assert_eq!(state(None, Some(r#"{"onboardingCompletedAt":"x"}"#), true), (true, false));
    assert_eq!(state(Some("{}"), done, true), (false, true));
    assert_eq!(state(Some("not json"), done, true), (true, false));
    assert_eq!(state(Some(r#"{"setupCompletedAt":" "}"#), None, true), (false, true));
    assert_eq!(state(Some("[]"), done, true), (false, true));
    let onboarded = |setup: &str| {
        let content = format!(r#"{{"setupCompletedAt":{setup},"onboardingCompletedAt":"x"}}"#);
        state(Some(&content), None, true)
    };
    assert_eq!(onboarded(r#"" ""#), (false, true));
    assert_eq!(["null", "5", "false"].map(onboarded), [(true, false); 3]);
}

#[test]
fn a_state_that_cannot_be_read_means_not_completed() {
    let place = Place::new();
    fs::create_dir(place.path("w/openclaw-workspace-state.json")).unwrap();
    place.write("w/.openclaw/workspace-state.json", r#"{"setupCompletedAt":"x"}"#);
    let loaded = place.load(&[]);
    assert!(!loaded.setup.is_completed);
    assert_eq!(reasons(&loaded.diagnostics), ["invalid-state"]);
}

#[test]
fn a_prepared_run_is_filtered_and_extra_files_join_it() {
    let place = Place::new();
    place.write("w/AGENTS.md", "rules");
    place.write("w/x/TOOLS.md", "tools");
    place.write("w/x/USER.md", "user");
    let patterns = ["x/*.md".to_owned()];
    let run = |key: &str, context_mode, run_kind| {
        let run = RunFacts {
            workspace_dir: place.workspace(),
            session_key: Some(to_text(key)),
            context_mode,
            run_kind,
            ..RunFacts::default()
        };
        names(&WorkspaceReader::new().prepare_run(run, &patterns).unwrap().prepared.files)
    };
    let sub_agent = run("subagent:1", ContextMode::Full, RunKind::Default);
    assert_eq!(sub_agent, ["AGENTS.md", "TOOLS.md", "TOOLS.md"]);
    let light = run("agent:main:main", ContextMode::Lightweight, RunKind::Heartbeat);
    assert_eq!(light, ["HEARTBEAT.md", "TOOLS.md", "USER.md"]);
}

#[test]
fn daily_notes_come_by_date_then_by_change() {
    let place = Place::new();
    for (name, age) in [("2026-07-15", 9), ("2026-07-15-a", 5), ("2026-07-15-b", 1)] {
        let path = format!("w/memory/{name}.md");
        place.write(&path, name);
        let time = SystemTime::now() - Duration::from_secs(age);
        File::options().write(true).open(place.path(&path)).unwrap().set_modified(time).unwrap();
    }
    place.write("w/memory/2026-07-14.md", vec![b'x'; 16_385]);
    place.write("w/memory/2026-07-1500.md", "another");
    place.link("w/memory/2026-07-15-link.md", "2026-07-14.md");
    let dates = ["2026-07-15".to_owned(), "2026-07-14".to_owned()];
    let settings = StartupSettings::from_config(None);
    let notes =
        WorkspaceReader::new().load_daily_notes(&place.workspace(), &dates, &settings).unwrap();
    let paths: Vec<String> = notes.iter().map(|note| note.path.to_string_lossy()).collect();
    assert_eq!(paths, ["memory/2026-07-15.md", "memory/2026-07-15-b.md", "memory/2026-07-15-a.md"]);
    for slug in 0..6 {
        place.write(&format!("w/memory/2026-07-15-new{slug}.md"), "n");
    }
    let notes =
        WorkspaceReader::new().load_daily_notes(&place.workspace(), &dates, &settings).unwrap();
    assert_eq!(notes.len(), 1 + MAX_SLUGS);
}

const MAX_SLUGS: usize = 4;

#[test]
fn a_transcripts_end_is_searched_and_links_are_not_followed() -> io::Result<()> {
    let place = Place::new();
    let marker = r#"{"type":"custom","customType":"openclaw:bootstrap-context:full"}"#;
    let path = place.path("session.jsonl");
    let line = format!("{{\"type\":\"message\",\"text\":\"{}\"}}\n", "x".repeat(3_000));
    fs::write(&path, format!("{marker}\n{}", line.repeat(50)))?;
    assert!(transcript_has_marker(&path));
    fs::write(&path, format!("{marker}\n{}", line.repeat(100)))?;
    assert!(!transcript_has_marker(&path), "the marker lies more than 256 KiB from the end");
    fs::write(&path, marker)?;
    symlink(&path, place.path("link.jsonl"))?;
    assert!(!transcript_has_marker(&place.path("link.jsonl")));
    assert!(!transcript_has_marker(&place.path("gone.jsonl")));
    Ok(())
}

/// The order in which a directory lists its entries, and how many there are, changes nothing.
#[test]
fn the_order_of_the_directory_does_not_matter() {
    for extra in [0, 8, 200] {
        let mut results = Vec::new();
        for is_reversed in [false, true] {
            let place = Place::new();
            let mut written: Vec<String> =
                (0..extra).map(|at| format!("p{at}/AGENTS.md")).collect();
            written.extend(["SOUL.md", "AGENTS.md", "MEMORY.md", "USER.md"].map(str::to_owned));
            if is_reversed {
                written.reverse();
            }
            for name in &written {
                place.write(&format!("w/{name}"), name);
            }
            let loaded = place.load(&["*/AGENTS.md"]);
            let shown = |file: &BootstrapFile| (file.name.clone(), file.content.clone());
            let files = loaded.files.iter().chain(&loaded.extra_files);
            results.push(files.map(shown).collect::<Vec<_>>());
        }
        assert_eq!(results[0].len(), 8 + extra);
        assert_eq!(results[0], results[1]);
    }
}
