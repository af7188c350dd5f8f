package io.sidetone.transport.refusal;

/** Cause of a refusal: the statuses of SIP and HTTP that we send, in the kinds that mean different things to an operator. */
public enum RefusalCause {
    /** The request breaks a rule of its protocol, or asks for what does not exist here. */
    BAD_REQUEST("the request cannot be understood"),
    /** The peer did not show who it is, or may not call. */
    NOT_ALLOWED("the caller has shown no right to call"),
    /** No agent takes a call to that address. */
    NO_AGENT("no agent takes a call to this address"),
    /** No codec, no address or no encryption that both sides have. */
    NOT_ACCEPTABLE("both sides have no way to talk in common"),
    /** The answer hook, a router or a rule does not want the call. */
    DECLINED("the call is not wanted"),
    /** The caller was sent to another address. */
    REDIRECTED("the caller was sent to another address"),
    /** The caller gave up while the call was being decided on. */
    CALLER_CANCELLED("the caller cancelled before the answer"),
    /** The decision, or a message of the peer, did not come in time. */
    TIMEOUT("the call was not decided on in time"),
    /** No room: limits of calls, ports or rates, or a server that drains. */
    NO_ROOM("the server takes no more calls at present"),
    /** A fault of ours. */
    INTERNAL_ERROR("an internal error");

    private final String words;

    RefusalCause(String words) {
        this.words = words;
    }

    /** Returns the cause in plain words. */
    public String words() {
        return words;
    }

    /** Returns the cause of a refusal with {@code status}, of SIP (RFC 3261 section 21) or HTTP (RFC 9110 section 15). */
    public static RefusalCause of(int status) {
        return switch (status) {
            case 401, 403, 407 -> NOT_ALLOWED;
            case 404, 604 -> NO_AGENT;
            case 406, 415, 488, 606 -> NOT_ACCEPTABLE;
            case 480, 486, 600, 603, 607, 608 -> DECLINED;
            case 487 -> CALLER_CANCELLED;
            case 408, 504 -> TIMEOUT;
            case 429, 503 -> NO_ROOM;
            default -> status < 400 ? REDIRECTED : status / 100 == 5 ? INTERNAL_ERROR : BAD_REQUEST;
        };
    }
}
