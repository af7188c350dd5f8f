package io.sidetone.transport.rtp.socket;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/** Which calls have which source number (SSRC, RFC 3550 section 8). Two calls may have the same one: it tells nothing then. */
final class SourceNumbers {
    private final Int2ObjectHashMap<List<SharedCall>> calls = new Int2ObjectHashMap<>();

    /** Returns the only call that has {@code ssrc}, or null. */
    SharedCall only(int ssrc) {
        List<SharedCall> having = calls.get(ssrc);
        return having != null && having.size() == 1 ? having.get(0) : null;
    }

    /** A packet from an address that is {@code call}'s alone has this number. */
    void note(SharedCall call, int ssrc) {
        if (call.ssrcKnown && call.ssrc == ssrc) {
            return;
        }
        remove(call);
        call.ssrc = ssrc;
        call.ssrcKnown = true;
        List<SharedCall> having = calls.get(ssrc);
        if (having == null) {
            having = new ArrayList<>(1);
            calls.put(ssrc, having);
        }
        having.add(call);
    }

    /** Forgets the number of {@code call}, if it has one. */
    void remove(SharedCall call) {
        List<SharedCall> having = call.ssrcKnown ? calls.get(call.ssrc) : null;
        if (having != null && having.remove(call) && having.isEmpty()) {
            calls.remove(call.ssrc);
        }
        call.ssrcKnown = false;
    }
}
