package io.sidetone.server.calls.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.server.actions.WarmTransferActions;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.transport.http.control.PlaceOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller waits while a person is asked; both are calls on a lane without threads, whose line knows no transfer. */
class WarmTransfersTest {
    private final Map<String, CallRecord> live = new HashMap<>();
    private final LaneCalls calls = new LaneCalls(new Book());
    private final WarmTransfers transfers = new WarmTransfers(live::get, call -> true, calls::nowNs);
    private final List<ActionResult> caller = new ArrayList<>();
    private final List<ActionResult> person = new ArrayList<>();
    private CompletableFuture<PlaceOutcome> placing = new CompletableFuture<>();
    private Admission callerCall;
    private CallRecord callerRecord;
    private Admission personCall;
    private CallRecord personRecord;
    private String placed;

    private final class Book implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof CallObserver.Opened) {
                live.put(call.setup().who().callId(), call);
            } else if (event instanceof CallObserver.Ended) {
                live.remove(call.setup().who().callId());
                transfers.on(call, event);
            }
        }
    }

    @BeforeEach
    void ask() {
        transfers.placer((record, to, briefing) -> {
            placed = record.setup().who().from() + " to " + to + ": " + briefing;
            return placing;
        });
        callerCall = calls.begin("sip:alice@example.com");
        callerRecord = calls.last();
    }

    private static CallContext context(CallRecord call) {
        return new CallContext(call.setup().who().callId(), "desk", "", "", 1, new Fence());
    }

    private void invoke(CallRecord call, String action, Map<String, Object> parameters, List<ActionResult> results) {
        transfers.invoke(context(call), new ActionCall("i-" + action, action, parameters, false), results::add);
    }

    private void begin() {
        invoke(
                callerRecord,
                WarmTransferActions.WARM_TRANSFER,
                Map.of("to", "+4930", "briefing", "Alice is waiting."),
                caller);
    }

    private void reached() {
        begin();
        personCall = calls.begin("sip:bob@example.com");
        personRecord = calls.last();
        placing.complete(PlaceOutcome.placed(personRecord.setup().who().callId()));
        assertThat(caller).isEmpty();
    }

    private void settled(int status) {
        transfers.on(
                callerRecord,
                new CallObserver.Controlled(
                        ControlRequest.connect(personRecord.setup().who().callId(), null), status));
    }

    private String why() {
        assertThat(caller).hasSize(1);
        assertThat(caller.get(0).success()).isFalse();
        return String.valueOf(caller.get(0).values().get(ActionResult.MESSAGE));
    }

    private boolean noted(CallRecord call, String text) {
        calls.pass(20);
        return call.timeline().entries().stream().anyMatch(line -> line.text().contains(text));
    }

    @Test
    void shouldHoldTheCallerAndCallThePerson() {
        reached();
        assertThat(placed).isEqualTo("sip:alice@example.com to +4930: Alice is waiting.");
        assertThat(noted(callerRecord, "hold")).isTrue();
    }

    @Test
    void shouldConnectBothWhenThePersonAgrees() {
        reached();
        invoke(personRecord, WarmTransferActions.CONNECT, Map.of(), person);
        assertThat(person).isEmpty();
        assertThat(noted(
                        callerRecord,
                        "transfer to call:" + personRecord.setup().who().callId()))
                .isTrue();
        settled(200);
        assertThat(caller).extracting(ActionResult::success).containsExactly(true);
        assertThat(person).extracting(ActionResult::success).containsExactly(true);
        // The end of either call changes nothing any more.
        calls.end(personCall);
        calls.end(callerCall);
        assertThat(caller).hasSize(1);
    }

    /** The lines are joined here: the agent's action is taken back with the agent. */
    @Test
    void shouldNotGiveUpWhenTheAgentLeavesWhileBothAreConnected() {
        reached();
        invoke(personRecord, WarmTransferActions.CONNECT, Map.of(), person);
        transfers.cancel(context(callerRecord), "i-" + WarmTransferActions.WARM_TRANSFER);
        settled(200);
        calls.pass(20);
        assertThat(personRecord.endCause()).isNull();
        assertThat(person).extracting(ActionResult::success).containsExactly(true);
    }

    /** The person's telephone is taken over before the carrier reports it, or the caller's side leaves without a report. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldTakeTheEndOfEitherCallAsTransferredForSuccess(boolean personFirst) {
        reached();
        invoke(personRecord, WarmTransferActions.CONNECT, Map.of(), person);
        calls.publish(personFirst ? personCall : callerCall, LaneEventType.HANG_UP, EndCause.TRANSFERRED);
        calls.pass(20);
        assertThat(caller).extracting(ActionResult::success).containsExactly(true);
        assertThat((personFirst ? callerRecord : personRecord).endCause()).isNull();
    }

    @Test
    void shouldKeepThePersonWhenTheLinesCannotBeConnected() {
        reached();
        invoke(personRecord, WarmTransferActions.CONNECT, Map.of(), person);
        settled(481);
        assertThat(person).extracting(ActionResult::success).containsExactly(false);
        assertThat(caller).isEmpty();
        invoke(personRecord, WarmTransferActions.CONNECT, Map.of(), person);
        settled(200);
        assertThat(caller).extracting(ActionResult::success).containsExactly(true);
    }

    @Test
    void shouldTellTheReasonWhenThePersonDeclines() {
        reached();
        invoke(personRecord, WarmTransferActions.DECLINE, Map.of("reason", "lunch"), person);
        assertThat(why()).isEqualTo("the person does not take the call: lunch");
        assertThat(person).extracting(ActionResult::success).containsExactly(true);
    }

    @ParameterizedTest
    @CsvSource({
        "BUSY, the person is busy",
        "NO_ANSWER, the person did not answer",
        "CALLEE_HUNG_UP, the person hung up without taking the call",
        "VOICEMAIL, the person could not be asked: a voicemail answered"
    })
    void shouldTakeTheCallerBackWhenThePersonIsNotReached(EndCause cause, String words) {
        reached();
        calls.publish(personCall, LaneEventType.HANG_UP, cause);
        calls.pass(20);
        assertThat(why()).isEqualTo(words);
    }

    @Test
    void shouldTellWhyNobodyIsCalled() {
        begin();
        placing.complete(PlaceOutcome.refused(PlaceOutcome.Kind.FORBIDDEN, "to: this server may not call it"));
        assertThat(why()).isEqualTo("to: this server may not call it");
        caller.clear();
        placing = null;
        begin();
        assertThat(why()).contains("no warm-transfer agent");
        caller.clear();
        placing = CompletableFuture.failedFuture(new IllegalStateException("planned"));
        begin();
        assertThat(why()).isEqualTo("the call could not be placed");
    }

    @Test
    void shouldNotKeepThePersonWhenTheCallerLeaves() {
        reached();
        calls.end(callerCall);
        calls.pass(20);
        assertThat(personRecord.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
        assertThat(caller).isEmpty();
    }

    @Test
    void shouldHangUpOnThePersonWhoIsReachedTooLate() {
        begin();
        calls.end(callerCall);
        personCall = calls.begin("sip:bob@example.com");
        personRecord = calls.last();
        placing.complete(PlaceOutcome.placed(personRecord.setup().who().callId()));
        calls.pass(20);
        assertThat(personRecord.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
    }

    @Test
    void shouldGiveUpWhenTheActionIsCancelled() {
        reached();
        transfers.cancel(context(callerRecord), "another");
        calls.pass(20);
        assertThat(personRecord.endCause()).isNull();
        transfers.cancel(context(callerRecord), "i-" + WarmTransferActions.WARM_TRANSFER);
        calls.pass(20);
        assertThat(personRecord.endCause()).isEqualTo(EndCause.AGENT_HUNG_UP);
    }

    @Test
    void shouldConnectNobodyBehindACallThatWasNotPlacedForACaller() {
        invoke(callerRecord, WarmTransferActions.CONNECT, Map.of(), person);
        invoke(callerRecord, WarmTransferActions.DECLINE, Map.of(), person);
        assertThat(person).extracting(ActionResult::success).containsExactly(false, false);
    }

    @Test
    void shouldRefuseACallThatCannotBeConnected() {
        WarmTransfers none = new WarmTransfers(live::get, call -> false, calls::nowNs);
        none.invoke(
                context(callerRecord),
                new ActionCall("i", WarmTransferActions.WARM_TRANSFER, Map.of("to", "x"), false),
                caller::add);
        assertThat(why()).contains("only calls of a SIP trunk", "this one came by mock");
    }
}
