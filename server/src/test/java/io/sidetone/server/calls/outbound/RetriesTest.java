package io.sidetone.server.calls.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.lane.Admission;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.server.records.store.LaneCalls;
import io.sidetone.transport.http.control.PlaceCall;
import io.sidetone.transport.http.control.PlaceOutcome;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that found nobody, on a lane without threads; the test is the clock of what waits. */
class RetriesTest {
    private final Map<String, CallRecord> known = new HashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private final List<String> scheduled = new ArrayList<>();
    private final List<PlaceCall> placed = new ArrayList<>();
    private final Retries retries = new Retries(known::get, timer());
    private final LaneCalls calls = new LaneCalls(new Book());
    private Admission admission;
    private CallRecord call;

    private ScheduledExecutorService timer() {
        return (ScheduledExecutorService) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("schedule")) {
                        waiting.add((Runnable) arguments[0]);
                        scheduled.add(arguments[1] + " " + arguments[2]);
                    }
                    return null;
                });
    }

    private final class Book implements CallObserver {
        @Override
        public void on(CallRecord opened, CallEvent event) {
            if (event instanceof CallObserver.Opened) {
                known.put(opened.setup().who().callId(), opened);
            } else if (event instanceof CallObserver.Ended) {
                retries.on(opened, event);
            }
        }
    }

    @BeforeEach
    void begin() {
        retries.placer(again -> {
            placed.add(again);
            return CompletableFuture.completedFuture(PlaceOutcome.placed("next"));
        });
        admission = calls.begin("sip:bob@example.com");
        call = calls.last();
    }

    private static PlaceCall asked(int times) {
        return new PlaceCall("+4930", "desk", "t", "f", Map.of("X-A", "1"), Map.of("order", "7"), times, 90);
    }

    private String id() {
        return call.setup().who().callId();
    }

    private void ends(EndCause cause) {
        calls.publish(admission, LaneEventType.HANG_UP, cause);
        calls.pass(20);
    }

    @Test
    void shouldPlaceTheCallAgainAfterItsTime() {
        retries.placed(id(), asked(2));
        ends(EndCause.BUSY);
        assertThat(scheduled).containsExactly("90 SECONDS");
        assertThat(placed).isEmpty();
        waiting.get(0).run();
        PlaceCall again = placed.get(0);
        assertThat(again.retries()).isEqualTo(1);
        assertThat(again.variables()).containsEntry("order", "7").containsEntry("retry-of", id());
        assertThat(again.to() + again.agent() + again.trunk() + again.from()).isEqualTo("+4930desktf");
        assertThat(again.headers()).containsEntry("X-A", "1");
        assertThat(again.retryAfterS()).isEqualTo(90);
    }

    @ParameterizedTest
    @EnumSource(
            value = EndCause.class,
            names = {"BUSY", "NO_ANSWER", "UNREACHABLE", "VOICEMAIL"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldLeaveItAtThatOtherwise(EndCause cause) {
        retries.placed(id(), asked(2));
        ends(cause);
        assertThat(waiting).isEmpty();
    }

    @Test
    void shouldLeaveItAtThatWhereNobodyAsked() {
        retries.placed(id(), asked(0));
        ends(EndCause.BUSY);
        assertThat(waiting).isEmpty();
    }

    @Test
    void shouldNotMissACallThatEndedBeforeItWasKnown() {
        ends(EndCause.NO_ANSWER);
        retries.placed(id(), asked(1));
        assertThat(waiting).hasSize(1);
    }
}
