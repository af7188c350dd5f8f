package io.sidetone.transport.pbx.freeswitch;

import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCalls;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.pbx.Subprotocols;
import io.sidetone.transport.ws.WsDecision;
import io.sidetone.transport.ws.WsHandshake;
import io.sidetone.transport.ws.WsProtocol;
import java.util.Set;

/** {@code /media/freeswitch}: audio forks of FreeSWITCH and {@code listen} of jambonz. Immutable. */
public final class ForkProtocol implements WsProtocol {
    /** libwebsockets, the switch's client, may refuse a server that selects none. */
    private static final Set<String> SUBPROTOCOLS = Set.of("audio.drachtio.org", "audio.jambonz.org");

    private static final int MAX_MESSAGE_BYTES = 65_536;

    private final PbxCalls calls;
    private final PbxAccess access;
    private final ForkSettings settings;
    private final PbxCounters counters;

    /** The dialect. */
    public ForkProtocol(PbxCalls calls, PbxAccess access, ForkSettings settings, PbxCounters counters) {
        this.calls = calls;
        this.access = access;
        this.settings = settings;
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
                new ForkSession(calls, counters, handshake, settings),
                Subprotocols.offered(handshake, SUBPROTOCOLS),
                MAX_MESSAGE_BYTES,
                PbxSession.FIRST_MESSAGE_MS);
    }
}
