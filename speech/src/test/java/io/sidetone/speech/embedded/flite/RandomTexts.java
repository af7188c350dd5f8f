package io.sidetone.speech.embedded.flite;

import java.util.Random;

/** Texts a voice was never made for. */
final class RandomTexts {
    private static final String[] WORDS = {
        "hello",
        "appointment",
        "3:30",
        "1024",
        "Dr.",
        "St.",
        "$4.50",
        "12/5/2024",
        "1st",
        "e-mail",
        "A.B.C.",
        "don't",
        "xyzzy",
        "XIV",
        "10%",
        "#5",
        "(maybe)",
        "\"quoted\"",
        "--",
        "...",
        "555-1234",
        "1,000,000",
        "007",
        "3.14159",
        "www.x.com",
        "x@y.org",
        "o'clock",
        "Mr",
        "zzzz",
        "qwrtp",
        "99999999999999999999",
        "1e10",
        "-5",
        "<b>",
        "&amp;",
        "%s%n",
        "'",
        "$",
        "$$",
        "%",
        ":",
        "a.b",
        "1:2:3:4",
        "0.0.0.0",
        "''''",
        "I'm",
        "'s",
        "$1,00.0",
        "-",
        ")(",
    };

    private RandomTexts() {}

    /** Words and oddities, a few of them. */
    static String words(Random random) {
        StringBuilder text = new StringBuilder();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(5) == 0 ? "" : " ");
        }
        return text.toString();
    }

    /** Printable ASCII, at most {@code max} characters. */
    static String ascii(Random random, int max) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(max) + 1; i > 0; i--) {
            text.append((char) (32 + random.nextInt(95)));
        }
        return text.toString();
    }

    /** Anything that fits into a string, unpaired surrogates included. */
    static String unicode(Random random, int max) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(max) + 1; i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) random.nextInt(128));
                case 1 -> text.append((char) (0xC0 + random.nextInt(0x200)));
                case 2 -> text.append((char) random.nextInt(0x10000));
                default -> text.appendCodePoint(random.nextInt(0x11_0000));
            }
        }
        return text.toString();
    }
}
