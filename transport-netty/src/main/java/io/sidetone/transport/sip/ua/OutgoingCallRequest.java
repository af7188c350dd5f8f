package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Data that a call of ours needs.
 *
 * @param target the Request-URI and To
 * @param from who calls; its tag is added
 * @param flow where the INVITE goes
 * @param offer our session description; owned by the call from now on
 * @param headers further headers of the INVITE, a P-Asserted-Identity for instance
 * @param ringLimitNs how long the call may stay unanswered, in nanoseconds
 * @param account who we are when the peer or a proxy asks; null for who we are to the trunk of the flow
 * @param callId the Call-ID; null for one that is made here
 */
public record OutgoingCallRequest(
        SipUri target,
        NameAddress from,
        SipFlow flow,
        byte[] offer,
        List<SipHeader> headers,
        long ringLimitNs,
        DigestAccount account,
        String callId) {
    /** Time for which a call rings by default: three minutes, as proxies do (RFC 3261 timer C). */
    public static final long DEFAULT_RING_LIMIT_NS = TimeUnit.MINUTES.toNanos(3);

    /** Checks presence. */
    public OutgoingCallRequest {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(flow, "flow");
        Objects.requireNonNull(offer, "offer");
        headers = List.copyOf(headers);
        if (ringLimitNs <= 0) {
            throw new IllegalArgumentException(
                    "ring limit of " + ringLimitNs + " ns would end the call at once; use more");
        }
    }

    /** A call as who we are to the trunk of the flow. */
    public OutgoingCallRequest(
            SipUri target, NameAddress from, SipFlow flow, byte[] offer, List<SipHeader> headers, long ringLimitNs) {
        this(target, from, flow, offer, headers, ringLimitNs, null, null);
    }

    /** A call without further headers that rings for three minutes at most. */
    public static OutgoingCallRequest of(SipUri target, NameAddress from, SipFlow flow, byte[] offer) {
        return new OutgoingCallRequest(target, from, flow, offer, List.of(), DEFAULT_RING_LIMIT_NS);
    }
}
