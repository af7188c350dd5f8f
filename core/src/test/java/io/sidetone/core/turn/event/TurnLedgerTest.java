package io.sidetone.core.turn.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorListener;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.turn.InterruptionSource;
import io.sidetone.core.turn.InterruptionType;
import io.sidetone.core.turn.TurnRole;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TurnLedgerTest {
    private static final long MS = 1_000_000;

    private final List<TurnEvent> events = new ArrayList<>();
    private final PublishedLog<TurnDescriptor> turns = new PublishedLog<>(16);
    private final AtomicInteger violations = new AtomicInteger();
    private final TurnLedger ledger =
            new TurnLedger(1_000_000, 0, "default", turns, violations::incrementAndGet, events::add);
    private final List<Alert> alerts = new ArrayList<>();
    private final AlertDetector watch = new AlertDetector(AlertThresholds.DEFAULT, alerts::add);
    private final FloorMachine floor = new FloorMachine(
            "01CALL",
            new FloorListener() {
                @Override
                public void moved(FloorTransition transition) {
                    ledger.moved(transition);
                    watch.moved(transition);
                }

                @Override
                public void refused(FloorState state, FloorTrigger trigger, String message) {}
            },
            0);

    private void go(long nowMs, FloorTrigger... triggers) {
        for (FloorTrigger trigger : triggers) {
            assertThat(floor.transition(trigger, nowMs * MS, "")).isTrue();
        }
    }

    private TurnEvent last() {
        return events.get(events.size() - 1);
    }

    @Test
    @Tag("ITE-REQ-006")
    void shouldCountAndCloseWhenASecondTurnBeginsBeforeTheFirstEnds() {
        ledger.turnStarted(TurnRole.ASSISTANT, 1, 10 * MS);
        assertThat(violations).hasValue(0);
        ledger.turnStarted(TurnRole.USER, 2, 20 * MS);
        assertThat(violations).hasValue(1);
        assertThat(turns.entries()).hasSize(2);
        assertThat(turns.entries().get(0).open()).isFalse();
        ledger.turnEnded(TurnRole.ASSISTANT, 1, false, 30 * MS);
        assertThat(violations).as("an end of what does not go on").hasValue(2);
        assertThat(ledger.active().role()).isEqualTo(TurnRole.USER);
    }

    @Test
    @Tag("ITE-REQ-009")
    @Tag("ITE-MSG-001")
    void shouldShowRecoveringUntilRecoveredWhateverTheFloorDoes() {
        go(0, FloorTrigger.CONNECT, FloorTrigger.READY);
        ledger.degraded("recognizer-stalled", 100 * MS);
        assertThat(events.get(events.size() - 2).type()).isEqualTo(TurnEventType.DEGRADED);
        assertThat(events.get(events.size() - 2).state()).isEqualTo("recovering");
        assertThat(events.get(events.size() - 2).diagnostics()).containsEntry("reason", "recognizer-stalled");
        assertThat(last().type()).isEqualTo(TurnEventType.STATE_CHANGED);
        go(200, FloorTrigger.INPUT_START);
        assertThat(last().state()).isEqualTo("recovering");
        assertThat(last().views().vela()).isEqualTo("listening");
        ledger.recovered(900 * MS);
        assertThat(events.get(events.size() - 2).type()).isEqualTo(TurnEventType.RECOVERED);
        assertThat(last().state()).isEqualTo("listening");
        assertThat(last().timestampMs()).isEqualTo(1_000_900);
    }

    @Test
    @Tag("ITE-AC-007")
    void shouldTellPendingTurnsAndCooldownWithTheNumberOfInterruptions() {
        for (int i = 0; i < 3; i++) {
            ledger.interrupted(
                    InterruptionType.BARGE_IN, InterruptionSource.DETECTOR, "speech", 1, i * 30_000 * MS, 40 * MS);
        }
        assertThat(last().diagnostics())
                .as("the first is older than a minute by less than nothing")
                .containsEntry("interruptionCount", 3)
                .containsEntry("interruptionsInCall", 3);
        ledger.interrupted(InterruptionType.BARGE_IN, InterruptionSource.DETECTOR, "speech", 1, 100_000 * MS, 0);
        assertThat(last().diagnostics()).containsEntry("interruptionCount", 2).containsEntry("interruptionsInCall", 4);
        ledger.cooldown(3, 100_000 * MS);
        assertThat(last().diagnostics()).containsEntry("cooldown", true).containsEntry("interruptionCount", 3);
        ledger.pendingTurn("speech", 100_500 * MS);
        assertThat(last().type()).isEqualTo(TurnEventType.STATE_CHANGED);
        assertThat(last().diagnostics()).containsEntry("pendingTurn", "speech").containsKey("interruptionCount");
    }

    @Test
    @Tag("VAN-13")
    void shouldCountNeitherActionsNorFinalizingAsThinking() {
        go(0, FloorTrigger.CONNECT, FloorTrigger.READY, FloorTrigger.INPUT_START, FloorTrigger.INPUT_END);
        watch.tick(9_000 * MS, 9_000 * MS);
        go(9_000, FloorTrigger.FINAL_TRANSCRIPT);
        watch.tick(2_000 * MS, 11_000 * MS);
        go(11_000, FloorTrigger.RESPONSE_TOOL);
        watch.tick(10_000 * MS, 21_000 * MS);
        go(21_000, FloorTrigger.ACTION_RESULT);
        watch.tick(3_000 * MS, 24_000 * MS);
        assertThat(alerts).isEmpty();
        watch.tick(3_001 * MS, 24_001 * MS);
        assertThat(alerts).containsExactly(new Alert(AlertKind.THINKING_TOO_LONG, 24_001 * MS, 5_001, 5_000));
        watch.tick(9_000 * MS, 30_000 * MS);
        assertThat(alerts).as("once per response").hasSize(1);
    }

    @Test
    @Tag("VAN-13")
    void shouldAlertWhenAWaitEndsBetweenTwoTicks() {
        go(
                0,
                FloorTrigger.CONNECT,
                FloorTrigger.READY,
                FloorTrigger.INPUT_START,
                FloorTrigger.INPUT_END,
                FloorTrigger.FINAL_TRANSCRIPT);
        go(6_000, FloorTrigger.RESPONSE_AUDIO);
        assertThat(alerts).extracting(Alert::kind).containsExactly(AlertKind.THINKING_TOO_LONG);
        assertThat(alerts.get(0).text()).contains("5000 ms");
    }
}
