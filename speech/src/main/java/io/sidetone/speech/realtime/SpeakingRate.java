package io.sidetone.speech.realtime;

import io.sidetone.core.port.WordTimes;
import java.util.ArrayList;
import java.util.List;

/** Rate at which the voice of a call speaks, measured on its responses. Event loop only. */
final class SpeakingRate {
    private static final double USUAL_MS = 62;
    private static final double FASTEST_MS = 25;
    private static final double SLOWEST_MS = 160;
    private static final int ENOUGH_CHARS = 20;
    private static final double WEIGHT = 0.4;

    private double msPerChar = USUAL_MS;

    /** Takes a measurement: a whole response of {@code chars} characters took {@code ms}. */
    void learn(int chars, long ms) {
        if (chars >= ENOUGH_CHARS && ms > 0) {
            double measured = Math.max(FASTEST_MS, Math.min(SLOWEST_MS, (double) ms / chars));
            msPerChar += WEIGHT * (measured - msPerChar);
        }
    }

    /** Returns how long {@code chars} characters take, in ms. */
    double ms(int chars) {
        return chars * msPerChar;
    }

    /** Returns word times of {@code text}, distributed over {@code durationMs} in proportion to characters. */
    static WordTimes spread(String text, long durationMs) {
        List<int[]> words = new ArrayList<>();
        int length = text.length();
        int at = 0;
        while (at < length) {
            while (at < length && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            int from = at;
            while (at < length && !Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (at > from) {
                words.add(new int[] {from, at});
            }
        }
        int[] startMs = new int[words.size()];
        int[] endMs = new int[words.size()];
        int[] charEnd = new int[words.size()];
        for (int i = 0; i < words.size(); i++) {
            startMs[i] = (int) (durationMs * words.get(i)[0] / length);
            endMs[i] = (int) (durationMs * words.get(i)[1] / length);
            charEnd[i] = words.get(i)[1];
        }
        return new WordTimes(startMs, endMs, charEnd);
    }
}
