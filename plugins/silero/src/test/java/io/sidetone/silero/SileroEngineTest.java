package io.sidetone.silero;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.vad.UnusableModelException;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine, stepped by the test, on a clock the test moves. */
class SileroEngineTest {
    private static final int RATE = 8_000;
    private static final int FRAME = 160;
    private static final long MS = 1_000_000L;

    private final LoudnessNetwork network = new LoudnessNetwork();
    private final short[] loud = new short[FRAME];
    private final short[] silent = new short[FRAME];
    private final Heard heard = new Heard();
    private Network next = network;
    private int loads;
    private long nowNs = 1_000 * MS;
    private final SileroEngine engine = new SileroEngine(this::load, network, 10, () -> nowNs);

    SileroEngineTest() {
        Arrays.fill(loud, (short) 8_000);
    }

    private Network load() throws UnusableModelException {
        loads++;
        if (next == null) {
            throw new UnusableModelException("the file is gone");
        }
        return next;
    }

    private static void hear(VoiceActivitySession session, short[] frame, int frames, long fromMs) {
        for (int i = 1; i <= frames; i++) {
            assertThat(session.hear(frame, 0, frame.length, fromMs + 20L * i)).isTrue();
        }
    }

    @Test
    void shouldTellAScoreForEveryWholeWindowWithTheEndOfTheWindow() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        assertThat(heard.ready).isTrue();
        hear(session, loud, 1, 0);
        engine.pass();
        assertThat(heard.scores).as("20 ms are no window").isEmpty();
        hear(session, loud, 7, 20);
        engine.pass();
        assertThat(heard.positionsMs).containsExactly(32L, 64L, 96L, 128L, 160L);
        assertThat(heard.scores).containsOnly(1f);
        hear(session, silent, 4, 160);
        engine.pass();
        assertThat(heard.positionsMs).endsWith(192L, 224L);
        assertThat(heard.scores.subList(5, 7))
                .as("context of the window before")
                .containsExactly(1f, 0f);
    }

    @Test
    void shouldRunAllCallsInOneBatchAndKeepThemApart() {
        List<Heard> all = new ArrayList<>();
        List<VoiceActivitySession> sessions = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(new Heard());
            sessions.add(engine.open(null, RATE, all.get(i)));
        }
        for (int i = 0; i < 100; i++) {
            hear(sessions.get(i), i % 3 == 0 ? loud : silent, 2, 1_000L * i);
        }
        engine.pass();
        assertThat(network.largest).isEqualTo(WindowBatch.MAX_WINDOWS);
        assertThat(network.runs).as("64 and 36").isEqualTo(2);
        for (int i = 0; i < 100; i++) {
            assertThat(all.get(i).positionsMs).containsExactly(1_000L * i + 32);
            assertThat(all.get(i).scores).containsExactly(i % 3 == 0 ? 1f : 0f);
        }
    }

    @Test
    void shouldJudgeBothRatesAtOnce() {
        Heard wide = new Heard();
        short[] frame = new short[320];
        Arrays.fill(frame, (short) 8_000);
        VoiceActivitySession broad = engine.open(null, 16_000, wide);
        VoiceActivitySession narrow = engine.open(null, RATE, heard);
        hear(broad, frame, 8, 0);
        hear(narrow, silent, 8, 0);
        engine.pass();
        assertThat(wide.positionsMs).isEqualTo(heard.positionsMs).hasSize(5);
        assertThat(wide.scores).containsOnly(1f);
        assertThat(heard.scores).containsOnly(0f);
        assertThat(broad.hear(loud, 0, FRAME, 180))
                .as("a frame of the other rate")
                .isFalse();
        assertThatThrownBy(() -> engine.open(null, 24_000, heard))
                .hasMessage("no network for 24000 Hz; give 8000 or 16000");
    }

    @Test
    void shouldRefuseFramesInsteadOfWaitingAndCatchUpByLeavingOutTheOldest() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        engine.pass();
        long endMs = 0;
        while (session.hear(loud, 0, FRAME, endMs + 20) && endMs < 20_000) {
            endMs += 20;
        }
        assertThat(endMs).isBetween(16 * 20L, 32 * 20L);
        engine.pass();
        long oldestMs = endMs - 96;
        assertThat(heard.positionsMs)
                .as("only what is not older than the 96 ms for which a score counts")
                .isNotEmpty()
                .allSatisfy(position -> assertThat(position).isGreaterThan(oldestMs));
        assertThat(engine.health().up()).isFalse();
        assertThat(engine.health().detail()).contains("too slow").contains("vad.silero.threads");
        nowNs += 11_000 * MS;
        assertThat(engine.health().up()).isTrue();
    }

    @Test
    void shouldBeginAnewWhenTheStreamDoes() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        hear(session, loud, 3, 0);
        engine.pass();
        assertThat(heard.positionsMs).containsExactly(32L);
        hear(session, silent, 2, 90_000);
        engine.pass();
        assertThat(heard.positionsMs)
                .as("28 ms of the other stream are forgotten")
                .containsExactly(32L, 90_032L);
        assertThat(heard.scores).containsExactly(1f, 0f);
        hear(session, silent, 2, 0);
        engine.pass();
        assertThat(heard.positionsMs).endsWith(32L);
    }

    @Test
    void shouldNameTheRightEndWhenFramesAreMissing() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        hear(session, loud, 1, 0);
        hear(session, loud, 1, 100);
        engine.pass();
        assertThat(heard.positionsMs).containsExactly(112L);
    }

    @Test
    void shouldSayNothingWhenTheNetworkGivesNoNumber() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        network.broken = true;
        hear(session, loud, 4, 0);
        engine.pass();
        assertThat(heard.scores).isEmpty();
        network.broken = false;
        hear(session, loud, 4, 80);
        engine.pass();
        assertThat(heard.scores).hasSize(3).containsOnly(1f);
    }

    @Test
    void shouldLoadTheNetworkAgainWhenItFails() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        hear(session, loud, 2, 0);
        network.failing = true;
        engine.pass();
        assertThat(network.closed).isTrue();
        assertThat(engine.health().up()).isFalse();
        assertThat(engine.health().detail()).contains("no more memory");
        next = null;
        nowNs += 1_000 * MS;
        engine.pass();
        assertThat(loads).isEqualTo(1);
        assertThat(engine.health().detail()).contains("the file is gone");
        nowNs += 1_000 * MS;
        engine.pass();
        assertThat(loads).as("each wait is twice as long").isEqualTo(1);
        next = new LoudnessNetwork();
        nowNs += 1_000 * MS;
        engine.pass();
        assertThat(loads).isEqualTo(2);
        assertThat(engine.health().up()).isTrue();
        hear(session, loud, 3, 4_000);
        engine.pass();
        assertThat(heard.scores).isNotEmpty();
        session.close();
        engine.pass();
        assertThat(heard.closed).isEqualTo(1);
    }

    @Test
    void shouldLetGoOfSessionsWhileTheNetworkIsAway() {
        VoiceActivitySession session = engine.open(null, RATE, heard);
        hear(session, loud, 2, 0);
        network.failing = true;
        engine.pass();
        session.close();
        engine.pass();
        assertThat(heard.closed).isEqualTo(1);
        assertThat(engine.sessions()).isZero();
    }

    @Test
    void shouldHoldNoSessionOfACallThatIsOver() {
        for (int i = 0; i < 1_000; i++) {
            Heard each = new Heard();
            VoiceActivitySession session = engine.open(null, RATE, each);
            hear(session, loud, 2, 0);
            engine.pass();
            session.close();
            hear(session, loud, 2, 40);
            engine.pass();
            assertThat(each.closed).isEqualTo(1);
            assertThat(each.scores).as("nothing after the end").hasSize(1);
        }
        assertThat(engine.sessions()).isZero();
    }

    @Test
    void shouldAcknowledgeEverySessionOnceWhenTheServerStops() throws Exception {
        SileroEngine running = SileroEngine.open(this::load, 1, System::nanoTime);
        Heard closedBefore = new Heard();
        Heard openAtTheEnd = new Heard();
        running.open(null, RATE, closedBefore).close();
        VoiceActivitySession last = running.open(null, RATE, openAtTheEnd);
        running.close();
        last.close();
        Heard late = new Heard();
        running.open(null, RATE, late).close();
        assertThat(closedBefore.closed).isEqualTo(1);
        assertThat(openAtTheEnd.closed).isEqualTo(1);
        assertThat(late.closed).isEqualTo(1);
        assertThat(late.failures).hasSize(1);
        assertThat(network.closed).isTrue();
    }

    @Test
    void shouldAnswerAtOnceWhenItHasNoThread() throws Exception {
        try (SileroEngine stepped = SileroEngine.open(this::load, 0, () -> nowNs)) {
            VoiceActivitySession session = stepped.open(null, RATE, heard);
            hear(session, loud, 2, 0);
            assertThat(heard.positionsMs).containsExactly(32L);
            session.close();
            assertThat(heard.closed).isEqualTo(1);
        }
    }
}
