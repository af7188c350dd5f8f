package io.sidetone.transport.sip.dialog;

import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import java.util.Objects;

/**
 * Identity of a dialog (RFC 3261 12): Call-ID and two tags, seen from our side.
 *
 * @param localTag our tag
 * @param remoteTag the peer's tag; empty for a peer of RFC 2543, which sends none
 */
public record DialogId(String callId, String localTag, String remoteTag) {
    /** Checks presence; an absent remote tag is the empty one. */
    public DialogId {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(localTag, "localTag");
        remoteTag = remoteTag == null ? "" : remoteTag;
    }

    /** Returns the dialog a request from the peer belongs to, or null when its To has no tag. */
    public static DialogId of(SipRequest request) {
        String localTag = request.to().tag();
        return localTag == null
                ? null
                : new DialogId(request.callId(), localTag, request.from().tag());
    }

    /** Returns the dialog a response of the peer belongs to. */
    public static DialogId of(SipResponse response) {
        return new DialogId(
                response.callId(),
                Objects.requireNonNullElse(response.from().tag(), ""),
                response.to().tag());
    }
}
