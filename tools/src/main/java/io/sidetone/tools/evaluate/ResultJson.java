package io.sidetone.tools.evaluate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.audio.SampleRate;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;

/** Writes the result of a clip as one line of JSON. */
public final class ResultJson {
    private static final JsonFactory JSON = new JsonFactory();

    /** A fixed number of digits is equal on every JVM; the shortest text of a float is not. */
    private static final int DECIMALS = 6;

    private static final double SCALE = 1e6;

    private ResultJson() {}

    /** Returns {@code result} on one line, without a line break. */
    public static String of(ClipResult result) throws IOException {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("id", result.id());
            json.writeArrayFieldStart("events");
            for (ClipEvent event : result.events()) {
                json.writeStartObject();
                json.writeNumberField("t", event.timeMs());
                json.writeStringField("e", event.name());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("frame_ms", SampleRate.FRAME_MS);
            json.writeArrayFieldStart("scores");
            for (float score : result.scores()) {
                json.writeNumber(BigDecimal.valueOf(Math.round(score * SCALE), DECIMALS));
            }
            json.writeEndArray();
            json.writeStringField("flags", result.flags());
            json.writeEndObject();
        }
        return line.toString();
    }
}
