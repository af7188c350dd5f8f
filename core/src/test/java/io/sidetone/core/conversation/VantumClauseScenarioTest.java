package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.turn.ClientInput;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clauses of the Vantum document that a client can see: disconnection, refusals, errors of the model. */
class VantumClauseScenarioTest extends ClientScenario {
    private static final int RELEASE_LIMIT_MS = 500;
    private static final int PATIENCE_MS = 12_000;

    @ParameterizedTest
    @Tag("VAN-10")
    @Tag("VAN-10.a")
    @EnumSource(
            value = FloorState.class,
            names = {"CONNECTING", "IDLE", "LISTENING", "FINALIZING", "THINKING", "ACTION", "SPEAKING"})
    void shouldReleaseEverythingWithinHalfASecondWhenTheLineIsGone(FloorState state) {
        given(state);
        long fromNs = rig.nowNs;
        hangUp();
        while (rig.ended.isEmpty() && rig.nowNs - fromNs < PATIENCE_MS * LaneRig.MS) {
            rig.advance(5);
        }
        assertThat((rig.nowNs - fromNs) / LaneRig.MS)
                .as("ms until all is released")
                .isLessThanOrEqualTo(RELEASE_LIMIT_MS);
        assertThat(engines.stt.asked).contains("close");
        assertThat(engines.llm.asked).contains("close");
        assertThat(engines.voice.asked).contains("close");
        assertThat(rig.table.active()).isZero();
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .contains(EndCause.CALLER_HUNG_UP.reason() + " (in " + state + ")");
        assertThat(call.record.views().vantum()).isEqualTo("ENDED");
    }

    @Test
    @Tag("VAN-14")
    @Tag("VAN-14.a")
    void shouldNoteTheErrorOfTheDocumentWhenAClientAsksForAnIllegalTransition() {
        given(FloorState.IDLE);
        input(ClientInput.BARGE_IN, "tap");
        assertThat(call.record.timeline().entries())
                .filteredOn(entry -> entry.kind().equals("warning"))
                .extracting(TimelineEntry::text)
                .endsWith("Invalid state transition: LISTENING → INTERRUPTED for session 01TESTTESTTESTTESTTESTTEST");
        assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS)).isEqualTo(1);
    }

    @Test
    @Tag("VAN-05")
    @Tag("VAN-05.b")
    void shouldTellTheClientOfTheErrorWhenTheModelFails() {
        List<String> problems = new ArrayList<>();
        given(FloorState.THINKING);
        engines.llm.events.failed(engines.llm.token, new EngineFailure("broken", "the model answers 500", true));
        rig.poll();
        client.told.stream().filter(line -> line.startsWith("problem")).forEach(problems::add);
        assertThat(problems).containsExactly("problem broken");
        assertThat(client.told).endsWith("problem broken", "state IDLE");
        assertThat(call.record.views().vantum()).isEqualTo("LISTENING");
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
    }
}
