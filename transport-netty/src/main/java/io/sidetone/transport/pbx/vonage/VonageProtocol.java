package io.sidetone.transport.pbx.vonage;

import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxProtocol;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Set;

/** {@code /media/vonage}: connections of {@code {"action":"connect","endpoint":[{"type":"websocket",…}]}}. Immutable. */
public final class VonageProtocol extends PbxProtocol {
    private final StreamCallHandle.Desk calls;
    private final Buffering buffering;

    /**
     * The dialect.
     *
     * @param leadMs how far ahead of its time audio is sent, a multiple of 20
     */
    public VonageProtocol(StreamCallHandle.Desk calls, PbxAccess access, int leadMs, PbxCounters counters) {
        super(access, Set.of(), counters);
        this.calls = calls;
        this.buffering = new Buffering(leadMs, false, true);
    }

    @Override
    protected PbxSession session(WsHandshake handshake, PbxCounters counted) {
        return new VonageSession(calls, counted, handshake, buffering);
    }
}
