package io.sidetone.speech.net;

/** Checks the settings of engines; messages name the configuration key and the remedy. */
public final class Setting {
    private Setting() {}

    /**
     * Refuses a value.
     *
     * @param key key below {@code engines.NAME}
     * @param problem the problem, with the remedy
     * @throws IllegalArgumentException if {@code holds} is false
     */
    public static void require(String service, String key, boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("engines." + service + "." + key + ": " + problem);
        }
    }

    /** Refuses a value out of bounds, and NaN. */
    public static void within(String service, String key, double value, double least, double most, String unit) {
        String behind = unit.isEmpty() ? "" : " " + unit;
        require(
                service,
                key,
                value >= least && value <= most,
                number(value) + behind + " is outside " + number(least) + " to " + number(most) + behind
                        + "; set a value within");
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
