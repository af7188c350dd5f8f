package io.sidetone.server.records.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavReader;
import io.sidetone.audio.wav.WavRecorder;
import io.sidetone.core.lane.EgressKind;
import io.sidetone.core.playout.Buffering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StereoTimelineTest {
    private static final int RATE_HZ = 8_000;
    private static final int FRAME = 160;
    private static final long START_NS = 77_000_000_123L;

    @TempDir
    private Path folder;

    private WavRecorder recorder;
    private StereoTimeline timeline;

    private void begin(Buffering farEnd) throws IOException {
        recorder = new WavRecorder(RecordingFolder.create(folder.resolve("x.wav")), RATE_HZ, 2);
        timeline = new StereoTimeline(recorder, RATE_HZ, farEnd, START_NS);
    }

    private static long at(long ms) {
        return START_NS + ms * 1_000_000;
    }

    private static short[] frame(int value) {
        short[] pcm = new short[FRAME];
        Arrays.fill(pcm, (short) value);
        return pcm;
    }

    private void caller(long streamMs, long atMs, int value) throws IOException {
        timeline.caller(streamMs * (RATE_HZ / 1000), at(atMs), frame(value), FRAME);
    }

    private void agent(long dueMs, int value) throws IOException {
        timeline.agent(at(dueMs), frame(value), FRAME);
    }

    private Wav end(long ms) throws IOException {
        timeline.end(at(ms));
        recorder.close();
        return WavReader.read(Files.readAllBytes(folder.resolve("x.wav")));
    }

    private static int left(Wav wav, int ms) {
        return wav.sample(0, ms * (RATE_HZ / 1000));
    }

    private static int right(Wav wav, int ms) {
        return wav.sample(1, ms * (RATE_HZ / 1000));
    }

    @Test
    void shouldFollowTheCallersStreamWhenFramesArriveUnevenly() throws IOException {
        begin(Buffering.NONE);
        caller(5_000, 100, 1);
        caller(5_020, 180, 2);
        caller(5_040, 180, 3);
        caller(5_080, 190, 5);
        Wav wav = end(1_000);
        assertThat(left(wav, 80)).isEqualTo(1);
        assertThat(left(wav, 100)).isEqualTo(2);
        assertThat(left(wav, 120)).isEqualTo(3);
        assertThat(left(wav, 140)).as("a frame that was lost").isZero();
        assertThat(left(wav, 160)).isEqualTo(5);
        assertThat(wav.durationMs()).isEqualTo(1_000);
    }

    @Test
    void shouldFollowTheClockWhenTheCallersStreamJumps() throws IOException {
        begin(Buffering.NONE);
        caller(0, 20, 1);
        caller(900_000, 40, 2);
        caller(900_020, 5_060, 3);
        Wav wav = end(6_000);
        assertThat(left(wav, 0)).isEqualTo(1);
        assertThat(left(wav, 20)).isEqualTo(2);
        assertThat(left(wav, 5_040)).isEqualTo(3);
    }

    @Test
    void shouldTakeOutWhatTheFarEndWasToldToThrowAway() throws IOException {
        begin(new Buffering(200, false, false));
        for (int ms = 0; ms < 200; ms += 20) {
            agent(ms, 7);
        }
        timeline.control(EgressKind.FLUSH.ordinal(), at(100));
        agent(140, 9);
        Wav wav = end(400);
        assertThat(right(wav, 80)).isEqualTo(7);
        assertThat(right(wav, 100)).isZero();
        assertThat(right(wav, 140)).isEqualTo(9);
        assertThat(right(wav, 160)).isZero();
    }

    @Test
    void shouldMoveWhatAFarEndHoldsOverAPauseToWhereItGoesOn() throws IOException {
        begin(new Buffering(200, true, true));
        for (int i = 0; i < 5; i++) {
            agent(i * 20, i + 1);
        }
        timeline.control(EgressKind.PAUSE.ordinal(), at(40));
        timeline.control(EgressKind.CONTINUE.ordinal(), at(400));
        agent(400, 6);
        Wav wav = end(600);
        assertThat(right(wav, 20)).isEqualTo(2);
        assertThat(right(wav, 40)).isZero();
        assertThat(right(wav, 400)).isEqualTo(3);
        assertThat(right(wav, 440)).isEqualTo(5);
        assertThat(right(wav, 460)).as("after what was held").isEqualTo(6);
    }

    @Test
    void shouldHoldNothingOfTheAgentThatWasNotPlayedWhenTheCallEnded() throws IOException {
        begin(new Buffering(200, false, false));
        for (int ms = 0; ms < 200; ms += 20) {
            agent(ms, 7);
        }
        Wav wav = end(60);
        assertThat(wav.durationMs()).isEqualTo(60);
    }

    @Test
    void shouldWriteSilenceForAnHourOnHold() throws IOException {
        begin(Buffering.NONE);
        agent(0, 1);
        agent(3_600_000, 2);
        Wav wav = end(3_600_020);
        assertThat(right(wav, 0)).isEqualTo(1);
        assertThat(right(wav, 1_800_000)).isZero();
        assertThat(right(wav, 3_600_000)).isEqualTo(2);
    }
}
