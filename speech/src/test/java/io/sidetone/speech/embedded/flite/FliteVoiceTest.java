package io.sidetone.speech.embedded.flite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.WordTimes;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Installed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock("native speech")
@ResourceLock(FliteVoiceEnduranceTest.REGISTERED)
class FliteVoiceTest {
    private static final String CLAUSE = "On Tuesday at 3:30, Dr. Smith will see you.";

    @BeforeEach
    void installed() {
        Installed.voices(VoiceName.values());
    }

    @Test
    void shouldSayWhenEachWordSounds() {
        for (VoiceName name : VoiceName.values()) {
            SynthesisLog events = speak(name, CLAUSE);
            WordTimes words = events.chunks.get(0).words();
            List<String> ends = new ArrayList<>();
            for (int end : words.charEnd()) {
                ends.add(CLAUSE.substring(0, end));
            }
            assertThat(ends)
                    .as("%s", name)
                    .containsExactly(
                            "On",
                            "On Tuesday",
                            "On Tuesday at",
                            "On Tuesday at 3:30,",
                            "On Tuesday at 3:30, Dr.",
                            "On Tuesday at 3:30, Dr. Smith",
                            "On Tuesday at 3:30, Dr. Smith will",
                            "On Tuesday at 3:30, Dr. Smith will see",
                            CLAUSE);
            for (int i = 1; i < words.words(); i++) {
                assertThat(words.startMs()[i]).isGreaterThanOrEqualTo(words.endMs()[i - 1]);
                assertThat(words.endMs()[i]).isGreaterThan(words.startMs()[i]);
            }
            assertThat(words.startMs()[0])
                    .as("%s: the leading silence is gone", name)
                    .isBetween(0, 100);
            assertThat(words.endMs()[words.words() - 1]).isBetween(2_000, events.audioMs(32));
        }
        assertThat(FliteVoice.registered()).isZero();
    }

    @Test
    void shouldCutChunksTheLaneCanTake() {
        SynthesisLog events = speak(VoiceName.SLT, CLAUSE);
        assertThat(events.chunks).hasSizeGreaterThan(4).allSatisfy(chunk -> {
            assertThat(chunk.sampleRateHz()).isEqualTo(16_000);
            assertThat(chunk.samples()).isLessThanOrEqualTo(8_000);
        });
        short[] all = samples(events);
        assertThat(firstAbove(all, 100))
                .as("20 ms before the first sound; the voice's noise is never the same twice")
                .isBetween(300, 360);
        assertThat(firstAbove(all, 3_000)).isPositive();
    }

    @Test
    void shouldSpeakTextThatIsLongerThanOnePiece() {
        String text = "This sentence has about fifty letters and no more. ".repeat(8);
        SynthesisLog events = speak(VoiceName.KAL, text);
        WordTimes words = events.chunks.get(0).words();
        assertThat(words.words()).isEqualTo(9 * 8);
        assertThat(words.charEnd()[words.words() - 1]).isEqualTo(text.length() - 1);
        assertThat(words.endMs()[words.words() - 1]).isBetween(15_000, events.audioMs(32));
    }

    @Test
    void shouldStopWhenTheSinkHasHadEnough() {
        try (FliteVoice voice = FliteVoice.open(VoiceName.SLT)) {
            List<Integer> blocks = new ArrayList<>();
            voice.speak(CLAUSE, new Voice.Sink() {
                @Override
                public void words(SpokenWords words) {}

                @Override
                public boolean audio(short[] pcm, int samples) {
                    blocks.add(samples);
                    return blocks.size() < 3;
                }
            });
            assertThat(blocks).hasSize(3);
            assertThatThrownBy(() -> voice.speak(CLAUSE, new Voice.Sink() {
                        @Override
                        public void words(SpokenWords words) {
                            throw new IllegalStateException("thrown inside the library's call");
                        }

                        @Override
                        public boolean audio(short[] pcm, int samples) {
                            return true;
                        }
                    }))
                    .hasMessage("thrown inside the library's call");
        }
    }

    @Test
    void shouldKeepASharedVoiceUntilItsLastUserCloses() {
        FliteVoice one = FliteVoice.open(VoiceName.RMS);
        FliteVoice two = FliteVoice.open(VoiceName.RMS);
        one.close();
        one.close();
        assertThat(FliteVoice.registered()).isEqualTo(1);
        two.speak("Still here.", new ClauseCutter(SpeakableText.of("Still here."), 1, 16_000, c -> {}, () -> false));
        two.close();
        assertThat(FliteVoice.registered()).isZero();
        assertThatThrownBy(() -> two.speak("x", null)).hasMessageContaining("is closed");
    }

    @Test
    void shouldMeasureClauseLatency() {
        String[] clauses = {
            "Hello.", "Please say yes or no.", "We are open from nine in the morning to five in the afternoon.",
        };
        StringBuilder table = new StringBuilder("flite slt: first chunk and whole clause, ms (median of 5)\n");
        try (EmbeddedSynthesizer synthesizer = open(VoiceName.SLT)) {
            for (String clause : clauses) {
                long[] firstNs = new long[5];
                long[] doneNs = new long[5];
                int audioMs = 0;
                for (int i = 0; i < 5; i++) {
                    SynthesisLog events = new SynthesisLog();
                    SynthesisSession session = synthesizer.open(Calls.call(new Fence()), events);
                    events.log.await("ready");
                    String unique = clause + " ".repeat(i + 1); // past the cache
                    long begin = System.nanoTime();
                    session.credit(32, 60_000);
                    session.speak(32, 0, unique);
                    events.log.await("audio");
                    firstNs[i] = System.nanoTime() - begin;
                    events.log.await("done");
                    doneNs[i] = System.nanoTime() - begin;
                    audioMs = events.audioMs(32);
                    session.close();
                    events.log.await("closed");
                }
                java.util.Arrays.sort(firstNs);
                java.util.Arrays.sort(doneNs);
                assertThat(audioMs).isGreaterThan(400);
                table.append(String.format(
                        "%5.1f %6.1f  of %5d ms audio: %s%n", firstNs[2] / 1e6, doneNs[2] / 1e6, audioMs, clause));
            }
        }
        System.out.print(table);
    }

    @Test
    void shouldRefuseAVoiceNobodyInstalled() {
        assertThat(VoiceName.of("Slt")).isEqualTo(VoiceName.SLT);
        assertThatThrownBy(() -> VoiceName.of("clb"))
                .hasMessageContaining("\"clb\"")
                .hasMessageContaining("slt, kal");
    }

    private static EmbeddedSynthesizer open(VoiceName name) {
        return new EmbeddedSynthesizer("test", () -> FliteVoice.open(name));
    }

    private static SynthesisLog speak(VoiceName name, String text) {
        SynthesisLog events = new SynthesisLog();
        try (EmbeddedSynthesizer synthesizer = open(name)) {
            SynthesisSession session = synthesizer.open(Calls.call(new Fence()), events);
            session.credit(32, 100_000);
            session.speak(32, 0, text);
            events.log.await("done 32/0");
            session.close();
            events.log.await("closed");
        }
        return events;
    }

    private static short[] samples(SynthesisLog events) {
        int total = events.chunks.stream().mapToInt(c -> c.samples()).sum();
        short[] all = new short[total];
        int at = 0;
        for (var chunk : events.chunks) {
            chunk.copyTo(0, all, at, chunk.samples());
            at += chunk.samples();
        }
        return all;
    }

    private static int firstAbove(short[] pcm, int amplitude) {
        for (int i = 0; i < pcm.length; i++) {
            if (Math.abs(pcm[i]) >= amplitude) {
                return i;
            }
        }
        return -1;
    }
}
