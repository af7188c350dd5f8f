package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;

/**
 * Stands between an endpoint and the layer above it, which needs the endpoint to be made. What arrives in the instant
 * between is dropped: SIP repeats itself.
 */
public final class SipMessageRelay implements SipMessageListener {
    private volatile SipMessageListener layer;

    /** Sets the layer above. Any thread. */
    public void layer(SipMessageListener above) {
        layer = above;
    }

    @Override
    public void onMessage(SipMessage message, SipFlow flow, long nowNs) {
        SipMessageListener above = layer;
        if (above != null) {
            above.onMessage(message, flow, nowNs);
        }
    }

    @Override
    public void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {
        SipMessageListener above = layer;
        if (above != null) {
            above.onUnparseable(problem, flow, nowNs);
        }
    }

    @Override
    public void onFlowFailing(SipFlow flow, long nowNs) {
        SipMessageListener above = layer;
        if (above != null) {
            above.onFlowFailing(flow, nowNs);
        }
    }

    @Override
    public void onFlowClosed(SipFlow flow, long nowNs) {
        SipMessageListener above = layer;
        if (above != null) {
            above.onFlowClosed(flow, nowNs);
        }
    }
}
