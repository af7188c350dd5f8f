package io.sidetone.transport.pbx.vonage;

import io.netty.buffer.ByteBuf;
import io.sidetone.core.playout.Buffering;
import io.sidetone.transport.pbx.Digits;
import io.sidetone.transport.pbx.Marks;
import io.sidetone.transport.pbx.PbxCounter;
import io.sidetone.transport.pbx.PbxCounters;
import io.sidetone.transport.pbx.PbxSession;
import io.sidetone.transport.stream.StreamCallHandle;
import io.sidetone.transport.stream.StreamFormat;
import io.sidetone.transport.ws.WsHandshake;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What comes from Vonage: {@code websocket:connected} begins the call, binary messages are all other parties mixed. */
final class VonageSession extends PbxSession {
    private static final Pattern CONTENT_TYPE = Pattern.compile(" *audio/l16 *; *rate *= *(8000|16000|24000) *");
    private static final int SAMPLE_BYTES = 2;

    private final Buffering buffering;
    private final Marks marks = new Marks();

    VonageSession(StreamCallHandle.Desk calls, PbxCounters counters, WsHandshake handshake, Buffering buffering) {
        super(calls, counters, handshake);
        this.buffering = buffering;
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        Map<String, String> event = over() ? null : fields(message);
        if (event == null) {
            return;
        }
        String name = event.getOrDefault("event", "");
        if (name.equals("websocket:connected")) {
            start(event, nowNs);
        } else if (call() == null) {
            count(PbxCounter.BAD_EVENTS);
        } else {
            event(name, event, nowNs);
        }
    }

    private void event(String name, Map<String, String> event, long nowNs) {
        switch (name) {
            case "websocket:dtmf" -> key(digit(event), Digits.durationMs(event.get("duration")), nowNs);
            case "websocket:notify" -> mark(marks, event.get("payload.mark"), nowNs);
            case "websocket:cleared" -> {
                // Says that what was held is gone, not that a reply is complete.
            }
            default -> count(PbxCounter.UNKNOWN_EVENTS);
        }
    }

    /** Three shapes are in use: a digit, an object with a digit, and the object's name with the digit itself. */
    private static String digit(Map<String, String> event) {
        String digit = event.getOrDefault("digit", event.get("dtmf.digit"));
        return digit == null ? event.get("dtmf") : digit;
    }

    private void start(Map<String, String> event, long nowNs) {
        if (call() != null) {
            count(PbxCounter.BAD_EVENTS);
            return;
        }
        Matcher type = CONTENT_TYPE.matcher(event.getOrDefault("content-type", ""));
        if (!type.matches()) {
            count(PbxCounter.FORMAT_REFUSED);
            leave(UNSUPPORTED_DATA, "content-type must be audio/l16;rate=8000, 16000 or 24000");
            return;
        }
        StreamFormat format = new StreamFormat(StreamFormat.Encoding.L16_LE, Integer.parseInt(type.group(1)));
        String caller = event.getOrDefault("caller-id", event.getOrDefault("from", ""));
        Parties parties = new Parties(
                event.getOrDefault("uuid", event.getOrDefault("conversation_uuid", "")),
                caller,
                event.getOrDefault("to", ""));
        begin(parties, event, format, format, buffering, new VonageWire(out(), format, marks), nowNs);
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        if (over()) {
            return;
        }
        if (call() == null) {
            count(PbxCounter.MEDIA_OUT_OF_PLACE);
        } else {
            hear(message, SAMPLE_BYTES, nowNs);
        }
    }
}
