package io.sidetone.core.port;

import io.sidetone.core.fence.Fence;

/**
 * What an engine may know of the call it serves.
 *
 * @param callId 26-character ULID
 * @param agent name of the agent in the configuration
 * @param from caller as the trunk gave it, or empty
 * @param to called address
 * @param seed for every random choice made in this call
 * @param fence the call's fence: work for a dead token may be dropped by whoever sees it
 */
public record CallContext(String callId, String agent, String from, String to, long seed, Fence fence) {}
