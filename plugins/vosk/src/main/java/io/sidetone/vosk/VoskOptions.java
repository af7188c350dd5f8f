package io.sidetone.vosk;

import io.sidetone.core.setting.Key;
import java.nio.file.Path;
import java.util.List;

/**
 * Options of Vosk.
 *
 * @param name of the engine in the configuration
 * @param model folder of its model
 * @param threads that decode; a call stays on one of them
 * @param decoders calls that can be recognized at the same time; further ones receive {@code exhausted}
 * @param phrases phrases that callers may say; empty for any words
 * @param partialMs amount of audio between two partial transcripts; 0 for none
 * @param minConfidence least mean confidence of an utterance's words; below it nothing counts as recognized; 0 for none
 * @param finalizeMs how long an ended utterance waits for its words before it fails
 */
public record VoskOptions(
        String name,
        Path model,
        @Key(unit = "threads", why = "Threads that decode; a call stays on one of them.", min = 1, max = 64)
                int threads,
        @Key(
                        unit = "calls",
                        why = "Calls that are recognized at the same time; further ones receive exhausted.",
                        min = 1,
                        max = 4_096)
                int decoders,
        @Key(why = "What callers may say; without it anything.") List<String> phrases,
        @Key(
                        unit = "ms",
                        why = "How much audio lies between two looks for words so far; 0 for none.",
                        min = 0,
                        max = 5_000)
                int partialMs,
        @Key(
                        unit = "share",
                        why = "Mean confidence of an utterance's words below which nothing was understood.",
                        min = 0,
                        max = 1)
                double minConfidence,
        @Key(
                        unit = "ms",
                        why = "How long an ended utterance waits for its words before it fails.",
                        min = 50,
                        max = 60_000)
                int finalizeMs) {
    /** The default number of threads. */
    static final int THREADS = 2;

    /** The default number of decoders. */
    static final int DECODERS = 32;

    /** The default amount of audio between two partial transcripts. */
    static final int PARTIAL_MS = 200;

    /** The default wait for the words of an ended utterance. */
    static final int FINALIZE_MS = 3_000;

    /** Copies the phrases. */
    public VoskOptions {
        phrases = List.copyOf(phrases);
    }

    /** Returns options with defaults for the other values. */
    static VoskOptions of(String name, Path model) {
        return new VoskOptions(name, model, THREADS, DECODERS, List.of(), PARTIAL_MS, 0, FINALIZE_MS);
    }
}
