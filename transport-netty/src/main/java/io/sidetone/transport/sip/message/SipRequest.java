package io.sidetone.transport.sip.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A SIP request (RFC 3261 section 7.1). Immutable. */
public final class SipRequest extends SipMessage {
    private final SipMethod method;
    private final SipUri requestUri;

    SipRequest(SipMethod method, SipUri requestUri, List<SipHeader> headers, TypedHeaders typed, byte[] body) {
        super(headers, typed, body);
        this.method = method;
        this.requestUri = requestUri;
    }

    /** A request to fill in. */
    public static Builder builder(SipMethod method, SipUri requestUri) {
        return new Builder(method, requestUri);
    }

    /** The method. */
    public SipMethod method() {
        return method;
    }

    /** The Request-URI. */
    public SipUri requestUri() {
        return requestUri;
    }

    /** A builder holding everything of this request, to change and build anew. */
    public Builder toBuilder() {
        Builder builder = new Builder(method, requestUri);
        builder.takeAll(headers());
        return builder.body(null, body());
    }

    /** This request with its topmost Via replaced, as a server does with {@code received} and {@code rport}. */
    public SipRequest withTopVia(Via via) {
        if (via.equals(topVia())) {
            return this;
        }
        List<SipHeader> changed = new ArrayList<>(headers().size() + 1);
        boolean done = false;
        for (SipHeader header : headers()) {
            if (done || !header.name().equals(HeaderNames.VIA)) {
                changed.add(header);
                continue;
            }
            done = true;
            changed.add(new SipHeader(HeaderNames.VIA, via + header.value().substring(typed().topViaChars())));
        }
        if (!done) {
            throw new IllegalStateException("request without Via: " + this);
        }
        return new SipRequest(method, requestUri, changed, typed().withTopVia(via), body());
    }

    @Override
    void appendStartLine(StringBuilder out) {
        out.append(method).append(' ').append(requestUri).append(" SIP/2.0");
    }

    /** Collects a request. Not thread-safe. */
    public static final class Builder extends SipMessageBuilder<Builder> {
        private final SipMethod method;
        private SipUri requestUri;

        private Builder(SipMethod method, SipUri requestUri) {
            this.method = Objects.requireNonNull(method, "method");
            this.requestUri = Objects.requireNonNull(requestUri, "requestUri");
        }

        @Override
        Builder self() {
            return this;
        }

        /** Changes the Request-URI. */
        public Builder requestUri(SipUri uri) {
            requestUri = Objects.requireNonNull(uri, "uri");
            return this;
        }

        /**
         * The finished request.
         *
         * @throws IllegalArgumentException when a header of {@link SipMessage}'s typed access is malformed
         */
        public SipRequest build() {
            return new SipRequest(method, requestUri, new ArrayList<>(headers()), typed(), body());
        }
    }
}
