package io.sidetone.transport.turn;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.call.timeline.VoiceLevels;
import java.io.IOException;

/** The loudness of both voices as JSON: one character a step, {@code 0} silence to {@code z} full scale, 60 dB in 36 steps. */
public final class LevelsJson {
    private static final int RANGE_DB = 60;
    private static final int TOP = 35;
    private static final char[] BY_LEVEL = table();

    private LevelsJson() {}

    /** A level is the square root of a peak: {@code level * level / 32768} of full scale. */
    private static char[] table() {
        char[] table = new char[256];
        for (int level = 0; level < table.length; level++) {
            double db = level == 0 ? -RANGE_DB : 20 * Math.log10((double) level * level / 32_768);
            int step = (int) Math.round(TOP * (RANGE_DB + db) / RANGE_DB);
            table[level] = Character.forDigit(Math.min(TOP, Math.max(0, step)), TOP + 1);
        }
        return table;
    }

    /** Writes {@code levels} as an object. */
    public static void write(JsonGenerator out, VoiceLevels.Snapshot levels) throws IOException {
        out.writeStartObject();
        out.writeNumberField("stepMs", VoiceLevels.STEP_MS);
        out.writeNumberField("fromMs", levels.fromMs());
        out.writeStringField("caller", text(levels.caller()));
        out.writeStringField("agent", text(levels.agent()));
        out.writeEndObject();
    }

    private static String text(byte[] levels) {
        char[] text = new char[levels.length];
        for (int i = 0; i < text.length; i++) {
            text[i] = BY_LEVEL[levels[i] & 0xFF];
        }
        return new String(text);
    }
}
