package io.sidetone.config.problem;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** Returns the candidate closest to {@code name}, if one is close enough to be a slip of the pen. */
    public static Optional<String> to(String name, Collection<String> candidates) {
        String wanted = folded(name);
        int limit = Math.max(1, wanted.length() / 3);
        String best = null;
        int bestDistance = limit + 1;
        if (wanted.length() > 64) {
            return Optional.empty();
        }
        for (String candidate : candidates) {
            int distance = distance(wanted, folded(candidate));
            boolean likelier =
                    distance == bestDistance && best != null && !sameEdge(name, best) && sameEdge(name, candidate);
            if (distance < bestDistance || likelier) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Slips are rarer in the first and last letter than between them. */
    private static boolean sameEdge(String name, String candidate) {
        String a = folded(name);
        String b = folded(candidate);
        return !a.isEmpty()
                && !b.isEmpty()
                && a.charAt(0) == b.charAt(0)
                && a.charAt(a.length() - 1) == b.charAt(b.length() - 1);
    }

    private static String folded(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Edits (insert, delete, replace, swap of neighbors) that turn one text into the other. */
    static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replace, Math.min(previous[j], current[j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    current[j] = Math.min(current[j], before[j - 2] + 1);
                }
            }
            int[] spare = before;
            before = previous;
            previous = current;
            current = spare;
        }
        return previous[b.length()];
    }
}
