package io.sidetone.speech.plugin;

import java.nio.file.Path;
import java.util.List;

/**
 * How a plugin's recognizer is to run.
 *
 * @param name the engine's, in the configuration
 * @param model where its model is
 * @param threads that decode; a call stays on one of them
 * @param decoders calls that are recognized at the same time; further ones receive {@code exhausted}
 * @param phrases what callers may say; empty for anything
 * @param partialMs how much audio lies between two looks for words so far; 0 for none
 * @param minConfidence mean confidence of the words of an utterance below which nothing was recognized; 0 for any
 * @param finalizeMs how long an ended utterance waits for its words before it fails
 */
public record RecognizerOptions(
        String name,
        Path model,
        int threads,
        int decoders,
        List<String> phrases,
        int partialMs,
        double minConfidence,
        int finalizeMs) {
    /** Threads unless others are given. */
    public static final int THREADS = 2;

    /** Calls at the same time unless others are given. */
    public static final int DECODERS = 32;

    /** Between two looks for words. */
    public static final int PARTIAL_MS = 200;

    /** Patience for the words of an ended utterance. */
    public static final int FINALIZE_MS = 3_000;

    private static final int MOST_THREADS = 64;
    private static final int MOST_DECODERS = 4_096;
    private static final int LONGEST_PARTIAL_MS = 5_000;
    private static final int SHORTEST_FINALIZE_MS = 50;
    private static final int LONGEST_FINALIZE_MS = 60_000;

    /** Checks the numbers. */
    public RecognizerOptions {
        phrases = List.copyOf(phrases);
        require(name, "threads", threads, 1, MOST_THREADS);
        require(name, "decoders", decoders, 1, MOST_DECODERS);
        require(name, "partial-ms", partialMs, 0, LONGEST_PARTIAL_MS);
        require(name, "finalize-ms", finalizeMs, SHORTEST_FINALIZE_MS, LONGEST_FINALIZE_MS);
        if (!(minConfidence >= 0 && minConfidence <= 1)) {
            throw new IllegalArgumentException("engines." + name + ".options.min-confidence: " + minConfidence
                    + " is outside 0 to 1; set one within");
        }
    }

    private static void require(String name, String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("engines." + name + ".options." + option + ": " + value + " is outside "
                    + least + " to " + most + "; set one within");
        }
    }

    /** A model with everything else as usual. */
    public static RecognizerOptions of(String name, Path model) {
        return new RecognizerOptions(name, model, THREADS, DECODERS, List.of(), PARTIAL_MS, 0, FINALIZE_MS);
    }

    /** These options for other phrases. */
    public RecognizerOptions withPhrases(List<String> other) {
        return new RecognizerOptions(name, model, threads, decoders, other, partialMs, minConfidence, finalizeMs);
    }

    /** These options with other numbers of threads and decoders. */
    public RecognizerOptions withThreads(int otherThreads, int otherDecoders) {
        return new RecognizerOptions(
                name, model, otherThreads, otherDecoders, phrases, partialMs, minConfidence, finalizeMs);
    }

    /** These options with another least confidence. */
    public RecognizerOptions withMinConfidence(double other) {
        return new RecognizerOptions(name, model, threads, decoders, phrases, partialMs, other, finalizeMs);
    }
}
