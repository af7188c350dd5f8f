package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.mock.MockLine;
import io.sidetone.core.port.SignallingPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfer, digits and hold while a call goes on. */
class CallControlScenarioTest extends CallScenario {
    private static final String TARGET = "sip:desk@example.com";

    private List<String> notes(String kind) {
        return call.record.timeline().entries().stream()
                .filter(entry -> entry.kind().equals(kind))
                .map(TimelineEntry::text)
                .toList();
    }

    private void transfer() {
        call.publish(LaneEventType.TRANSFER_REQUEST, 0, 0, TARGET);
    }

    private void hold(boolean on) {
        call.publish(LaneEventType.HOLD_REQUEST, 0, on ? 1 : 0, null);
    }

    @Test
    void shouldEndTheCallAsTransferredWhenThePeerDoesNotHangUpWithinFiveSeconds() {
        givenIdleAfterGreeting();
        transfer();
        assertThat(call.signalling).endsWith("transfer " + TARGET);
        call.progress(0, 202, false);
        call.progress(0, 180, false);
        call.progress(0, 200, true);
        assertThat(notes("control"))
                .containsExactly(
                        "transfer to " + TARGET,
                        "transfer to " + TARGET + ": 202",
                        "transfer to " + TARGET + ": 180",
                        "transfer to " + TARGET + ": 200");
        rig.advance(4_980);
        assertThat(rig.ended).isEmpty();
        rig.advance(40);
        assertThat(call.record.endCause()).isEqualTo(EndCause.TRANSFERRED);
        assertThat(call.signalling).endsWith("end TRANSFERRED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCallItATransferWhenThePeerLeavesAfterHavingAcceptedOne(boolean confirmed) {
        givenIdleAfterGreeting();
        transfer();
        call.progress(0, 202, false);
        if (confirmed) {
            call.progress(0, 200, true);
        }
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.record.endCause()).isEqualTo(EndCause.TRANSFERRED);
    }

    @Test
    void shouldCallItAHangUpWhenThePeerLeavesBeforeAcceptingOrAfterAFailure() {
        givenIdleAfterGreeting();
        transfer();
        call.progress(0, 202, false);
        call.progress(0, 486, true);
        transfer();
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.record.endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
    }

    @Test
    void shouldGoOnWhenTheTransferFailsAndAllowAnother() {
        givenIdleAfterGreeting();
        transfer();
        transfer();
        assertThat(call.requests).as("one at a time").hasSize(1);
        assertThat(rig.metrics().value(LaneCounter.CONTROL_REFUSED)).isEqualTo(1);
        call.progress(0, 603, true);
        rig.advance(6_000);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        transfer();
        assertThat(call.requests).hasSize(2);
    }

    @Test
    void shouldRefuseAndCountWhatTheStateDoesNotAllow() {
        givenCall();
        transfer();
        hold(true);
        call.publish(LaneEventType.DIGITS_REQUEST, 0, 0, "1");
        assertThat(rig.metrics().value(LaneCounter.CONTROL_REFUSED)).isEqualTo(3);
        assertThat(call.requests).isEmpty();
        assertThat(notes("warning"))
                .hasSize(3)
                .allMatch(text ->
                        text.endsWith("refused with 481: only an answered call that goes on can be controlled"));
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        transfer();
        assertThat(call.requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12x", "1 2", "1\r\n2", "123456789012345678901234567890123", "!"})
    void shouldRefuseDigitsThatAreNone(String digits) {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGITS_REQUEST, 0, 0, digits);
        assertThat(call.requests).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.CONTROL_REFUSED)).isEqualTo(1);
    }

    @Test
    void shouldRefuseATransferToNobodyAndDigitsWhileHeld() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.TRANSFER_REQUEST, 0, 0, " ");
        call.publish(LaneEventType.HOLD, 0, 1, null);
        call.publish(LaneEventType.DIGITS_REQUEST, 0, 0, "1");
        assertThat(call.requests).isEmpty();
        assertThat(rig.metrics().value(LaneCounter.CONTROL_REFUSED)).isEqualTo(2);
    }

    @Test
    void shouldBoundWhatWaits() {
        givenIdleAfterGreeting();
        for (int i = 0; i < 20; i++) {
            call.publish(LaneEventType.DIGITS_REQUEST, 0, 0, "1");
        }
        assertThat(call.requests).hasSize(16);
        assertThat(rig.metrics().value(LaneCounter.CONTROL_REFUSED)).isEqualTo(4);
    }

    @Test
    void shouldKeepSendingDigitsWhenTheAgentIsInterrupted() {
        givenSpeaking(2_800);
        call.hear(quiet, 1_000);
        call.publish(LaneEventType.DIGITS_REQUEST, 0, 0, "42#");
        call.hear(talking, 700);
        assertThat(rules()).startsWith("VIP-T11", "VIP-T12");
        call.progress(0, 200, true);
        assertThat(notes("control")).containsExactly("digits 42#", "digits 42#: 200");
    }

    @Test
    void shouldHoldOnlyOnceThePeerHasAgreed() {
        givenIdleAfterGreeting();
        hold(true);
        assertThat(call.record.held()).isFalse();
        call.progress(0, 200, true);
        assertThat(call.record.held()).isTrue();
        rig.sent.clear();
        rig.advance(200);
        assertThat(rig.sent).as("silence on the line").isEmpty();
        hold(true);
        assertThat(call.requests).as("held already").hasSize(1);
        hold(false);
        call.progress(1, 200, true);
        assertThat(call.record.held()).isFalse();
        rig.advance(200);
        assertThat(rig.sent).hasSize(10);
        assertThat(rig.sent.get(0).marker()).isTrue();
    }

    @Test
    void shouldStayAsItWasWhenHoldFails() {
        givenIdleAfterGreeting();
        hold(true);
        hold(false);
        call.progress(0, 488, true);
        assertThat(call.record.held()).isFalse();
        assertThat(notes("control")).containsExactly("hold", "hold: 488");
        hold(true);
        call.progress(1, 200, true);
        hold(false);
        call.progress(2, 491, true);
        assertThat(call.record.held()).isTrue();
    }

    @Test
    void shouldStayHeldUntilBothSidesHaveResumed() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.HOLD, 0, 1, null);
        hold(true);
        call.progress(0, 200, true);
        call.publish(LaneEventType.HOLD, 0, 0, null);
        assertThat(call.record.held()).isTrue();
        call.publish(LaneEventType.HOLD, 0, 1, null);
        hold(false);
        call.progress(1, 200, true);
        assertThat(call.record.held()).isTrue();
        call.publish(LaneEventType.HOLD, 0, 0, null);
        assertThat(call.record.held()).isFalse();
        assertThat(notes("hold"))
                .containsExactly(
                        "held by the peer",
                        "held by us",
                        "resumed by the peer",
                        "held by the peer",
                        "resumed by us",
                        "resumed by the peer");
    }

    @Test
    void shouldEndAHoldOfOursAtTheSameLimitAsAnother() {
        givenIdleAfterGreeting();
        hold(true);
        call.progress(0, 200, true);
        rig.recordFrames = false;
        rig.advance(engineLimitMs() + 100);
        assertThat(call.record.endCause()).isEqualTo(EndCause.HOLD_TIMEOUT);
    }

    private long engineLimitMs() {
        return call.record.setup().terms().policy().bounds().maxHoldMs();
    }

    @Test
    void shouldCountAWordAboutNothing() {
        givenIdleAfterGreeting();
        transfer();
        call.progress(0, 603, true);
        call.progress(0, 200, true);
        rig.advance(6_000);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(1);
    }

    @Test
    void shouldFailTheRequestWhenTheSignallingThrows() {
        givenIdleAfterGreeting();
        call.controlFault = new IllegalStateException("no");
        transfer();
        assertThat(notes("control")).endsWith("transfer to " + TARGET + ": 500");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).isEqualTo(1);
    }

    @Test
    void shouldSayNotSupportedWhereATransportCannot() {
        SignallingPort bare = new MockLine(null, null, () -> 0);
        List<String> words = new ArrayList<>();
        ControlProgress stt = (request, status, last) -> words.add(request.kind() + " " + status + " " + last);
        bare.transfer(ControlRequest.transfer(TARGET, null), stt);
        bare.hold(ControlRequest.hold(true, null), stt);
        bare.hold(ControlRequest.hold(false, null), stt);
        bare.sendDigits(ControlRequest.digits("1", null), stt);
        assertThat(words).containsExactly("TRANSFER 501 true", "HOLD 501 true", "RESUME 501 true", "DIGITS 501 true");
    }

    @Test
    void shouldForgetEverythingWhenTheCallEnds() {
        givenIdleAfterGreeting();
        transfer();
        hold(true);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.OPERATOR);
        call.progress(0, 200, true);
        call.progress(1, 200, true);
        rig.advance(100);
        assertThat(call.record.endCause()).isEqualTo(EndCause.OPERATOR);
        assertThat(call.record.held()).isFalse();
    }

    @Test
    void shouldSayGoodbyeWithTheHeadersOfWhoHangsUp() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.HANG_UP, 0, 0, ControlRequest.hangUp(Map.of("X-Reason", "done")));
        assertThat(call.record.endCause()).isEqualTo(EndCause.OPERATOR);
        assertThat(call.signalling).contains("end OPERATOR {X-Reason=done}");
    }

    @Test
    void shouldTakeTheHeadersOfAnActionForItsOwnGoodbyeOnly() {
        givenIdleAfterGreeting();
        ControlRequest parting = ControlRequest.hangUp(Map.of("X-Reason", "done"));
        call.publish(LaneEventType.HOLD_REQUEST, 0, 0, parting);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.OPERATOR);
        assertThat(call.signalling).contains("end OPERATOR");
    }

    @Test
    void shouldHandTheHeadersOfATransferToTheSignalling() {
        givenIdleAfterGreeting();
        call.publish(
                LaneEventType.TRANSFER_REQUEST, 0, 0, ControlRequest.transfer(TARGET, null, Map.of("X-Ticket", "7")));
        assertThat(call.requests.get(0).headers()).isEqualTo(Map.of("X-Ticket", "7"));
    }

    @Test
    void shouldCountNoStateThatBeganOnHoldAsLessThanNothing() {
        givenSpeaking(2_000);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.advance(3_000);
        call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, "test");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.HOLD, 0, 0, null);
        rig.moves.clear();
        call.publish(LaneEventType.SAY_REQUEST, 0, 0, "Hello again.");
        rig.advance(20);
        speakClause(0, 200, null);
        rig.advance(20);
        assertThat(rig.moves).isNotEmpty().allMatch(move -> move.timeInFromNs() >= 0);
    }

    @Test
    void shouldResumeAfterAHoldThatWasStillUnderWay() {
        givenIdleAfterGreeting();
        hold(true);
        hold(false);
        assertThat(call.signalling).endsWith("hold");
        call.progress(0, 200, true);
        assertThat(call.signalling).endsWith("resume");
        call.progress(1, 200, true);
        assertThat(call.record.held()).isFalse();
    }

    @Test
    void shouldKeepOnlyTheNewestOfTheHoldsThatWait() {
        givenIdleAfterGreeting();
        hold(true);
        hold(false);
        hold(true);
        call.progress(0, 200, true);
        assertThat(call.record.held()).isTrue();
        assertThat(call.signalling).filteredOn("resume"::equals).isEmpty();
    }
}
