package io.sidetone.transport.rtp.dtmf;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TelephoneEventReceiverTest {
    private static final long MS = 1_000_000L;

    private final RtpCounters counters = new RtpCounters();
    private final List<String> digits = new ArrayList<>();
    private final TelephoneEventReceiver receiver = new TelephoneEventReceiver(
            8000, (digit, durationMs, nowNs) -> digits.add(digit + " " + durationMs + " @" + nowNs / MS), counters);
    private long nowMs;
    private int ssrc = 7;
    private int sequence = 65_530;

    private void packet(int timestamp, boolean marker, char digit, boolean end, int duration) {
        event(timestamp, marker, TelephoneEvent.eventOf(digit), end, duration);
    }

    private void event(int timestamp, boolean marker, int event, boolean end, int duration) {
        byte[] payload = {(byte) event, (byte) (end ? 0x8A : 0x0A), (byte) (duration >> 8), (byte) duration};
        receiver.onPacket(ssrc, sequence++ & 0xFFFF, timestamp, marker, payload, 4, nowMs * MS);
        nowMs += 20;
    }

    private void press(int timestamp, char digit, int packets) {
        for (int i = 1; i <= packets; i++) {
            packet(timestamp, i == 1, digit, false, i * 160);
        }
        for (int i = 0; i < 3; i++) {
            packet(timestamp, false, digit, true, packets * 160);
        }
    }

    @Test
    void shouldReportADigitOnceAtItsFirstEnd() {
        press(1000, '5', 5);
        assertThat(digits).containsExactly("5 100 @100");
        assertThat(counters.value(RtpCounter.DIGITS)).isEqualTo(1);
    }

    @Test
    void shouldReportEveryKey() {
        String keys = "0123456789*#ABCD";
        for (int i = 0; i < keys.length(); i++) {
            press(i * 2000, keys.charAt(i), 3);
        }
        assertThat(digits).hasSize(16);
        for (int i = 0; i < keys.length(); i++) {
            assertThat(digits.get(i)).startsWith(keys.charAt(i) + " 60");
        }
    }

    @Test
    void shouldNotNeedTheStart() {
        packet(1000, false, '7', false, 480);
        packet(1000, false, '7', true, 640);
        assertThat(digits).containsExactly("7 80 @20");
    }

    @Test
    void shouldNotNeedMoreThanOneEnd() {
        packet(1000, false, '7', true, 640);
        assertThat(digits).containsExactly("7 80 @0");
    }

    @Test
    void shouldReportAfterTheTimeoutWhenAllEndsAreLost() {
        packet(1000, true, '1', false, 160);
        packet(1000, false, '1', false, 320);
        receiver.onTick(20 * MS + TelephoneEventReceiver.TIMEOUT_NS - 1);
        assertThat(digits).isEmpty();
        receiver.onTick(20 * MS + TelephoneEventReceiver.TIMEOUT_NS);
        assertThat(digits).containsExactly("1 40 @395");
        nowMs = 500;
        packet(1000, false, '1', true, 320);
        assertThat(digits).hasSize(1);
    }

    @Test
    void shouldKeepOneDigitWhenASideStandsStillInTheMiddle() {
        packet(1000, true, '9', false, 160);
        packet(1000, false, '9', false, 320);
        nowMs += 600;
        packet(1000, false, '9', false, 480);
        packet(1000, false, '9', true, 640);
        nowMs += 600;
        packet(1000, false, '9', true, 640);
        assertThat(digits).hasSize(1);
    }

    @Test
    void shouldReportAtTheNextEventWhenAllEndsAreLost() {
        packet(1000, true, '1', false, 160);
        nowMs += 105;
        packet(2000, true, '1', false, 160);
        packet(2000, false, '1', true, 320);
        assertThat(digits).containsExactly("1 20 @125", "1 40 @145");
    }

    @Test
    void shouldTellTwoQuickPressesOfOneKeyApart() {
        press(1000, '9', 2);
        press(1800, '9', 2);
        assertThat(digits).hasSize(2);
    }

    @Test
    void shouldKeepOneDigitWhenALongPressGoesOnInNewSegments() {
        int timestamp = 0xFFFF0000;
        int duration = 0;
        for (int i = 0; i < 900; i++) {
            duration += 160;
            if (duration > TelephoneEvent.MAX_DURATION) {
                packet(timestamp, false, '3', false, TelephoneEvent.MAX_DURATION);
                timestamp += TelephoneEvent.MAX_DURATION;
                duration -= TelephoneEvent.MAX_DURATION;
            }
            packet(timestamp, i == 0, '3', false, duration);
        }
        packet(timestamp, false, '3', true, duration);
        packet(timestamp, false, '3', true, duration);
        assertThat(digits).hasSize(1);
        assertThat(digits.get(0)).startsWith("3 18000 ");
    }

    @Test
    void shouldKeepOneDigitWhenTheDurationWrapsInOneSegment() {
        for (int i = 1; i <= 500; i++) {
            packet(4000, i == 1, '3', false, i * 160 & 0xFFFF);
        }
        packet(4000, false, '3', true, 500 * 160 & 0xFFFF);
        assertThat(digits).hasSize(1);
        assertThat(digits.get(0)).startsWith("3 10000 ");
    }

    @Test
    void shouldTakeAFullRangeLaterForANewPressWhenTheFirstWasShort() {
        packet(1000, true, '3', false, 160);
        nowMs += TelephoneEvent.MAX_DURATION / 8;
        packet(1000 + TelephoneEvent.MAX_DURATION, false, '3', true, 160);
        assertThat(digits).hasSize(2);
    }

    @Test
    void shouldTakeADurationOfZero() {
        packet(1000, true, '#', true, 0);
        assertThat(digits).containsExactly("# 0 @0");
    }

    @Test
    void shouldIgnoreWhatIsNoDigitAndCountWhatIsTooShort() {
        event(1000, true, 16, true, 160);
        event(2000, true, 255, true, 160);
        receiver.onPacket(ssrc, 9, 3000, true, new byte[3], 3, 0);
        assertThat(digits).isEmpty();
        assertThat(counters.value(RtpCounter.EVENTS_IGNORED)).isEqualTo(2);
        assertThat(counters.value(RtpCounter.MALFORMED)).isEqualTo(1);
    }

    @Test
    void shouldBoundTheRateOfDigitsWhenFlooded() {
        for (int i = 0; i < 1000; i++) {
            nowMs = 0;
            packet(i * 10, true, (char) ('1' + i % 2), true, 160);
        }
        assertThat(digits).hasSize(TelephoneEventReceiver.DIGIT_BURST);
        nowMs = 10_000;
        packet(-5, true, '2', true, 160);
        assertThat(digits).hasSize(TelephoneEventReceiver.DIGIT_BURST + 1);
    }

    @Test
    void shouldFinishAtAChangeOfSourceAndTakeTheSameTimestampAgain() {
        packet(1000, true, '4', false, 160);
        ssrc++;
        nowMs += 100;
        packet(1000, true, '4', true, 160);
        assertThat(digits).containsExactly("4 20 @120", "4 20 @120");
    }

    @Test
    void shouldKeepOneDigitWhenTheSourceChangesWhileTheKeyIsHeld() {
        packet(1000, true, '4', false, 160);
        packet(1000, false, '4', false, 320);
        ssrc++;
        packet(77_000, false, '4', false, 480);
        packet(77_000, false, '4', true, 640);
        packet(77_000, false, '4', true, 640);
        assertThat(digits).containsExactly("4 80 @60");
    }

    @Test
    void shouldReportBothWhenTheNewSourceBringsAnotherKeyOrAShorterEvent() {
        packet(1000, true, '4', false, 320);
        ssrc++;
        packet(77_000, false, '5', false, 480);
        ssrc++;
        packet(1000, false, '5', true, 160);
        assertThat(digits).containsExactly("4 40 @20", "5 60 @40", "5 20 @40");
    }

    @Test
    void shouldFinishAnEventThatTheNewSourceDoesNotGoOnWith() {
        packet(1000, true, '4', false, 320);
        ssrc++;
        receiver.onTick(TelephoneEventReceiver.TIMEOUT_NS);
        assertThat(digits).containsExactly("4 40 @375");
    }

    /** How a gateway numbers the packets of a press. */
    enum Numbers {
        USUAL,
        FROM_ZERO_AT_EACH_PRESS,
        ALWAYS_THE_SAME
    }

    /** How a gateway chooses the timestamps of a press. */
    enum Timestamps {
        USUAL,
        OTHERS_AT_THE_END,
        GROWING,
        USED_TWICE,
        ALWAYS_THE_SAME
    }

    /** Where a gateway sets the marker. */
    enum Marker {
        AT_THE_BEGINNING,
        NEVER,
        ALWAYS
    }

    /** All 45 kinds of gateways, each with other keys, pauses, durations and damage on the way. */
    @Property(tries = 3_000)
    void shouldMakeOneDigitOfOnePressWhateverAGatewayDoes(
            @ForAll Numbers numbers,
            @ForAll Timestamps timestamps,
            @ForAll Marker marker,
            @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 2) Integer> keys,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<String> heard = new ArrayList<>();
        TelephoneEventReceiver any = new TelephoneEventReceiver(
                8000, (digit, durationMs, nowNs) -> heard.add(String.valueOf(digit)), new RtpCounters());
        long atMs = 1_000;
        int number = random.nextInt(65_536);
        for (int press = 0; press < keys.size(); press++) {
            int packets = 3 + random.nextInt(6);
            int began = timestamps == Timestamps.ALWAYS_THE_SAME
                    ? 4711
                    : timestamps == Timestamps.USED_TWICE ? press / 2 * 50_000 : (int) (atMs * 8);
            if (numbers == Numbers.FROM_ZERO_AT_EACH_PRESS) {
                number = 0;
            }
            // One packet in the middle, or one or two of the three ends, may be lost; ends come at once or 20 ms apart.
            int lost = random.nextInt(packets + 3);
            boolean atOnce = random.nextBoolean();
            for (int i = 1; i <= packets + 3; i++) {
                boolean end = i > packets;
                int timestamp = began;
                if (timestamps == Timestamps.GROWING || end && timestamps == Timestamps.OTHERS_AT_THE_END) {
                    timestamp += 160 * i;
                }
                int duration = 160 * Math.min(i, packets);
                byte[] payload = {
                    keys.get(press).byteValue(), (byte) (end ? 0x8A : 0x0A), (byte) (duration >> 8), (byte) duration
                };
                boolean marked = marker == Marker.ALWAYS || i == 1 && marker == Marker.AT_THE_BEGINNING;
                boolean drop = i == lost && i > 1 || i == lost + 1 && end;
                for (int copy = drop ? 0 : random.nextInt(8) == 0 ? 2 : 1; copy > 0; copy--) {
                    any.onPacket(3, number, timestamp, marked, payload, 4, atMs * MS);
                }
                number = numbers == Numbers.ALWAYS_THE_SAME ? number : number + 1 & 0xFFFF;
                atMs += end && atOnce ? 0 : 15 + random.nextInt(10);
            }
            atMs += 110 + random.nextInt(500);
            any.onTick(atMs * MS);
        }
        any.onTick((atMs + 1_000) * MS);
        assertThat(heard).isEqualTo(keys.stream().map(String::valueOf).toList());
    }

    /** A network that changes the order of packets makes neither more digits nor fewer. */
    @Property(tries = 1_000)
    void shouldMakeOneDigitOfOnePressWhenPacketsOvertakeEachOther(
            @ForAll @IntRange(max = 90) int delayMs, @ForAll long seed) {
        Random random = new Random(seed);
        List<String> heard = new ArrayList<>();
        TelephoneEventReceiver any = new TelephoneEventReceiver(
                8000, (digit, durationMs, nowNs) -> heard.add(String.valueOf(digit)), new RtpCounters());
        record Sent(long atMs, int sequence, int timestamp, boolean marker, byte[] payload) {}
        List<Sent> sent = new ArrayList<>();
        for (int press = 0; press < 4; press++) {
            for (int i = 1; i <= 8; i++) {
                int duration = 160 * Math.min(i, 5);
                byte[] payload = {
                    (byte) (press / 2), (byte) (i > 5 ? 0x8A : 0x0A), (byte) (duration >> 8), (byte) duration
                };
                long atMs = press * 400L + i * 20L + (random.nextInt(4) == 0 ? delayMs : 0);
                sent.add(new Sent(atMs, press * 8 + i, press * 3_200, i == 1, payload));
            }
        }
        sent.sort(Comparator.comparingLong(Sent::atMs));
        sent.forEach(each ->
                any.onPacket(3, each.sequence(), each.timestamp(), each.marker(), each.payload(), 4, each.atMs() * MS));
        any.onTick(10_000 * MS);
        assertThat(heard).containsExactly("0", "0", "1", "1");
    }
}
