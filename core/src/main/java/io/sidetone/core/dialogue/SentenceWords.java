package io.sidetone.core.dialogue;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Measure of how much the words so far look like a whole sentence, in English and German: a logistic regression over the last two words
 * and the first two, learnt from text ({@code scripts/learn-ends}, docs/vad.md). Immutable; 60 kB, read once.
 */
public final class SentenceWords {
    private static final String RESOURCE = "sentence-ends.bin";
    private static final SentenceWords ENGLISH;
    private static final SentenceWords GERMAN;

    private static final int FNV_OFFSET = 0x811C9DC5;
    private static final int FNV_PRIME = 16_777_619;
    private static final float WEIGHT_STEP = 1f / 24;
    private static final int LONGEST = 10;
    private static final int THIRD = 3;

    /** One word in so many must be known, or it is another language. */
    private static final int LEAST_KNOWN = 3;

    /** Ends are a third of the places that were learnt from: without that, evidence is about the words alone. */
    private static final float PRIOR = 0.8f;

    static {
        try (InputStream resource = SentenceWords.class.getResourceAsStream(RESOURCE);
                DataInputStream in = new DataInputStream(new BufferedInputStream(resource, 1 << 16))) {
            ENGLISH = new SentenceWords(in);
            GERMAN = new SentenceWords(in);
        } catch (IOException e) {
            throw new UncheckedIOException("the JAR's own " + RESOURCE + " cannot be read", e);
        }
    }

    private final int[] features;
    private final byte[] weights;
    private final float bias;

    private SentenceWords(DataInputStream in) throws IOException {
        features = new int[in.readInt()];
        bias = in.readFloat();
        for (int i = 0; i < features.length; i++) {
            features[i] = in.readInt();
        }
        weights = in.readNBytes(features.length);
    }

    /**
     * Returns the evidence of {@code words}, {@link Phrases#normal normalized}, as a logarithm of odds: positive for a whole
     * sentence, negative for the beginning of one, 0 where the words are in neither language.
     */
    public static float logOdds(String words) {
        String[] all = words.split(" ");
        int english = ENGLISH.known(all);
        int german = GERMAN.known(all);
        if (LEAST_KNOWN * Math.max(english, german) < all.length) {
            return 0;
        }
        return PRIOR + (german > english ? GERMAN : ENGLISH).sum(all);
    }

    private int known(String[] words) {
        int known = 0;
        for (String word : words) {
            known += Arrays.binarySearch(features, hash("u ", word)) >= 0 ? 1 : 0;
        }
        return known;
    }

    private float sum(String[] words) {
        int n = words.length;
        String last = words[n - 1];
        float sum = bias + weight(hash("u ", last));
        if (n > 1) {
            String before = words[n - 2];
            sum += weight(hash("b ", before, " ", last)) + weight(hash("p ", before));
        }
        if (n > 2) {
            String first = words[0];
            sum += weight(hash("f ", first))
                    + weight(hash("g ", first, " ", words[1]))
                    + weight(hash("m ", first, " ", Integer.toString(Math.min(n / THIRD, THIRD))))
                    + weight(hash("l ", Integer.toString(Math.min(n, LONGEST))));
        }
        return sum;
    }

    private float weight(int feature) {
        int at = Arrays.binarySearch(features, feature);
        return at < 0 ? 0 : weights[at] * WEIGHT_STEP;
    }

    private static int hash(String... parts) {
        int code = FNV_OFFSET;
        for (String part : parts) {
            for (int i = 0; i < part.length(); i++) {
                code = (code ^ part.charAt(i)) * FNV_PRIME;
            }
        }
        return code;
    }
}
