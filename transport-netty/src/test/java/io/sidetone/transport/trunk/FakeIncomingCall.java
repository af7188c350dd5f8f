package io.sidetone.transport.trunk;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipParser;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.ua.CallState;
import io.sidetone.transport.sip.ua.IncomingCall;
import io.sidetone.transport.sip.ua.SipCall;
import io.sidetone.transport.sip.ua.SipCallListener;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.sip.ua.SipLadder;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A call of the peer whose signalling the test plays. */
final class FakeIncomingCall implements IncomingCall {
    final List<String> did = new CopyOnWriteArrayList<>();
    volatile byte[] answer;
    volatile byte[] offered;
    volatile boolean takesRequests;
    volatile boolean takesInfo;
    volatile boolean takesReplaces = true;
    volatile SipCall replaces;
    volatile SipTransport transport = SipTransport.UDP;
    volatile SipTransport way = SipTransport.UDP;
    volatile String warning = "";
    volatile String hangUpText;
    String trunk;
    String callId;
    volatile SipCallListener listener = SipCallListener.NONE;
    volatile CallState state = CallState.INVITED;
    private final SipRequest invite;
    private final byte[] offer;

    FakeIncomingCall(String offer, String extraHeader) {
        this("sip:desk@127.0.0.1", "<sip:alice@example.com>", "<sip:desk@127.0.0.1>", extraHeader, offer);
    }

    /** A call between other addresses, without an offer. */
    FakeIncomingCall(String requestUri, String from, String to, String extraHeader) {
        this(requestUri, from, to, extraHeader, null);
    }

    FakeIncomingCall(String requestUri, String from, String to, String extraHeader, String offer) {
        this.offer = offer == null ? null : offer.getBytes(StandardCharsets.US_ASCII);
        String text = "INVITE " + requestUri + " SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:5070;branch=z9hG4bKx\r\n"
                + "Max-Forwards: 70\r\nFrom: " + from + ";tag=a\r\nTo: " + to + "\r\n"
                + "Call-ID: call@example.com\r\nCSeq: 1 INVITE\r\nContact: <sip:alice@127.0.0.1:5070>\r\n" + extraHeader
                + "Content-Length: 0\r\n\r\n";
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        try {
            this.invite = (SipRequest) SipParser.parse(bytes, 0, bytes.length, SipLimits.datagram());
        } catch (SipParseException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public byte[] remoteOffer() {
        return offer;
    }

    @Override
    public boolean ringing() {
        did.add("180");
        return true;
    }

    @Override
    public SipCall replaces() {
        return replaces;
    }

    @Override
    public boolean transferTo(SipCall other, List<SipHeader> headers) {
        did.add("refer to " + other.callId() + shown(headers));
        return takesRequests;
    }

    @Override
    public boolean peerTakesReplaces() {
        return takesReplaces;
    }

    @Override
    public boolean progress(int status, byte[] sdp) {
        did.add(String.valueOf(status));
        return true;
    }

    @Override
    public boolean answer(byte[] sdp, List<SipHeader> headers) {
        state = CallState.ACCEPTED;
        did.add("200" + shown(headers));
        // Tests wait for the answer, then look at what was done.
        answer = sdp;
        return true;
    }

    @Override
    public boolean reject(int status, String reason, SipHeader... headers) {
        state = CallState.ENDED;
        warning = headers.length == 0 ? "" : headers[0].value();
        did.add(status + (headers.length == 0 ? "" : " " + headers[0].name()));
        listener.onEnded(new SipEndCause(SipEndCause.Kind.REJECTED, status, ""));
        return true;
    }

    @Override
    public void hangUp(String text, List<SipHeader> headers) {
        state = CallState.ENDED;
        hangUpText = text;
        did.add("BYE" + shown(headers));
        listener.onEnded(new SipEndCause(SipEndCause.Kind.HUNG_UP, 0, text));
    }

    @Override
    public boolean offer(byte[] sdp) {
        did.add("offer");
        offered = sdp;
        return takesRequests;
    }

    @Override
    public boolean transfer(SipUri target, List<SipHeader> headers) {
        did.add("refer " + target + shown(headers));
        return takesRequests;
    }

    private static String shown(List<SipHeader> headers) {
        return headers.stream()
                .map(header -> " " + header.name() + ": " + header.value())
                .collect(Collectors.joining());
    }

    @Override
    public boolean peerAllowsInfo() {
        return takesInfo;
    }

    @Override
    public boolean sendDigits(String digits, int toneMs) {
        did.add("info " + digits + " " + toneMs);
        return takesRequests;
    }

    @Override
    public String callId() {
        return callId == null ? invite.callId() : callId;
    }

    @Override
    public NameAddress from() {
        return invite.from();
    }

    @Override
    public NameAddress to() {
        return invite.to();
    }

    @Override
    public SipUri requestUri() {
        return invite.requestUri();
    }

    @Override
    public List<SipHeader> headers() {
        return invite.headers();
    }

    @Override
    public SipRequest invite() {
        return invite;
    }

    @Override
    public String header(String name) {
        return invite.header(name);
    }

    @Override
    public List<String> headerValues(String name) {
        return invite.headerValues(name);
    }

    @Override
    public SipFlow flow() {
        InetSocketAddress peer = new InetSocketAddress("127.0.0.1", 5070);
        return (SipFlow) Proxy.newProxyInstance(
                SipFlow.class.getClassLoader(),
                new Class<?>[] {SipFlow.class},
                (self, method, args) -> switch (method.getName()) {
                    case "remote", "local" -> peer;
                    case "transport" -> transport;
                    case "trunk" -> trunk;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Override
    public SipTransport way() {
        return way;
    }

    @Override
    public CallState state() {
        return state;
    }

    @Override
    public SipLadder ladder() {
        return null;
    }

    @Override
    public void listener(SipCallListener heard) {
        listener = heard;
    }
}
