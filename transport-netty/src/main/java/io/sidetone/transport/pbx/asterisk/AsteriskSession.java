package io.sidetone.transport.pbx.asterisk;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.Marks;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.ws.WsHandshake;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What comes from Asterisk: {@code MEDIA_START} begins the call, binary messages are the caller, the rest are events. */
final class AsteriskSession extends PbxSession {
    private static final Logger LOG = LoggerFactory.getLogger(AsteriskSession.class);
    private static final String VARIABLES = "channel_variables.";

    /** More frames in one message than this are no telephone's. */
    private static final int MOST_FRAMES = 10;

    private final Buffering buffering;
    private final Marks marks = new Marks();
    private AsteriskWire wire;
    private int sampleBytes;

    AsteriskSession(StreamCallHandle.Desk calls, PbxCounters counters, WsHandshake handshake, Buffering buffering) {
        super(calls, counters, handshake);
        this.buffering = buffering;
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        if (over()) {
            return;
        }
        AsteriskEvent event;
        try {
            event = AsteriskEvent.of(message);
        } catch (JsonProcessingException wrong) {
            count(PbxCounter.MALFORMED_TEXT);
            return;
        }
        if (event.name().equals("MEDIA_START")) {
            start(event, nowNs);
        } else if (call() == null) {
            count(PbxCounter.BAD_EVENTS);
        } else {
            event(event, nowNs);
        }
    }

    private void event(AsteriskEvent event, long nowNs) {
        switch (event.name()) {
            case "DTMF_END" -> key(event.field("digit"), 0, nowNs);
            case "MEDIA_MARK_PROCESSED" -> mark(marks, event.field("correlation_id"), nowNs);
            case "MEDIA_XOFF" -> {
                count(PbxCounter.QUEUE_FULL);
                wire.full(true);
            }
            case "MEDIA_XON" -> {
                wire.full(false);
                call().writable();
            }
            case "ERROR" -> {
                count(PbxCounter.PEER_ERRORS);
                LOG.warn("Asterisk refused a message: {}", event.field("error_text"));
            }
            case "QUEUE_DRAINED", "MEDIA_BUFFERING_COMPLETED", "STATUS" -> {
                // Answers to what is not asked here.
            }
            default -> count(PbxCounter.UNKNOWN_EVENTS);
        }
    }

    private void start(AsteriskEvent event, long nowNs) {
        if (call() != null) {
            count(PbxCounter.BAD_EVENTS);
            return;
        }
        StreamFormat format = AsteriskFormat.of(event.field("format"));
        int messageBytes = format == null ? 0 : messageBytes(format, event.field("optimal_frame_size"));
        if (messageBytes == 0) {
            count(PbxCounter.FORMAT_REFUSED);
            LOG.warn(
                    "Asterisk offers format '{}' in frames of '{}' bytes, which is not taken; dial with c(CODEC), CODEC"
                            + " being {}",
                    event.field("format"),
                    event.field("optimal_frame_size"),
                    AsteriskFormat.NAMES);
            AsteriskWire.hangUp(out(), event.json());
            leave(UNSUPPORTED_DATA, "format not supported");
            return;
        }
        sampleBytes = format.bytesPerSample();
        wire = new AsteriskWire(out(), format, messageBytes, event.json(), marks, this::count);
        Map<String, String> variables = new HashMap<>(event.fields());
        event.fields().forEach((name, value) -> {
            if (name.startsWith(VARIABLES)) {
                variables.put(name.substring(VARIABLES.length()), value);
            }
        });
        Parties parties = new Parties(
                event.field("channel_id").isEmpty() ? event.field("connection_id") : event.field("channel_id"),
                variables.getOrDefault("CALLERID(num)", ""),
                variables.getOrDefault("EXTEN", ""));
        if (!begin(parties, variables, format, format, buffering, wire, nowNs)) {
            wire.hangUp(EndCause.SETUP_FAILED);
        }
    }

    /** Bytes of the messages we send: whole frames of ours and of Asterisk's, which drops what is left over; 0 if there is no such number. */
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
        if (over()) {
            return;
        }
        if (call() == null) {
            count(PbxCounter.MEDIA_OUT_OF_PLACE);
        } else {
            hear(message, sampleBytes, nowNs);
        }
    }
}
