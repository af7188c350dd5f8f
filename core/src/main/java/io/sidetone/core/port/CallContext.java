package io.sidetone.core.port;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.secret.KeyVault;
import io.sidetone.core.usage.CallUsage;

/**
 * Facts that an engine may know of the call it serves.
 *
 * @param callId 26-character ULID
 * @param agent name of the agent in the configuration
 * @param from caller as the trunk gave it, or empty
 * @param to called address
 * @param seed for every random choice made in this call
 * @param fence the call's fence: any stage may drop work for a dead token
 * @param usage where its engines count what they do for it
 * @param facts what the network says of it besides; a peer wrote it, so it is data only
 * @param startedMs when it began, in ms since 1970
 * @param progress takes what its actions say while they run
 * @param placed whether our side placed it: the callee speaks then, and {@code from} is we
 * @param keys its secret keys; who carries an action out takes them while it is asked to, on the lane thread
 */
public record CallContext(
        String callId,
        String agent,
        String from,
        String to,
        long seed,
        Fence fence,
        CallUsage usage,
        CallFacts facts,
        long startedMs,
        ActionProgress progress,
        boolean placed,
        KeyVault keys) {
    /** A call whose cost is not counted, and of which nothing else is known. */
    public CallContext(String callId, String agent, String from, String to, long seed, Fence fence) {
        this(
                callId,
                agent,
                from,
                to,
                seed,
                fence,
                new CallUsage(),
                CallFacts.NONE,
                0,
                ActionProgress.NONE,
                false,
                new KeyVault());
    }

    /** Returns the same call as the agent {@code next} knows it when it takes over. */
    public CallContext handedOver(String next, CallFacts known) {
        return new CallContext(callId, next, from, to, seed, fence, usage, known, startedMs, progress, placed, keys);
    }

    /** Returns the same call, whose actions are heard by {@code listener} while they run. */
    public CallContext reporting(ActionProgress listener) {
        return new CallContext(callId, agent, from, to, seed, fence, usage, facts, startedMs, listener, placed, keys);
    }

    /** Returns it as the agent's texts know it. */
    public CallTexts.Subject subject() {
        return new CallTexts.Subject(agent, startedMs, facts);
    }
}
