package io.sidetone.transport.sip.sdp;

/**
 * Our side of one dialog's descriptions: a constant session id, and a version that grows only when the description
 * changes (RFC 3264 section 8). Belongs to the dialog's event loop.
 */
public final class SdpSession {
    private final long sessionId;
    private long version;
    private SessionDescription local;

    /** A session that has described nothing yet; the id is random, below 2^62 so that every peer can read it. */
    public SdpSession(long sessionId) {
        this.sessionId = sessionId & 0x3fff_ffff_ffff_ffffL;
        this.version = this.sessionId;
    }

    /** Gives a description its origin and remembers it. An unchanged description keeps its version. */
    SessionDescription stamp(SessionDescription draft, LocalMedia media) {
        if (local != null && !local.withOrigin(null).equals(draft.withOrigin(null))) {
            version++;
        }
        local = draft.withOrigin(SdpOrigin.of(sessionId, version, media.address()));
        return local;
    }

    /** The description we sent last, or null. */
    public SessionDescription local() {
        return local;
    }
}
