package io.sidetone.transport.vip;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTransitions;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.mock.MockBehavior;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients that send anything at any time: one holder of the floor, legal transitions, one view of the state, every message
 * by the schema (the socket checks each). {@code -Dsidetone.seed=N} runs the client of one seed.
 */
@Tag("VIP-01")
@Tag("VIP-02")
@Tag("VIP-05")
@Tag("VIP-T20")
class VipRandomTest {
    private static final int CLIENTS = 60;
    private static final int STEPS = 80;
    private static final String[] OPERATIONS = {
        "client.connect",
        "session.initialize",
        "config.load",
        "session.close",
        "state.update",
        "input.start",
        "input.audio",
        "input.end",
        "input.cancel",
        "input.timeout",
        "input.detected",
        "input.barge_in",
        "action.result",
        "action.done",
        "text.input",
        "audio.played",
        "response.cancel",
        "turn.yield",
        "turn.grant",
        "Intent_Resolved",
        "VAD_Start",
        "VAD_End",
        "Stop_Capture",
        "response.audio",
        "nonsense"
    };
    private static final String[] PAYLOADS = {
        "{}",
        "{}",
        "{\"trigger\": \"ptt\"}",
        "{\"trigger\": \"tap\"}",
        "{\"text\": \"action open {\\\"n\\\": 1}\"}",
        "{\"text\": \"hello\"}",
        "{\"status\": \"error\", \"code\": \"failed\"}",
        "{\"narrated_state\": \"a page\"}",
        "{\"actions\": {\"open\": {\"description\": \"opens\"}}}",
        "{\"turn\": \"17\", \"positionMs\": 100}",
        "{\"audio\": \"AAAA\"}",
        "{\"expectResponse\": false}",
        "7"
    };

    @Test
    void shouldHoldTheLawsWhateverTheClientSends() {
        Long given = Long.getLong("sidetone.seed");
        long first = given != null ? given : 20_261_101L;
        System.out.println("random clients: seed " + first);
        for (int i = 0; i < (given != null ? 1 : CLIENTS); i++) {
            try {
                run(new Random(first + i));
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed " + (first + i), broken);
            }
        }
    }

    private static void run(Random random) {
        VipRig rig = new VipRig();
        rig.behavior = new MockBehavior(random.nextBoolean() ? "Hello there." : "", "A short reply.", "", "", 0);
        String mode = random.nextBoolean() ? ", \"mode\": \"open\"" : "";
        rig.open(mode + ", \"actions\": {\"open\": {\"description\": \"opens\"}}");
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(6)) {
                case 0 -> rig.speak(20 * (1 + random.nextInt(30)), random.nextBoolean());
                case 1 -> rig.advance(5L * random.nextInt(400));
                case 2 -> {
                    if (rig.state().equals("not_connected")) {
                        rig.open(mode);
                    }
                }
                default ->
                    rig.send(OPERATIONS[random.nextInt(OPERATIONS.length)], PAYLOADS[random.nextInt(PAYLOADS.length)]);
            }
            hold(rig);
        }
        rig.connection.closed(rig.nowNs);
        rig.advance(200);
        hold(rig);
    }

    private static void hold(VipRig rig) {
        assertThat(rig.lane.metrics().value(LaneCounter.FAULTS)).isZero();
        assertThat(rig.lane.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS)).isZero();
        VipTurnTest.holdTheMatrix(rig);
        FloorState state = FloorState.NOT_CONNECTED;
        for (FloorTransition move : rig.moves) {
            state = state == FloorState.ENDED ? FloorState.NOT_CONNECTED : state;
            assertThat(move.from()).isEqualTo(state);
            assertThat(FloorTransitions.rule(state, move.trigger()).to()).isEqualTo(move.to());
            state = move.to();
        }
        if (rig.record != null && rig.socket.closedWith == 0 && state.live() && state != FloorState.CONNECTING) {
            assertThat(rig.state()).as("one view of client and server").isEqualTo(state.vip());
        }
    }
}
