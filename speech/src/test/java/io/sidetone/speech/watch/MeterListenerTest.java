package io.sidetone.speech.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.usage.EngineUsage;
import io.sidetone.core.usage.Measure;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.meter.EngineMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeterListenerTest {
    private static final long MS = 1_000_000;
    private static final EngineFailure REFUSED = new EngineFailure(EngineFailure.UNAVAILABLE, "refused", true);

    private final AtomicLong nowNs = new AtomicLong(5_000 * MS);
    private final CallContext call = Calls.call(new Fence());
    private final List<String> asked = new ArrayList<>();
    private RecognizerEvents stt;
    private SynthesisEvents voice;

    private final Recognizer recognizer = new Recognizer() {
        @Override
        public RecognizerSession open(CallContext context, RecognizerEvents events) {
            stt = events;
            return new RecognizerSession() {
                @Override
                public void start(long token, ListenHint hint) {
                    asked.add("start " + token);
                }

                @Override
                public boolean audio(short[] pcm, int offset, int samples) {
                    return pcm[offset] == 0;
                }

                @Override
                public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
                    return true;
                }

                @Override
                public void end(long token, boolean replyExpected) {
                    asked.add("end " + token);
                }

                @Override
                public void pauses(long token) {
                    asked.add("pauses " + token);
                }

                @Override
                public void goesOn(long token) {
                    asked.add("goesOn " + token);
                }

                @Override
                public void cancel(long token) {
                    asked.add("cancel " + token);
                }

                @Override
                public void close() {
                    asked.add("close");
                }
            };
        }

        @Override
        public int sampleRateHz() {
            return 16_000;
        }

        @Override
        public Recognizer.Capabilities capabilities() {
            return new Recognizer.Capabilities(true, true, false);
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("fake");
        }
    };

    private final Synthesizer synthesizer = new Synthesizer() {
        @Override
        public SynthesisSession open(CallContext context, SynthesisEvents events) {
            voice = events;
            return new SynthesisSession() {
                @Override
                public void speak(long token, int clause, String text) {
                    asked.add("speak " + token + " " + clause + " " + text);
                }

                @Override
                public void credit(long token, int ms) {
                    asked.add("credit " + token + " " + ms);
                }

                @Override
                public void cancel(long throughToken) {
                    asked.add("cancel " + throughToken);
                }

                @Override
                public void close() {
                    asked.add("close");
                }
            };
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.CLAUSES;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.down("fake");
        }
    };

    private final EngineMeter heard = new EngineMeter("stt", EngineKind.RECOGNIZER);
    private final EngineMeter spoken = new EngineMeter("tts", EngineKind.SYNTHESIZER);
    private final Recognizer watchedEars =
            new InstrumentedRecognizer(recognizer, List.of(of -> new MeterListener(heard.forCall(of))), nowNs::get);
    private final Synthesizer watchedVoice =
            new InstrumentedSynthesizer(synthesizer, List.of(of -> new MeterListener(spoken.forCall(of))), nowNs::get);

    private void pass(int ms) {
        nowNs.addAndGet(ms * MS);
    }

    @Test
    void shouldCountWhatARecogniserHearsAndHowLongItTakes() {
        RecognizerSession session = watchedEars.open(call, new NoRecognizer());
        stt.ready();
        session.start(16, ListenHint.OPEN);
        for (int frame = 0; frame < 50; frame++) {
            session.audio(new short[320], 0, 320);
        }
        session.audio(new short[] {1}, 0, 1);
        pass(300);
        stt.partial(16, "hel");
        stt.partial(16, "hello");
        pass(700);
        session.end(16, true);
        pass(120);
        stt.finalTranscript(16, "hello");
        session.start(32, ListenHint.OPEN);
        session.cancel(32);
        session.close();

        EngineUsage usage = call.usage().of("stt", "recognizer");
        assertThat(usage.of(Measure.AUDIO_MS)).isEqualTo(1_000);
        assertThat(usage.of(Measure.REQUESTS)).isEqualTo(2);
        assertThat(usage.of(Measure.FAILURES)).isZero();
        assertThat(heard.cancelled.sum()).isEqualTo(1);
        assertThat(heard.firstAnswer.getTotalCount()).isEqualTo(1);
        assertThat(heard.firstAnswer.getMaxValue() / MS).isBetween(298L, 304L);
        assertThat(heard.wholeAnswer.getMaxValue() / MS).isBetween(119L, 122L);
        assertThat(asked).containsExactly("start 16", "end 16", "start 32", "cancel 32", "close");
    }

    @Test
    void shouldPassOnWhatAnEngineSaysOfItself() {
        assertThat(watchedEars.sampleRateHz()).isEqualTo(16_000);
        assertThat(watchedEars.capabilities()).isEqualTo(new Recognizer.Capabilities(true, true, false));
        assertThat(watchedEars.health().up()).isTrue();
        assertThat(watchedVoice.health().up()).isFalse();
    }

    @Test
    void shouldNotifyEveryListenerOfASessionOnceAndNobodyWhoStandsAside() {
        EngineMeter second = new EngineMeter("tts", EngineKind.SYNTHESIZER);
        Synthesizer both = new InstrumentedSynthesizer(
                synthesizer,
                List.of(
                        of -> new MeterListener(spoken.forCall(of)),
                        of -> null,
                        of -> new MeterListener(second.forCall(of))),
                nowNs::get);
        SynthesisSession session = both.open(call, new NoVoice());
        session.speak(16, 0, "Hi.");
        voice.failed(0, 0, REFUSED);
        assertThat(asked).containsExactly("speak 16 0 Hi.");
        assertThat(spoken.characters.sum()).isEqualTo(3);
        assertThat(second.characters.sum()).isEqualTo(3);
        assertThat(second.failures.sum()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatAVoiceSaysPerCallAndPerEngine() {
        CallContext other = Calls.call(new Fence());
        SynthesisSession session = watchedVoice.open(call, new NoVoice());
        voice.ready();
        session.speak(16, 0, "Good morning.");
        pass(80);
        voice.audio(16, 0, new PcmChunk(8_000, new short[84], 0, 84, null));
        voice.audio(16, 0, new PcmChunk(8_000, new short[84], 0, 84, null));
        pass(20);
        voice.done(16, 0);
        session.speak(16, 1, "How are you?");
        session.speak(32, 0, "Again.");
        session.cancel(16);
        voice.failed(32, 0, REFUSED);
        watchedVoice.open(other, new NoVoice()).speak(16, 0, "Hi.");

        EngineUsage usage = call.usage().of("tts", "synthesizer");
        assertThat(usage.of(Measure.CHARACTERS)).isEqualTo(13 + 12 + 6);
        assertThat(usage.of(Measure.AUDIO_MS)).isEqualTo(21);
        assertThat(usage.of(Measure.FAILURES)).isEqualTo(1);
        assertThat(other.usage().total(Measure.CHARACTERS)).isEqualTo(3);
        assertThat(spoken.characters.sum()).isEqualTo(34);
        assertThat(spoken.cancelled.sum()).isEqualTo(1);
        assertThat(spoken.firstAnswer.getMaxValue() / MS).isBetween(79L, 82L);
        assertThat(spoken.wholeAnswer.getMaxValue() / MS).isBetween(99L, 102L);
    }

    @Test
    void shouldCountAFailureWhenASessionCannotBeOpenedAndNoneWhenItIsLostLater() {
        watchedVoice.open(call, new NoVoice());
        voice.failed(0, 0, REFUSED);
        assertThat(spoken.failures.sum()).isEqualTo(1);
        watchedVoice.open(call, new NoVoice());
        voice.ready();
        voice.failed(0, 0, REFUSED);
        assertThat(spoken.failures.sum()).isEqualTo(1);
        assertThat(call.usage().total(Measure.FAILURES)).isEqualTo(1);
    }

    @Test
    void shouldStandAsideWhenNobodyLooksOn() {
        SynthesisSession session =
                new InstrumentedSynthesizer(synthesizer, List.of(of -> null), nowNs::get).open(call, new NoVoice());
        session.speak(16, 0, "Hi.");
        assertThat(asked).containsExactly("speak 16 0 Hi.");
        assertThat(call.usage().engines()).isEmpty();
    }

    private static final class NoRecognizer implements RecognizerEvents {
        @Override
        public void ready() {}

        @Override
        public void partial(long token, String text) {}

        @Override
        public void judged(long token, String text, SentenceEnd end) {
            partial(token, text);
        }

        @Override
        public void covers(long token, int behindMs) {}

        @Override
        public void evidence(long streamPosMs, float score) {}

        @Override
        public void speechStarted() {}

        @Override
        public void finalTranscript(long token, String text) {}

        @Override
        public void failed(long token, EngineFailure failure) {}

        @Override
        public void closed() {}
    }

    private static final class NoVoice implements SynthesisEvents {
        @Override
        public void ready() {}

        @Override
        public void audio(long token, int clause, PcmChunk chunk) {}

        @Override
        public void done(long token, int clause) {}

        @Override
        public void failed(long token, int clause, EngineFailure failure) {}

        @Override
        public void closed() {}
    }
}
