package io.sidetone.transport.vela;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Messages of one session on their way out: numbered after version negotiation, kept for a client that may come back.
 * Event loop of the call only.
 */
final class VelaOutbox {
    /** Messages kept for a client that comes back. */
    static final int KEPT_MESSAGES = 512;

    /** Bytes kept for a client that comes back. */
    static final int KEPT_BYTES = 256 * 1024;

    private final Deque<Kept> kept = new ArrayDeque<>();
    private VelaLink link;
    private boolean numbered;
    private boolean keeping;
    private long seq;
    private long forgottenSeq;
    private int keptBytes;

    /** Writes the fields of a payload. */
    @FunctionalInterface
    interface Payload {
        void write(JsonGenerator out) throws IOException;
    }

    private record Kept(long seq, byte[] message) {}

    /** Sends to {@code socket} from now on; null while there is none. */
    void link(VelaLink socket) {
        link = socket;
    }

    VelaLink link() {
        return link;
    }

    /** Numbers every message from now on. */
    void number() {
        numbered = true;
    }

    boolean numbered() {
        return numbered;
    }

    /** Keeps messages from now on for a client that may come back. */
    void keep() {
        if (!keeping) {
            keeping = true;
            forgottenSeq = seq;
        }
    }

    void send(String type, Payload payload) {
        if (numbered) {
            seq++;
        }
        byte[] message = MessageJson.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("type", type);
            out.writeObjectFieldStart("payload");
            payload.write(out);
            out.writeEndObject();
            if (numbered) {
                out.writeNumberField("seq", seq);
            }
            out.writeEndObject();
        });
        if (keeping) {
            keep(message);
        }
        if (link != null) {
            link.text(message);
        }
    }

    private void keep(byte[] message) {
        kept.addLast(new Kept(seq, message));
        keptBytes += message.length;
        while (kept.size() > KEPT_MESSAGES || keptBytes > KEPT_BYTES) {
            Kept oldest = kept.removeFirst();
            keptBytes -= oldest.message.length;
            forgottenSeq = oldest.seq;
        }
    }

    /**
     * Sends again, in order, every message after {@code lastSeq}. Audio is not among them: its turn is dead.
     *
     * @return whether none of them was forgotten
     */
    boolean replay(long lastSeq) {
        for (Kept each : kept) {
            if (each.seq > lastSeq) {
                link.text(each.message);
            }
        }
        return lastSeq >= forgottenSeq;
    }

    /** Sends 20 ms of a turn; false when there was no room, and nothing is counted as sent then. */
    boolean audio(byte[] sound, int length, long number, long token, long positionMs) {
        ByteBuf message = link.buffer(AudioDelta.bytes(length));
        AudioDelta.write(message, sound, length, number, token, positionMs, numbered ? seq + 1 : 0);
        boolean sent = link.audio(message);
        if (sent && numbered) {
            seq++;
        }
        return sent;
    }
}
