//! Zones, local times and time stamps. The instant is an argument.

use clawprompt_core::config::{
    self, ConfigTexts, EnvelopeOptions, EnvelopeParts, Instant, TimeFormat,
};
use clawprompt_core::text::U16Str;
use napi::Env;
use napi::bindgen_prelude::Unknown;
use napi_derive::napi;
use serde::{Deserialize, Serialize};

use crate::config::PromptConfig;
use crate::error::{Code, Error, Result};
use crate::text::JsText;
use crate::to_js::{OrUndefined, ToJs, or_undefined};
use crate::{from_js, host};

#[derive(Clone, Copy, Serialize, Deserialize)]
pub enum Hours {
    #[serde(rename = "12")]
    Twelve,
    #[serde(rename = "24")]
    TwentyFour,
}

impl From<Hours> for TimeFormat {
    fn from(hours: Hours) -> Self {
        match hours {
            Hours::Twelve => Self::Hour12,
            Hours::TwentyFour => Self::Hour24,
        }
    }
}

/// Whether the name, once trimmed, names a time zone: of the time zone database in any case, an older name such
/// as `PST`, or an offset such as `+02:00`.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "name: string")]
pub fn is_time_zone(env: Env, name: Unknown<'_>) -> Result<bool> {
    Ok(config::is_time_zone(&from_js::read::<String>(env, "name", &name)?))
}

/// The user's time zone: `configured` when it names a zone, else `hostTimezone`, else `UTC`.
///
/// Trimmed, in the spelling it was given. This is the only fallback; `adaptRun` reports a refused zone.
///
/// `hostTimezone` defaults to the zone of the process.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "configured?: string | null, hostTimezone?: string | null")]
pub fn resolve_user_timezone(
    env: Env,
    configured: Unknown<'_>,
    host_timezone: Unknown<'_>,
) -> Result<String> {
    let configured: Option<String> = from_js::read(env, "configured", &configured)?;
    let host: Option<String> = from_js::read(env, "hostTimezone", &host_timezone)?;
    let host = host.map_or_else(|| host::clock(env).map(|clock| clock.time_zone), Ok)?;
    let configured = configured.map(serde_json::Value::String);
    Ok(config::resolve_user_timezone(configured.as_ref(), Some(&host)).zone)
}

/// Whether hours run to 12 or to 24: `agents.defaults.timeFormat` when it is the string `12` or `24`, else
/// `hostFormat`, which defaults to that of the process's locale.
///
/// @throws `ERR_INVALID_PARAMETER` when `hostFormat` is neither
#[napi(
    catch_unwind,
    ts_args_type = "configured?: unknown, hostFormat?: '12' | '24' | null",
    ts_return_type = "'12' | '24'"
)]
pub fn resolve_user_time_format(
    env: Env,
    configured: Unknown<'_>,
    host_format: Unknown<'_>,
) -> Result<ToJs<Hours>> {
    let configured: serde_json::Value = from_js::read(env, "configured", &configured)?;
    let host: Option<Hours> = from_js::read(env, "hostFormat", &host_format)?;
    let host = match host {
        Some(hours) => hours.into(),
        None if host::clock(env)?.hour12 => TimeFormat::Hour12,
        None => TimeFormat::Hour24,
    };
    Ok(ToJs(match config::resolve_time_format(Some(&configured), host) {
        TimeFormat::Hour12 => Hours::Twelve,
        TimeFormat::Hour24 => Hours::TwentyFour,
    }))
}

/// Local time in English, such as `Monday, January 5th, 2026 - 16:26`; `undefined` when the zone names none or
/// the date is not one.
///
/// @throws `ERR_INVALID_PARAMETER` when an argument has a wrong type
#[napi(
    catch_unwind,
    ts_args_type = "instant: Date | number, timeZone: string, format: '12' | '24'",
    ts_return_type = "string | undefined"
)]
pub fn format_user_time(
    env: Env,
    instant: Unknown<'_>,
    time_zone: Unknown<'_>,
    format: Unknown<'_>,
) -> Result<OrUndefined<String>> {
    let millis: f64 = from_js::read(env, "instant", &instant)?;
    let zone: String = from_js::read(env, "timeZone", &time_zone)?;
    let hours: Hours = from_js::read(env, "format", &format)?;
    let instant = Instant::from_epoch_millis(millis).ok();
    let time = instant.and_then(|instant| config::format_user_time(instant, &zone, hours.into()));
    Ok(or_undefined(time))
}

/// The two lines of a status card: local time with its zone, and the same instant in UTC.
///
/// `undefined` when `timeZone` names none: take it from `resolveUserTimezone`.
///
/// @throws `ERR_INVALID_PARAMETER` when a field has a wrong type or `instant` is no date
#[napi(
    catch_unwind,
    ts_args_type = "params: { instant: Date | number; timeZone: string; format: '12' | '24' }",
    ts_return_type = "string | undefined"
)]
pub fn format_current_time_lines(env: Env, params: Unknown<'_>) -> Result<OrUndefined<JsText>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Request {
        instant: f64,
        time_zone: String,
        format: Hours,
    }
    let Request { instant, time_zone, format } = from_js::read(env, "params", &params)?;
    let texts = &ConfigTexts::shipped().time;
    let instant = self::instant(instant)?;
    let lines = config::current_time_lines(instant, &time_zone, format.into(), texts);
    Ok(or_undefined(lines.map(JsText)))
}

/// A prompt of a cron run, a heartbeat or a compaction with the lines of `formatCurrentTimeLines`: the first such
/// pair in it is replaced, further ones go, and without one the pair is appended. A blank text stays blank.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "text: string, lines: string", ts_return_type = "string")]
pub fn refresh_current_time_lines(
    env: Env,
    text: Unknown<'_>,
    lines: Unknown<'_>,
) -> Result<JsText> {
    let text: JsText = from_js::read(env, "text", &text)?;
    let lines: JsText = from_js::read(env, "lines", &lines)?;
    Ok(JsText(config::with_current_time(&text.0, &lines.0, &ConfigTexts::shipped().time)))
}

/// The header of an inbound message, such as `[Telegram Ann +2m Mon 2026-01-05T22:26:34Z]`.
///
/// `agents.defaults.envelopeTimezone`, `.envelopeTimestamp` and `.envelopeElapsed` shape it.
///
/// @throws `ERR_INVALID_PARAMETER`
#[napi(catch_unwind, ts_args_type = "params: EnvelopeHeaderRequest", ts_return_type = "string")]
pub fn format_envelope_header(env: Env, params: Unknown<'_>) -> Result<JsText> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
    struct Request {
        config: Option<PromptConfig>,
        host_timezone: Option<String>,
        channel: Option<JsText>,
        from: Option<JsText>,
        host: Option<JsText>,
        ip: Option<JsText>,
        timestamp: Option<f64>,
        previous_timestamp: Option<f64>,
    }
    let request: Request = from_js::read(env, "params", &params)?;
    let zone = request.host_timezone.map_or_else(|| host::clock(env).map(|it| it.time_zone), Ok)?;
    let config = request.config.map(|PromptConfig(config)| config.into());
    let parts = EnvelopeParts {
        channel: request.channel.as_ref().map(units),
        from: request.from.as_ref().map(units),
        host: request.host.as_ref().map(units),
        ip: request.ip.as_ref().map(units),
        timestamp: request.timestamp.map(instant).transpose()?,
        previous: request.previous_timestamp.map(instant).transpose()?,
    };
    let options = EnvelopeOptions::from_config(config.as_ref(), Some(&zone));
    Ok(JsText(config::envelope_header(&parts, &options)))
}

fn units(text: &JsText) -> &U16Str {
    &text.0
}

fn instant(millis: f64) -> Result<Instant> {
    Instant::from_epoch_millis(millis)
        .map_err(|error| Error::new(Code::InvalidParameter, error.to_string()))
}
