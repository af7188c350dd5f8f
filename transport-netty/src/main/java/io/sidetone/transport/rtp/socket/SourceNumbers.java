package io.sidetone.transport.rtp.socket;

/** Record of which calls have which source number (SSRC, RFC 3550 section 8). Two calls may have the same one: it tells nothing then. */
final class SourceNumbers {
    private final SourceIndex claims = new SourceIndex();

    /** Returns the only call that has {@code ssrc}, or null. */
    SharedCall only(int ssrc) {
        return claims.only(ssrc);
    }

    /** A packet from an address that is {@code call}'s alone has this number. */
    void note(SharedCall call, int ssrc) {
        if (call.ssrcKnown && call.ssrc == ssrc) {
            return;
        }
        remove(call);
        call.ssrc = ssrc;
        call.ssrcKnown = true;
        claims.add(ssrc, call);
    }

    /** Forgets the number of {@code call}, if it has one. */
    void remove(SharedCall call) {
        if (call.ssrcKnown) {
            claims.remove(call.ssrc, call);
            call.ssrcKnown = false;
        }
    }
}
