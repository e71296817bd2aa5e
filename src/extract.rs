//! Reads many members of an object in one call.
//!
//! Asking Node for each member by name costs about 110 ns, mostly for making the name a key again. A small
//! function that V8 compiles returns them all at once; one is made for each kind of object and environment.

#![expect(unsafe_code, reason = "instance data is a pointer that Node keeps")]

use std::ffi::{CStr, c_void};
use std::ptr;

use clawprompt_core::config::Keep;
use clawprompt_core::prompt::Field;
use napi::sys::{self, napi_env, napi_ref, napi_value};
use napi::{Result, check_status};

/// The functions of one environment, by the address of the table they follow.
#[derive(Default)]
struct Extractors {
    known: Vec<(*const (), napi_ref)>,
}

/// The object's members as an array: first a number whose bit `i` says that member `i` is not `undefined`,
/// then those members.
pub(crate) fn members(
    env: napi_env,
    object: napi_value,
    fields: &'static [Field],
) -> Result<napi_value> {
    call(env, fields.as_ptr().cast(), || members_source(fields), object)
}

/// What `keep` names of the object, as JSON; `undefined` when it must be read value by value: when that throws,
/// or holds half a surrogate pair.
pub(crate) fn json(env: napi_env, object: napi_value, keep: &'static Keep) -> Result<napi_value> {
    call(env, ptr::from_ref(keep).cast(), || json_source(*keep), object)
}

/// Calls the function of `table` with one argument.
fn call(
    env: napi_env,
    table: *const (),
    source: impl FnOnce() -> String,
    argument: napi_value,
) -> Result<napi_value> {
    let function = extractor(env, table, source)?;
    let (mut receiver, mut result) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: all handles belong to this call; one argument is passed and counted.
    unsafe {
        check_status!(sys::napi_get_undefined(env, &raw mut receiver))?;
        check_status!(sys::napi_call_function(
            env,
            receiver,
            function,
            1,
            &raw const argument,
            &raw mut result,
        ))?;
    }
    Ok(result)
}

fn extractor(
    env: napi_env,
    table: *const (),
    source: impl FnOnce() -> String,
) -> Result<napi_value> {
    let state = state(env)?;
    if let Some((_, reference)) = state.known.iter().find(|(known, _)| *known == table) {
        let mut function = ptr::null_mut();
        // SAFETY: the reference was made in this environment and is strong.
        check_status!(unsafe {
            sys::napi_get_reference_value(env, *reference, &raw mut function)
        })?;
        return Ok(function);
    }
    let function = compile(env, &source())?;
    let mut reference = ptr::null_mut();
    // SAFETY: a strong reference to a function, released with the environment.
    check_status!(unsafe { sys::napi_create_reference(env, function, 1, &raw mut reference) })?;
    state.known.push((table, reference));
    Ok(function)
}

/// Bits that a JavaScript number holds exactly.
const MOST_FIELDS: usize = 53;

fn read_member((index, field): (usize, &Field)) -> String {
    let (name, bit) = (field.name, 1_u64 << index);
    format!(
        "member = value.{name}; if (member !== undefined) {{ bits += {bit}; found.push(member) }} "
    )
}

fn members_source(fields: &[Field]) -> String {
    assert!(fields.len() <= MOST_FIELDS, "one number holds a bit for each field");
    let reads: Vec<String> = fields.iter().enumerate().map(read_member).collect();
    format!(
        "(value => {{ const found = [0]; let bits = 0, member; {} found[0] = bits; return found }})",
        reads.concat()
    )
}

/// A number keeps all, an object its keys, an array the same of each entry.
fn keep_source(keep: Keep) -> String {
    match keep {
        Keep::All => "0".to_owned(),
        Keep::Each(keep) => format!("[{}]", keep_source(*keep)),
        Keep::Keys(keys) => {
            let key = |(name, keep): &(&CStr, Keep)| {
                format!("{}: {}", name.to_string_lossy(), keep_source(*keep))
            };
            format!("{{ {} }}", keys.iter().map(key).collect::<Vec<_>>().join(", "))
        }
    }
}

fn json_source(keep: Keep) -> String {
    format!(
        "(keep => {{
            const take = (value, keep) => {{
                if (keep === 0 || value === null || typeof value !== 'object') return value
                const each = Array.isArray(keep)
                if (Array.isArray(value)) return each ? value.map(entry => take(entry, keep[0])) : value
                const taken = {{}}
                for (const key of Object.keys(each ? value : keep)) {{
                    if (key === '__proto__') throw key
                    const member = value[key]
                    if (member !== undefined) taken[key] = take(member, each ? keep[0] : keep[key])
                }}
                return taken
            }}
            return value => {{
                try {{
                    const json = JSON.stringify(take(value, keep))
                    return json.includes('\\\\ud') ? undefined : json
                }} catch {{}}
            }}
        }})({})",
        keep_source(keep)
    )
}

fn compile(env: napi_env, source: &str) -> Result<napi_value> {
    let (mut script, mut function) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the source is a string of its own, made of names from our tables.
    unsafe {
        check_status!(sys::napi_create_string_utf8(
            env,
            source.as_ptr().cast(),
            isize::try_from(source.len()).unwrap_or(isize::MAX),
            &raw mut script,
        ))?;
        check_status!(sys::napi_run_script(env, script, &raw mut function))?;
    }
    Ok(function)
}

/// The environment's own state, made on first use. A worker thread has an environment of its own.
fn state<'a>(env: napi_env) -> Result<&'a mut Extractors> {
    let mut data = ptr::null_mut();
    // SAFETY: only this module sets instance data, always to a box of `Extractors`; an environment runs on
    // one thread, and no reference to the state is held across a call into JavaScript.
    unsafe {
        check_status!(sys::napi_get_instance_data(env, &raw mut data))?;
        if data.is_null() {
            data = Box::into_raw(Box::<Extractors>::default()).cast();
            let set = sys::napi_set_instance_data(env, data, Some(release), ptr::null_mut());
            check_status!(set).inspect_err(|_| drop(Box::from_raw(data.cast::<Extractors>())))?;
        }
        Ok(&mut *data.cast::<Extractors>())
    }
}

/// Runs when the environment ends.
unsafe extern "C" fn release(env: napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: Node passes the pointer of `state` exactly once; the references were made in this environment.
    unsafe {
        let state = Box::from_raw(data.cast::<Extractors>());
        for (_, reference) in state.known {
            sys::napi_delete_reference(env, reference);
        }
    }
}
