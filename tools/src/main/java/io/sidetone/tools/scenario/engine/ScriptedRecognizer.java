package io.sidetone.tools.scenario.engine;

import io.sidetone.audio.SampleRate;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.sphinx.GrammarSet;
import io.sidetone.tools.scenario.file.Words;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Understands every word that the scenario says, when it has been said: the sound decides only when somebody speaks. It knows the
 * ends of sentences where the dialogue has grammars. For one call.
 */
public final class ScriptedRecognizer implements Recognizer {
    private static final Capabilities CAPABILITIES = Capabilities.TRANSCRIPTS;

    private final CallerWords words;
    private final GrammarSet grammars;
    private final NanoClock clock;

    /**
     * Creates it.
     *
     * @param words what the caller says
     * @param grammars of the dialogue; empty where it has none
     * @param clock of the call
     */
    public ScriptedRecognizer(CallerWords words, GrammarSet grammars, NanoClock clock) {
        this.words = words;
        this.grammars = grammars;
        this.clock = clock;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        events.ready();
        return new Session(events);
    }

    @Override
    public int sampleRateHz() {
        return SampleRate.NARROWBAND_HZ;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("scenario");
    }

    private final class Session implements RecognizerSession {
        private final RecognizerEvents events;
        private String grammar = grammars.first();
        private long utterance;
        private boolean open;
        private int reported;

        Session(RecognizerEvents events) {
            this.events = events;
        }

        @Override
        public void start(long token, ListenHint hint) {
            if (!hint.grammar().isEmpty()) {
                grammar = hint.grammar();
            }
            utterance = token;
            open = true;
            reported = 0;
            words.begin(clock.nanoTime());
        }

        @Override
        public boolean audio(short[] pcm, int offset, int samples) {
            if (open && words.count() > reported) {
                report();
            }
            return true;
        }

        private void report() {
            reported = words.count();
            String text = words.text();
            events.judged(utterance, text, end(text));
            events.covers(utterance, 0);
        }

        private SentenceEnd end(String text) {
            GrammarSet.Judge judge = grammars.judgeByName().get(grammar);
            return judge == null
                    ? SentenceEnd.UNKNOWN
                    : judge.of(List.of(Words.of(text).split(" ")));
        }

        @Override
        public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
            return true;
        }

        @Override
        public void end(long token, boolean replyExpected) {
            open = false;
            events.finalTranscript(token, words.take());
        }

        @Override
        public void pauses(long token) {
            if (words.count() > 0) {
                report();
            }
        }

        @Override
        public void goesOn(long token) {}

        @Override
        public void cancel(long token) {
            open = false;
            words.clear();
        }

        @Override
        public void close() {
            open = false;
            events.closed();
        }
    }
}
