package io.sidetone.transport.pbx.asterisk;

import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxProtocol;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Set;

/** {@code /media/asterisk}: connections that Asterisk opens with {@code Dial(WebSocket/…)} or ARI externalMedia. Immutable. */
public final class AsteriskProtocol extends PbxProtocol {
    /** What {@code protocols} in websocket_client.conf says by custom. */
    private static final Set<String> SUBPROTOCOLS = Set.of("media");

    private final StreamCallHandle.Desk calls;
    private final Buffering buffering;

    /**
     * The dialect.
     *
     * @param leadMs how far ahead of its time audio is sent, a multiple of 20
     */
    public AsteriskProtocol(StreamCallHandle.Desk calls, PbxAccess access, int leadMs, PbxCounters counters) {
        super(access, SUBPROTOCOLS, counters);
        this.calls = calls;
        this.buffering = new Buffering(leadMs, true, true);
    }

    @Override
    protected PbxSession session(WsHandshake handshake, PbxCounters counted) {
        return new AsteriskSession(calls, counted, handshake, buffering);
    }
}
