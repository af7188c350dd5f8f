package io.sidetone.transport.pbx.freeswitch;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.dialect.CallStart;
import io.sidetone.transport.dialect.DialectConnection;
import io.sidetone.transport.dialect.DialectInput;
import io.sidetone.transport.pbx.ControlText;
import io.sidetone.transport.pbx.Digits;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxEvents;
import io.sidetone.transport.pbx.PlaybackMarks;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.ws.WsOutput;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The input from FreeSWITCH. The first message, of any content, begins the call; binary messages are the caller's
 * audio; text messages are events of jambonz, or texts of the dialplan.
 */
public final class AudioForkInput implements DialectInput {
    private static final int SAMPLE_BYTES = 2;

    /** FreeSWITCH gives the length of digits in samples at 8 kHz. */
    private static final int SAMPLES_PER_MS = 8;

    private static final int MOST_METADATA = 1_024;

    private final DialectConnection connection;
    private final PbxEvents events;
    private final AudioForkSettings settings;
    private final PlaybackMarks marks = new PlaybackMarks();
    private AudioForkStart start;
    private AudioForkWire wire;
    private ByteBuf caller;

    /** Creates the input of {@code connection}. */
    public AudioForkInput(DialectConnection connection, PbxCounters counters, AudioForkSettings settings) {
        this.connection = connection;
        this.events = new PbxEvents(connection, counters);
        this.settings = settings;
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        if (connection.asked()) {
            events.count(PbxCounter.BAD_EVENTS);
            return;
        }
        if (connection.call() == null) {
            start(metadata(message), nowNs);
            return;
        }
        Map<String, String> event = events.fields(message);
        if (event == null) {
            return;
        }
        if ("dtmf".equals(event.get("event"))) {
            String digit = event.getOrDefault("dtmf", event.get("digit"));
            events.key(digit, Digits.durationMs(event.get("duration")) / SAMPLES_PER_MS, nowNs);
        } else if ("mark".equals(event.get("type"))) {
            mark(event.get("data.name"), event.getOrDefault("data.event", ""), nowNs);
        } else {
            events.count(PbxCounter.UNKNOWN_EVENTS);
        }
    }

    private void mark(String name, String event, long nowNs) {
        if (wire != null) {
            wire.markReturned();
        }
        if (event.equals("playout")) {
            events.mark(marks, name, nowNs);
        } else if (event.equals("cleared")) {
            events.count(PbxCounter.STALE_MARKS);
        } else {
            events.count(PbxCounter.BAD_EVENTS);
        }
    }

    /** Returns JSON by its fields; any other text as one value, which agents can match. */
    private static Map<String, String> metadata(ByteBuf message) {
        try {
            return ControlText.fields(message);
        } catch (JsonProcessingException anyText) {
            String text = message.toString(StandardCharsets.UTF_8);
            return Map.of("metadata", text.length() > MOST_METADATA ? text.substring(0, MOST_METADATA) : text);
        }
    }

    private boolean start(Map<String, String> metadata, long nowNs) {
        start = AudioForkStart.of(metadata, connection::query, settings);
        if (start == null) {
            events.count(PbxCounter.FORMAT_REFUSED);
            connection.leave(
                    WsOutput.UNSUPPORTED_DATA,
                    "rate must be 8000 to 48000, mix mono, mixed or stereo, playback binary or stream-audio");
            return false;
        }
        Buffering buffering;
        StreamWire way;
        if (start.playback() == Playback.BINARY) {
            buffering = new Buffering(settings.leadMs(), false, true);
            wire = new AudioForkWire(connection.out(), start.out(), marks);
            way = wire;
        } else {
            buffering = new Buffering(Math.max(settings.leadMs(), StreamAudioWire.LEAST_LEAD_MS), false, false);
            way = new StreamAudioWire(connection.out(), start.out());
        }
        return connection.begin(
                new CallStart(
                        metadata.getOrDefault(
                                "callSid", metadata.getOrDefault("callId", metadata.getOrDefault("uuid", ""))),
                        metadata.getOrDefault("from", ""),
                        metadata.getOrDefault("to", ""),
                        metadata,
                        start.in(),
                        start.out(),
                        buffering,
                        way),
                nowNs);
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        if (connection.call() == null && !connection.asked() && !start(Map.of(), nowNs)) {
            return;
        }
        if (!start.stereo()) {
            events.hear(message, SAMPLE_BYTES, nowNs);
            return;
        }
        if (caller == null) {
            caller = Unpooled.buffer(message.readableBytes() / 2 + SAMPLE_BYTES);
        }
        caller.clear();
        int from = message.readerIndex();
        for (int i = from; i + 1 < message.writerIndex(); i += 2 * SAMPLE_BYTES) {
            caller.writeShortLE(message.getShortLE(i));
        }
        if (message.readableBytes() % (2 * SAMPLE_BYTES) != 0) {
            events.count(PbxCounter.ODD_MEDIA);
        }
        events.hear(caller, SAMPLE_BYTES, nowNs);
    }

    @Override
    public void room() {
        if (wire != null) {
            wire.pad();
        }
    }

    @Override
    public void gone() {
        // The output may write to a closed socket without harm.
    }
}
