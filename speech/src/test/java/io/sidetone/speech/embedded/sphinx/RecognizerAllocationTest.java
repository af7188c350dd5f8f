package io.sidetone.speech.embedded.sphinx;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.meter.AllocatedBytes;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("allocation")
class RecognizerAllocationTest {
    @Test
    void shouldAllocateNothingOnTheLaneWhenFramesArrive() throws InterruptedException {
        DecoderPool pool = new DecoderPool(1, "embedded.decoders", new FakeDecoders());
        assertThat(pool.awaitAll(60_000)).isTrue();
        try (EmbeddedRecognizer recognizer =
                new EmbeddedRecognizer(pool, new GrammarSet(Map.of("menu", ""), Map.of(), Map.of()), 1)) {
            RecognizerLog events = new RecognizerLog();
            RecognizerSession session = recognizer.open(Calls.call(new Fence()), events);
            session.start(32, ListenHint.OPEN);
            events.log.await("ready");
            short[] frame = new short[320];
            assertThat(AllocatedBytes.leastOf(() -> push(session, frame, 20_000)))
                    .as("bytes for 20,000 frames")
                    .isZero();
            session.close();
        }
    }

    private static void push(RecognizerSession session, short[] frame, int frames) {
        for (int taken = 0; taken < frames; ) {
            if (session.audio(frame, 0, 320)) {
                taken++;
            } else {
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
