package io.sidetone.transport.pbx;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.sidetone.transport.dialect.DialectConnection;
import java.util.Map;

/**
 * Passes on what all switch dialects have: audio, digits and returned marks. Counts impossible events. One per
 * connection, event loop only.
 */
public final class PbxEvents {
    private final DialectConnection connection;
    private final PbxCounters counters;

    /** Creates it for the events of {@code connection}. */
    public PbxEvents(DialectConnection connection, PbxCounters counters) {
        this.connection = connection;
        this.counters = counters;
    }

    /** Counts one event. */
    public void count(PbxCounter counter) {
        counters.increment(counter);
    }

    /** Returns the fields of a message, or null when it is not a JSON object, which is counted. */
    public Map<String, String> fields(ByteBuf message) {
        try {
            return ControlText.fields(message);
        } catch (JsonProcessingException wrong) {
            count(PbxCounter.MALFORMED_TEXT);
            return null;
        }
    }

    /**
     * Passes on audio. An incomplete sample at the end is left out and counted; audio without a call is counted, too.
     */
    public void hear(ByteBuf media, int sampleBytes, long nowNs) {
        if (connection.call() == null) {
            count(PbxCounter.MEDIA_OUT_OF_PLACE);
            return;
        }
        int bytes = media.readableBytes();
        if (bytes == 0) {
            count(PbxCounter.EMPTY_MEDIA);
            return;
        }
        if (bytes % sampleBytes != 0) {
            count(PbxCounter.ODD_MEDIA);
            media.writerIndex(media.writerIndex() - bytes % sampleBytes);
        }
        if (media.isReadable()) {
            connection.call().audio(media, nowNs);
        }
    }

    /** Passes on a digit. */
    public void key(String digit, int ms, long nowNs) {
        char key = Digits.of(digit);
        if (key == Digits.NONE) {
            count(PbxCounter.BAD_EVENTS);
        } else {
            connection.call().digit(key, ms, nowNs);
        }
    }

    /** Takes a returned mark. */
    public void mark(PlaybackMarks marks, String name, long nowNs) {
        switch (marks.returned(name)) {
            case PLAYED -> connection.call().played(marks.token(), marks.positionMs(), nowNs);
            case STALE -> count(PbxCounter.STALE_MARKS);
            default -> count(PbxCounter.BAD_EVENTS);
        }
    }
}
