//! What a run's channel means for its prompt.

use serde::Deserialize;

use super::params::{SilentReplyPromptMode, SourceReplyDeliveryMode};
use super::utf16;
use crate::text::{Text, U16Str, lower_case, to_lossy, to_text, trim};

/// Channels whose approvals have buttons or cards of their own.
pub const NATIVE_APPROVAL_CHANNELS: [&str; 7] =
    ["discord", "googlechat", "matrix", "qqbot", "slack", "telegram", "signal"];

/// Where the capabilities of a channel come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CapabilitySources {
    /// `capabilities` in the channel's config.
    #[serde(with = "utf16")]
    pub channel: Option<Vec<Text>>,
    /// `capabilities` in the account's config; beats the channel's.
    #[serde(with = "utf16")]
    pub account: Option<Vec<Text>>,
    /// What the channel's plugin declares.
    #[serde(with = "utf16")]
    pub plugin: Vec<Text>,
    /// Whether the plugin declares approvals of its own.
    pub native_approvals: bool,
    /// Whether sub-agents may be bound to threads.
    pub threadbound_subagent_spawn: bool,
    /// Whether ACP sessions may be bound to threads.
    pub threadbound_acp_spawn: bool,
}

/// The capabilities of a channel, without repeats; case does not matter, the first spelling stays.
#[must_use]
pub fn channel_capabilities(sources: CapabilitySources) -> Vec<Text> {
    let flag = |name: &str, set: bool| set.then(|| to_text(name));
    let configured = sources.account.or(sources.channel).unwrap_or_default();
    let declared = [
        flag("nativeApprovals", sources.native_approvals),
        flag("threadbound-subagent-spawn", sources.threadbound_subagent_spawn),
        flag("threadbound-acp-spawn", sources.threadbound_acp_spawn),
    ];
    let mut seen: Vec<Text> = Vec::new();
    let mut capabilities = Vec::new();
    for capability in
        configured.into_iter().chain(sources.plugin).chain(declared.into_iter().flatten())
    {
        let key = lower_case(trim(&capability)).into_owned();
        if !key.is_empty() && !seen.contains(&key) {
            seen.push(key);
            capabilities.push(capability);
        }
    }
    capabilities
}

/// Whether an approval is asked for in the channel's own interface first: a capability `inlinebuttons`
/// or `nativeapprovals`, or one of [`NATIVE_APPROVAL_CHANNELS`]; case and blanks do not matter.
#[must_use]
pub fn has_native_approvals(channel: Option<&U16Str>, capabilities: &[Text]) -> bool {
    let plain = |text: &U16Str| to_lossy(&lower_case(trim(text)));
    let capable = |capability: &Text| {
        matches!(plain(capability).as_str(), "inlinebuttons" | "nativeapprovals")
    };
    capabilities.iter().any(capable)
        || channel
            .is_some_and(|channel| NATIVE_APPROVAL_CHANNELS.contains(&plain(channel).as_str()))
}

/// Whether the prompt explains the silent-reply token: not when the conversation has a context of its
/// own that does, and not when only the message tool delivers.
#[must_use]
pub fn silent_reply_prompt_mode(
    direct_chat_context: Option<&U16Str>,
    group_chat_context: Option<&U16Str>,
    delivery: Option<SourceReplyDeliveryMode>,
) -> SilentReplyPromptMode {
    let given = |context: Option<&U16Str>| context.is_some_and(|context| !context.is_empty());
    let elsewhere = given(direct_chat_context)
        || given(group_chat_context)
        || delivery == Some(SourceReplyDeliveryMode::MessageToolOnly);
    if elsewhere { SilentReplyPromptMode::None } else { SilentReplyPromptMode::Generic }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(items: &[&str]) -> Vec<Text> {
        items.iter().map(|item| to_text(item)).collect()
    }

    #[test]
    fn the_account_beats_the_channel_and_repeats_go() {
        let sources = CapabilitySources {
            channel: Some(texts(&["polls"])),
            account: Some(texts(&["inlineButtons", " "])),
            plugin: texts(&["InlineButtons", "media"]),
            native_approvals: true,
            threadbound_subagent_spawn: false,
            threadbound_acp_spawn: true,
        };
        let expected = ["inlineButtons", "media", "nativeApprovals", "threadbound-acp-spawn"];
        assert_eq!(channel_capabilities(sources), texts(&expected));
        let channel = CapabilitySources { channel: Some(texts(&["polls"])), ..Default::default() };
        assert_eq!(channel_capabilities(channel), texts(&["polls"]));
    }

    #[test]
    fn approvals_are_native_by_channel_or_capability() {
        let native = |channel: Option<&str>, capabilities: &[&str]| {
            has_native_approvals(channel.map(to_text).as_deref(), &texts(capabilities))
        };
        for channel in NATIVE_APPROVAL_CHANNELS {
            assert!(native(Some(channel), &[]), "{channel}");
        }
        assert!(native(Some(" Telegram "), &[]));
        assert!(native(Some("irc"), &["InlineButtons"]));
        assert!(native(None, &[" nativeApprovals "]));
        for channel in [None, Some("imessage"), Some("whatsapp"), Some("webchat"), Some("irc")] {
            assert!(!native(channel, &["media"]), "{channel:?}");
        }
    }

    #[test]
    fn a_context_of_its_own_or_the_message_tool_takes_the_token_away() {
        let context = to_text("context");
        let mode = |direct, group, delivery| silent_reply_prompt_mode(direct, group, delivery);
        let generic = SilentReplyPromptMode::Generic;
        assert_eq!(mode(None, None, None), generic);
        assert_eq!(mode(Some(U16Str::from_slice(&[])), None, None), generic);
        assert_eq!(mode(None, None, Some(SourceReplyDeliveryMode::Automatic)), generic);
        let none = SilentReplyPromptMode::None;
        assert_eq!(mode(Some(&*context), None, None), none);
        assert_eq!(mode(None, Some(&*context), None), none);
        assert_eq!(mode(None, None, Some(SourceReplyDeliveryMode::MessageToolOnly)), none);
    }
}
