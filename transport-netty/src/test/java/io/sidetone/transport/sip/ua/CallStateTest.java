package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.transaction.TransitionTable.Step;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every state of a call against every event; a pair that is not listed has to be illegal. */
class CallStateTest {
    private static final String TABLE =
            """
            INVITED ANSWER ACCEPTED []
            INVITED REJECT ENDED [REPORT_END, RELEASE]
            INVITED PEER_CANCEL ENDED [REPORT_END, RELEASE]
            INVITED PEER_BYE ENDED [REPORT_END, RELEASE]
            INVITED FAIL ENDED [REPORT_END, RELEASE]
            ACCEPTED ACKNOWLEDGED CONFIRMED []
            ACCEPTED ACK_TIMEOUT LEAVING [REPORT_END, BYE]
            ACCEPTED HANG_UP CLOSING [REPORT_END]
            ACCEPTED PEER_BYE ENDED [REPORT_END, RELEASE]
            ACCEPTED FAIL ENDED [REPORT_END, RELEASE]
            CALLING PROVISIONAL RINGING []
            CALLING SUCCESS CONFIRMED []
            CALLING REFUSED ENDED [REPORT_END, RELEASE]
            CALLING FAIL ENDED [REPORT_END, RELEASE]
            CALLING HANG_UP CANCELLING [REPORT_END]
            RINGING PROVISIONAL RINGING []
            RINGING SUCCESS CONFIRMED []
            RINGING REFUSED ENDED [REPORT_END, RELEASE]
            RINGING FAIL ENDED [REPORT_END, RELEASE]
            RINGING HANG_UP CANCELLING [REPORT_END, CANCEL]
            CANCELLING PROVISIONAL CANCELLING [CANCEL]
            CANCELLING SUCCESS LEAVING [BYE]
            CANCELLING REFUSED ENDED [RELEASE]
            CANCELLING FAIL ENDED [RELEASE]
            CANCELLING HANG_UP CANCELLING []
            CONFIRMED HANG_UP LEAVING [REPORT_END, BYE]
            CONFIRMED ACK_TIMEOUT LEAVING [REPORT_END, BYE]
            CONFIRMED PEER_BYE ENDED [REPORT_END, RELEASE]
            CLOSING ACKNOWLEDGED LEAVING [BYE]
            CLOSING ACK_TIMEOUT LEAVING [BYE]
            CLOSING PEER_BYE ENDED [RELEASE]
            CLOSING FAIL ENDED [RELEASE]
            CLOSING HANG_UP CLOSING []
            LEAVING BYE_DONE ENDED [RELEASE]
            LEAVING PEER_BYE LEAVING []
            LEAVING HANG_UP LEAVING []
            ENDED HANG_UP ENDED []
            """;

    @Test
    void shouldTakeEveryEventInEveryState() {
        Map<String, String> rows = new HashMap<>();
        for (String line : TABLE.strip().split("\n")) {
            String[] words = line.split(" ", 3);
            rows.put(words[0] + " " + words[1], words[2]);
        }
        int legal = 0;
        for (CallState state : CallState.values()) {
            for (CallState.Event event : CallState.Event.values()) {
                Step<CallState, CallState.Action> step = CallState.TABLE.step(state, event);
                String seen = step == null ? null : step.next() + " " + step.actions();
                assertThat(seen).as("%s in %s", event, state).isEqualTo(rows.get(state + " " + event));
                legal += step == null ? 0 : 1;
            }
        }
        assertThat(legal).isEqualTo(rows.size());
    }

    @Test
    void shouldReportTheEndOnceAndReleaseOnceOnEveryPath() {
        for (CallState first : EnumSet.of(CallState.INVITED, CallState.CALLING)) {
            walk(first, 0, 0, new HashSet<>());
        }
    }

    private static void walk(CallState state, int reports, int releases, Set<String> visited) {
        assertThat(reports).isEqualTo(state.over() ? 1 : 0);
        assertThat(releases).isEqualTo(state == CallState.ENDED ? 1 : 0);
        for (CallState.Event event : CallState.Event.values()) {
            Step<CallState, CallState.Action> step = CallState.TABLE.step(state, event);
            if (step != null && visited.add(state + " " + event)) {
                int reported = step.actions().contains(CallState.Action.REPORT_END) ? 1 : 0;
                int released = step.actions().contains(CallState.Action.RELEASE) ? 1 : 0;
                walk(step.next(), reports + reported, releases + released, visited);
            }
        }
    }
}
