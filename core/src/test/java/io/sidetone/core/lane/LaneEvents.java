package io.sidetone.core.lane;

/** Events that are in no ring, for parts that are tested alone. */
public final class LaneEvents {
    private LaneEvents() {}

    public static LaneEvent of(LaneEventType type, long token, long a, Object ref, long nowNs) {
        LaneEvent event = new LaneEvent();
        event.type = type;
        event.token = token;
        event.a = a;
        event.ref = ref;
        event.nowNs = nowNs;
        return event;
    }
}
