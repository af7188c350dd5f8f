package io.sidetone.core.facts;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Party that calls or is called, read from an address as it came: a SIP or tel URI, with or without a name and angle brackets, or
 * a bare number. Never fails: what cannot be read is nobody.
 *
 * @param user in lower case, without parameters; empty for nobody, and for a caller who hides who he is (RFC 3323)
 * @param host in lower case, without port; empty where there is none
 * @param context where the number holds (RFC 3966, phone-context): {@code +} and digits, else empty
 */
public record PartyAddress(String user, String host, String context) {
    private static final PartyAddress NOBODY = new PartyAddress("", "", "");
    private static final Set<String> HIDDEN =
            Set.of("", "anonymous", "restricted", "unavailable", "unknown", "private", "withheld");
    private static final Pattern SCHEME = Pattern.compile("^(sips?|tel):");
    private static final Pattern PORT = Pattern.compile(":[0-9]+$");
    private static final Pattern SEPARATORS = Pattern.compile("[-.() ]");
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]+");
    private static final String CONTEXT = ";phone-context=";
    private static final int MAX_LENGTH = 512;

    /** Reads {@code address}; null is nobody. */
    public static PartyAddress of(String address) {
        if (address == null) {
            return NOBODY;
        }
        String text = address.length() > MAX_LENGTH ? address.substring(0, MAX_LENGTH) : address;
        int left = text.lastIndexOf('<');
        int right = text.indexOf('>', left + 1);
        if (left >= 0 && right > left) {
            text = text.substring(left + 1, right);
        }
        text = SCHEME.matcher(text.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
        int at = text.indexOf('@');
        String userPart = at < 0 ? text : text.substring(0, at);
        String host =
                at < 0 ? "" : PORT.matcher(until(text.substring(at + 1), ";?")).replaceFirst("");
        String user = until(until(userPart, at < 0 ? ";?" : ";"), ":").replace("%2b", "+");
        if (HIDDEN.contains(user) || host.endsWith("anonymous.invalid")) {
            return NOBODY;
        }
        int context = userPart.indexOf(CONTEXT);
        String where = context < 0 ? "" : digits(until(userPart.substring(context + CONTEXT.length()), ";"));
        return new PartyAddress(user, host, where.startsWith("+") ? where : "");
    }

    private static String until(String text, String ends) {
        for (int i = 0; i < text.length(); i++) {
            if (ends.indexOf(text.charAt(i)) >= 0) {
                return text.substring(0, i);
            }
        }
        return text;
    }

    /** Returns {@code text} without visual separators (RFC 3966, 5.1.1) when it is digits, perhaps after a +; else empty. */
    private static String digits(String text) {
        String bare = SEPARATORS.matcher(text).replaceAll("");
        return NUMBER.matcher(bare).matches() ? bare : "";
    }

    /** Returns whether it is nobody, or somebody who hides. */
    public boolean nobody() {
        return user.isEmpty();
    }

    /** Returns the digits of the user as they came, perhaps after a {@code +}; empty when it is no number. */
    public String digits() {
        return digits(user);
    }

    /** Returns the number in the normal form of {@link CallFacts#caller}, for a trunk with {@code plan}; empty for none. */
    public String number(NumberPlan plan) {
        String digits = digits();
        if (digits.isEmpty()) {
            return "";
        }
        return context.isEmpty() ? plan.normal(digits) : plan.within(context, digits);
    }
}
