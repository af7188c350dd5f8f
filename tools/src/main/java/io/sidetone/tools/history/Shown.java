package io.sidetone.tools.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.page.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Fields of the API as text; empty where the server does not give one. */
final class Shown {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    private Shown() {}

    /** Returns the first of the fields at {@code pointers} that is there. */
    static String text(JsonNode node, String... pointers) {
        for (String pointer : pointers) {
            JsonNode field = node.at(pointer);
            if (field.isValueNode() && !field.isNull() && !field.asText().isEmpty()) {
                return PrintableText.of(field.asText());
            }
        }
        return "";
    }

    /** Returns the number at the first of {@code pointers} that is there, or -1. */
    static long number(JsonNode node, String... pointers) {
        for (String pointer : pointers) {
            if (node.at(pointer).isNumber()) {
                return node.at(pointer).asLong();
            }
        }
        return -1;
    }

    /** Returns the time at {@code pointers}, or null. */
    static Instant instant(JsonNode node, String... pointers) {
        try {
            return Instant.parse(text(node, pointers));
        } catch (DateTimeParseException none) {
            return null;
        }
    }

    /** Returns {@code time} on the clock of {@code zone}. */
    static String local(Instant time, ZoneId zone) {
        return time == null ? "" : TIME.format(time.atZone(zone));
    }

    /** Returns how long {@code ms} is, as minutes and seconds; nothing for less than none. */
    static String length(long ms) {
        return ms < 0 ? "" : String.format(Locale.ROOT, "%d:%04.1f", ms / 60_000, ms % 60_000 / 1e3);
    }

    /** Returns when {@code time} was, counted from {@code start}. */
    static String offset(Instant start, Instant time) {
        return start == null || time == null
                ? ""
                : length(Math.max(0, Duration.between(start, time).toMillis()));
    }

    /** Returns the user of a SIP address, or what else it is. */
    static String party(String address) {
        return address.replaceFirst("^(?:sips?|tel):([^@;]+).*", "$1");
    }

    /** Returns {@code text} after {@code before}; nothing without text. */
    static String after(String before, String text) {
        return text.isEmpty() ? "" : before + text;
    }
}
