package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent leaves a call, and the party of another call takes its place; each call is replayed afterwards. */
class BridgeScenarioTest extends CallScenario {
    private long position;

    private void bridge() {
        call.publish(LaneEventType.BRIDGED, 0, 0, "01OTHER");
        rig.sent.clear();
    }

    /** The other party says 20 ms of one value. */
    private void other(int value, int rateHz) {
        short[] frame = new short[rateHz / 50];
        Arrays.fill(frame, (short) value);
        call.admission.publisher().offerBridged(frame, 0, frame.length, rateHz, position, rig.nowNs);
        position += frame.length;
        rig.poll();
    }

    private long loudFrames() {
        return rig.sent.stream().filter(frame -> !frame.silence()).count();
    }

    @Test
    void shouldSendWhatTheOtherPartySaysAndNothingOfTheAgent() {
        givenSpeaking(2_000);
        rig.advance(200);
        bridge();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.record.bridgedWith()).isEqualTo("01OTHER");
        assertThat(engines.voice.asked).endsWith("close");
        assertThat(engines.llm.asked).endsWith("close");
        assertThat(engines.stt.asked).endsWith("close");
        rig.advance(100);
        assertThat(rig.sent).hasSize(5).allMatch(frame -> frame.silence());
        rig.sent.clear();
        for (int i = 1; i <= 10; i++) {
            other(1_000 * i, RATE);
            rig.advance(20);
        }
        assertThat(rig.sent).hasSize(10);
        // Two frames are gathered first, so that each of the others finds its tick.
        assertThat(rig.sent.get(0).silence()).isTrue();
        for (int i = 1; i < 10; i++) {
            assertThat(rig.sent.get(i).pcm()).containsOnly((short) (1_000 * i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000, 48_000})
    void shouldTakeSoundOfAnyRate(int rateHz) {
        givenIdleAfterGreeting();
        bridge();
        for (int i = 0; i < 20; i++) {
            other(5_000, rateHz);
            rig.advance(20);
        }
        assertThat(last(rig.sent).pcm()).hasSize(160);
        assertThat((int) last(rig.sent).pcm()[80]).isBetween(4_900, 5_100);
    }

    @Test
    void shouldKeepNoMoreThanSixFramesAndGatherTwoAfterAGap() {
        givenIdleAfterGreeting();
        bridge();
        for (int i = 1; i <= 9; i++) {
            other(1_000 * i, RATE);
        }
        rig.advance(160);
        assertThat(loudFrames()).isEqualTo(6);
        assertThat(rig.sent.get(0).pcm()[0]).as("the three oldest are dropped").isEqualTo((short) 4_000);
        assertThat(rig.metrics().value(LaneCounter.BRIDGED_DROPPED)).isEqualTo(3);
        rig.sent.clear();
        other(1, RATE);
        rig.advance(40);
        assertThat(loudFrames()).isZero();
        other(1, RATE);
        rig.advance(40);
        assertThat(loudFrames()).isEqualTo(2);
    }

    @Test
    void shouldNoLongerListenPromptOrSpeak() {
        givenIdleAfterGreeting();
        bridge();
        int heard = engines.stt.frames;
        long dropped = rig.metrics().value(LaneCounter.STALE_DROPPED);
        call.publish(LaneEventType.SAY_REQUEST, 0, 1, "Hello?");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "hello");
        call.hear(talking, 30_000);
        assertThat(engines.stt.frames).isEqualTo(heard);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(loudFrames()).isZero();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isGreaterThanOrEqualTo(dropped + 2);
        assertThat(rig.metrics().value(LaneCounter.ENGINES_REOPENED)).isZero();
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isZero();
    }

    @Test
    void shouldEndWithItsPartyAndSayWhy() {
        givenIdleAfterGreeting();
        bridge();
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLEE_HUNG_UP);
        assertThat(call.record.endCause()).isEqualTo(EndCause.CALLEE_HUNG_UP);
        assertThat(call.signalling).endsWith("end CALLEE_HUNG_UP");
        rig.advance(20);
        assertThat(rig.ended).hasSize(1);
    }

    @Test
    void shouldEndWithoutMedia() {
        TurnPolicy policy = TurnPolicy.DEFAULT;
        givenCall(
                policy.within(new TurnPolicy.Bounds(
                        5_000, 5_000, 3_600_000, 0, policy.bounds().creditMs())),
                ActionInvoker.none());
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        bridge();
        rig.advance(5_100);
        assertThat(call.record.endCause()).isEqualTo(EndCause.MEDIA_TIMEOUT);
    }

    @Test
    void shouldNotTakeATransferThatBecameABridgeForTheEndOfTheCall() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.TRANSFER_REQUEST, 0, 0, "sip:desk@example.com");
        bridge();
        call.progress(0, 200, true);
        call.hear(talking, 10_000);
        assertThat(call.record.endCause()).isNull();
    }

    @Test
    void shouldHoldAndResumeWithoutTheAgent() {
        givenIdleAfterGreeting();
        bridge();
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.advance(100);
        assertThat(rig.sent).isEmpty();
        call.publish(LaneEventType.HOLD, 0, 0, null);
        other(1, RATE);
        other(2, RATE);
        rig.advance(40);
        assertThat(loudFrames()).isEqualTo(2);
    }
}
