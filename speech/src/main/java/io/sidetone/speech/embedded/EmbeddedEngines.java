package io.sidetone.speech.embedded;

import io.sidetone.core.background.Background;
import io.sidetone.core.dialogue.ClauseSplitter;
import io.sidetone.core.facts.CallTemplate;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.embedded.flite.EmbeddedSynthesizer;
import io.sidetone.speech.embedded.flite.FliteVoice;
import io.sidetone.speech.embedded.flite.UnavailableSynthesizer;
import io.sidetone.speech.embedded.flow.Flow;
import io.sidetone.speech.embedded.flow.FlowDialogue;
import io.sidetone.speech.embedded.parts.NativeParts;
import io.sidetone.speech.embedded.parts.SpeechSetupException;
import io.sidetone.speech.embedded.sphinx.DecoderPool;
import io.sidetone.speech.embedded.sphinx.EmbeddedRecognizer;
import io.sidetone.speech.embedded.sphinx.GrammarSet;
import io.sidetone.speech.embedded.sphinx.SphinxModel;
import io.sidetone.speech.embedded.sphinx.UnavailableRecognizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * The engines that run inside this process: recognition over the flows' grammars or of any words, a voice, and directed
 * dialogue.
 *
 * <p>Decoders and the voice open in the background; {@link #health} reports when calls can be served. When a library is
 * not installed, its engine is down and names the Debian package to install; the other engines work.
 */
public final class EmbeddedEngines implements AutoCloseable {
    /** Callers who may say any words and speak at the same time, of whom one thread keeps up with the recognition. */
    private static final int SPEAKERS_PER_THREAD = 3;

    private final ExecutorService dialogueThread = Background.one("sidetone-dialogue");
    private final Hearing grammars;
    private final Hearing dictation;
    private final EmbeddedSynthesizer synthesizer;
    private final Recognizer noRecognizer;
    private final Synthesizer noSynthesizer;

    /** A recognizer with the model it was opened on. */
    private record Hearing(SphinxModel model, EmbeddedRecognizer recognizer) implements AutoCloseable {
        static Hearing open(SphinxModel model, int decoders, String setting, int threads) {
            DecoderPool pool = new DecoderPool(decoders, setting, model::open);
            return new Hearing(model, new EmbeddedRecognizer(pool, model.grammars(), threads));
        }

        @Override
        public void close() {
            recognizer.close();
            model.close();
        }
    }

    private EmbeddedEngines(EmbeddedOptions options, GrammarSet said) {
        NativeParts parts = NativeParts.ofThisMachine();
        List<String> missing = parts.missingForRecognizer(options.model());
        grammars = missing.isEmpty() && !said.jsgfByName().isEmpty()
                ? Hearing.open(
                        SphinxModel.prepare(options.model(), said),
                        options.decoders(),
                        "embedded.decoders (about 8 MB each)",
                        options.recognizerThreads())
                : null;
        dictation = missing.isEmpty() && options.dictationDecoders() > 0
                ? Hearing.open(
                        SphinxModel.dictation(options.model()),
                        options.dictationDecoders(),
                        "embedded.dictation-decoders (about 70 MB each)",
                        Math.max(options.recognizerThreads(), options.dictationDecoders() / SPEAKERS_PER_THREAD))
                : null;
        noRecognizer = new UnavailableRecognizer(String.join("; ", missing));
        missing = parts.missingForSynthesizer(options.voice().library());
        synthesizer = missing.isEmpty()
                ? new EmbeddedSynthesizer(
                        options.voice().name().toLowerCase(Locale.ROOT), () -> FliteVoice.open(options.voice()))
                : null;
        noSynthesizer = new UnavailableSynthesizer(String.join("; ", missing));
    }

    /**
     * Returns what is not installed, one line per part with the Debian package that provides it; empty when nothing is
     * missing.
     */
    public static List<String> missing(EmbeddedOptions options) {
        NativeParts parts = NativeParts.ofThisMachine();
        List<String> missing = new ArrayList<>(parts.missingForRecognizer(options.model()));
        for (String part : parts.missingForSynthesizer(options.voice().library())) {
            if (!missing.contains(part)) {
                missing.add(part);
            }
        }
        return missing;
    }

    /** Returns what {@link EmbeddedOptions#DEFAULTS} need and this machine lacks. */
    public static List<String> missing() {
        return missing(EmbeddedOptions.DEFAULTS);
    }

    /**
     * Opens the engines for {@code flows}.
     *
     * @throws SpeechSetupException when a flow has words without pronunciation, or when two flows have the same name
     */
    public static EmbeddedEngines open(EmbeddedOptions options, Collection<Flow> flows) {
        Set<String> names = new HashSet<>();
        GrammarSet grammars = new GrammarSet(Map.of(), Map.of(), Map.of());
        for (Flow flow : flows) {
            if (!names.add(flow.name())) {
                throw new SpeechSetupException(List.of(flow.source() + ": flow: another flow is called \"" + flow.name()
                        + "\" too; give each its own name"));
            }
            grammars = grammars.and(flow.grammars());
        }
        EmbeddedEngines engines = new EmbeddedEngines(options, grammars);
        flows.forEach(flow -> engines.prepare(flow.fixedClauses()));
        return engines;
    }

    /** Returns the recognition for calls of {@code flow}, which must be one of the opened flows. */
    public Recognizer recognizer(Flow flow) {
        return grammars == null ? noRecognizer : grammars.recognizer().startingWith(flow.grammarName(flow.start()));
    }

    /** Returns the recognition of any words, English, where the options have decoders for it. */
    public Recognizer dictation() {
        return dictation == null ? noRecognizer : dictation.recognizer();
    }

    /** Returns the voice. */
    public Synthesizer synthesizer() {
        return synthesizer == null ? noSynthesizer : synthesizer;
    }

    /**
     * Returns the dialogue of {@code flow}; {@code greeting} replaces the flow's greeting unless it is empty.
     *
     * @param texts what the greeting says of a call
     */
    public FlowDialogue dialogue(Flow flow, String greeting, CallTexts texts) {
        List<String> clauses = new ArrayList<>();
        ClauseSplitter splitter = new ClauseSplitter();
        splitter.add(CallTemplate.of(greeting).always().orElse(""));
        for (String clause = splitter.rest(); clause != null; clause = splitter.rest()) {
            clauses.add(clause);
        }
        prepare(clauses);
        return new FlowDialogue(flow, greeting, texts, dialogueThread);
    }

    private void prepare(List<String> clauses) {
        if (synthesizer != null) {
            synthesizer.prepare(clauses);
        }
    }

    /** Returns whether calls can be served. */
    public EngineHealth health() {
        EngineHealth speaking = synthesizer().health();
        boolean up = speaking.up();
        StringJoiner details = new StringJoiner("; ");
        for (Recognizer hearing : recognizers()) {
            EngineHealth health = hearing.health();
            up &= health.up();
            details.add(health.detail());
        }
        details.add(speaking.detail());
        return up ? EngineHealth.up(details.toString()) : EngineHealth.down(details.toString());
    }

    /** Returns what is open to hear; the one that is not installed where nothing is. */
    private List<Recognizer> recognizers() {
        List<Recognizer> open = new ArrayList<>();
        hearings().forEach(each -> open.add(each.recognizer()));
        return open.isEmpty() ? List.of(noRecognizer) : open;
    }

    private List<Hearing> hearings() {
        return Stream.of(grammars, dictation).filter(Objects::nonNull).toList();
    }

    /** Waits until the first decoder of each kind and the voice are open; returns false when it takes longer or one is missing. */
    public boolean awaitReady(long timeoutMs) throws InterruptedException {
        if (hearings().isEmpty() || synthesizer == null) {
            return false;
        }
        for (Hearing hearing : hearings()) {
            if (!hearing.recognizer().pool().awaitFirst(timeoutMs)) {
                return false;
            }
        }
        return synthesizer.awaitOpen(timeoutMs) && health().up();
    }

    /** Returns the open sessions of all engines. */
    public int openSessions() {
        return hearings().stream()
                        .mapToInt(each -> each.recognizer().openSessions())
                        .sum()
                + (synthesizer == null ? 0 : synthesizer.openSessions());
    }

    /** Closes every session, decoder, voice and thread. */
    @Override
    public void close() {
        hearings().forEach(Hearing::close);
        if (synthesizer != null) {
            synthesizer.close();
        }
        dialogueThread.shutdown();
    }
}
