package io.sidetone.transport.sip.ua;

import java.util.Objects;

/**
 * Why a call ended, in the terms of SIP.
 *
 * @param kind what happened
 * @param statusCode the SIP status that came with it, or the cause of a Reason header; 0 when there is none
 * @param text the reason phrase or Reason text of the side that ended the call, behind the phrase of a refusal its Warning and Reason
 *     headers; may be empty, never null
 */
public record SipEndCause(Kind kind, int statusCode, String text) {
    /** Kinds of what happened. */
    public enum Kind {
        /** The peer sent BYE. */
        PEER_HUNG_UP,
        /** The peer cancelled its call before the answer. */
        PEER_CANCELLED,
        /** The application hung up, or cancelled its own call. */
        HUNG_UP,
        /** The application refused the peer's call. */
        REJECTED,
        /** The peer refused our call; the status says how. */
        REFUSED_BY_PEER,
        /** Our call was not answered in time. */
        NO_ANSWER,
        /** Our INVITE got no response at all. */
        NO_RESPONSE,
        /** The application did not decide about the peer's call in time. */
        NOT_DECIDED,
        /** The ACK of our 200 never came. */
        ACK_TIMEOUT,
        /** The session timer of RFC 4028 ran out. */
        SESSION_EXPIRED,
        /** The peer no longer knows the dialog, or no longer answers in it. */
        PEER_GONE,
        /** The peer had to send a session description and sent none. */
        NO_SESSION_DESCRIPTION,
        /** A message could not be sent. */
        TRANSPORT_FAILED
    }

    /** Refuses null. */
    public SipEndCause {
        Objects.requireNonNull(kind, "kind");
        text = text == null ? "" : text;
    }

    static SipEndCause of(Kind kind) {
        return new SipEndCause(kind, 0, "");
    }
}
