package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoskAllocationTest {
    private static final int FRAMES = 10_000;
    private static final int ROUNDS = 4;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final short[] frame = StrictLibrary.frame(0);

    @TempDir
    private Path folder;

    @Test
    @Tag("allocation")
    void shouldAllocateNothingOnTheLaneForAFrame() throws Exception {
        ToneModel.write(folder, 16_000);
        VoskRecognizer engine =
                VoskRecognizer.load(new StrictLibrary()::load, VoskOptions.of("stt", folder), System::nanoTime);
        RecognizerSession session = engine.open(Calls.call(new Fence()), new RecordedEvents());
        session.start(16, ListenHint.OPEN);
        push(engine, session);
        // What a frame costs shows in every round; what the virtual machine does once, such as loading a class, in one.
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            least = Math.min(least, push(engine, session));
        }
        assertThat(least).as("bytes for %d frames", FRAMES).isZero();
        session.close();
        while (engine.pass()) {
            continue;
        }
        engine.close();
    }

    /** Pushes {@value #FRAMES} frames; returns the bytes allocated by that, without what the decoder's thread does. */
    private long push(VoskRecognizer engine, RecognizerSession session) {
        long allocated = 0;
        for (int i = 0; i < FRAMES; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            boolean taken = session.audio(frame, 0, frame.length);
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
            if (!taken) {
                while (engine.pass()) {
                    continue;
                }
            }
        }
        return allocated;
    }
}
