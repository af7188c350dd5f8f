package io.sidetone.server.records.subscribers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.recording.RecordingState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * One event on its way to one subscriber. What it says never changes; how far it is belongs to the delivering thread.
 *
 * <p>In the spool: version (1), wall time of the event in ms (8), its sequence (8), length of its type (1), type, JSON.
 */
final class PendingEvent {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte VERSION = 1;
    private static final int FIXED = 1 + 8 + 8 + 1;

    private final String callId;
    private final long eventMs;
    private final long sequence;
    private final String type;
    private final byte[] json;

    /** Attempts so far. */
    int attempts;

    /** Attempts that failed although others were taken. */
    int lonelyFailures;

    /** Number of events that the subscriber had taken when this one failed last, or was read. */
    long takenBefore;

    /** Before then it is not sent again. */
    long notBeforeNs;

    /** Taken, refused or given up. */
    boolean done;

    private PendingEvent(String callId, long eventMs, long sequence, String type, byte[] json) {
        this.callId = callId;
        this.eventMs = eventMs;
        this.sequence = sequence;
        this.type = type;
        this.json = json;
    }

    /** Returns {@code event}, which reads {@code json}, as it is spooled. */
    static SpoolRecord record(SpoolRecord.Kind kind, String callId, TurnEvent event, byte[] json) {
        byte[] type = event.type().wireName().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer body = ByteBuffer.allocate(FIXED + type.length + json.length);
        body.put(VERSION).putLong(event.timestampMs()).putLong(event.sequence());
        body.put((byte) type.length).put(type).put(json);
        return new SpoolRecord(kind, callId, body.array());
    }

    /** Returns what an earlier process promised as the event that it is, with the recording as it is on the disk. */
    static SpoolRecord kept(SpoolRecord promise) {
        SpoolRecord event = new SpoolRecord(SpoolRecord.Kind.EVENT, promise.callId(), promise.body());
        PendingEvent pending = of(event);
        if (pending == null) {
            return event;
        }
        try {
            JsonNode message = JSON.readTree(pending.json);
            if (message.at("/payload/diagnostics/recording") instanceof ObjectNode recording
                    && recording.path("file").isTextual()) {
                Path file = Path.of(recording.path("file").asText());
                boolean sent = recording.has("url");
                if (Files.exists(file) || Files.exists(Path.of(file + ".part"))) {
                    recording.put("state", (sent ? RecordingState.UPLOADING : RecordingState.COMPLETE).wireName());
                } else {
                    recording.put("state", (sent ? RecordingState.UPLOADED : RecordingState.REMOVED).wireName());
                    recording.remove("file");
                }
                int head = promise.body().length - pending.json.length;
                byte[] json = JSON.writeValueAsBytes(message);
                byte[] body = Arrays.copyOf(promise.body(), head + json.length);
                System.arraycopy(json, 0, body, head, json.length);
                return new SpoolRecord(SpoolRecord.Kind.EVENT, promise.callId(), body);
            }
        } catch (IOException | RuntimeException unreadable) {
            return event;
        }
        return event;
    }

    /** Returns what was spooled, or null when it is nothing of ours. */
    static PendingEvent of(SpoolRecord record) {
        ByteBuffer body = ByteBuffer.wrap(record.body());
        if (record.kind() != SpoolRecord.Kind.EVENT || body.remaining() < FIXED || body.get() != VERSION) {
            return null;
        }
        long eventMs = body.getLong();
        long sequence = body.getLong();
        int typeLength = body.get() & 0xff;
        if (body.remaining() < typeLength) {
            return null;
        }
        int at = body.position();
        byte[] all = record.body();
        String type = new String(all, at, typeLength, StandardCharsets.US_ASCII);
        return new PendingEvent(
                record.callId(), eventMs, sequence, type, Arrays.copyOfRange(all, at + typeLength, all.length));
    }

    /** A place in the window for what cannot be read. */
    static PendingEvent unreadable(String callId) {
        PendingEvent pending = new PendingEvent(callId, 0, 0, "", new byte[0]);
        pending.done = true;
        return pending;
    }

    String callId() {
        return callId;
    }

    /** Returns when it happened, in ms since 1970. */
    long eventMs() {
        return eventMs;
    }

    /** Its number within the call. */
    long sequence() {
        return sequence;
    }

    String type() {
        return type;
    }

    byte[] json() {
        return json;
    }

    @Override
    public String toString() {
        return type + " " + callId + "/" + sequence;
    }
}
