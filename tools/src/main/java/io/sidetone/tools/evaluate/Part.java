package io.sidetone.tools.evaluate;

import java.util.List;

/** One situation of a call in which the caller is heard: its turn engine, and the names of the engine's signals. */
interface Part {
    /** Handles one scored frame of the caller; time has passed to {@code nowNs}. */
    void frame(float score, long nowNs, List<ClipEvent> into);
}
