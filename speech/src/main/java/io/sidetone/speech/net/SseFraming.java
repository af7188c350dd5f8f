package io.sidetone.speech.net;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Cuts a byte stream into server-sent events (WHATWG HTML, section 9.2.6): lines end with LF, CR LF or CR, data lines are
 * joined with LF, comments and unknown fields are skipped. Text is decoded line by line, so a character may be split over
 * reads. One thread at a time.
 */
public final class SseFraming {
    /** Larger than any piece of a conversation; a larger event is an error. */
    public static final int MAX_EVENT_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 512;
    private static final char BOM = '\uFEFF';

    private final int limit;
    private final BiConsumer<String, String> sink;
    private final ByteProcessor step = this::step;
    private byte[] line = new byte[FIRST_BYTES];
    private int length;
    private boolean afterCr;
    private boolean first = true;
    private String name;
    private StringBuilder data;
    private boolean tooLarge;

    /** Creates the parser of events of at most {@value #MAX_EVENT_BYTES} bytes; as {@link #SseFraming(int, BiConsumer)}. */
    public SseFraming(BiConsumer<String, String> sink) {
        this(MAX_EVENT_BYTES, sink);
    }

    /**
     * Creates the parser.
     *
     * @param limit bytes of an event
     * @param sink receives each event's name (or null) and data
     */
    public SseFraming(int limit, BiConsumer<String, String> sink) {
        this.limit = limit;
        this.sink = sink;
    }

    /** Takes the next bytes; returns false when an event is larger than it may be. */
    public boolean feed(ByteBuffer piece) {
        while (!tooLarge && piece.hasRemaining()) {
            step(piece.get());
        }
        return !tooLarge;
    }

    /** As {@link #feed(ByteBuffer)}. */
    public boolean feed(ByteBuf piece) {
        if (!tooLarge) {
            piece.forEachByte(step);
        }
        return !tooLarge;
    }

    /** Ends the stream; a last event without its empty line counts, because some services omit the line. */
    public void end() {
        if (!tooLarge) {
            if (length > 0) {
                endOfLine();
            }
            dispatch();
        }
    }

    private boolean step(byte next) {
        boolean lineFeedOfCr = afterCr && next == '\n';
        afterCr = next == '\r';
        if (lineFeedOfCr) {
            return true;
        }
        if (next == '\n' || next == '\r') {
            endOfLine();
            return true;
        }
        if (length + (data == null ? 0 : data.length()) >= limit) {
            tooLarge = true;
            return false;
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, length * 2);
        }
        line[length++] = next;
        return true;
    }

    private void endOfLine() {
        String text = new String(line, 0, length, StandardCharsets.UTF_8);
        length = 0;
        if (first) {
            first = false;
            text = !text.isEmpty() && text.charAt(0) == BOM ? text.substring(1) : text;
        }
        if (text.isEmpty()) {
            dispatch();
            return;
        }
        int colon = text.indexOf(':');
        if (colon == 0) {
            return;
        }
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        value = value.startsWith(" ") ? value.substring(1) : value;
        if (field.equals("event")) {
            name = value;
        } else if (field.equals("data")) {
            append(value);
        }
    }

    private void append(String value) {
        if (data == null) {
            data = new StringBuilder(value.length());
        } else {
            data.append('\n');
        }
        data.append(value);
        tooLarge |= data.length() > limit;
    }

    private void dispatch() {
        if (data != null && !tooLarge) {
            String event = name;
            String text = data.toString();
            name = null;
            data = null;
            sink.accept(event, text);
        }
        name = null;
        data = null;
    }
}
