package io.sidetone.core.secret;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionProgress;
import io.sidetone.core.port.action.ActionResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One action as whoever carries it out gets it: with true keys in its parameters. What comes back of it is covered again, so that an
 * answer that repeats a number does not tell it to the journal. Immutable; made on the lane thread while the action is asked for.
 */
public final class SecretParameters {
    /** A shorter secret is covered only where it is a whole text: one digit in a sentence may mean anything. */
    private static final int LEAST_IN_TEXT = 3;

    /** Characters that may stand between two digits of a number that is written in groups. */
    private static final String GAP = "[\\s\\p{Z}\\p{Pd}.,/]{0,2}";

    /** Zeros of an exponent that are written out; no secret has as many. */
    private static final int MOST_ZEROS = 400;

    private final ActionCall call;
    private final List<Secret> secrets;

    /** A secret as it was keyed, and as it may be written. */
    private record Secret(String keys, Pattern written) {
        static Secret of(String keys) {
            StringBuilder written = new StringBuilder();
            for (int i = 0; i < keys.length(); i++) {
                written.append(i == 0 ? "" : GAP).append(Pattern.quote(keys.substring(i, i + 1)));
            }
            return new Secret(keys, Pattern.compile(written.toString()));
        }

        /** A number begins with no zero. */
        String asNumber() {
            return keys.replaceFirst("^0+(?=.)", "");
        }
    }

    private SecretParameters(ActionCall call, List<Secret> secrets) {
        this.call = call;
        this.secrets = secrets;
    }

    /** Takes {@code asked} with the keys of {@code vault}; an action without secret keys stays as it is. */
    public static SecretParameters of(ActionCall asked, KeyVault vault) {
        List<String> secrets = new ArrayList<>();
        Map<String, Object> revealed = SecretPlaceholders.parameters(asked.parameters(), leaf -> {
            if (!(leaf instanceof String text)) {
                return leaf;
            }
            collect(text, vault, secrets);
            return vault.revealed(text);
        });
        if (revealed == asked.parameters()) {
            return new SecretParameters(asked, List.of());
        }
        secrets.sort(Comparator.comparingInt(String::length).reversed());
        return new SecretParameters(
                asked.with(revealed), secrets.stream().map(Secret::of).toList());
    }

    /** Takes {@code asked} for somebody who may not have secret keys. */
    public static SecretParameters without(ActionCall asked) {
        return new SecretParameters(SecretPlaceholders.shown(asked), List.of());
    }

    /** Returns whether there is a secret key in it. */
    public boolean any() {
        return !secrets.isEmpty();
    }

    /** Adds each run of secret keys in {@code text}. */
    private static void collect(String text, KeyVault vault, List<String> secrets) {
        int from = SecretPlaceholders.first(text);
        while (from >= 0 && from < text.length()) {
            int to = from;
            while (to < text.length() && SecretPlaceholders.is(text.charAt(to))) {
                to++;
            }
            if (to > from) {
                secrets.add(vault.revealed(text.substring(from, to)));
            }
            from = to + 1;
        }
    }

    /** Returns the action with true keys; it may be sent, and must not be kept. */
    public ActionCall call() {
        return call;
    }

    /** Returns {@code result} without the secret keys of the action. Any thread. */
    public ActionResult covered(ActionResult result) {
        if (secrets.isEmpty() || result == null) {
            return result;
        }
        Map<String, Object> covered = SecretPlaceholders.parameters(result.values(), this::coveredLeaf);
        return covered == result.values()
                ? result
                : new ActionResult(result.invocationId(), result.success(), result.code(), covered);
    }

    /** Returns what takes the words of the action while it runs, without its secret keys. Any thread. */
    public ActionProgress covered(ActionProgress progress) {
        return secrets.isEmpty() ? progress : (invocationId, words) -> progress.says(invocationId, covered(words));
    }

    private Object coveredLeaf(Object leaf) {
        if (leaf instanceof String text) {
            return covered(text);
        }
        if (!(leaf instanceof Number number)) {
            return leaf;
        }
        String digits = plain(number);
        if (secrets.stream().anyMatch(secret -> secret.asNumber().equals(digits))) {
            return SecretPlaceholders.MASK;
        }
        String covered = covered(digits);
        return covered.equals(digits) ? leaf : covered;
    }

    /** Returns {@code number} in digits, as a secret would be written: without an exponent and zeros at the end. */
    private static String plain(Number number) {
        try {
            BigDecimal exact = new BigDecimal(number.toString()).stripTrailingZeros();
            return Math.abs(exact.scale()) > MOST_ZEROS ? number.toString() : exact.toPlainString();
        } catch (NumberFormatException noDigits) {
            return number.toString();
        }
    }

    private String covered(String text) {
        String covered = text;
        for (Secret secret : secrets) {
            if (secret.keys.length() >= LEAST_IN_TEXT) {
                covered = secret.written.matcher(covered).replaceAll(SecretPlaceholders.MASK);
            } else if (secret.written.matcher(covered.strip()).matches()) {
                covered = SecretPlaceholders.MASK;
            }
        }
        return covered.equals(text) ? text : covered;
    }
}
