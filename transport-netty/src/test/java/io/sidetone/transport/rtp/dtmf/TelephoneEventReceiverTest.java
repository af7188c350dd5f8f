package io.sidetone.transport.rtp.dtmf;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.packet.TelephoneEvent;
import io.sidetone.transport.rtp.stats.RtpCounter;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TelephoneEventReceiverTest {
    private static final long MS = 1_000_000L;

    private final RtpCounters counters = new RtpCounters();
    private final List<String> digits = new ArrayList<>();
    private final TelephoneEventReceiver receiver = new TelephoneEventReceiver(
            8000, (digit, durationMs, nowNs) -> digits.add(digit + " " + durationMs + " @" + nowNs / MS), counters);
    private long nowMs;

    private void packet(int timestamp, boolean marker, char digit, boolean end, int duration) {
        event(timestamp, marker, TelephoneEvent.eventOf(digit), end, duration);
    }

    private void event(int timestamp, boolean marker, int event, boolean end, int duration) {
        byte[] payload = {(byte) event, (byte) (end ? 0x8A : 0x0A), (byte) (duration >> 8), (byte) duration};
        receiver.onPacket(timestamp, marker, payload, 4, nowMs * MS);
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
    void shouldReportAtTheNextEventWhenAllEndsAreLost() {
        packet(1000, true, '1', false, 160);
        packet(2000, true, '1', false, 160);
        packet(2000, false, '1', true, 320);
        assertThat(digits).containsExactly("1 20 @20", "1 40 @40");
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
        receiver.onPacket(3000, true, new byte[3], 3, 0);
        assertThat(digits).isEmpty();
        assertThat(counters.value(RtpCounter.EVENTS_IGNORED)).isEqualTo(2);
        assertThat(counters.value(RtpCounter.MALFORMED)).isEqualTo(1);
    }

    @Test
    void shouldBoundTheRateOfDigitsWhenFlooded() {
        for (int i = 0; i < 1000; i++) {
            nowMs = 0;
            packet(i * 10, true, '1', true, 160);
        }
        assertThat(digits).hasSize(TelephoneEventReceiver.DIGIT_BURST);
        nowMs = 10_000;
        packet(-5, true, '2', true, 160);
        assertThat(digits).hasSize(TelephoneEventReceiver.DIGIT_BURST + 1);
    }

    @Test
    void shouldFinishAtAChangeOfSourceAndTakeTheSameTimestampAgain() {
        packet(1000, true, '4', false, 160);
        receiver.reset();
        packet(1000, true, '4', true, 160);
        assertThat(digits).containsExactly("4 20 @20", "4 20 @20");
    }

    @Test
    void shouldKeepOneDigitWhenTheSourceChangesWhileTheKeyIsHeld() {
        packet(1000, true, '4', false, 160);
        packet(1000, false, '4', false, 320);
        receiver.reset();
        packet(77_000, false, '4', false, 480);
        packet(77_000, false, '4', true, 640);
        packet(77_000, false, '4', true, 640);
        assertThat(digits).containsExactly("4 80 @60");
    }

    @Test
    void shouldReportBothWhenTheNewSourceBringsAnotherKeyOrAShorterEvent() {
        packet(1000, true, '4', false, 320);
        receiver.reset();
        packet(77_000, false, '5', false, 480);
        receiver.reset();
        packet(1000, false, '5', true, 160);
        assertThat(digits).containsExactly("4 40 @20", "5 60 @40", "5 20 @40");
    }

    @Test
    void shouldFinishAnEventThatTheNewSourceDoesNotGoOnWith() {
        packet(1000, true, '4', false, 320);
        receiver.reset();
        receiver.onTick(TelephoneEventReceiver.TIMEOUT_NS);
        assertThat(digits).containsExactly("4 40 @375");
    }
}
