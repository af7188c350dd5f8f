package io.sidetone.transport.sip.endpoint;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A listener that remembers. */
final class Heard implements SipMessageListener {
    final List<SipMessage> messages = new ArrayList<>();
    final List<SipFlow> flows = new ArrayList<>();
    final List<SipParseException> problems = new ArrayList<>();
    String farewell;
    final List<SipFlow> closed = new ArrayList<>();

    @Override
    public synchronized void onMessage(SipMessage message, SipFlow flow, long nowNs) {
        messages.add(message);
        flows.add(flow);
        notifyAll();
    }

    @Override
    public synchronized void onUnparseable(SipParseException problem, SipFlow flow, long nowNs) {
        problems.add(problem);
        notifyAll();
    }

    @Override
    public synchronized void onFlowFailing(SipFlow flow, long nowNs) {
        if (farewell != null) {
            flow.send(farewell.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public synchronized void onFlowClosed(SipFlow flow, long nowNs) {
        closed.add(flow);
        notifyAll();
    }

    SipFlow lastFlow() {
        return flows.get(flows.size() - 1);
    }
}
