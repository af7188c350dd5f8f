package io.sidetone.speech.embedded.flow;

import java.util.Collection;

/** Finds the name that was probably meant. */
final class Nearest {
    private Nearest() {}

    /** Returns {@code "; did you mean X?"} when a name is near {@code wrong}, otherwise {@code "; " + remedy}. */
    static String remedy(String wrong, Collection<String> names, String remedy) {
        String best = null;
        int bestDistance = Math.max(2, wrong.length() / 3) + 1;
        for (String name : names) {
            int distance = distance(wrong, name);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = name;
            }
        }
        return best == null ? "; " + remedy : "; did you mean \"" + best + "\"?";
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length()];
    }
}
