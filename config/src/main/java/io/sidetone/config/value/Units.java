package io.sidetone.config.value;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations ({@code 250ms}, {@code 30s}, {@code 5m}, {@code 1h}) and sizes ({@code 64KiB}, {@code 1MiB}). */
public final class Units {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})\\s*(ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})\\s*(B|KiB|MiB|GiB)");
    private static final String DURATION_REMEDY = "write a number and its unit, for example 250ms, 30s, 5m or 1h";
    private static final String SIZE_REMEDY = "write a number and its unit, for example 512B, 64KiB or 1MiB";

    private Units() {}

    /** Parses a duration; the unit is mandatory. */
    public static Duration duration(String text) throws BadValueException {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            String problem = text.matches("[0-9]+") ? "' has no unit" : "' is not a duration";
            throw new BadValueException("'" + text + problem, DURATION_REMEDY);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    /** Parses a size in bytes; the unit is mandatory. */
    public static long bytes(String text) throws BadValueException {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            String problem = text.matches("[0-9]+") ? "' has no unit" : "' is not a size";
            throw new BadValueException("'" + text + problem, SIZE_REMEDY);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "B" -> number;
            case "KiB" -> number << 10;
            case "MiB" -> number << 20;
            default -> number << 30;
        };
    }

    /** Writes a duration with the largest unit that keeps it whole. */
    public static String text(Duration duration) {
        long ms = duration.toMillis();
        if (ms == 0) {
            return "0ms";
        }
        if (ms % 3_600_000 == 0) {
            return ms / 3_600_000 + "h";
        }
        if (ms % 60_000 == 0) {
            return ms / 60_000 + "m";
        }
        return ms % 1_000 == 0 ? ms / 1_000 + "s" : ms + "ms";
    }

    /** Writes a size with the largest unit that keeps it whole. */
    public static String text(long bytes) {
        if (bytes != 0 && bytes % (1L << 30) == 0) {
            return (bytes >> 30) + "GiB";
        }
        if (bytes != 0 && bytes % (1L << 20) == 0) {
            return (bytes >> 20) + "MiB";
        }
        return bytes != 0 && bytes % 1024 == 0 ? (bytes >> 10) + "KiB" : bytes + "B";
    }
}
