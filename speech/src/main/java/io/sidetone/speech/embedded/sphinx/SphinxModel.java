package io.sidetone.speech.embedded.sphinx;

import io.sidetone.speech.embedded.parts.SpeechSetupException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The acoustic model with feature parameters for the telephone band, and what callers may say: a set of grammars with a
 * dictionary reduced to their words, or any words, with the whole dictionary and the language model. What is made for it is
 * in a private temporary directory, which {@link #close} removes.
 */
public final class SphinxModel implements AutoCloseable {
    /**
     * Cepstral means of speech that passed G.711 and was up-sampled with 15 % image leak: the mean over six synthetic
     * voices at two levels. Every call begins with them. The model's own means were measured for wide-band speech; with
     * them first utterances are often lost.
     */
    private static final float[] TELEPHONE_CEPSTRAL_MEANS = {36, 0, -6, 18, -2, -4, 8, -13, 4, -1, 0, 7, -5};

    /**
     * For grammars, wider than the default beams: 2 % more utterances correct for 2 ms per second of speech. For any words
     * they find 2 % more of the words for more than twice the work.
     */
    private static final List<String> BEAMS = List.of("-beam", "1e-60", "-wbeam", "1e-40", "-pbeam", "1e-60");

    /** Name of the search for any words. */
    public static final String DICTATION = "dictation";

    private static final String WHOLE_DICTIONARY = "cmudict-en-us.dict";

    private final Path model;
    private final Path directory;
    private final GrammarSet grammars;
    private final boolean anyWords;

    private SphinxModel(Path model, Path directory, GrammarSet grammars, boolean anyWords) {
        this.model = model;
        this.directory = directory;
        this.grammars = grammars;
        this.anyWords = anyWords;
    }

    /**
     * Reduces the dictionary of {@code model} to the words of {@code grammars}.
     *
     * @param model directory of the acoustic model and its dictionary
     * @throws SpeechSetupException when a word has no pronunciation; lists all of them
     */
    public static SphinxModel prepare(Path model, GrammarSet grammars) {
        List<String> problems = new ArrayList<>();
        PronunciationDictionary dictionary;
        try {
            dictionary = PronunciationDictionary.reduce(model.resolve(WHOLE_DICTIONARY), grammars, problems);
        } catch (IOException e) {
            throw unprepared(model, e);
        }
        if (!problems.isEmpty()) {
            throw new SpeechSetupException(problems);
        }
        return prepare(model, grammars, dictionary);
    }

    /**
     * Returns {@code model} for any words of its language, under one name: {@link #DICTATION}.
     *
     * @param model directory of the acoustic model, its dictionary and its language model
     */
    public static SphinxModel dictation(Path model) {
        return prepare(model, new GrammarSet(Map.of(DICTATION, ""), Map.of(), Map.of()), null);
    }

    private static SphinxModel prepare(Path model, GrammarSet grammars, PronunciationDictionary dictionary) {
        Path directory = null;
        try {
            directory = Files.createTempDirectory("sidetone-speech-");
            SphinxModel prepared = new SphinxModel(model, directory, grammars, dictionary == null);
            if (dictionary != null) {
                dictionary.write(prepared.dictionary());
            }
            Files.write(prepared.features(), telephoneFeatures(model), StandardCharsets.ISO_8859_1);
            return prepared;
        } catch (IOException e) {
            removeAll(directory);
            throw unprepared(model, e);
        }
    }

    private static UncheckedIOException unprepared(Path model, IOException cause) {
        return new UncheckedIOException("cannot prepare the acoustic model " + model, cause);
    }

    private static List<String> telephoneFeatures(Path model) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(model.resolve("en-us/feat.params"), StandardCharsets.ISO_8859_1)) {
            if (!line.startsWith("-cmninit")) {
                lines.add(line);
            }
        }
        StringJoiner means = new StringJoiner(",");
        for (float mean : TELEPHONE_CEPSTRAL_MEANS) {
            means.add(String.valueOf((int) mean));
        }
        lines.add("-cmninit " + means);
        return lines;
    }

    /** Returns the cepstral means that every call begins with. */
    static float[] cepstralMeans() {
        return TELEPHONE_CEPSTRAL_MEANS.clone();
    }

    /** Opens a decoder on this model. */
    public UtteranceDecoder open() {
        return SphinxDecoder.open(this);
    }

    /** Returns the grammars. */
    public GrammarSet grammars() {
        return grammars;
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "-hmm",
                model.resolve("en-us").toString(),
                "-dict",
                dictionary().toString(),
                "-featparams",
                features().toString(),
                "-remove_noise",
                "no"));
        if (!anyWords) {
            arguments.addAll(BEAMS);
        }
        return arguments;
    }

    /** Returns the language model for any words; empty where grammars say what callers may say. */
    Optional<Path> languageModel() {
        return anyWords ? Optional.of(model.resolve("en-us.lm.bin")) : Optional.empty();
    }

    private Path dictionary() {
        return anyWords ? model.resolve(WHOLE_DICTIONARY) : directory.resolve("words.dict");
    }

    private Path features() {
        return directory.resolve("feat.params");
    }

    @Override
    public void close() {
        removeAll(directory);
    }

    private static void removeAll(Path directory) {
        if (directory == null) {
            return;
        }
        try {
            Files.deleteIfExists(directory.resolve("words.dict"));
            Files.deleteIfExists(directory.resolve("feat.params"));
            Files.deleteIfExists(directory);
        } catch (IOException ignored) {
            // A temporary directory that remains does no harm.
        }
    }
}
