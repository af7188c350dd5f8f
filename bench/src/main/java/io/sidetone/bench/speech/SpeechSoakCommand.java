package io.sidetone.bench.speech;

import io.sidetone.bench.harness.Machine;
import io.sidetone.config.LoadedConfig;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.embedded.EmbeddedEngines;
import io.sidetone.speech.embedded.EmbeddedOptions;
import io.sidetone.speech.embedded.flow.Flow;
import io.sidetone.speech.embedded.flow.FlowReader;
import io.sidetone.speech.embedded.sphinx.SphinxModel;
import io.sidetone.speech.embedded.sphinx.UtteranceDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Speaks and recognizes for a long time through the native libraries; reports failures and the growth of the process.
 *
 * <p>Exit code 1 when something failed or the process grew.
 */
@Command(
        name = "speech-soak",
        description = "Soaks the embedded engines: texts through the voice, grammars through the recognizer.",
        mixinStandardHelpOptions = true)
public final class SpeechSoakCommand implements Callable<Integer> {
    private static final List<String> PHRASES =
            List.of("I would like to book an appointment", "Tuesday", "ten o'clock", "yes please", "goodbye");
    private static final int FRAME = 320;
    private static final int PARTS = 10;
    private static final int MAX_GROWTH_KB = 64 * 1024;
    private static final int ANSWER_LIMIT_S = 60;
    private static final int CREDIT_MS = 10 * 60 * 1000;

    @Option(names = "--texts", defaultValue = "100000", description = "Texts to speak. Default: ${DEFAULT-VALUE}")
    private int texts;

    @Option(names = "--grammars", defaultValue = "10000", description = "Grammar changes. Default: ${DEFAULT-VALUE}")
    private int grammars;

    @Option(names = "--whole", defaultValue = "10", description = "One text in this many is spoken to its end.")
    private int whole;

    @Option(names = "--seed", defaultValue = "20261121", description = "Of the texts. Default: ${DEFAULT-VALUE}")
    private long seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Machine.print(System.out);
        System.out.println("seed     " + seed);
        Flow flow = shippedFlow();
        boolean ok;
        try (EmbeddedEngines engines = EmbeddedEngines.open(EmbeddedOptions.DEFAULTS, List.of(flow))) {
            if (!engines.awaitReady(TimeUnit.SECONDS.toMillis(ANSWER_LIMIT_S))) {
                System.err.println(
                        "the engines are not ready: " + engines.health().detail());
                return 69;
            }
            short[][] phrases = record(engines);
            ok = speak(engines) & listen(flow, phrases);
        }
        return ok ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static Flow shippedFlow() throws IOException {
        try (InputStream in = LoadedConfig.class.getResourceAsStream("agents/appointment-desk.yaml")) {
            return FlowReader.read("agents/appointment-desk.yaml", in);
        }
    }

    private boolean speak(EmbeddedEngines engines) throws IOException, InterruptedException {
        VoiceListener listener = new VoiceListener();
        SynthesisSession session = engines.synthesizer().open(context(seed), listener);
        SoakTexts source = new SoakTexts(seed);
        Growth growth = new Growth("texts", texts);
        for (int i = 1; i <= texts; i++) {
            String text = source.next();
            session.credit(i, CREDIT_MS);
            session.speak(i, 0, text);
            boolean answered =
                    i % whole == 0 ? listener.ended.tryAcquire(ANSWER_LIMIT_S, TimeUnit.SECONDS) : awaitSound(listener);
            if (!answered) {
                System.err.println("no answer within " + ANSWER_LIMIT_S + " s to text " + i + ": " + text);
                return false;
            }
            session.cancel(i);
            growth.after(i);
        }
        session.close();
        System.out.printf(
                Locale.ROOT,
                "%.1f hours of sound, %d failures%n",
                listener.samples / 16_000.0 / 3_600,
                listener.failures);
        return growth.within() && listener.failures == 0;
    }

    /** Waits for sound, or for an end without sound: some texts have no words. */
    private static boolean awaitSound(VoiceListener listener) throws InterruptedException {
        for (int i = 0; i < ANSWER_LIMIT_S * 1_000; i++) {
            if (listener.firstAudio.tryAcquire(1, TimeUnit.MILLISECONDS) || listener.ended.tryAcquire()) {
                return true;
            }
        }
        return false;
    }

    private static CallContext context(long callSeed) {
        return new CallContext("01SOAKSOAKSOAKSOAKSOAKSOAK", "soak", "", "", callSeed, new Fence());
    }

    /** Records the voice for the recognizer. */
    private short[][] record(EmbeddedEngines engines) throws InterruptedException {
        VoiceListener listener = new VoiceListener();
        listener.keep();
        SynthesisSession session = engines.synthesizer().open(context(seed), listener);
        short[][] phrases = new short[PHRASES.size()][];
        for (int i = 0; i < phrases.length; i++) {
            session.credit(i + 1, CREDIT_MS);
            session.speak(i + 1, 0, PHRASES.get(i));
            if (!listener.ended.tryAcquire(ANSWER_LIMIT_S, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the voice did not say: " + PHRASES.get(i));
            }
            phrases[i] = listener.take();
        }
        session.close();
        return phrases;
    }

    private boolean listen(Flow flow, short[][] phrases) throws IOException {
        List<String> names = new ArrayList<>(flow.grammars().jsgfByName().keySet());
        Growth growth = new Growth("grammars", grammars);
        int understood = 0;
        try (SphinxModel model = SphinxModel.prepare(EmbeddedOptions.DEFAULTS.model(), flow.grammars());
                UtteranceDecoder decoder = model.open()) {
            for (int i = 1; i <= grammars; i++) {
                decoder.select(names.get(i % names.size()));
                decoder.start();
                short[] phrase = phrases[i % phrases.length];
                for (int at = 0; at < phrase.length; at += FRAME) {
                    decoder.process(phrase, at, Math.min(FRAME, phrase.length - at));
                }
                decoder.end();
                understood += decoder.hypothesis().isEmpty() ? 0 : 1;
                growth.after(i);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "words were found in %,d of %,d utterances; not every phrase fits every grammar%n",
                understood,
                grammars);
        return growth.within();
    }

    /** The memory of the process after the first tenth, compared with the end. */
    private static final class Growth {
        private final String what;
        private final int total;
        private final long startNs = System.nanoTime();
        private long settledKb;
        private long lastKb;

        Growth(String what, int total) {
            this.what = what;
            this.total = total;
        }

        void after(int done) throws IOException {
            int step = Math.max(1, total / PARTS);
            if (done % step != 0) {
                return;
            }
            lastKb = ResidentMemory.kilobytes();
            if (settledKb == 0) {
                settledKb = lastKb;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%s %,d  %.0f s  %.0f MB resident%n",
                    what,
                    done,
                    (System.nanoTime() - startNs) / 1e9,
                    lastKb / 1024.0);
        }

        boolean within() {
            long grownKb = lastKb - settledKb;
            boolean within = grownKb <= MAX_GROWTH_KB;
            System.out.printf(
                    Locale.ROOT,
                    "%s: grew by %.1f MB after the first tenth, at most %d: %s%n",
                    what,
                    grownKb / 1024.0,
                    MAX_GROWTH_KB / 1024,
                    within ? "ok" : "TOO MUCH");
            return within;
        }
    }
}
