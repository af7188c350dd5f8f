package io.sidetone.core.lane;

import io.sidetone.core.fence.Fence;

/**
 * A claimed slot of the call table: the call may be opened.
 *
 * @param handle names the call
 * @param lane the lane it lives on
 * @param publisher the way to its lane
 * @param fence its fence
 */
public record Admission(long handle, int lane, LanePublisher publisher, Fence fence) {}
