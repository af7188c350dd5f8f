package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.FenceAuditor;
import io.sidetone.core.fence.FenceCounter;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.EgressFrame;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.core.playout.Buffering;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fence at the WebSocket egress: at the check, while a frame waits for a slow peer, and during the write. */
@Tag("CARD-06")
class StreamEgressTest {
    private static final int SAMPLES = 160;
    private static final long OLD = Token.of(10, 0);
    private static final long CANCELLATION = Token.of(11, 0);
    private static final long NEXT = Token.of(11, 1);

    private final Fence fence = new Fence();
    private final FenceAuditor auditor = new FenceAuditor();
    private final SingleWriterCounters<StreamCounter> counters = new SingleWriterCounters<>(StreamCounter.class);
    private final Wire wire = new Wire();
    private final EgressFrame frame = new EgressFrame();
    private final StreamEgress egress =
            new StreamEgress(fence, new Buffering(60, false, true), 8_000, StreamFormat.PCMU_8K, wire, counters);

    @BeforeEach
    void sound() {
        frame.samples = SAMPLES;
        Arrays.fill(frame.pcm, 0, SAMPLES, (short) 1_000);
    }

    private void audio(long token, long positionMs) {
        frame.kind = EgressKind.AUDIO;
        frame.token = token;
        frame.turnPositionMs = positionMs;
        egress.send(frame, auditor);
    }

    private void control(EgressKind kind, long token) {
        frame.kind = kind;
        frame.token = token;
        egress.send(frame, auditor);
    }

    private void counted(long written, long dropped, long races) {
        assertThat(counters.value(StreamCounter.FRAMES_OUT)).as("written").isEqualTo(written);
        assertThat(counters.value(StreamCounter.STALE_DROPPED))
                .as("dropped at the check")
                .isEqualTo(dropped);
        assertThat(auditor.counters().value(FenceCounter.STALE_DROPPED))
                .as("refused by the auditor")
                .isEqualTo(dropped);
        assertThat(auditor.counters().value(FenceCounter.FENCE_RACES))
                .as("fenced during the write")
                .isEqualTo(races);
        assertThat(auditor.counters().value(FenceCounter.STALE_FRAMES_SENT))
                .as("written although dead")
                .isZero();
    }

    @Test
    @Tag("CARD-06")
    @Tag("CARD-06.a")
    void shouldDropAndCountAFrameWhenItsTurnIsDeadAtTheCheck() {
        audio(OLD, 0);
        fence.advance(CANCELLATION);
        audio(OLD, 20);
        audio(OLD, 40);
        audio(NEXT, 0);
        assertThat(wire.told).containsExactly(OLD + "@0", NEXT + "@0");
        counted(2, 2, 0);
    }

    @Test
    @Tag("CARD-06")
    @Tag("CARD-06.b")
    void shouldDropWhatWaitedWhenItsTurnDiedMeanwhile() {
        wire.full = true;
        audio(OLD, 0);
        audio(OLD, 20);
        control(EgressKind.END, OLD);
        audio(NEXT, 0);
        assertThat(wire.told).isEmpty();
        fence.advance(CANCELLATION);
        wire.full = false;
        egress.drain(auditor);
        assertThat(wire.told)
                .as("neither the frames nor the end of the turn that was cancelled")
                .containsExactly(NEXT + "@0");
        counted(1, 3, 0);
    }

    @Test
    void shouldAskTheFenceBeforeEachFrameWhenThePeerTakesThemOneByOne() {
        wire.full = true;
        audio(OLD, 0);
        audio(OLD, 20);
        audio(OLD, 40);
        wire.full = false;
        wire.room = 1;
        egress.drain(auditor);
        fence.advance(CANCELLATION);
        wire.room = 10;
        egress.drain(auditor);
        assertThat(wire.told).containsExactly(OLD + "@0");
        counted(1, 2, 0);
    }

    @Test
    void shouldCountARaceWhenTheFencePassesDuringTheWrite() {
        wire.duringWrite = () -> fence.advance(CANCELLATION);
        audio(OLD, 0);
        wire.duringWrite = () -> {};
        audio(OLD, 20);
        assertThat(wire.told).containsExactly(OLD + "@0");
        counted(1, 1, 1);
    }

    @Test
    void shouldCountARaceWhenTheFencePassesWhileAWaitingFrameIsWritten() {
        wire.full = true;
        audio(OLD, 0);
        audio(OLD, 20);
        wire.full = false;
        wire.duringWrite = () -> fence.advance(CANCELLATION);
        egress.drain(auditor);
        assertThat(wire.told).containsExactly(OLD + "@0");
        counted(1, 1, 1);
    }

    @Test
    void shouldWriteNothingOfTheOldTurnBehindItsClear() {
        audio(OLD, 0);
        wire.full = true;
        audio(OLD, 20);
        fence.advance(CANCELLATION);
        control(EgressKind.FLUSH, CANCELLATION);
        wire.full = false;
        audio(OLD, 40);
        control(EgressKind.END, OLD);
        audio(NEXT, 0);
        egress.drain(auditor);
        assertThat(wire.told).containsExactly(OLD + "@0", "clear " + CANCELLATION, NEXT + "@0");
        counted(2, 1, 0);
    }

    @Test
    void shouldDropTheNewestWhenMoreWaitsThanHalfASecond() {
        wire.full = true;
        for (int i = 0; i < WaitingFrames.MOST_FRAMES + 2; i++) {
            audio(OLD, 20L * i);
        }
        wire.full = false;
        egress.drain(auditor);
        assertThat(wire.told)
                .hasSize(WaitingFrames.MOST_FRAMES)
                .endsWith(OLD + "@" + 20 * (WaitingFrames.MOST_FRAMES - 1));
        assertThat(counters.value(StreamCounter.FRAMES_DROPPED)).isEqualTo(2);
    }

    @Test
    void shouldKeepTheOrderWhenAPeerIsSlowAgainAndAgain() {
        List<String> expected = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            wire.full = true;
            for (int i = 0; i < 7; i++) {
                audio(OLD, 1_000L * round + i);
                expected.add(OLD + "@" + (1_000 * round + i));
            }
            control(EgressKind.END, OLD);
            expected.add("end " + OLD);
            wire.full = false;
            egress.drain(auditor);
        }
        assertThat(wire.told).isEqualTo(expected);
    }

    @Test
    void shouldKeepRoomForEndsOfTurnsAndSurviveTooManyOfThem() {
        wire.full = true;
        for (int i = 0; i < WaitingFrames.MOST_FRAMES + 2; i++) {
            audio(OLD, i);
        }
        for (int i = 0; i < 20; i++) {
            control(EgressKind.END, OLD);
        }
        wire.full = false;
        egress.drain(auditor);
        assertThat(wire.told)
                .startsWith(OLD + "@0")
                .endsWith("end " + OLD)
                .filteredOn(("end " + OLD)::equals)
                .hasSize(7);
    }

    /** Writes down what it is given, as far as it has room. */
    private static final class Wire implements StreamWire {
        private final List<String> told = new ArrayList<>();
        private boolean full;
        private int room = Integer.MAX_VALUE;
        private Runnable duringWrite = () -> {};

        @Override
        public boolean audio(byte[] payload, int length, long token, long positionMs) {
            if (full || room == 0) {
                return false;
            }
            room--;
            duringWrite.run();
            byte[] sound = new byte[SAMPLES];
            short[] pcm = new short[SAMPLES];
            Arrays.fill(pcm, (short) 1_000);
            G711.PCMU.encode(pcm, 0, SAMPLES, sound, 0);
            assertThat(payload).startsWith(sound);
            assertThat(length).isEqualTo(SAMPLES);
            told.add(token + "@" + positionMs);
            return true;
        }

        @Override
        public void clear(long token) {
            told.add("clear " + token);
        }

        @Override
        public void turnEnd(long token, long positionMs) {
            told.add("end " + token);
        }

        @Override
        public void hangUp(EndCause cause) {}
    }
}
