package io.sidetone.core.dial;

/**
 * Plan of what a call of ours does by who answers it.
 *
 * @param leavesVoicemail whether it hangs up when a voicemail answers
 * @param leavesFax whether it hangs up when a fax machine answers
 * @param voicemailMessage spoken after the tone of a voicemail, before it hangs up; empty for none
 */
public record DialPlan(boolean leavesVoicemail, boolean leavesFax, String voicemailMessage) {}
