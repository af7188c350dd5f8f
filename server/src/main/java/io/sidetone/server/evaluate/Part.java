package io.sidetone.server.evaluate;

import java.util.List;

/** One situation of a call in which the caller is heard: its turn engine, and what the engine's signals are called. */
interface Part {
    /** One frame of the caller was scored, and time has passed to {@code nowNs}. */
    void frame(float score, long nowNs, List<ClipEvent> into);
}
