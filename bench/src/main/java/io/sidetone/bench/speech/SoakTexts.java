package io.sidetone.bench.speech;

import java.util.Random;

/** Texts as models write them, and texts that no model would write: seeded, never twice the same. */
final class SoakTexts {
    private static final String[] WORDS = {
        "appointment",
        "Tuesday",
        "half past nine",
        "3:45",
        "Dr. Miller",
        "€12.50",
        "www.example.org",
        "don't",
        "1,024",
        "room B12",
        "the",
        "and",
        "please",
        "XVII",
        "e.g.",
        "50%",
        "ÄÖÜ",
        "naïve",
        "C++",
        "#7",
        "00:00",
        "-1",
        "…"
    };

    private final Random random;

    SoakTexts(long seed) {
        random = new Random(seed);
    }

    String next() {
        return switch (random.nextInt(10)) {
            case 0 -> characters(32, 126, 40);
            case 1 -> characters(1, 0xD7FF, 30);
            case 2 -> String.valueOf((char) ('a' + random.nextInt(26))).repeat(1 + random.nextInt(80));
            default -> words();
        };
    }

    private String words() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i >= 0; i--) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return text.append(random.nextInt(1_000_000))
                .append(random.nextBoolean() ? "." : "?")
                .toString();
    }

    private String characters(int from, int to, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i >= 0; i--) {
            text.append((char) (from + random.nextInt(to - from + 1)));
        }
        return text.toString();
    }
}
