package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipHeader;
import java.util.List;

/**
 * Why a request is not processed, in the form of its answer.
 *
 * @param status the status code
 * @param reason the reason phrase; null for the usual one
 * @param headers what the answer has to carry: Allow, Accept, Unsupported …
 */
record Refusal(int status, String reason, List<SipHeader> headers) {
    static Refusal of(int status) {
        return new Refusal(status, null, List.of());
    }

    static Refusal of(int status, String reason) {
        return new Refusal(status, reason, List.of());
    }

    static Refusal with(int status, String header, String value) {
        return new Refusal(status, null, List.of(new SipHeader(header, value)));
    }
}
