package io.sidetone.transport.pbx;

import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.util.Set;

/** Lets a switch's connections in and gives each its session. Immutable; event loops only. */
public abstract class PbxProtocol implements WsProtocol {
    /** Asterisk's own limit of a message, rounded up; the others send less. */
    private static final int MAX_MESSAGE_BYTES = 65_536;

    private final PbxAccess access;
    private final Set<String> subprotocols;
    private final PbxCounters counters;

    /**
     * What the dialects share.
     *
     * @param subprotocols one of them is selected if it is offered
     */
    protected PbxProtocol(PbxAccess access, Set<String> subprotocols, PbxCounters counters) {
        this.access = access;
        this.subprotocols = subprotocols;
        this.counters = counters;
    }

    /** Returns the session of a connection that may be. */
    protected abstract PbxSession session(WsHandshake handshake, PbxCounters counted);

    @Override
    public final WsDecision admit(WsHandshake handshake) {
        WsDecision.Refuse refusal = access.refusal(handshake);
        if (refusal != null) {
            counters.increment(PbxCounter.ACCESS_REFUSED);
            return refusal;
        }
        return new WsDecision.Accept(
                session(handshake, counters),
                Subprotocols.offered(handshake, subprotocols),
                MAX_MESSAGE_BYTES,
                PbxSession.FIRST_MESSAGE_MS);
    }
}
