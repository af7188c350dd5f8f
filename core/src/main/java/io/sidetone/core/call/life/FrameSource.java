package io.sidetone.core.call.life;

import io.sidetone.core.lane.EgressFrame;

/** Source of what a line is sent in place of the agent. Lane thread only; allocates nothing per frame. */
interface FrameSource {
    /** Fills {@code frame}, whose media index is set, with the next 20 ms; without sound it has no samples. */
    void next(EgressFrame frame);
}
