package io.sidetone.speech.deepgram;

/** Bounds of settings, refused in words that name the key and the remedy. */
final class Limits {
    private Limits() {}

    static void within(String key, double value, double least, double most, String unit) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(key + ": " + number(value) + unit(unit) + " is outside " + number(least)
                    + " to " + number(most) + unit(unit) + "; set a value within");
        }
    }

    private static String unit(String unit) {
        return unit.isEmpty() ? "" : " " + unit;
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
