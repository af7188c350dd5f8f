package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallTap;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.SteppedLane;
import io.sidetone.core.mock.MockLine;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The caller's bytes on their way into the lane: the rate that the call has, whatever the peer sends. */
class StreamIngressTest {
    private static final long FRAME_NS = 20_000_000;
    private static final int CALL_HZ = 16_000;
    private static final int WARM_UP = 20_000;
    private static final int WINDOWS = 21;
    private static final int FRAMES = 500;

    private final List<short[]> heard = new ArrayList<>();
    private CallTap tap = CallTap.NONE;
    private final SteppedLane lane = new SteppedLane(
            1_024,
            1,
            new CallFactory(CallObserver.none(), (number, setup, publisher, sequence, nowNs) -> tap),
            () -> 0);
    private Admission admission;

    /** Notes the audio that reaches the lane. */
    private final class Tap implements CallTap {
        @Override
        public void input(LaneEvent event, long sequence) {
            if (event.type() == LaneEventType.AUDIO) {
                assertThat(event.b()).as("rate of the frame").isEqualTo(CALL_HZ);
                heard.add(Arrays.copyOf(event.pcm(), event.samples()));
            }
        }
    }

    private StreamIngress ingress(int peerHz) {
        admission = lane.claim();
        MockLine line = new MockLine(admission, lane.egressRing(16), () -> 0);
        line.open(line.setup("01TESTTESTTESTTESTTESTTEST", "caller"));
        lane.handleAll();
        return new StreamIngress(
                new StreamFormat(StreamFormat.Encoding.L16_LE, peerHz), CALL_HZ, admission.publisher());
    }

    /** {@code ms} of a sine of 1 kHz and amplitude 8000 as a peer at {@code hz} sends it. */
    private static byte[] tone(int hz, int ms) {
        byte[] bytes = new byte[hz / 1_000 * ms * 2];
        for (int i = 0; i < bytes.length / 2; i++) {
            int sample = (int) (8_000 * Math.sin(2 * Math.PI * 1_000 * i / hz));
            bytes[2 * i] = (byte) sample;
            bytes[2 * i + 1] = (byte) (sample >> 8);
        }
        return bytes;
    }

    @ParameterizedTest
    @Tag("VAN-01")
    @Tag("VAN-01.d")
    @Tag("VAN-02")
    @Tag("VAN-02.b")
    @ValueSource(ints = {16_000, 24_000, 48_000})
    void shouldGiveTheLaneSixteenKilohertzWhateverThePeerSends(int peerHz) {
        tap = new Tap();
        StreamIngress ingress = ingress(peerHz);
        byte[] sent = tone(peerHz, 500);
        for (int at = 0; at < sent.length; at += 333) {
            ingress.accept(sent, at, Math.min(333, sent.length - at), 0);
            lane.handleAll();
        }
        assertThat(heard).hasSize(25).allMatch(frame -> frame.length == 320, "20 ms at 16 kHz");
        int rises = 0;
        double squares = 0;
        int last = 0;
        for (short[] frame : heard.subList(5, 25)) {
            for (short sample : frame) {
                rises += last < 0 && sample >= 0 ? 1 : 0;
                squares += (double) sample * sample;
                last = sample;
            }
        }
        assertThat(rises).as("periods of 1 kHz in 400 ms").isBetween(398, 401);
        assertThat(Math.sqrt(squares / (20 * 320)))
                .as("level of a sine of 8000")
                .isBetween(5_550.0, 5_750.0);
    }

    @Test
    @Tag("allocation")
    @Tag("CARD-05")
    @Tag("CARD-05.a")
    void shouldAllocateNothingWhen48KilohertzAreResampled() {
        StreamIngress ingress = ingress(48_000);
        byte[] frame = tone(48_000, 20);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long nowNs = step(ingress, frame, WARM_UP, 0);
        long[] bytes = new long[WINDOWS];
        for (int window = 0; window < WINDOWS; window++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            nowNs = step(ingress, frame, FRAMES, nowNs);
            bytes[window] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(bytes);
        assertThat(bytes[0]).as("bytes in %d frames", FRAMES).isZero();
    }

    private long step(StreamIngress ingress, byte[] frame, int times, long fromNs) {
        long nowNs = fromNs;
        for (int i = 0; i < times; i++) {
            nowNs += FRAME_NS;
            ingress.accept(frame, 0, frame.length, nowNs);
            lane.handleAll();
        }
        return nowNs;
    }
}
