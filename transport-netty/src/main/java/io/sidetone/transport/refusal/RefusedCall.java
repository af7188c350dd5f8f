package io.sidetone.transport.refusal;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.transport.sip.ua.SipLadder;

/**
 * A call that was refused before any lane had it. Immutable but for the ladder, which may still grow.
 *
 * @param who which call it was, and what was known of it
 * @param atMs wall time of the refusal, ms since 1970
 * @param atNs the same on the clock of the ladder
 * @param source address that it came from, without port; empty where it is not known
 * @param agent name of the agent that was or would have been asked, or empty for none
 * @param status of SIP or HTTP
 * @param cause kind of the refusal
 * @param reason in words
 * @param ladder its SIP messages, or null
 */
public record RefusedCall(
        CallPlan.Identity who,
        long atMs,
        long atNs,
        String source,
        String agent,
        int status,
        RefusalCause cause,
        String reason,
        SipLadder ladder) {}
