package io.sidetone.core.hearing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sidetone.audio.vad.SpeechDetector;
import io.sidetone.core.Seeds;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each near frame meets the far frame that lies a constant time before it, whatever the network does. */
class FarReferenceTest {
    private static final int SAMPLES = 160;
    private static final int NUMBERS = 30_000;
    private static final double FRAME_MS = 20;
    private static final int FOUR_HOURS = 4 * 3_600 * 50;
    private static final int LINES = 300;

    private final FarReference reference = new FarReference(SAMPLES);
    private final short[] frame = new short[SAMPLES];
    private long sent;

    /** Sends frames that carry their number. */
    private void send(int frames) {
        for (int i = 0; i < frames; i++) {
            sent++;
            frame[0] = (short) (sent % NUMBERS);
            reference.sent(frame, SAMPLES);
        }
    }

    /** How many frames before the one sent last the frame {@code before} the pair's is. */
    private long age(int before) {
        short[] far = reference.frame(before);
        assertThat(far).isNotNull();
        return Math.floorMod(sent - far[0], (long) NUMBERS);
    }

    @Test
    void shouldPairFramesInOrderWhenNothingHappens() {
        send(1);
        for (int near = 700; near < 1_000; near++) {
            send(1);
            assertThat(reference.pair(near, 0)).isZero();
            assertThat(age(0)).as("one frame is kept in hand").isEqualTo(1);
        }
    }

    /** A first pair without a frame in hand would move at the first frame that comes early, and the canceller begin anew. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 60, 99, 101, 1_600})
    void shouldKeepTheDistanceWhenOneFrameComesEarly(int heardBefore) {
        send(1);
        for (int near = 0; near < heardBefore; near++) {
            send(1);
            reference.pair(near, 0);
        }
        assertThat(reference.pair(heardBefore, 1)).isZero();
        assertThat(age(0)).as("its far frame is sent a moment later").isZero();
        send(1);
        for (int near = heardBefore + 1; near < heardBefore + 300; near++) {
            send(1);
            assertThat(reference.pair(near, 0)).isZero();
            assertThat(age(0)).as("near frame %d", near).isEqualTo(1);
        }
    }

    @Test
    void shouldGiveSilenceWhereNothingWasSent() {
        send(1);
        reference.silence();
        reference.silence();
        assertThat(reference.pair(0, 0)).isZero();
        assertThat(reference.frame(0)).isNull();
        assertThat(reference.frame(1)).isNotNull();
        assertThat(reference.frame(2)).as("before the call").isNull();
    }

    @Test
    void shouldGiveSilenceForWhatIsNoLongerRemembered() {
        send(FarReference.FRAMES + 10);
        reference.pair(0, 0);
        assertThat(age(FarReference.REACH - 2)).isEqualTo(FarReference.REACH - 1);
        assertThat(reference.frame(FarReference.REACH - 1)).isNull();
    }

    @Test
    void shouldKeepFramesAsTheyAreWhileTheDetectorReadsThem() {
        send(FarReference.FRAMES);
        reference.pair(0, 0);
        short[] given = reference.frame(FarReference.REACH - 2);
        short[] before = given.clone();
        send(SpeechDetector.READ_FRAMES);
        assertThat(given).isEqualTo(before);
    }

    /** The detector's frames are counted by near frames, and these may stay away while we speak. */
    @Test
    void shouldSayWhenTheNextFrameTakesThePlaceOfOneThatTheDetectorReads() {
        send(FarReference.FRAMES);
        reference.pair(0, 0);
        short[] oldest = reference.frame(SpeechDetector.READ_FRAMES - 1);
        short[] before = oldest.clone();
        while (!reference.outOfReach()) {
            send(1);
        }
        assertThat(oldest).isEqualTo(before);
        send(1);
        assertThat(oldest).isNotEqualTo(before);
        reference.pair(FarReference.REACH + 1, 0);
        assertThat(reference.outOfReach()).isFalse();
    }

    /** Streams that stand still, restart, lose packets and come in bunches: what the detector may still read stays as it was given. */
    @Test
    void shouldKeepEveryFrameThatTheDetectorReadsUntilItSettles() {
        for (long seed : Seeds.of(LINES)) {
            SplittableRandom random = new SplittableRandom(seed);
            FarReference line = new FarReference(SAMPLES);
            GivenFrames given = new GivenFrames();
            long near = 1_000;
            for (int number = 1; number < 2_000; number++) {
                send(line, number, given, seed);
                int rare = random.nextInt(400);
                if (rare == 0) {
                    for (int stoodStill = random.nextInt(80); stoodStill > 0; stoodStill--) {
                        send(line, ++number, given, seed);
                    }
                } else if (rare == 1) {
                    near += random.nextInt(-90, 90);
                }
                for (int i = random.nextInt(8) == 0 ? random.nextInt(3) : 1; i > 0; i--) {
                    int lost = line.pair(near++, 0);
                    if (line.begun() || lost > 0) {
                        given.settled();
                    }
                    given.add(line.frame(0));
                }
            }
        }
    }

    private void send(FarReference line, int number, GivenFrames given, long seed) {
        if (line.outOfReach()) {
            given.settled();
        }
        frame[0] = (short) number;
        line.sent(frame, SAMPLES);
        given.check(seed);
    }

    /** The frames a detector has been given and may still read, with the numbers they had. */
    private static final class GivenFrames {
        private final ArrayDeque<short[]> frames = new ArrayDeque<>();
        private final ArrayDeque<Short> numbers = new ArrayDeque<>();

        void add(short[] far) {
            if (far == null) {
                return;
            }
            frames.add(far);
            numbers.add(far[0]);
            if (frames.size() > SpeechDetector.READ_FRAMES) {
                frames.remove();
                numbers.remove();
            }
        }

        void settled() {
            frames.clear();
            numbers.clear();
        }

        void check(long seed) {
            Iterator<Short> was = numbers.iterator();
            for (short[] far : frames) {
                assertThat(far[0]).as("seed %d", seed).isEqualTo(was.next());
            }
        }
    }

    @Test
    void shouldKeepTheDistanceWhenPacketsComeInBunches() {
        int bunch = 5;
        for (int near = 0; near < 2_000; near += bunch) {
            send(bunch);
            for (int i = 0; i < bunch; i++) {
                int lost = reference.pair(near + i, 0);
                if (near > 0) {
                    assertThat(lost).isZero();
                    assertThat(age(0)).as("near frame %d", near + i).isEqualTo(bunch - i);
                }
            }
        }
    }

    @Test
    void shouldNameTheFarFramesOfLostNearOnes() {
        for (int near = 0; near < 10; near++) {
            send(1);
            reference.pair(near, 0);
        }
        send(5);
        assertThat(reference.pair(14, 0)).isEqualTo(4);
        for (int before = 4; before >= 0; before--) {
            assertThat(age(before)).isEqualTo(before + 1);
        }
        send(1);
        assertThat(reference.pair(15, 0)).isZero();
    }

    @Test
    void shouldNameNoMoreThanItRemembersWhenALotWasLost() {
        send(1);
        reference.pair(0, 0);
        send(1_000);
        int lost = reference.pair(1_000, 0);
        assertThat(lost).isBetween(20, FarReference.REACH - 1);
        assertThat(age(lost)).isEqualTo(lost + 1);
    }

    @Test
    void shouldMoveAtOnceWhenTwoFramesComeEarly() {
        send(10);
        reference.pair(0, 0);
        send(1);
        reference.pair(1, 0);
        reference.pair(2, 0);
        reference.pair(3, 0);
        assertThat(age(0))
                .as("ahead of what we sent; one frame is kept in hand")
                .isEqualTo(1);
        send(3);
        reference.pair(4, 0);
        assertThat(age(0)).as("the next is as late as it was early").isEqualTo(3);
        reference.pair(5, 0);
        assertThat(age(0)).isEqualTo(2);
    }

    @Test
    void shouldKeepTheDistanceWhenOneOfTheThreadsStoodStill() {
        for (int near = 0; near < 200; near++) {
            send(1);
            reference.pair(near, 0);
        }
        reference.pair(200, 0);
        assertThat(age(0)).as("the frame in hand").isZero();
        for (int near = 201; near < 205; near++) {
            reference.pair(near, 0);
            assertThat(reference.frame(0)).as("not sent yet").isNull();
        }
        send(6);
        assertThat(reference.pair(205, 0)).as("sent meanwhile").isEqualTo(4);
        assertThat(age(0)).isEqualTo(1);
        send(50);
        for (int near = 206; near < 256; near++) {
            reference.pair(near, 0);
            assertThat(age(0)).as("a second late, each with its own").isEqualTo(256 - near);
        }
    }

    /** Near frames that waited in the socket come before the tick that says that ours were skipped. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 60, 99, 400})
    void shouldKeepTheDistanceWhenTheWholeProcessStoodStill(int heardBefore) {
        int stillFrames = 15;
        send(2);
        for (int near = 0; near < heardBefore; near++) {
            reference.pair(near, 0);
            send(1);
        }
        for (int near = heardBefore; near < heardBefore + stillFrames; near++) {
            reference.pair(near, stillFrames);
        }
        reference.skip(stillFrames);
        sent += stillFrames;
        for (int near = heardBefore + stillFrames; near < heardBefore + stillFrames + 300; near++) {
            send(1);
            reference.pair(near, 0);
            // The first two may have their pairs among the skipped frames.
            if (near > heardBefore + stillFrames + 1) {
                assertThat(age(0)).as("near frame %d", near).isBetween(0L, 2L);
            }
        }
    }

    /** The first frame came late, or the caller's telephone stood still before its stream got going. */
    @Test
    void shouldComeCloserAfterTwoSecondsWhenTheCallerFellBehindAtTheBeginning() {
        send(1);
        reference.pair(0, 0);
        send(15);
        for (int near = 1; near < 400; near++) {
            send(1);
            reference.pair(near, 0);
            if (near > 100) {
                assertThat(age(0)).as("near frame %d", near).isBetween(0L, 2L);
            }
        }
    }

    @Test
    void shouldCountEverySkippedFrameWhenMoreWereSkippedThanAreRemembered() {
        send(2);
        reference.pair(0, 0);
        reference.skip(10 * FarReference.FRAMES);
        sent += 10 * FarReference.FRAMES;
        assertThat(reference.frame(0)).isNull();
        send(1);
        reference.pair(10 * FarReference.FRAMES + 2, 0);
        assertThat(age(0)).isZero();
    }

    @Test
    void shouldTakeAFrameOfThePastAsItsOwn() {
        send(10);
        reference.pair(100, 0);
        send(3);
        reference.pair(103, 0);
        assertThat(reference.pair(101, 0)).as("nothing lost between").isZero();
        assertThat(age(0)).isEqualTo(3);
    }

    @Test
    void shouldPairAnewWhenTheStreamBeginsAgain() {
        send(1);
        for (long first : new long[] {9_000_000, 0, 1L << 40, 77}) {
            for (long near = first; near < first + 100; near++) {
                send(1);
                assertThat(reference.pair(near, 0)).isZero();
                assertThat(age(0)).isBetween(0L, 1L);
            }
        }
    }

    @Test
    void shouldPairAnewAfterItForgot() {
        send(1);
        reference.pair(0, 0);
        send(20);
        reference.forget();
        assertThat(reference.pair(1, 0)).isZero();
        assertThat(age(0)).as("what was sent stays").isEqualTo(1);
        assertThat(age(19)).isEqualTo(20);
    }

    @Test
    void shouldFollowACallerWhoseClockIsSlow() {
        // 3 frames of the distance are left to jitter before the pair moves.
        assertThat(longestDistance(300e-6, 0)).isBetween(3L, 5L);
    }

    @Test
    void shouldFollowACallerWhoseClockIsFast() {
        assertThat(longestDistance(-300e-6, 0)).isBetween(0L, 2L);
    }

    @Test
    void shouldFollowBothClocksThroughJitter() {
        assertThat(longestDistance(300e-6, 60)).isBetween(3L, 8L);
        assertThat(longestDistance(-300e-6, 60)).isBetween(0L, 6L);
    }

    /**
     * Four hours of a caller whose frames last {@code drift} longer than ours and come up to {@code jitterMs} late, in
     * order; no pair may lie in the future or jump far.
     */
    private long longestDistance(double drift, double jitterMs) {
        FarReference fresh = new FarReference(SAMPLES);
        SplittableRandom random = new SplittableRandom(7);
        long newest = 0;
        long longest = 0;
        long moved = 0;
        long early = 0;
        double arrivalMs = 0;
        for (int near = 0; near < FOUR_HOURS; near++) {
            double dueMs = 5 + near * FRAME_MS * (1 + drift) + random.nextDouble() * jitterMs;
            arrivalMs = Math.max(arrivalMs, dueMs);
            while (newest * FRAME_MS <= arrivalMs) {
                newest++;
                frame[0] = (short) (newest % NUMBERS);
                fresh.sent(frame, SAMPLES);
            }
            int skipped = fresh.pair(near, 0);
            moved += skipped;
            assertThat(skipped).isLessThanOrEqualTo(5);
            short[] far = fresh.frame(0);
            if (far == null) {
                early++;
                continue;
            }
            longest = near < 1_000 ? 0 : Math.max(longest, Math.floorMod(newest - far[0], (long) NUMBERS));
        }
        long drifted = Math.round(FOUR_HOURS * Math.max(0, drift));
        assertThat(early).as("frames without a pair").isLessThan(FOUR_HOURS / 200);
        assertThat(moved - early)
                .as("frames that were passed over")
                .isBetween(Math.max(0, drifted - 5) - early, drifted + 5);
        return longest;
    }

    @Test
    @Tag("allocation")
    void shouldAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        long near = 0;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 5_000; i++) {
                reference.sent(frame, SAMPLES);
                reference.silence();
                near += i % 50 == 0 ? 3 : 2;
                for (int lost = reference.pair(near, 0); lost >= 0; lost--) {
                    reference.frame(lost);
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }
}
