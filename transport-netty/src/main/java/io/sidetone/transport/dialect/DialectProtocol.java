package io.sidetone.transport.dialect;

import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;

/** Lets the connections of one dialect in and gives each its session. Immutable; event loops only. */
public final class DialectProtocol implements WsProtocol {
    /** Placeholder of the path that names an agent, where a path has one. */
    public static final String AGENT = "agent";

    /** Carriers and switches speak first, and at once. */
    public static final int FIRST_MESSAGE_MS = 10_000;

    private final MediaDialect dialect;
    private final UpgradeGate gate;
    private final StreamCallHandle.Opener calls;
    private final DialectEvents events;

    /**
     * Creates the door of one dialect.
     *
     * @param gate says who may connect
     * @param calls opens calls
     * @param events counts
     */
    public DialectProtocol(
            MediaDialect dialect, UpgradeGate gate, StreamCallHandle.Opener calls, DialectEvents events) {
        this.dialect = dialect;
        this.gate = gate;
        this.calls = calls;
        this.events = events;
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        WsDecision.Refuse refusal = gate.refusal(handshake);
        if (refusal != null) {
            events.accessRefused();
            return refusal;
        }
        return new WsDecision.Accept(
                new DialectSession(dialect, calls, events, handshake, gate.path(handshake)),
                Subprotocols.offered(handshake, dialect.subprotocols()),
                dialect.maxMessageBytes(),
                FIRST_MESSAGE_MS);
    }
}
