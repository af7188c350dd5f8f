package io.sidetone.transport.sip.ua;

import io.netty.util.NetUtil;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.CallerPrivacy;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The messages of one call, for people: time, direction, peer, first line, CSeq, kind of body, and the whole text with secrets
 * blackened ({@link io.sidetone.transport.capture.SipSecrets}). Retransmissions are not in it. Bounded: the first and the latest
 * messages are kept, and the first and the latest texts. Written on the SIP event loop, readable from any thread.
 */
public final class SipLadder {
    static final int MOST_CHARS = 65_536;

    private static final int LONGEST_LINE = 160;

    /** An INVITE that is challenged, its answer and its ACK, and the next INVITE. */
    private static final int FIRST_TEXTS = 4;

    private final int capacity;
    private volatile List<Entry> entries = List.of();
    private volatile int omitted;
    private boolean hidden;

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
     * @param message the whole message without its secrets; empty where later ones needed the room
     */
    public record Entry(long atNs, boolean sent, String peer, String line, String cseq, String body, String message) {
        private Entry withoutMessage() {
            return new Entry(atNs, sent, peer, line, cseq, body, "");
        }
    }

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
        hidden |= CallerPrivacy.wished(message.headerValues("Privacy"));
        next.add(new Entry(
                atNs,
                sent,
                peer(flow),
                line(message),
                String.valueOf(message.cseq()),
                bodyKind(message),
                MessageText.of(message, hidden)));
        int chars = next.stream().mapToInt(entry -> entry.message().length()).sum();
        for (int i = FIRST_TEXTS; chars > MOST_CHARS; i++) {
            chars -= next.get(i).message().length();
            next.set(i, next.get(i).withoutMessage());
        }
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
