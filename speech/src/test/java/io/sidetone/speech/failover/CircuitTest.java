package io.sidetone.speech.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.EngineFailure;
import org.junit.jupiter.api.Test;

class CircuitTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final EngineFailure FILTERED = EngineFailure.ofRequest("rejected", "content_filter");
    private static final EngineFailure WRONG_KEY = new EngineFailure("rejected", "401", false);
    private static final EngineFailure GONE = new EngineFailure(EngineFailure.UNAVAILABLE, "gone", true);

    private long nowNs = -5;
    private final Circuit circuit = new Circuit(() -> nowNs);

    @Test
    void shouldLeaveAnEngineAloneAtOnceWhenItsKeyIsRefused() {
        circuit.failed(WRONG_KEY, "A");
        assertThat(circuit.admits()).isFalse();
        assertThat(circuit.openings()).isEqualTo(1);
    }

    @Test
    void shouldServeOtherCallsWhenOneCallIsRefusedForWhatItSays() {
        for (int turn = 0; turn < 10; turn++) {
            circuit.failed(FILTERED, "A");
            assertThat(circuit.admits()).isTrue();
        }
        circuit.failed(FILTERED, "B");
        assertThat(circuit.admits()).isTrue();
        assertThat(circuit.openings()).isZero();
    }

    @Test
    void shouldLeaveAnEngineAloneWhenItRefusesThreeCallsInARow() {
        circuit.failed(FILTERED, "A");
        circuit.failed(FILTERED, "B");
        circuit.succeeded();
        circuit.failed(FILTERED, "C");
        circuit.failed(FILTERED, "D");
        assertThat(circuit.admits()).as("an answer between them").isTrue();
        circuit.failed(FILTERED, "E");
        assertThat(circuit.admits()).isFalse();
        nowNs += 5 * SECOND_NS;
        assertThat(circuit.admits()).isTrue();
        circuit.failed(FILTERED, "A");
        assertThat(circuit.resting()).as("the one try was refused, too").isTrue();
        nowNs += 9 * SECOND_NS;
        assertThat(circuit.admits()).as("twice as long").isFalse();
        nowNs += SECOND_NS;
        assertThat(circuit.admits()).isTrue();
        circuit.succeeded();
        circuit.failed(FILTERED, "A");
        assertThat(circuit.admits()).isTrue();
    }

    @Test
    void shouldServeAgainWhenTheOneTryAfterAnOutageIsRefusedForWhatItSays() {
        circuit.failed(WRONG_KEY, "A");
        nowNs += 5 * SECOND_NS;
        assertThat(circuit.admits()).isTrue();
        circuit.failed(FILTERED, "A");
        assertThat(circuit.onTrial()).isFalse();
        assertThat(circuit.admits()).isTrue();
    }

    @Test
    void shouldNotCountARefusedRequestAmongOutages() {
        circuit.failed(GONE, "A");
        circuit.failed(FILTERED, "A");
        circuit.failed(GONE, "A");
        assertThat(circuit.admits()).isTrue();
        circuit.failed(GONE, "A");
        assertThat(circuit.admits()).isFalse();
    }

    @Test
    void shouldLeaveAnEngineAloneAtOnceWhenItsHandshakeIsRefused() {
        circuit.closedToCalls(FILTERED);
        assertThat(circuit.admits()).isFalse();
    }
}
