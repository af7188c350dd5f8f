package io.sidetone.transport.sip.endpoint;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipRule;
import java.util.Arrays;

/**
 * Finds message boundaries in a byte stream (RFC 3261 section 18.3): headers up to the empty line, then Content-Length
 * bytes. Every byte is looked at once, however the reads are cut. When boundaries are lost the state is CORRUPT, and
 * stays so: what follows is thrown away unread. One thread.
 */
final class StreamFramer {
    private static final int FIRST_BYTES = 1024;
    private static final int KEEP_BYTES = 8 * 1024;

    private final SipLimits limits;
    private State state = State.BETWEEN;
    private byte[] buffer = new byte[0];
    private int length;
    private int lineStart;
    private int needed;
    private int blankBytes;
    private boolean firstLine;

    StreamFramer(SipLimits limits) {
        this.limits = limits;
    }

    /** States of the stream. */
    enum State {
        BETWEEN,
        HEADERS,
        BODY,
        CORRUPT
    }

    /** Receives what the framer finds. The bytes are valid during the call only. */
    interface Sink {
        /** One whole message. */
        void onFrame(byte[] bytes, int offset, int length);

        /** A keep-alive ping: CR LF CR LF between messages (RFC 5626 section 3.5.1). */
        void onPing();

        /** The boundaries are lost; {@code problem} is null when the bytes are no SIP at all. Called once. */
        void onCorrupt(SipParseException problem, byte[] bytes, int offset, int length);
    }

    State state() {
        return state;
    }

    /** Takes all readable bytes. */
    void feed(ByteBuf in, Sink sink) {
        while (in.isReadable()) {
            switch (state) {
                case BETWEEN -> between(in.readByte(), sink);
                case HEADERS -> header(in.readByte(), sink);
                case BODY -> body(in, sink);
                case CORRUPT -> in.skipBytes(in.readableBytes());
                default -> throw new IllegalStateException(String.valueOf(state));
            }
        }
    }

    private void between(byte b, Sink sink) {
        if (b == '\r' || b == '\n' || b == 0 || b == ' ' || b == '\t') {
            blank(b, sink);
        } else if (b < ' ' || b == 0x7f) {
            corrupt(null, sink);
        } else {
            blankBytes = 0;
            length = 0;
            lineStart = 0;
            firstLine = true;
            state = State.HEADERS;
            append(b);
        }
    }

    /** Skips what stands between messages: it means nothing (RFC 3261 section 7.5), but for the ping. */
    private void blank(byte b, Sink sink) {
        boolean inOrder = b == ((blankBytes & 1) == 0 ? '\r' : '\n');
        blankBytes = inOrder ? blankBytes + 1 : b == '\r' ? 1 : 0;
        if (blankBytes == 4) {
            blankBytes = 0;
            sink.onPing();
        }
    }

    private void header(byte b, Sink sink) {
        boolean afterCr = buffer[length - 1] == '\r';
        append(b);
        if (afterCr != (b == '\n')) {
            corrupt(SipRule.BARE_LINE_BREAK, sink);
        } else if (b == '\n') {
            lineEnd(sink);
        } else if (length - lineStart > limits.maxLineBytes()) {
            corrupt(firstLine ? SipRule.REQUEST_LINE_TOO_LONG : SipRule.LINE_TOO_LONG, sink);
        } else if (length >= limits.maxMessageBytes()) {
            corrupt(SipRule.MESSAGE_TOO_LARGE, sink);
        }
    }

    private void lineEnd(Sink sink) {
        boolean empty = length - lineStart == 2;
        if (firstLine && StartLineSniffer.sniff(buffer, 0, length) == StartLineSniffer.Kind.NOT_SIP) {
            corrupt(null, sink);
            return;
        }
        firstLine = false;
        lineStart = length;
        if (!empty) {
            return;
        }
        long contentLength = ContentLengthScan.find(buffer, 0, length);
        if (contentLength == ContentLengthScan.MISSING) {
            corrupt(SipRule.CONTENT_LENGTH_MISSING, sink);
        } else if (contentLength < 0) {
            corrupt(SipRule.CONTENT_LENGTH, sink);
        } else if (length + contentLength > limits.maxMessageBytes()) {
            corrupt(SipRule.MESSAGE_TOO_LARGE, sink);
        } else if (contentLength == 0) {
            frame(sink);
        } else {
            needed = length + (int) contentLength;
            state = State.BODY;
        }
    }

    private void body(ByteBuf in, Sink sink) {
        int take = Math.min(in.readableBytes(), needed - length);
        reserve(length + take);
        in.readBytes(buffer, length, take);
        length += take;
        if (length == needed) {
            frame(sink);
        }
    }

    private void frame(Sink sink) {
        state = State.BETWEEN;
        sink.onFrame(buffer, 0, length);
        length = 0;
        if (buffer.length > KEEP_BYTES) {
            buffer = new byte[0];
        }
    }

    private void corrupt(SipRule rule, Sink sink) {
        state = State.CORRUPT;
        SipParseException problem = rule == null ? null : SipParseException.of(rule, "");
        sink.onCorrupt(problem, buffer, 0, length);
        buffer = new byte[0];
        length = 0;
    }

    private void append(byte b) {
        reserve(length + 1);
        buffer[length++] = b;
    }

    private void reserve(int bytes) {
        if (bytes > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(bytes, Math.max(FIRST_BYTES, 2 * buffer.length)));
        }
    }
}
