package io.sidetone.vosk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Calls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Any order of calls, faults and decoding: what is owed is answered once, and nothing of the library is left or misused. */
class VoskSessionFuzzTest {
    private static final int ROUNDS = 400;
    private static final int STEPS = 120;

    @TempDir
    private Path folder;

    private long nowNs = 1;

    /** A call as its lane sees it. */
    private static final class Caller {
        final RecordedEvents stt = new RecordedEvents();
        final TreeSet<Long> unanswered = new TreeSet<>();
        RecognizerSession session;
        long open;
        boolean closed;

        /** Nothing may be said of {@code token} from here on. */
        void silence(long token) {
            if (token != 0) {
                stt.log.add("silence " + token);
            }
        }
    }

    @Test
    void shouldAnswerOnceWhateverHappensInWhateverOrder() throws Exception {
        ToneModel.write(folder, 16_000);
        for (int round = 0; round < ROUNDS; round++) {
            long seed = 0x5eed_0000L + round;
            StrictLibrary library = new StrictLibrary();
            Random random = new Random(seed);
            library.refusal = () -> random.nextInt(8) == 0 ? new IllegalStateException("refused") : null;
            VoskRecognizer engine = VoskRecognizer.load(
                    library::load,
                    Altered.with(
                            VoskOptions.of("stt", folder),
                            "threads",
                            1 + random.nextInt(2),
                            "decoders",
                            1 + random.nextInt(3)),
                    () -> nowNs);
            List<Caller> callers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Caller caller = new Caller();
                caller.session = engine.open(Calls.call(new Fence()), caller.stt);
                callers.add(caller);
            }
            for (int step = 1; step <= STEPS; step++) {
                step(random, callers.get(random.nextInt(3)), 16L * step);
                for (int passes = random.nextInt(3); passes > 0; passes--) {
                    engine.pass();
                }
            }
            while (engine.pass()) {
                continue;
            }
            callers.forEach(caller -> assertOwedIsAnswered(caller, "seed " + seed));
            callers.forEach(VoskSessionFuzzTest::close);
            while (engine.pass()) {
                continue;
            }
            engine.close();
            for (Caller caller : callers) {
                assertAnswered(caller, "seed " + seed);
            }
            assertThat(library.violations).as("seed %d", seed).isEmpty();
            assertThat(library.decodersOpen).as("seed %d", seed).hasValue(0);
            assertThat(library.modelsOpen).as("seed %d", seed).hasValue(0);
        }
    }

    private static void step(Random random, Caller caller, long token) {
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                caller.session.start(token, ListenHint.OPEN);
                caller.silence(caller.open);
                caller.open = caller.closed ? 0 : token;
            }
            case 2, 3 -> {
                caller.session.end(caller.open, true);
                if (caller.open != 0) {
                    caller.unanswered.add(caller.open);
                }
                caller.open = 0;
            }
            case 4 -> {
                boolean earlier = caller.open == 0 || random.nextBoolean();
                long cancelled = earlier && !caller.unanswered.isEmpty() ? caller.unanswered.last() : caller.open;
                caller.session.cancel(cancelled);
                caller.silence(cancelled);
                caller.unanswered.remove(cancelled);
                caller.open = cancelled == caller.open ? 0 : caller.open;
            }
            case 5 -> {
                if (random.nextInt(12) == 0) {
                    close(caller);
                }
            }
            default -> {
                int[] what = {0, 1, 2, 3, -1, StrictLibrary.BREAKS, StrictLibrary.GARBAGE};
                short[] frame = StrictLibrary.frame(what[random.nextInt(random.nextInt(4) == 0 ? 7 : 5)]);
                caller.session.audio(frame, 0, frame.length);
            }
        }
    }

    private static void close(Caller caller) {
        if (!caller.closed) {
            caller.closed = true;
            caller.session.close();
            caller.unanswered.forEach(caller::silence);
            caller.silence(caller.open);
            caller.unanswered.clear();
            caller.open = 0;
        }
    }

    private static void assertOwedIsAnswered(Caller caller, String seed) {
        assertThat(caller.stt.log.lines())
                .as(seed)
                .filteredOn(line -> line.startsWith("final") || line.startsWith("failed"))
                .extracting(line -> Long.parseLong(line.split(" ")[1]))
                .containsAll(caller.unanswered);
    }

    private static void assertAnswered(Caller caller, String seed) {
        List<String> lines = caller.stt.log.lines();
        assertThat(lines).as(seed).last().isEqualTo("closed");
        assertThat(lines.stream().filter("closed"::equals)).as(seed).hasSize(1);
        Set<String> answered = new HashSet<>();
        Set<String> silent = new HashSet<>();
        for (String line : lines) {
            String[] parts = line.split(" ");
            if (parts[0].equals("silence")) {
                silent.add(parts[1]);
                continue;
            }
            if (parts.length > 1) {
                assertThat(silent).as("%s: nothing behind a cancellation", seed).doesNotContain(parts[1]);
            }
            if (parts[0].equals("final") || parts[0].equals("failed")) {
                assertThat(answered.add(parts[1]))
                        .as("%s: one answer for %s", seed, parts[1])
                        .isTrue();
            } else if (parts[0].equals("partial")) {
                assertThat(answered).as("%s: no partial behind an answer", seed).doesNotContain(parts[1]);
            }
        }
    }
}
