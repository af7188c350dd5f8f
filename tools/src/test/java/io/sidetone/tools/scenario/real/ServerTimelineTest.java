package io.sidetone.tools.scenario.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.tools.scenario.run.CallLog;
import io.sidetone.tools.softphone.api.ServerCall;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a server reports of a call, as the log of a scenario. */
class ServerTimelineTest {
    @Test
    void shouldReadTurnsActionsStatesAndTheEnd() {
        CallLog log = ServerTimeline.read(new ServerCall(
                "01J",
                "desk",
                "2026-01-05T09:00:00Z",
                OptionalLong.empty(),
                true,
                List.of(
                        event(5, "state", "IDLE -> SPEAKING (T2, first audio)"),
                        event(900, "agent", "Hello."),
                        event(900, "state", "SPEAKING -> IDLE (T10, played)"),
                        event(2_000, "transcript", "book it"),
                        event(2_010, "state", "THINKING -> ACTION (T8, action)"),
                        event(2_010, "action", "book {day=monday, time=10:00, at noon}"),
                        event(2_020, "action", "book -> ok"),
                        event(2_100, "state", "ACTION -> SPEAKING (T9, first audio)"),
                        event(3_000, "state", "SPEAKING -> INTERRUPTED (T11, speech)"),
                        event(4_000, "state", "nonsense"),
                        event(5_000, "end", "the caller hung up (in IDLE)")),
                List.of(
                        new ServerCall.Utterance("assistant", "Hello.", false),
                        new ServerCall.Utterance("user", "book it", false),
                        new ServerCall.Utterance("assistant", "Your table", true)),
                Map.of(),
                List.of(),
                List.of()));
        assertThat(log.turns()).extracting(CallLog.AgentTurn::heard).containsExactly("Hello.", "Your table");
        assertThat(log.turns()).extracting(CallLog.AgentTurn::interrupted).containsExactly(false, true);
        assertThat(log.turns()).extracting(CallLog.AgentTurn::voicedNs).containsExactly(5_000_000L, 2_100_000_000L);
        assertThat(log.transcripts()).extracting(CallLog.Heard::text).containsExactly("book it");
        assertThat(log.actions())
                .singleElement()
                .extracting(CallLog.Requested::text)
                .isEqualTo("book {day=monday, time=10:00, at noon} → ok");
        assertThat(log.moves())
                .extracting(CallLog.Move::to)
                .containsExactly(
                        FloorState.SPEAKING,
                        FloorState.IDLE,
                        FloorState.ACTION,
                        FloorState.SPEAKING,
                        FloorState.INTERRUPTED);
        assertThat(log.endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
    }

    private static ServerCall.Event event(long atMs, String kind, String text) {
        return new ServerCall.Event(atMs, kind, text);
    }
}
