package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.ContactAddress;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipParser;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A flow that keeps what is sent on it, parsed back, and can be closed. */
public final class FakeFlow implements SipFlow {
    private final SipTransport transport;
    private final InetSocketAddress remote;
    private final InetSocketAddress source;
    private final List<SipMessage> sent = new ArrayList<>();
    private ContactAddress sentBy;
    private boolean closed;
    private int dialogs;
    private int pings;
    private String trunk;
    private String peerName = "";

    public FakeFlow(SipTransport transport, String host, int port) {
        this.transport = transport;
        this.remote = new InetSocketAddress(host, port);
        this.source = remote;
    }

    @Override
    public SipTransport transport() {
        return transport;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public InetSocketAddress local() {
        return new InetSocketAddress("203.0.113.5", 5060);
    }

    @Override
    public ContactAddress sentBy() {
        return sentBy == null ? SipFlow.super.sentBy() : sentBy;
    }

    @Override
    public String trunk() {
        return trunk;
    }

    /** Says which trunk its peer belongs to from now on. */
    public void trunk(String name) {
        trunk = name;
    }

    /** Says what we are known by on this flow. */
    public FakeFlow presenting(String host, int port) {
        sentBy = new ContactAddress(host, port);
        return this;
    }

    /** Says who the peer has proved to be. */
    public FakeFlow proving(String name) {
        peerName = name;
        return this;
    }

    @Override
    public String peerName() {
        return peerName;
    }

    @Override
    public void dialogBegan() {
        dialogs++;
    }

    @Override
    public void dialogEnded() {
        dialogs--;
    }

    /** Keep-alives that were sent. */
    public int pings() {
        return pings;
    }

    /** Dialogs that go this way. */
    public int dialogs() {
        return dialogs;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public InetSocketAddress source() {
        return source;
    }

    @Override
    public void send(byte[] message) {
        if (closed) {
            throw new AssertionError("sent on a closed flow");
        }
        if (message.length == 4) {
            pings++;
            return;
        }
        try {
            sent.add(SipParser.parse(message, 0, message.length, SipLimits.stream()));
        } catch (SipParseException problem) {
            throw new AssertionError(
                    "sent something that is not SIP: " + new String(message, StandardCharsets.UTF_8), problem);
        }
    }

    /** From now on every send is refused. */
    public void close() {
        closed = true;
    }

    public void reopen() {
        closed = false;
    }

    public List<SipMessage> sent() {
        return sent;
    }

    /** Returns what was sent and forgets it. */
    public List<SipMessage> drain() {
        List<SipMessage> all = List.copyOf(sent);
        sent.clear();
        return all;
    }

    /** Returns the start of each sent message, "200 INVITE" or "BYE", and forgets them. */
    public List<String> drainSummaries() {
        return drain().stream().map(FakeFlow::summary).toList();
    }

    public SipResponse lastResponse() {
        return (SipResponse) sent.get(sent.size() - 1);
    }

    public SipRequest lastRequest() {
        return (SipRequest) sent.get(sent.size() - 1);
    }

    public static String summary(SipMessage message) {
        return message instanceof SipResponse response
                ? response.statusCode() + " " + response.cseq().method()
                : ((SipRequest) message).method().name();
    }
}
