package io.sidetone.transport.pbx.vonage;

import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCalls;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;

/** {@code /media/vonage}: connections of {@code {"action":"connect","endpoint":[{"type":"websocket",…}]}}. Immutable. */
public final class VonageProtocol implements WsProtocol {
    private static final int MAX_MESSAGE_BYTES = 65_536;

    private final PbxCalls calls;
    private final PbxAccess access;
    private final Buffering buffering;
    private final PbxCounters counters;

    /**
     * The dialect.
     *
     * @param leadMs how far ahead of its time audio is sent, a multiple of 20
     */
    public VonageProtocol(PbxCalls calls, PbxAccess access, int leadMs, PbxCounters counters) {
        this.calls = calls;
        this.access = access;
        this.buffering = new Buffering(leadMs, false, true);
        this.counters = counters;
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        WsDecision.Refuse refusal = access.refusal(handshake);
        if (refusal != null) {
            counters.increment(PbxCounter.ACCESS_REFUSED);
            return refusal;
        }
        return new WsDecision.Accept(
                new VonageSession(calls, counters, handshake, buffering),
                null,
                MAX_MESSAGE_BYTES,
                PbxSession.FIRST_MESSAGE_MS);
    }
}
