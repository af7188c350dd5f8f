package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.List;

/** A SIP response (RFC 3261 section 7.2). Immutable. */
public final class SipResponse extends SipMessage {
    private final int statusCode;
    private final String reasonPhrase;

    SipResponse(int statusCode, String reasonPhrase, List<SipHeader> headers, TypedHeaders typed, byte[] body) {
        super(headers, typed, body);
        this.statusCode = statusCode;
        this.reasonPhrase = reasonPhrase;
    }

    /**
     * A response to fill in.
     *
     * @param reason null for the usual phrase of that code
     */
    public static Builder builder(int statusCode, String reason) {
        return new Builder(statusCode, reason);
    }

    /**
     * A response to a request (RFC 3261 section 8.2.6): every Via in order with {@code received} and {@code rport} as
     * they stand on the request, From, To, Call-ID, CSeq; Timestamp in a 100; Record-Route in 101 to 299 of INVITE.
     *
     * @param reason null for the usual phrase of that code
     * @param toTag tag for To where it has none yet; null to add none (100)
     */
    public static Builder forRequest(SipRequest request, int statusCode, String reason, String toTag) {
        Builder builder = new Builder(statusCode, reason);
        builder.takeByName(request, HeaderNames.VIA);
        if (statusCode > 100 && statusCode < 300 && request.method().equals(SipMethod.INVITE)) {
            builder.takeByName(request, HeaderNames.RECORD_ROUTE);
        }
        builder.takeByName(request, HeaderNames.FROM);
        NameAddress to = request.to();
        if (to != null && to.tag() == null && toTag != null) {
            builder.header(HeaderNames.TO, to.withTag(toTag));
        } else {
            builder.takeByName(request, HeaderNames.TO);
        }
        builder.takeByName(request, HeaderNames.CALL_ID);
        builder.takeByName(request, HeaderNames.CSEQ);
        if (statusCode == 100) {
            builder.takeByName(request, HeaderNames.TIMESTAMP);
        }
        return builder;
    }

    /** Status code, 100 to 699. */
    public int statusCode() {
        return statusCode;
    }

    /** Reason phrase, may be empty. */
    public String reasonPhrase() {
        return reasonPhrase;
    }

    /** Returns code and reason as people read them: {@code 486 Busy Here}. */
    public String statusText() {
        return (statusCode + " " + reasonPhrase).strip();
    }

    /** True for 1xx. */
    public boolean isProvisional() {
        return statusCode < 200;
    }

    /** True for 2xx. */
    public boolean isSuccess() {
        return statusCode >= 200 && statusCode < 300;
    }

    @Override
    void appendStartLine(StringBuilder out) {
        out.append("SIP/2.0 ").append(statusCode).append(' ').append(reasonPhrase);
    }

    /** Collects a response. Not thread-safe. */
    public static final class Builder extends SipMessageBuilder<Builder> {
        private final int statusCode;
        private final String reason;

        private Builder(int statusCode, String reason) {
            if (statusCode < 100 || statusCode > 699) {
                throw new IllegalArgumentException(
                        "status code " + statusCode + " is outside 100 to 699 (RFC 3261 section 7.2)");
            }
            this.statusCode = statusCode;
            this.reason = reason == null ? ReasonPhrases.of(statusCode) : reason;
            for (int i = 0; i < this.reason.length(); i++) {
                char c = this.reason.charAt(i);
                if (c < 0x20 && c != '\t') {
                    throw new IllegalArgumentException("reason phrase \"" + Printable.of(this.reason)
                            + "\" holds a control character (RFC 3261 section 25.1); remove it");
                }
            }
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * The finished response.
         *
         * @throws IllegalArgumentException when a header of {@link SipMessage}'s typed access is malformed
         */
        public SipResponse build() {
            return new SipResponse(statusCode, reason, new ArrayList<>(headers()), typed(), body());
        }
    }
}
