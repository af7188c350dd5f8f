package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.plugin.RecognizerOptions;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoskAllocationTest {
    private static final int FRAMES = 20_000;

    @TempDir
    private Path folder;

    @Test
    @Tag("allocation")
    void shouldAllocateNothingOnTheLaneForAFrame() throws Exception {
        ToneModel.write(folder, 16_000);
        VoskRecognizer engine = VoskRecognizer.load(
                new StrictLibrary()::load,
                RecognizerOptions.of("ears", folder),
                new EngineMeter("ears", EngineKind.RECOGNIZER),
                System::nanoTime);
        RecognizerSession session = engine.open(Calls.call(new Fence()), new Ears());
        session.start(16, ListenHint.OPEN);
        short[] frame = StrictLibrary.frame(0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = 0;
        for (int i = 0; i < 2 * FRAMES; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            boolean taken = session.audio(frame, 0, frame.length);
            if (i >= FRAMES) {
                allocated += threads.getCurrentThreadAllocatedBytes() - before;
            }
            if (!taken) {
                while (engine.pass()) {
                    continue;
                }
            }
        }
        assertThat(allocated).isZero();
        session.close();
        while (engine.pass()) {
            continue;
        }
        engine.close();
    }
}
