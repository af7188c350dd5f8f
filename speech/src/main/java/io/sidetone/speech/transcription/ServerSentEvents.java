package io.sidetone.speech.transcription;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Reads the data of server-sent events (HTML living standard, section 9.2) from bytes that may be cut anywhere. A line
 * may end with LF, CR LF or CR; text is decoded line by line, so that no character is cut. One thread.
 */
final class ServerSentEvents {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private final Consumer<String> events;
    private boolean first = true;
    private boolean returned;

    /** Creates the reader; {@code events} receives the data of each event. */
    ServerSentEvents(Consumer<String> events) {
        this.events = events;
    }

    void add(ByteBuf bytes) {
        byte[] piece = new byte[bytes.readableBytes()];
        bytes.readBytes(piece);
        for (byte next : piece) {
            boolean pair = returned && next == '\n';
            returned = next == '\r';
            if (pair) {
                continue;
            }
            if (next == '\n' || next == '\r') {
                end();
            } else {
                line.write(next);
            }
        }
    }

    private void end() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (first && text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(1);
        }
        first = false;
        if (text.isEmpty()) {
            finish();
        } else if (text.startsWith("data:")) {
            String value = text.substring("data:".length());
            data.append(value.startsWith(" ") ? value.substring(1) : value).append('\n');
        }
    }

    /** Ends the stream: a last event counts even without its blank line. */
    void finish() {
        if (line.size() > 0) {
            end();
        }
        if (data.length() > 0) {
            String event = data.substring(0, data.length() - 1);
            data.setLength(0);
            events.accept(event);
        }
    }
}
