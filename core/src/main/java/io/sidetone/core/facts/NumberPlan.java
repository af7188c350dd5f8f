package io.sidetone.core.facts;

import java.util.Objects;

/**
 * Way in which the peers of a trunk write numbers, so that they can be read as E.164.
 *
 * @param country of numbers without one: {@code +} and its code; empty where nothing is known, so that only numbers with a
 *     {@code +} are complete
 * @param nationalPrefix digits before a national number that do not belong to it; empty for none
 * @param internationalPrefix digits that stand for the {@code +}; empty for none
 * @param bare what a long number with neither prefix is
 */
public record NumberPlan(String country, String nationalPrefix, String internationalPrefix, Bare bare) {
    /** Meaning of a number with neither a {@code +} nor a prefix, when it is too long for an extension. */
    public enum Bare {
        /** It stays as it is. */
        AS_IS,
        /** It lacks the country. */
        NATIONAL,
        /** It begins with the country. */
        INTERNATIONAL
    }

    /** Only numbers with a {@code +} are complete. */
    public static final NumberPlan UNKNOWN = new NumberPlan("", "", "", Bare.AS_IS);

    /** Shorter numbers without a prefix are extensions and services such as 110. */
    static final int SHORTEST_BARE = 7;

    /** E.164, section 6: digits of the longest number. */
    static final int LONGEST = 15;

    /** Refuses null. */
    public NumberPlan {
        Objects.requireNonNull(country, "country");
        Objects.requireNonNull(nationalPrefix, "nationalPrefix");
        Objects.requireNonNull(internationalPrefix, "internationalPrefix");
        Objects.requireNonNull(bare, "bare");
    }

    /** Returns the normal form of {@code digits}, which may begin with a {@code +}; empty when it is no number. */
    String normal(String digits) {
        if (digits.startsWith("+")) {
            return complete(digits.substring(1), "");
        }
        if (country.isEmpty()) {
            return digits;
        }
        if (begins(digits, internationalPrefix)) {
            return complete(digits.substring(internationalPrefix.length()), digits);
        }
        if (begins(digits, nationalPrefix)) {
            return complete(country.substring(1) + digits.substring(nationalPrefix.length()), digits);
        }
        if (digits.length() < SHORTEST_BARE) {
            return digits;
        }
        return switch (bare) {
            case AS_IS -> digits;
            case NATIONAL -> complete(country.substring(1) + digits, digits);
            case INTERNATIONAL -> complete(digits, digits);
        };
    }

    /** Something must follow the prefix: 0 alone is the desk of many a switch. */
    private static boolean begins(String digits, String prefix) {
        return !prefix.isEmpty() && digits.startsWith(prefix) && digits.length() > prefix.length() + 1;
    }

    /** No country begins with 0, and no number is longer than {@link #LONGEST}. */
    private static String complete(String digits, String otherwise) {
        return digits.isEmpty() || digits.length() > LONGEST || digits.charAt(0) == '0' ? otherwise : '+' + digits;
    }

    /** Returns the normal form of {@code digits}, a number within {@code context} (RFC 3966, phone-context). */
    String within(String context, String digits) {
        String local = begins(digits, nationalPrefix) ? digits.substring(nationalPrefix.length()) : digits;
        return digits.startsWith("+") ? normal(digits) : complete(context.substring(1) + local, digits);
    }
}
