package io.sidetone.transport.pbx.vonage;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.dialect.CallStart;
import io.sidetone.transport.dialect.DialectConnection;
import io.sidetone.transport.dialect.DialectInput;
import io.sidetone.transport.pbx.Digits;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxEvents;
import io.sidetone.transport.pbx.PlaybackMarks;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.ws.WsOutput;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The input from Vonage: {@code websocket:connected} begins the call; binary messages are the mixed audio of all other
 * parties.
 */
public final class VonageInput implements DialectInput {
    private static final Pattern CONTENT_TYPE = Pattern.compile(" *audio/l16 *; *rate *= *(8000|16000|24000) *");
    private static final int SAMPLE_BYTES = 2;

    private final DialectConnection connection;
    private final PbxEvents events;
    private final Buffering buffering;
    private final PlaybackMarks marks = new PlaybackMarks();

    /**
     * Creates the input of {@code connection}.
     *
     * @param leadMs how far ahead of its time audio is sent, a multiple of 20
     */
    public VonageInput(DialectConnection connection, PbxCounters counters, int leadMs) {
        this.connection = connection;
        this.events = new PbxEvents(connection, counters);
        this.buffering = new Buffering(leadMs, false, true);
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        Map<String, String> event = events.fields(message);
        if (event == null) {
            return;
        }
        String name = event.getOrDefault("event", "");
        if (name.equals("websocket:connected")) {
            start(event, nowNs);
        } else if (connection.call() == null) {
            events.count(PbxCounter.BAD_EVENTS);
        } else {
            event(name, event, nowNs);
        }
    }

    private void event(String name, Map<String, String> event, long nowNs) {
        switch (name) {
            case "websocket:dtmf" -> events.key(digit(event), Digits.durationMs(event.get("duration")), nowNs);
            case "websocket:notify" -> events.mark(marks, event.get("payload.mark"), nowNs);
            case "websocket:cleared" -> {
                // It reports that the held audio was dropped, not that a reply is complete.
            }
            default -> events.count(PbxCounter.UNKNOWN_EVENTS);
        }
    }

    /**
     * Reads a digit in one of three forms: a digit, an object with a digit, or the object's name with the digit itself.
     */
    private static String digit(Map<String, String> event) {
        String digit = event.getOrDefault("digit", event.get("dtmf.digit"));
        return digit == null ? event.get("dtmf") : digit;
    }

    private void start(Map<String, String> event, long nowNs) {
        if (connection.call() != null || connection.asked()) {
            events.count(PbxCounter.BAD_EVENTS);
            return;
        }
        Matcher type = CONTENT_TYPE.matcher(event.getOrDefault("content-type", ""));
        if (!type.matches()) {
            events.count(PbxCounter.FORMAT_REFUSED);
            connection.leave(WsOutput.UNSUPPORTED_DATA, "content-type must be audio/l16;rate=8000, 16000 or 24000");
            return;
        }
        StreamFormat format = new StreamFormat(StreamFormat.Encoding.L16_LE, Integer.parseInt(type.group(1)));
        String caller = event.getOrDefault("caller-id", event.getOrDefault("from", ""));
        connection.begin(
                new CallStart(
                        event.getOrDefault("uuid", event.getOrDefault("conversation_uuid", "")),
                        caller,
                        event.getOrDefault("to", ""),
                        event,
                        format,
                        format,
                        buffering,
                        new VonageWire(connection.out(), format, marks)),
                nowNs);
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        events.hear(message, SAMPLE_BYTES, nowNs);
    }

    @Override
    public void room() {
        // Nothing is held back.
    }

    @Override
    public void gone() {
        // The output may write to a closed socket without harm.
    }
}
