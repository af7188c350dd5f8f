package io.sidetone.speech.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.meter.AllocatedBytes;
import io.sidetone.speech.meter.EngineMeter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("allocation")
class InstrumentedRecognizerAllocationTest {
    private static final int FRAMES = 20_000;

    private long pushed;

    @Test
    void shouldAllocateNothingForAFrame() {
        EngineMeter meter = new EngineMeter("stt", EngineKind.RECOGNIZER);
        Recognizer watched = new InstrumentedRecognizer(
                new Deaf(), List.of(call -> new MeterListener(meter.forCall(call))), System::nanoTime);
        RecognizerSession session = watched.open(Calls.call(new Fence()), new NoEvents());
        short[] frame = new short[160];
        session.start(16, ListenHint.OPEN);
        assertThat(AllocatedBytes.leastOf(() -> push(session, frame)))
                .as("bytes for %d frames", FRAMES)
                .isZero();
        session.end(16, true);
        assertThat(meter.audioMs.sum()).isEqualTo(pushed * 20L);
    }

    private void push(RecognizerSession session, short[] frame) {
        pushed += FRAMES;
        for (int i = 0; i < FRAMES; i++) {
            session.audio(frame, 0, frame.length);
            session.hear(frame, 0, frame.length, i);
        }
    }

    private static final class Deaf implements Recognizer, RecognizerSession {
        @Override
        public RecognizerSession open(CallContext call, RecognizerEvents events) {
            return this;
        }

        @Override
        public int sampleRateHz() {
            return 8_000;
        }

        @Override
        public EngineHealth health() {
            return EngineHealth.up("fake");
        }

        @Override
        public void start(long token, ListenHint hint) {}

        @Override
        public boolean audio(short[] pcm, int offset, int samples) {
            return true;
        }

        @Override
        public Recognizer.Capabilities capabilities() {
            return Recognizer.Capabilities.TRANSCRIPTS;
        }

        @Override
        public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
            return true;
        }

        @Override
        public void end(long token, boolean replyExpected) {}

        @Override
        public void pauses(long token) {}

        @Override
        public void goesOn(long token) {}

        @Override
        public void cancel(long token) {}

        @Override
        public void close() {}
    }

    private static final class NoEvents implements RecognizerEvents {
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
}
