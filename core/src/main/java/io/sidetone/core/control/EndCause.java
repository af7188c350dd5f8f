package io.sidetone.core.control;

/** Why a call ended, and who ended it: written once per call into its log line, its record and the BYE Reason. */
public enum EndCause {
    /** The caller hung up (BYE, carrier stop, browser close). */
    CALLER_HUNG_UP("caller", "the caller hung up"),
    /** The caller gave up before the answer (CANCEL). */
    CALLER_CANCELLED("caller", "the caller cancelled before the answer"),
    /** Whom we called hung up. */
    CALLEE_HUNG_UP("callee", "the called party hung up"),
    /** Whom we called is on another call (486, 600). */
    BUSY("callee", "the called party is busy"),
    /** Nobody answered our call in time (408, 480, 487, or our own limit). */
    NO_ANSWER("callee", "nobody answered"),
    /** Whom we called, or the trunk on the way, does not want the call (403, 603, 607, 608). */
    REJECTED("callee", "the call was rejected"),
    /** Our call found no way to the number (404, 410, 484, 604, 5xx, or no server). */
    UNREACHABLE("network", "the number could not be reached"),
    /** A voicemail answered our call, and the configuration says to leave then. */
    VOICEMAIL("callee", "a voicemail answered"),
    /** A fax machine answered our call. */
    FAX("callee", "a fax machine answered"),
    /** The dialogue ended the call after its last sentence. */
    AGENT_HUNG_UP("agent", "the agent said goodbye"),
    /** The call was handed on: the peer talks to somebody else now. */
    TRANSFERRED("agent", "the call was transferred"),
    /** The operator ended the call through the API. */
    OPERATOR("operator", "ended by an operator"),
    /** No RTP, RTCP or comfort noise for {@code rtp.timeout}. */
    MEDIA_TIMEOUT("network", "no media from the caller"),
    /** The longest hold the policy allows was reached. */
    HOLD_TIMEOUT("caller", "the longest allowed hold was reached"),
    /** The far end no longer knows the call. */
    PEER_GONE("network", "the far end no longer knows the call"),
    /** The 200 was never acknowledged. */
    ACK_TIMEOUT("network", "the answer was never acknowledged"),
    /** The session timer of RFC 4028 ran out. */
    SESSION_EXPIRED("network", "the session timer expired"),
    /** The signalling connection failed. */
    TRANSPORT_FAILED("network", "the signalling connection failed"),
    /** An engine could not be opened or failed beyond its fallbacks. */
    ENGINE_FAILED("engine", "a speech or dialogue engine failed"),
    /** The peer and we could not agree how to talk. */
    SETUP_FAILED("network", "the call could not be set up"),
    /** The peer's description of media, or its keys, cannot be used. */
    MEDIA_UNUSABLE("network", "the far end's media or keys cannot be used"),
    /** Admission, ring or queue limits. */
    OVERLOAD("server", "the server is overloaded"),
    /** The longest call the policy allows was reached. */
    MAX_CALL_LENGTH("server", "the longest allowed call was reached"),
    /** A fault in the call's own handler. */
    INTERNAL_ERROR("server", "an internal error"),
    /** The process is stopping and the drain time is over. */
    SHUTDOWN("server", "the server is shutting down");

    private final String by;
    private final String reason;

    EndCause(String by, String reason) {
        this.by = by;
        this.reason = reason;
    }

    /** Returns who ended the call: caller, callee, agent, operator, network, engine or server. */
    public String by() {
        return by;
    }

    /** Returns the cause in words. */
    public String reason() {
        return reason;
    }
}
