package io.sidetone.transport.pbx.freeswitch;

import io.sidetone.transport.pbx.PbxAccess;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxProtocol;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Set;

/** {@code /media/freeswitch}: audio forks of FreeSWITCH and {@code listen} of jambonz. Immutable. */
public final class AudioForkProtocol extends PbxProtocol {
    /** libwebsockets, the switch's client, may refuse a server that selects none. */
    private static final Set<String> SUBPROTOCOLS = Set.of("audio.drachtio.org", "audio.jambonz.org");

    private final StreamCallHandle.Desk calls;
    private final AudioForkSettings settings;

    /** The dialect. */
    public AudioForkProtocol(
            StreamCallHandle.Desk calls, PbxAccess access, AudioForkSettings settings, PbxCounters counters) {
        super(access, SUBPROTOCOLS, counters);
        this.calls = calls;
        this.settings = settings;
    }

    @Override
    protected PbxSession session(WsHandshake handshake, PbxCounters counted) {
        return new AudioForkSession(calls, counted, handshake, settings);
    }
}
