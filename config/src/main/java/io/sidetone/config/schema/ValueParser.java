package io.sidetone.config.schema;

import io.sidetone.config.problem.Nearest;
import io.sidetone.config.value.BadValueException;
import io.sidetone.config.value.IpAddress;
import io.sidetone.config.value.PortRange;
import io.sidetone.config.value.Secret;
import io.sidetone.config.value.Units;
import java.time.Duration;

/** One scalar's text to the typed value its key wants. Stateless. */
public final class ValueParser {
    private ValueParser() {}

    /**
     * Parses {@code text}.
     *
     * @param key that the text belongs to
     * @param text after references were replaced
     * @param written before references were replaced
     */
    public static Object parse(ConfigKey key, String text, String written) throws BadValueException {
        if (text.isEmpty() && key.type() != ValueType.TEXT && key.type() != ValueType.URL) {
            throw new BadValueException("has no value", "give one, or remove the key" + orDefault(key));
        }
        return switch (key.type()) {
            case FLAG -> flag(text);
            case INTEGER -> (int) inRange(key, whole(key, text), text);
            case COUNT -> text.equals("auto") ? "auto" : (Object) (int) inRange(key, whole(key, text), text);
            case DECIMAL -> inRange(key, decimal(text), text);
            case DURATION -> duration(key, text);
            case SIZE -> (long) inRange(key, Units.bytes(text), text);
            case WORD -> word(key, text);
            case ADDRESS -> IpAddress.parse(text);
            case PORTS -> PortRange.parse(text);
            case URL -> url(text);
            case SECRET, PASSWORD -> secret(key, text, written);
            default -> text;
        };
    }

    private static String orDefault(ConfigKey key) {
        return key.defaultText().isEmpty() ? "" : " (default " + key.defaultText() + ")";
    }

    private static boolean flag(String text) throws BadValueException {
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw new BadValueException("'" + text + "' is neither true nor false", "write true or false");
    }

    private static double whole(ConfigKey key, String text) throws BadValueException {
        if (text.matches("-?[0-9]{1,9}")) {
            return Integer.parseInt(text);
        }
        if (key.unit().equals("ms") && text.matches("[0-9]{1,9}\\s*ms")) {
            throw new BadValueException(
                    "'" + text + "' carries a unit that the key's name already has",
                    "write " + text.replaceAll("\\D", ""));
        }
        throw new BadValueException("'" + text + "' is not a whole number", "write " + expected(key));
    }

    private static double decimal(String text) throws BadValueException {
        if (!text.matches("-?[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            throw new BadValueException("'" + text + "' is not a number", "write a decimal number, for example 0.7");
        }
        return Double.parseDouble(text);
    }

    private static Duration duration(ConfigKey key, String text) throws BadValueException {
        Duration duration = Units.duration(text);
        inRange(key, duration.toMillis(), text);
        return duration;
    }

    private static double inRange(ConfigKey key, double value, String text) throws BadValueException {
        if (value < key.min() || value > key.max()) {
            throw new BadValueException("'" + text + "' is outside " + rangeText(key), "write " + expected(key));
        }
        return value;
    }

    private static String expected(ConfigKey key) {
        String what = key.type() == ValueType.COUNT
                ? "auto or a whole number"
                : "a " + key.type().label();
        return key.bounded() ? what + " from " + rangeText(key) : what;
    }

    /** Returns the bounds as one would write them, for example {@code 60 to 750}. */
    public static String rangeText(ConfigKey key) {
        return bound(key, key.min()) + " to " + bound(key, key.max());
    }

    private static String bound(ConfigKey key, double value) {
        return switch (key.type()) {
            case DURATION -> Units.text(Duration.ofMillis((long) value));
            case SIZE -> Units.text((long) value);
            case DECIMAL -> Double.toString(value);
            default -> Long.toString((long) value);
        };
    }

    /** Returns {@code text} if it is one of the key's words. */
    static String word(ConfigKey key, String text) throws BadValueException {
        if (key.words().contains(text)) {
            return text;
        }
        String choices = String.join(", ", key.words());
        throw new BadValueException(
                "'" + text + "' is not one of " + choices,
                Nearest.to(text, key.words())
                        .map(near -> "did you mean " + near + "?")
                        .orElse("write one of them"));
    }

    private static String url(String text) throws BadValueException {
        if (text.contains(Secret.MASK)) {
            throw new BadValueException(
                    "has the mask that print-config writes in place of a secret",
                    "put the value back, best as ${file:PATH}");
        }
        return text;
    }

    private static Secret secret(ConfigKey key, String text, String written) throws BadValueException {
        if (text.equals(Secret.MASK)) {
            throw new BadValueException(
                    "is the mask that print-config writes in place of a secret",
                    "put the secret back, best as ${file:PATH}");
        }
        if (key.type() == ValueType.PASSWORD && text.chars().anyMatch(Character::isISOControl)) {
            throw new BadValueException("has control characters", "write it on one line, without tabs");
        }
        if (key.type() == ValueType.SECRET && !text.matches("[!-~]+")) {
            throw new BadValueException(
                    "has characters that a header cannot carry",
                    "use a random secret, for example 'openssl rand -hex 24'");
        }
        return Interpolator.refers(written) ? Secret.referenced(text, written) : Secret.literal(text);
    }
}
