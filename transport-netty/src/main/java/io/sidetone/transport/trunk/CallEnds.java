package io.sidetone.transport.trunk;

import io.sidetone.core.control.EndCause;
import io.sidetone.transport.sip.ua.SipEndCause;

/** Translates the ends of calls between SIP's terms and the call's own. */
final class CallEnds {
    private CallEnds() {}

    /** Returns the call's cause for the end of a dialog; null when we ended it ourselves. */
    static EndCause causeOf(SipEndCause.Kind kind) {
        return switch (kind) {
            case PEER_HUNG_UP -> EndCause.CALLER_HUNG_UP;
            case PEER_GONE -> EndCause.PEER_GONE;
            case PEER_CANCELLED -> EndCause.CALLER_CANCELLED;
            case ACK_TIMEOUT -> EndCause.ACK_TIMEOUT;
            case SESSION_EXPIRED -> EndCause.SESSION_EXPIRED;
            case TRANSPORT_FAILED, NO_RESPONSE, NO_ANSWER -> EndCause.TRANSPORT_FAILED;
            case NOT_DECIDED, NO_SESSION_DESCRIPTION, REFUSED_BY_PEER -> EndCause.SETUP_FAILED;
            case HUNG_UP, REJECTED -> EndCause.AGENT_HUNG_UP;
        };
    }

    /** Returns the cause of the end of a call that we placed. */
    static EndCause causeOfOurs(SipEndCause cause) {
        return switch (cause.kind()) {
            case PEER_HUNG_UP -> EndCause.CALLEE_HUNG_UP;
            case NO_ANSWER -> EndCause.NO_ANSWER;
            case NO_RESPONSE, TRANSPORT_FAILED -> EndCause.UNREACHABLE;
            case REFUSED_BY_PEER -> refusal(cause.statusCode());
            default -> causeOf(cause.kind());
        };
    }

    private static EndCause refusal(int status) {
        return switch (status) {
            case 486, 600 -> EndCause.BUSY;
            case 408, 480, 487 -> EndCause.NO_ANSWER;
            case 404, 410, 482, 483, 484, 485, 604 -> EndCause.UNREACHABLE;
            case 415, 488, 606 -> EndCause.SETUP_FAILED;
            default -> status / 100 == 5 ? EndCause.UNREACHABLE : EndCause.REJECTED;
        };
    }

    /** Returns the status that refuses a call which ended before it was answered. */
    static int statusOf(EndCause cause) {
        return switch (cause) {
            case ENGINE_FAILED, OVERLOAD, SHUTDOWN -> 503;
            case INTERNAL_ERROR -> 500;
            case OPERATOR, AGENT_HUNG_UP -> 603;
            default -> 480;
        };
    }
}
