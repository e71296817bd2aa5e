//! Skills found on disk, seen from outside.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::{
    HostFacts, KeptSnapshots, ListSettings, LoadRequest, LoadedSkills, Seen, Selection, Setting,
    SkillStore, WorkspaceSnapshot, build_workspace_snapshot, list_entries, load_workspace_entries,
    publish_plugin_links,
};
use clawprompt_core::skills::{
    Overflow, RemoteHost, SandboxMapping, SkillDiagnostic, SkillEntry, SkillTexts,
};
use clawprompt_core::text::{Collator, Template, to_text};
use serde_json::{Value, json};

/// A home and a workspace of their own.
struct Place {
    dir: tempfile::TempDir,
    config: Value,
    plugin_dirs: Vec<PathBuf>,
    archived: HashSet<PathBuf>,
    workspace_only: bool,
    store: SkillStore,
}

fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: about {name}\n---\nBody\n")
}

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for part in ["home", "workspace", "bundled"] {
            fs::create_dir(dir.path().join(part)).unwrap();
        }
        Self {
            dir,
            config: json!({}),
            plugin_dirs: Vec::new(),
            archived: HashSet::new(),
            workspace_only: false,
            store: SkillStore::default(),
        }
    }

    /// The real path of a path below the place.
    fn path(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.dir.path()).unwrap().join(path)
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes a skill named after its directory.
    fn add(&self, dir: &str) -> PathBuf {
        let name = dir.rsplit('/').next().unwrap();
        self.write(&format!("{dir}/SKILL.md"), &skill(name))
    }

    fn link(&self, target: &str, at: &str) {
        let at = self.path(at);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        symlink(self.path(target), at).unwrap();
    }

    fn host(&self) -> HostFacts {
        let text = |path: &str| self.path(path).to_str().unwrap().to_owned();
        HostFacts {
            env: HashMap::from([
                ("HOME".to_owned(), text("home")),
                ("OPENCLAW_BUNDLED_SKILLS_DIR".to_owned(), text("bundled")),
                ("PATH".to_owned(), format!("{}:/usr/bin:/bin", text("programs"))),
            ]),
            platform: "linux".to_owned(),
            native_home: Some(self.path("home")),
            cwd: self.path("."),
            ..HostFacts::default()
        }
    }

    fn load(&self) -> LoadedSkills {
        self.load_seen(&mut Seen::default())
    }

    fn load_seen(&self, seen: &mut Seen) -> LoadedSkills {
        let (host, workspace) = (self.host(), self.path("workspace"));
        let locale = Collator::new("en-US").unwrap();
        self.store.load(&self.request(&host, &workspace, &locale), seen)
    }

    fn request<'a>(
        &'a self,
        host: &'a HostFacts,
        workspace: &'a Path,
        locale: &'a Collator,
    ) -> LoadRequest<'a> {
        LoadRequest {
            workspace,
            config: &self.config,
            host,
            plugin_dirs: &self.plugin_dirs,
            archived: &self.archived,
            workspace_only: self.workspace_only,
            bundled_dir: None,
            managed_dir: None,
            plugin_links: None,
            locale,
        }
    }

    fn snapshot(&self, selection: &Selection<'_>) -> WorkspaceSnapshot {
        self.snapshot_with(selection, &SETTINGS)
    }

    fn snapshot_with(
        &self,
        selection: &Selection<'_>,
        settings: &ListSettings<'_>,
    ) -> WorkspaceSnapshot {
        let host = self.host();
        let setting = Setting { config: &self.config, host: &host };
        let mut seen = Seen::default();
        self.snapshot_seen(&setting, selection, settings, &mut seen)
    }

    fn snapshot_seen(
        &self,
        setting: &Setting<'_>,
        selection: &Selection<'_>,
        settings: &ListSettings<'_>,
        seen: &mut Seen,
    ) -> WorkspaceSnapshot {
        let loaded = self.load_seen(seen);
        build_workspace_snapshot(loaded, setting, selection, settings, Some(1.0), &texts(), seen)
    }

    /// Makes a snapshot and keeps it under `request`.
    fn keep(&self, kept: &KeptSnapshots<u32>, request: u32) -> Arc<WorkspaceSnapshot> {
        let host = self.host();
        let setting = Setting { config: &self.config, host: &host };
        let mut seen = Seen::default();
        let made = self.snapshot_seen(&setting, &Selection::default(), &SETTINGS, &mut seen);
        let made = Arc::new(made);
        kept.keep(Arc::new(request), seen, Arc::clone(&made));
        made
    }

    fn names(&self) -> Vec<String> {
        names(&self.load())
    }

    /// `reason path` of every diagnostic, paths relative to the place.
    fn reasons(&self) -> Vec<String> {
        let loaded = self.load();
        loaded.diagnostics.iter().map(|diagnostic| self.reason(diagnostic)).collect()
    }

    fn reason(&self, diagnostic: &SkillDiagnostic) -> String {
        let path = PathBuf::from(diagnostic.path.to_string_lossy());
        let path = path.strip_prefix(self.path("")).unwrap_or(&path).display().to_string();
        format!("{} {path}", diagnostic.reason.name())
    }
}

fn names(loaded: &LoadedSkills) -> Vec<String> {
    loaded.entries.iter().map(|entry| entry.skill.name.to_string_lossy()).collect()
}

fn file_path(entry: &SkillEntry) -> PathBuf {
    PathBuf::from(entry.skill.file_path.to_string_lossy())
}

#[test]
fn later_sources_win_and_the_loser_is_reported_with_the_winner() {
    let mut place = Place::new();
    place.config = json!({"skills": {"load": {"extraDirs": [place.path("extra")]}}});
    let dirs = [
        "extra/notes",
        "bundled/notes",
        "home/.openclaw/skills/notes",
        "home/.agents/skills/notes",
        "workspace/.agents/skills/notes",
        "workspace/skills/notes",
    ];
    let sources = [
        "openclaw-extra",
        "openclaw-bundled",
        "openclaw-managed",
        "agents-skills-personal",
        "agents-skills-project",
        "openclaw-workspace",
    ];
    for (count, (dir, source)) in dirs.iter().zip(sources).enumerate() {
        let path = place.add(dir);
        let loaded = place.load();
        assert_eq!(names(&loaded), ["notes"]);
        assert_eq!(loaded.entries[0].source.name(), source);
        assert_eq!(file_path(&loaded.entries[0]), path);
        assert_eq!(loaded.diagnostics.len(), count);
        if let Some(loser) = loaded.diagnostics.last() {
            assert_eq!(place.reason(loser), format!("shadowed {}/SKILL.md", dirs[count - 1]));
            assert_eq!(loser.details[0].to_string_lossy(), path.to_str().unwrap());
        }
    }
    place.workspace_only = true;
    assert_eq!(place.load().diagnostics, []);
}

#[test]
fn within_a_source_the_later_path_wins() {
    let place = Place::new();
    for dir in ["dup2", "dup1", "dup10"] {
        place.write(&format!("workspace/skills/{dir}/SKILL.md"), &skill("same"));
    }
    let loaded = place.load();
    assert_eq!(file_path(&loaded.entries[0]), place.path("workspace/skills/dup2/SKILL.md"));
}

#[test]
fn the_search_goes_six_levels_down_and_two_in_extra_directories() {
    let mut place = Place::new();
    place.config = json!({"skills": {"load": {"extraDirs": [place.path("extra"), place.path("team/skills")]}}});
    place.add("workspace/skills/d1/d2/d3/d4/d5/six");
    place.add("workspace/skills/d1/d2/d3/d4/d5/d6/seven");
    place.add("workspace/skills/six-is-a-leaf");
    place.add("workspace/skills/six-is-a-leaf/below");
    place.add("workspace/skills/.hidden/dot");
    place.add("workspace/skills/node_modules/module");
    place.add("extra/x1/two");
    place.add("extra/y1/y2/three");
    place.add("team/skills/a/b/c/d/e/deep");
    assert_eq!(place.names(), ["deep", "six", "six-is-a-leaf", "two"]);
}

#[test]
fn a_root_that_is_a_skill_holds_that_skill_only() {
    let place = Place::new();
    place.add("workspace/skills/child");
    place.write("workspace/skills/SKILL.md", &skill("root"));
    assert_eq!(place.names(), ["root"]);
    place.write("workspace/skills/SKILL.md", "# no header\n");
    assert_eq!(place.names(), Vec::<String>::new());
    assert_eq!(place.reasons(), ["no-header workspace/skills/SKILL.md"]);
}

#[test]
fn a_root_whose_skills_lie_in_its_child_starts_there() {
    let mut place = Place::new();
    place.config = json!({"skills": {"load": {"extraDirs": [place.path("repo")]}}});
    place.add("repo/skills/a/b/c/deep");
    place.write("repo/docs/read.md", "");
    assert_eq!(place.names(), ["deep"]);
    place.add("repo/own");
    assert_eq!(place.names(), ["deep", "own"]);
}

#[test]
fn links_may_not_leave_a_contained_source() {
    let mut place = Place::new();
    place.add("far/one");
    place.link("far/one", "workspace/skills/one");
    place.add("workspace/skills/real");
    place.link("workspace/skills/real", "workspace/skills/again");
    place.link("nowhere", "workspace/skills/dangling");
    let reasons = place.reasons();
    assert_eq!(place.names(), ["real"]);
    assert!(reasons.contains(&"outside-root workspace/skills/one".to_owned()), "{reasons:?}");

    place.config = json!({"skills": {"load": {"allowSymlinkTargets": [place.path("far")]}}});
    let loaded = place.load();
    assert_eq!(names(&loaded), ["one", "real"]);
    assert_eq!(file_path(&loaded.entries[0]), place.path("workspace/skills/one/SKILL.md"));
}

#[test]
fn a_link_in_the_managed_source_is_known_by_its_real_path() {
    let place = Place::new();
    let real = place.add("far/one");
    place.link("far/one", "home/.openclaw/skills/linked");
    place.write("far/two/SKILL.md", "---\ndescription: nameless\n---\n");
    place.link("far/two", "home/.openclaw/skills/called");
    let loaded = place.load();
    assert_eq!(names(&loaded), ["called", "one"]);
    assert_eq!(file_path(&loaded.entries[1]), real);
}

#[test]
fn a_file_must_be_regular_have_one_name_and_lie_in_its_directory() {
    let place = Place::new();
    let hard = place.add("workspace/skills/hard");
    fs::hard_link(&hard, place.path("second-name")).unwrap();
    place.write("outside.md", &skill("outside"));
    place.link("outside.md", "workspace/skills/linked-out/SKILL.md");
    place.write("workspace/skills/linked-in/REAL.md", &skill("linked-in"));
    place.link("workspace/skills/linked-in/REAL.md", "workspace/skills/linked-in/SKILL.md");
    fs::create_dir_all(place.path("workspace/skills/folder/SKILL.md")).unwrap();
    place.write("workspace/skills/blank/SKILL.md", "");
    place.write("workspace/skills/lower/skill.md", &skill("lower"));
    let pipe = place.path("workspace/skills/pipe");
    fs::create_dir(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(pipe.join("SKILL.md")).status().unwrap();
    assert!(made.success());

    assert_eq!(place.names(), ["linked-in"]);
    let mut reasons = place.reasons();
    reasons.sort();
    assert_eq!(
        reasons,
        [
            "empty-file workspace/skills/blank/SKILL.md",
            "hard-link workspace/skills/hard/SKILL.md",
            "not-a-file workspace/skills/folder/SKILL.md",
            "not-a-file workspace/skills/pipe/SKILL.md",
            "outside-root workspace/skills/linked-out/SKILL.md",
            "wrong-case workspace/skills/lower/skill.md",
        ]
    );
}

#[test]
fn a_file_of_exactly_the_limit_is_read() {
    let place = Place::new();
    let padded = |name: &str, size: usize| {
        let text = skill(name);
        format!("{text}{}", "x".repeat(size - text.len()))
    };
    place.write("workspace/skills/fits/SKILL.md", &padded("fits", 256_000));
    place.write("workspace/skills/large/SKILL.md", &padded("large", 256_001));
    assert_eq!(place.names(), ["fits"]);
    assert_eq!(place.reasons(), ["too-large workspace/skills/large/SKILL.md"]);
}

#[test]
fn headers_that_are_no_skill_have_distinct_reasons() {
    let place = Place::new();
    place.write("workspace/skills/a/SKILL.md", "# Heading\n");
    place.write("workspace/skills/b/SKILL.md", "name: x\n---\n");
    place.write("workspace/skills/c/SKILL.md", "---\nname: x\n");
    place.write("workspace/skills/d/SKILL.md", "---\nname: x\n---\n");
    assert_eq!(
        place.reasons(),
        [
            "no-header workspace/skills/a/SKILL.md",
            "no-opening-fence workspace/skills/b/SKILL.md",
            "unterminated-header workspace/skills/c/SKILL.md",
            "no-description workspace/skills/d/SKILL.md",
        ]
    );
}

#[test]
fn limits_cut_candidates_and_skills_and_say_so() {
    let mut place = Place::new();
    for name in ["a", "b", "c", "d"] {
        place.add(&format!("workspace/skills/{name}"));
    }
    place.add("workspace/skills/skills/nested");
    place.config = json!({"skills": {"limits": {"maxCandidatesPerRoot": 2}}});
    assert_eq!(place.names(), ["a", "b", "nested"]);
    assert_eq!(place.reasons(), ["scan-limit workspace/skills/c", "scan-limit workspace/skills/d"]);
    place.config = json!({"skills": {"limits": {"maxSkillsLoadedPerSource": 3}}});
    assert_eq!(place.names(), ["a", "b", "c"]);
    assert_eq!(
        place.reasons(),
        ["scan-limit workspace/skills/d", "scan-limit workspace/skills/skills/nested"]
    );
    place.config = json!({"skills": {"limits": {"maxCandidatesPerRoot": 0}}});
    assert_eq!(place.names(), Vec::<String>::new());
}

#[test]
fn archived_skills_are_left_out_and_do_not_hide_others() {
    let mut place = Place::new();
    place.add("bundled/notes");
    place.archived.insert(place.add("workspace/skills/notes"));
    let loaded = place.load();
    assert_eq!(file_path(&loaded.entries[0]), place.path("bundled/notes/SKILL.md"));
    assert_eq!(place.reasons(), ["archived workspace/skills/notes/SKILL.md"]);
}

#[test]
fn a_plugins_skill_is_known_by_the_link_to_it() {
    let mut place = Place::new();
    place.add("plugin/skills/canvas");
    place.add("plugin/single");
    place.plugin_dirs = vec![place.path("plugin/skills"), place.path("plugin/single")];
    let loaded = place.load();
    assert_eq!(names(&loaded), ["canvas", "single"]);
    assert_eq!(file_path(&loaded.entries[0]), place.path("plugin/skills/canvas/SKILL.md"));

    let links = place.path("home/.openclaw/plugin-skills");
    fs::create_dir_all(&links).unwrap();
    place.link("workspace", "home/.openclaw/plugin-skills/stale");
    fs::write(links.join("kept"), "not a link").unwrap();
    publish_plugin_links(&links, &place.plugin_dirs).unwrap();
    publish_plugin_links(&links, &place.plugin_dirs).unwrap();
    let mut made: Vec<_> =
        fs::read_dir(&links).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    made.sort();
    assert_eq!(made, ["canvas", "kept", "single"]);
    let loaded = place.load();
    assert_eq!(file_path(&loaded.entries[0]), links.join("canvas/SKILL.md"));
    let source = loaded.entries[0].sync_source_dir.as_ref().unwrap();
    assert_eq!(source.to_string_lossy(), place.path("plugin/skills/canvas").to_str().unwrap());
    assert_eq!(loaded.diagnostics, []);
}

#[test]
fn the_record_of_an_installation_names_the_skills_key() {
    let place = Place::new();
    place.add("workspace/skills/a");
    let key = || place.load().entries[0].key();
    assert_eq!(key(), "a");
    let record =
        place.write("workspace/skills/a/.openclaw/source-origin.json", r#"{"slug":" s "}"#);
    assert_eq!(key(), "s");
    fs::remove_file(&record).unwrap();
    place.write("elsewhere.json", r#"{"slug":"x"}"#);
    symlink(place.path("elsewhere.json"), &record).unwrap();
    assert_eq!(key(), "a");
}

#[test]
fn a_change_is_noticed_even_where_size_and_time_stay_the_same() {
    let place = Place::new();
    let path = place.write("workspace/skills/a/SKILL.md", &skill("one"));
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    for name in ["two", "six", "ten", "one"] {
        assert_eq!(place.load().entries.len(), 1);
        fs::write(&path, skill(name)).unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        assert_eq!(place.names(), [name]);
    }
}

#[test]
fn skills_that_come_and_go_are_noticed_and_the_rest_is_not_read_again() {
    let place = Place::new();
    place.add("workspace/skills/a");
    place.add("workspace/skills/group/b");
    // Past the clock's grain, so that what is read now may be kept.
    std::thread::sleep(Duration::from_millis(80));
    let first = place.load();
    let second = place.load();
    assert!(Arc::ptr_eq(&first.entries[0], &second.entries[0]));
    place.add("workspace/skills/group/c");
    place.add("workspace/skills/d");
    assert_eq!(place.names(), ["a", "b", "c", "d"]);
    fs::remove_dir_all(place.path("workspace/skills/group")).unwrap();
    assert_eq!(place.names(), ["a", "d"]);
    let hard = place.path("workspace/skills/a/SKILL.md");
    fs::hard_link(&hard, place.path("second-name")).unwrap();
    assert_eq!(place.names(), ["d"]);
}

#[test]
fn the_order_of_creation_and_the_state_of_the_cache_do_not_matter() {
    let dirs = ["workspace/skills/b", "bundled/a", "home/.agents/skills/é", "workspace/skills/B"];
    let made = |dirs: &[&str]| {
        let place = Place::new();
        for dir in dirs {
            place.add(dir);
        }
        let entries = |loaded: &LoadedSkills| -> Vec<_> {
            let row = |entry: &Arc<SkillEntry>| (entry.skill.name.clone(), entry.source);
            loaded.entries.iter().map(row).collect()
        };
        let first = entries(&place.load());
        assert_eq!(first, entries(&place.load()));
        first
    };
    let forward = made(&dirs);
    let backward: Vec<&str> = dirs.iter().rev().copied().collect();
    assert_eq!(forward, made(&backward));
}

#[test]
fn many_files_are_read_on_several_threads_in_order() {
    let place = Place::new();
    let expected: Vec<String> = (100..290).map(|number| format!("skill-{number}")).collect();
    for name in &expected {
        place.add(&format!("workspace/skills/{name}"));
    }
    assert_eq!(place.names(), expected);
}

/// Longer than what must pass before a change is certain to show.
fn settle() {
    std::thread::sleep(Duration::from_millis(80));
}

#[test]
fn a_snapshot_is_kept_until_the_disk_answers_differently() {
    let mut place = Place::new();
    place.config = json!({"skills": {"load": {
        "extraDirs": [place.path("extra")],
        "allowSymlinkTargets": [place.path("elsewhere")],
    }}});
    place.plugin_dirs = vec![place.path("plugin")];
    place.add("workspace/skills/edited");
    place.add("workspace/skills/removed");
    place.add("workspace/skills/installed");
    place.add("workspace/skills/group/nested");
    place.add("elsewhere/one");
    place.add("elsewhere/two");
    place.link("elsewhere/one", "workspace/skills/linked");
    place.add("plugin/plugged");
    place.write("programs/first", "");
    place.write("programs/no-program", "");
    place.write("elsewhere/tool", "");
    let allow =
        |path: &str| fs::set_permissions(place.path(path), fs::Permissions::from_mode(0o755));
    allow("elsewhere/tool").unwrap();
    place.link("elsewhere/tool", "programs/linked-tool");
    fs::create_dir(place.path("programs/below")).unwrap();
    let bins = r#"metadata: {"openclaw": {"requires": {"anyBins": ["none", "no-program", "below/tool", "linked-tool"]}}}"#;
    let needy = format!("---\nname: needy\ndescription: about\n{bins}\n---\n");
    place.write("workspace/skills/needy/SKILL.md", &needy);
    let links = place.path("home/.openclaw/plugin-skills");
    publish_plugin_links(&links, &place.plugin_dirs).unwrap();

    let edit = || fs::write(place.path("workspace/skills/edited/SKILL.md"), skill("EDITED"));
    let point_elsewhere = || {
        fs::remove_file(place.path("workspace/skills/linked"))?;
        symlink(place.path("elsewhere/two"), place.path("workspace/skills/linked"))
    };
    let add = |dir: &str| {
        place.add(dir);
        Ok(())
    };
    let record = "workspace/skills/installed/.openclaw/source-origin.json";
    let write = |path: &str, text: &str| {
        place.write(path, text);
        Ok(())
    };
    let move_home = || {
        fs::rename(place.path("home"), place.path("moved"))?;
        symlink(place.path("moved"), place.path("home"))
    };
    let changes: [(&str, &dyn Fn() -> std::io::Result<()>); 17] = [
        ("the target of a program", &|| fs::remove_file(place.path("elsewhere/tool"))),
        ("a program in a directory", &|| {
            place.write("programs/below/tool", "");
            allow("programs/below/tool")
        }),
        ("a file that becomes a program", &|| allow("programs/no-program")),
        ("a file of the same size", &edit),
        ("a new skill", &|| add("workspace/skills/new")),
        ("a skill that went", &|| fs::remove_dir_all(place.path("workspace/skills/removed"))),
        ("a new skill further down", &|| add("workspace/skills/group/deep")),
        ("a link to another skill", &point_elsewhere),
        ("what a link leads to", &|| write("elsewhere/two/SKILL.md", &skill("three"))),
        ("a record of installation", &|| write(record, r#"{"slug": "one"}"#)),
        ("another record", &|| write(record, r#"{"slug": "two"}"#)),
        ("an extra directory", &|| add("extra/more")),
        ("a bundled skill", &|| add("bundled/own")),
        ("a managed skill", &|| add("home/.openclaw/skills/managed")),
        ("a link of a plugin", &|| fs::remove_file(links.join("plugged"))),
        ("a program", &|| write("programs/second", "")),
        ("the home", &move_home),
    ];
    let kept = KeptSnapshots::default();
    for (what, change) in changes {
        settle();
        let made = place.keep(&kept, 1);
        let found = kept.get(&1, &place.host());
        assert!(found.is_some_and(|found| Arc::ptr_eq(&found, &made)), "before {what}");
        // What is no skill's file is not asked for.
        fs::write(place.path("workspace/skills/group/nested/notes"), what).unwrap();
        assert!(kept.get(&1, &place.host()).is_some(), "beside {what}");
        change().unwrap();
        assert!(kept.get(&1, &place.host()).is_none(), "{what}");
    }
}

#[test]
fn whatever_changes_a_kept_snapshot_is_the_one_that_reading_anew_gives() {
    let mut place = Place::new();
    let kept = KeptSnapshots::default();
    let mut state = 20_261_130_u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let roots = ["workspace/skills", "home/.agents/skills", "bundled", "workspace/skills/group"];
    let (mut answered, mut made_anew) = (0, 0);
    for step in 0..40 {
        let root = roots[random(roots.len())];
        let dir = format!("{root}/{}", ["a", "b", "c"][random(3)]);
        let path = place.path(&dir);
        // A link to nowhere makes room for whatever comes.
        if !path.exists() {
            drop(fs::remove_file(&path));
        }
        match random(6) {
            0 => drop(place.write(&format!("{dir}/SKILL.md"), &skill(&format!("n{step}")))),
            1 => drop(place.write(&format!("{dir}/SKILL.md"), "no header")),
            2 => drop(fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path))),
            3 => drop(fs::remove_file(path.join("SKILL.md"))),
            4 if fs::symlink_metadata(&path).is_err() => place.link("workspace/skills/a", &dir),
            4 => drop(fs::rename(&path, place.path(&format!("{root}/moved-{step}")))),
            // Nothing changes.
            _ => {}
        }
        if random(4) > 0 {
            settle();
        }
        let store = std::mem::take(&mut place.store);
        let anew = place.snapshot(&Selection::default());
        place.store = store;
        let found = kept.get(&1, &place.host());
        *(if found.is_some() { &mut answered } else { &mut made_anew }) += 1;
        let found = found.unwrap_or_else(|| place.keep(&kept, 1));
        assert_eq!(found.snapshot, anew.snapshot, "step {step}");
        assert_eq!(found.considered(), anew.considered(), "step {step}");
    }
    // Else the walk has shown nothing.
    assert!(answered > 4 && made_anew > 4, "{answered} answered, {made_anew} made anew");
}

#[test]
fn what_changed_a_moment_ago_is_not_relied_on() {
    let place = Place::new();
    let file = place.add("workspace/skills/a");
    settle();
    let kept = KeptSnapshots::default();
    fs::write(&file, skill("b")).unwrap();
    place.keep(&kept, 1);
    assert!(kept.get(&1, &place.host()).is_none());
    settle();
    place.keep(&kept, 1);
    assert!(kept.get(&1, &place.host()).is_some());
}

#[test]
fn among_many_skills_a_change_of_the_first_or_the_last_is_noticed() {
    let place = Place::new();
    let files: Vec<PathBuf> =
        (10..90).map(|number| place.add(&format!("workspace/skills/s{number}"))).collect();
    let kept = KeptSnapshots::default();
    for changed in [&files[0], &files[79], &files[39], &files[40]] {
        settle();
        place.keep(&kept, 1);
        assert!(kept.get(&1, &place.host()).is_some());
        fs::write(changed, skill("one")).unwrap();
        assert!(kept.get(&1, &place.host()).is_none(), "{}", changed.display());
    }
}

#[test]
fn each_request_has_its_own_snapshot_and_the_oldest_goes_first() {
    let place = Place::new();
    place.add("workspace/skills/a");
    settle();
    let kept = KeptSnapshots::default();
    let made: Vec<_> = (0..17).map(|request| place.keep(&kept, request)).collect();
    assert!(kept.get(&0, &place.host()).is_none());
    for request in 1..17 {
        let found = kept.get(&request, &place.host()).unwrap();
        assert!(Arc::ptr_eq(&found, &made[request as usize]));
    }
}

#[test]
fn a_snapshot_accounts_for_every_skill() {
    let mut place = Place::new();
    place.config =
        json!({"agents": {"list": [{"id": "main", "skills": ["shown", "hidden", "needy"]}]}});
    place.add("workspace/skills/shown");
    place.add("workspace/skills/other");
    let header =
        |name: &str, line: &str| format!("---\nname: {name}\ndescription: d\n{line}\n---\n");
    let hidden = header("hidden", "disable-model-invocation: true");
    place.write("workspace/skills/hidden/SKILL.md", &hidden);
    let needy =
        header("needy", r#"metadata: {"openclaw":{"requires":{"bins":["no-such-program"]}}}"#);
    place.write("workspace/skills/needy/SKILL.md", &needy);
    place.write("workspace/skills/broken/SKILL.md", "");

    let made = place.snapshot(&Selection { agent_id: Some("main"), ..Selection::default() });
    let reasons: Vec<_> =
        made.diagnostics.iter().map(|diagnostic| diagnostic.reason.name()).collect();
    assert_eq!(reasons, ["empty-file", "bins", "not-in-allowlist", "hidden"]);
    assert_eq!(made.snapshot.skills.len(), 2);
    assert_eq!(made.list.included.len(), 1);
    assert_eq!(made.entries[made.list.included[0].entry].skill.name.to_string_lossy(), "shown");
    let prompt = made.snapshot.prompt.to_string_lossy();
    assert!(prompt.contains("<name>shown</name>") && !prompt.contains("hidden"));
    let rows: Vec<_> =
        made.considered().iter().map(|row| (row.state.name(), row.version.is_some())).collect();
    assert_eq!(
        rows,
        [
            ("listed", true),
            ("hidden", true),
            ("ineligible", true),
            ("ineligible", true),
            ("not-loaded", false)
        ]
    );
    let made = place.snapshot(&Selection { skill_filter: Some(&[]), ..Selection::default() });
    assert!(made.snapshot.prompt.is_empty());
}

#[test]
fn a_list_of_skills_narrows_the_entries_to_those_eligible_here() {
    let place = Place::new();
    place.add("workspace/skills/a");
    let foreign = "---\nname: b\ndescription: d\nmetadata: {openclaw: {os: 'darwin'}}\n---\n";
    place.write("workspace/skills/b/SKILL.md", foreign);
    let listed = ["a", "b", "c"].map(str::to_owned);
    let remote = RemoteHost { platforms: vec!["darwin".to_owned()], ..RemoteHost::default() };
    let named = Selection { skill_filter: Some(&listed), ..Selection::default() };
    for (selection, expected) in [
        (Selection::default(), &["a", "b"][..]),
        (named, &["a"]),
        (Selection { remote: Some(&remote), ..named }, &["a", "b"]),
        (Selection { skill_filter: Some(&[]), ..named }, &[]),
    ] {
        let (host, workspace) = (place.host(), place.path("workspace"));
        let locale = Collator::new("en-US").unwrap();
        let load = place.request(&host, &workspace, &locale);
        let loaded = load_workspace_entries(&place.store, &load, &selection);
        assert_eq!(names(&loaded), expected);
    }
}

#[test]
fn a_sandboxed_agent_sees_paths_that_its_tools_can_read() {
    let place = Place::new();
    place.add("workspace/skills/a");
    let root = to_text(place.path("workspace").to_str().unwrap());
    let mapping = SandboxMapping::new(&root, &to_text("/box"), false, false);
    let settings = ListSettings { sandbox: Some(&mapping), ..SETTINGS };
    let made = place.snapshot_with(&Selection::default(), &settings);
    let prompt = made.snapshot.prompt.to_string_lossy();
    assert!(prompt.contains("<location>/box/skills/a/SKILL.md</location>"), "{prompt}");
    // The entries that others may still hold are as they were.
    assert_eq!(file_path(&place.load().entries[0]), place.path("workspace/skills/a/SKILL.md"));
}

#[test]
fn entries_at_hand_give_a_list_of_those_that_are_eligible() {
    let place = Place::new();
    place.add("workspace/skills/a");
    let foreign = "---\nname: b\ndescription: d\nmetadata: {openclaw: {os: 'darwin'}}\n---\n";
    place.write("workspace/skills/b/SKILL.md", foreign);
    let host = place.host();
    let setting = Setting { config: &place.config, host: &host };
    let remote = RemoteHost { note: Some(to_text(" N ")), ..RemoteHost::default() };
    let selection = Selection { remote: Some(&remote), ..Selection::default() };
    let entries = place.load().entries;
    let list = |entries: &[Arc<SkillEntry>], selection: &Selection<'_>| {
        list_entries(entries.to_vec(), &setting, selection, &SETTINGS, &texts()).to_string_lossy()
    };
    let made = list(&entries, &selection);
    assert!(made.starts_with("N\n\n\n") && made.contains("<name>a<"), "{made}");
    assert!(!made.contains("<name>b<"));
    assert_eq!(list(&entries[1..], &selection), "N");
    assert_eq!(list(&[], &selection), "");
    let none = Selection { skill_filter: Some(&[]), ..selection };
    assert_eq!(list(&entries, &none), "");
}

fn texts() -> SkillTexts {
    SkillTexts::load(&|key| shipped(key)).unwrap()
}

const SETTINGS: ListSettings<'_> = ListSettings {
    versions: true,
    shorten_home: true,
    overflow: &Overflow::Alphabetical,
    sandbox: None,
};

fn shipped(key: &str) -> Option<&'static Template> {
    clawprompt_core::shipped::definition().text(key)
}
