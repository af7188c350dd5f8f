package io.sidetone.core.call.life;

import io.sidetone.core.call.CallTap;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.lane.EgressRing;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.playout.PendingControls;
import io.sidetone.core.playout.Playout;
import io.sidetone.core.port.MediaPort;

/** Controls between frames for a far end that keeps what it is sent ({@link Buffering}), in order. Lane thread only; allocates nothing. */
final class EgressControls {
    private final EgressRing egress;
    private final Buffering buffering;
    private final long handle;
    private final Playout playout;
    private final CallTap tap;
    private final PendingControls pending = new PendingControls();

    EgressControls(MediaPort media, Buffering buffering, long handle, Playout playout, CallTap tap) {
        this.egress = media.egress();
        this.buffering = buffering;
        this.handle = handle;
        this.playout = playout;
        this.tap = tap;
    }

    /** Sends a control; one that finds no room is sent before the next frame. */
    void send(EgressKind kind, long token, long nowNs) {
        if (buffering.kept()) {
            pending.add(kind, token);
            settle(nowNs);
        }
    }

    /** Sends what is pending, in order; returns whether nothing is pending any more. */
    boolean settle(long nowNs) {
        while (!pending.isEmpty()) {
            EgressFrame frame = egress.claim();
            if (frame == null) {
                tap.frameRefused();
                return false;
            }
            frame.kind = pending.kind();
            frame.token = pending.token();
            frame.handle = handle;
            frame.turnPositionMs = playout.sentMs();
            frame.dueNs = nowNs;
            frame.yieldNs = 0;
            frame.silence = true;
            frame.samples = 0;
            tap.control(frame.kind, nowNs);
            egress.publish();
            egress.wakeUp();
            pending.remove();
        }
        return true;
    }
}
