package io.sidetone.speech.plugin;

import java.nio.file.Path;
import java.util.List;

/**
 * Options of a plugin's recognizer.
 *
 * @param name name of the engine in the configuration
 * @param model path of its model
 * @param threads that decode; a call stays on one of them
 * @param decoders calls that can be recognized at the same time; further ones receive {@code exhausted}
 * @param phrases phrases that callers may say; empty for any words
 * @param partialMs amount of audio between two partial transcripts; 0 for none
 * @param minConfidence least mean confidence of an utterance's words; below it nothing counts as recognized; 0 for none
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
    /** The default number of threads. */
    public static final int THREADS = 2;

    /** The default number of decoders. */
    public static final int DECODERS = 32;

    /** The default amount of audio between two partial transcripts. */
    public static final int PARTIAL_MS = 200;

    /** The default wait for the words of an ended utterance. */
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

    /** Returns options with defaults for the other values. */
    public static RecognizerOptions of(String name, Path model) {
        return new RecognizerOptions(name, model, THREADS, DECODERS, List.of(), PARTIAL_MS, 0, FINALIZE_MS);
    }

    /** Returns these options with other phrases. */
    public RecognizerOptions withPhrases(List<String> other) {
        return new RecognizerOptions(name, model, threads, decoders, other, partialMs, minConfidence, finalizeMs);
    }

    /** Returns these options with other numbers of threads and decoders. */
    public RecognizerOptions withThreads(int otherThreads, int otherDecoders) {
        return new RecognizerOptions(
                name, model, otherThreads, otherDecoders, phrases, partialMs, minConfidence, finalizeMs);
    }

    /** Returns these options with another least confidence. */
    public RecognizerOptions withMinConfidence(double other) {
        return new RecognizerOptions(name, model, threads, decoders, phrases, partialMs, other, finalizeMs);
    }
}
