package io.sidetone.transport.pbx.asterisk;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.dialect.CallStart;
import io.sidetone.transport.dialect.DialectConnection;
import io.sidetone.transport.dialect.DialectInput;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxEvents;
import io.sidetone.transport.pbx.PlaybackMarks;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.ws.WsOutput;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The input from Asterisk: {@code MEDIA_START} begins the call, binary messages are the caller's audio, all others are
 * events.
 */
public final class AsteriskInput implements DialectInput {
    private static final Logger LOG = LoggerFactory.getLogger(AsteriskInput.class);
    private static final String VARIABLES = "channel_variables.";

    /** A message with more frames than this does not come from a telephone. */
    private static final int MOST_FRAMES = 10;

    private final DialectConnection connection;
    private final PbxEvents events;
    private final Buffering buffering;
    private final PlaybackMarks marks = new PlaybackMarks();
    private AsteriskWire wire;
    private int sampleBytes;

    /**
     * Creates the input of {@code connection}.
     *
     * @param leadMs how far ahead of its time audio is sent, a multiple of 20
     */
    public AsteriskInput(DialectConnection connection, PbxCounters counters, int leadMs) {
        this.connection = connection;
        this.events = new PbxEvents(connection, counters);
        this.buffering = new Buffering(leadMs, true, true);
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        AsteriskEvent event;
        try {
            event = AsteriskEvent.of(message);
        } catch (JsonProcessingException wrong) {
            events.count(PbxCounter.MALFORMED_TEXT);
            return;
        }
        if (event.name().equals("MEDIA_START")) {
            start(event, nowNs);
        } else if (connection.call() == null) {
            events.count(PbxCounter.BAD_EVENTS);
        } else {
            event(event, nowNs);
        }
    }

    private void event(AsteriskEvent event, long nowNs) {
        switch (event.name()) {
            case "DTMF_END" -> events.key(event.field("digit"), 0, nowNs);
            case "MEDIA_MARK_PROCESSED" -> events.mark(marks, event.field("correlation_id"), nowNs);
            case "MEDIA_XOFF" -> {
                events.count(PbxCounter.QUEUE_FULL);
                wire.full(true);
            }
            case "MEDIA_XON" -> {
                wire.full(false);
                connection.call().writable();
            }
            case "ERROR" -> {
                events.count(PbxCounter.PEER_ERRORS);
                LOG.warn("Asterisk refused a message: {}", event.field("error_text"));
            }
            case "QUEUE_DRAINED", "MEDIA_BUFFERING_COMPLETED", "STATUS" -> {
                // Answers to requests that this side does not make.
            }
            default -> events.count(PbxCounter.UNKNOWN_EVENTS);
        }
    }

    private void start(AsteriskEvent event, long nowNs) {
        if (connection.call() != null || connection.asked()) {
            events.count(PbxCounter.BAD_EVENTS);
            return;
        }
        StreamFormat format = AsteriskFormat.of(event.field("format"));
        int messageBytes = format == null ? 0 : messageBytes(format, event.field("optimal_frame_size"));
        if (messageBytes == 0) {
            events.count(PbxCounter.FORMAT_REFUSED);
            LOG.warn(
                    "Asterisk offers format '{}' in frames of '{}' bytes, which is not supported; dial with c(CODEC), CODEC"
                            + " being {}",
                    event.field("format"),
                    event.field("optimal_frame_size"),
                    AsteriskFormat.NAMES);
            AsteriskWire.hangUp(connection.out(), event.json());
            connection.leave(WsOutput.UNSUPPORTED_DATA, "format not supported");
            return;
        }
        sampleBytes = format.bytesPerSample();
        wire = new AsteriskWire(connection.out(), format, messageBytes, event.json(), marks, events::count);
        Map<String, String> variables = new HashMap<>(event.fields());
        event.fields().forEach((name, value) -> {
            if (name.startsWith(VARIABLES)) {
                variables.put(name.substring(VARIABLES.length()), value);
            }
        });
        CallStart start = new CallStart(
                event.field("channel_id").isEmpty() ? event.field("connection_id") : event.field("channel_id"),
                variables.getOrDefault("CALLERID(num)", ""),
                variables.getOrDefault("EXTEN", ""),
                variables,
                format,
                format,
                buffering,
                wire);
        if (!connection.begin(start, nowNs)) {
            wire.hangUp(EndCause.SETUP_FAILED);
        }
    }

    /**
     * Returns the bytes of our messages: a whole number of our frames and of Asterisk's, which drops incomplete frames;
     * 0 if there is no such number.
     */
    private static int messageBytes(StreamFormat format, String optimal) {
        int frame = format.frameBytes();
        if (optimal.isEmpty()) {
            return frame;
        }
        if (!optimal.matches("[1-9][0-9]{0,4}")) {
            return 0;
        }
        int theirs = Integer.parseInt(optimal);
        for (int frames = 1; frames <= MOST_FRAMES; frames++) {
            if (frames * frame % theirs == 0) {
                return frames * frame;
            }
        }
        return 0;
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        events.hear(message, sampleBytes, nowNs);
    }

    @Override
    public void room() {
        // Only frames that wait for a whole message are held back.
    }

    @Override
    public void gone() {
        // The output may write to a closed socket without harm.
    }
}
