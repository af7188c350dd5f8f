package io.sidetone.transport.sip.ua;

import io.netty.util.NetUtil;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The messages of one call, for people: time, direction, peer, first line, CSeq, kind of body. Retransmissions are not in it,
 * and nothing secret is: no header but CSeq, no password of a URI, no body. Bounded: the first and the latest messages are
 * kept. Written on the SIP event loop, readable from any thread.
 */
public final class SipLadder {
    private static final int LONGEST_LINE = 160;

    private final int capacity;
    private volatile List<Entry> entries = List.of();
    private volatile int omitted;

    /** A ladder that keeps at most {@code capacity} messages, at least 4. */
    SipLadder(int capacity) {
        this.capacity = Math.max(4, capacity);
    }

    /**
     * One message.
     *
     * @param atNs when it was sent or received, on the SIP loop's clock
     * @param sent true for ours
     * @param peer transport and address of the other side, and the name that its certificate proved
     * @param line method and Request-URI, or status code and reason phrase
     * @param cseq number and method
     * @param body the media subtype of the body: {@code sdp}, {@code dtmf-relay}; empty when there is none
     */
    public record Entry(long atNs, boolean sent, String peer, String line, String cseq, String body) {}

    /** Returns the messages so far, oldest first; an immutable snapshot. */
    public List<Entry> entries() {
        return entries;
    }

    /** Returns how many messages were left out of the middle. */
    public int omitted() {
        return omitted;
    }

    void add(SipMessage message, boolean sent, SipFlow flow, long atNs) {
        List<Entry> next = new ArrayList<>(entries);
        if (next.size() >= capacity) {
            next.remove(capacity / 2);
            omitted = omitted + 1;
        }
        next.add(new Entry(atNs, sent, peer(flow), line(message), String.valueOf(message.cseq()), bodyKind(message)));
        entries = List.copyOf(next);
    }

    private static String peer(SipFlow flow) {
        String address = NetUtil.toSocketAddressString(flow.remote());
        String name = flow.peerName();
        return flow.transport().name().toLowerCase(Locale.ROOT) + " " + address
                + (name.isEmpty() ? "" : " (" + name + ")");
    }

    private static String line(SipMessage message) {
        String line = message instanceof SipRequest request
                ? request.method() + " " + withoutSecrets(request.requestUri())
                : ((SipResponse) message).statusCode() + " " + ((SipResponse) message).reasonPhrase();
        StringBuilder visible = new StringBuilder(line.length());
        for (int i = 0; i < line.length() && i < LONGEST_LINE; i++) {
            char c = line.charAt(i);
            visible.append(c < 0x20 || c == 0x7f ? '?' : c);
        }
        return visible.toString();
    }

    private static String withoutSecrets(SipUri uri) {
        if (!uri.isSip()) {
            return uri.scheme() + ":" + (uri.user() == null ? "" : uri.user());
        }
        return uri.scheme() + ":" + (uri.user() == null ? "" : uri.user() + "@") + uri.host()
                + (uri.port() > 0 ? ":" + uri.port() : "");
    }

    private static String bodyKind(SipMessage message) {
        if (message.body().length == 0 || message.contentType() == null) {
            return "";
        }
        String type = message.contentType();
        int end = type.indexOf(';');
        String bare = (end < 0 ? type : type.substring(0, end)).strip();
        return bare.substring(bare.indexOf('/') + 1);
    }
}
