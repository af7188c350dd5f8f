package io.sidetone.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTransitions;
import io.sidetone.core.journal.MemoryJournals;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.playout.PcmChunk;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.FallbackMode;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.SpeechSource;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.TurnRole;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random conversations: wrong turns, late answers, duplicates, keys, holds, failures. Whatever happens, the laws hold.
 */
@Tag("ITE-REQ-006")
@Tag("ITE-PAT-003")
@Tag("ITE-AC-004")
@Tag("ITE-CON-002")
@Tag("ITE-RES-001")
@Tag("VIP-05")
@Tag("VIP-15")
class RandomCallTest {
    private static final int CALLS = 150;
    private static final int STEPS = 120;

    private final LaneRig.FrameSource quiet = CallerVoice.quiet();

    @Test
    void shouldHoldTheLawsWhenEverythingHappensAtRandom() {
        long seed = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            new Life(seed + i).run();
        }
    }

    /** One call, from one seed. */
    private final class Life {
        private final long seed;
        private final Random random;
        private final LaneRig rig = new LaneRig();
        private final MemoryJournals journals = new MemoryJournals();
        private final ScriptedEngines engines = new ScriptedEngines();
        private final LaneRig.FrameSource talking;
        private final List<Long> oldTokens = new ArrayList<>();
        private LaneRig.RigCall call;

        Life(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.talking = CallerVoice.talking(seed);
        }

        void run() {
            rig.taps(journals);
            engines.ears.givesEvidence = true;
            call = rig.open(engines.ears, engines.mind, engines.voice, TurnPolicy.DEFAULT);
            call.publish(LaneEventType.ANSWERED, 0, 0, null);
            for (int i = 0; i < STEPS && call.record.endCause() == null; i++) {
                step();
                check();
            }
            if (call.record.endCause() == null) {
                call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
            }
            rig.advance(100);
            assertThat(rig.table.active()).as(at("slot given back")).isZero();
            assertThat(call.state()).as(at("last state")).isEqualTo(FloorState.ENDED);
            assertThat(call.admission.fence().isDead(engines.mind.token))
                    .as(at("fenced at the end"))
                    .isTrue();
            lawsOfTransitions();
            lawsOfTurns();
            journals.verify(at("a random call"));
        }

        private String at(String what) {
            return what + " (seed " + seed + ")";
        }

        private long someToken() {
            oldTokens.add(engines.mind.token);
            boolean present = random.nextInt(4) > 0;
            return present ? engines.mind.token : oldTokens.get(random.nextInt(oldTokens.size()));
        }

        private void step() {
            switch (random.nextInt(18)) {
                case 0, 1 -> call.hear(talking, 100 + 20L * random.nextInt(40));
                case 2, 3 -> call.hear(quiet, 100 + 20L * random.nextInt(60));
                case 4 ->
                    engines.ears.events.finalTranscript(
                            random.nextBoolean() ? engines.ears.token : engines.ears.token - 5,
                            random.nextBoolean() ? "words" : "");
                case 5 -> engines.mind.events.text(someToken(), "A sentence. And another one, rather long. ");
                case 6 -> engines.mind.events.done(someToken(), null);
                case 7, 8 -> speak();
                case 9 -> call.publish(LaneEventType.DIGIT, 0, "0123456789*#".charAt(random.nextInt(12)), null);
                case 10 ->
                    engines.mind.events.action(
                            someToken(),
                            new ActionCall(
                                    "a" + random.nextInt(3),
                                    random.nextInt(20) == 0 ? "hang_up" : "book",
                                    Map.of(),
                                    false));
                case 11 ->
                    call.publish(
                            LaneEventType.ACTION_RESULT,
                            someToken(),
                            0,
                            new ActionResult("a" + random.nextInt(3), random.nextBoolean(), "ok", Map.of()));
                case 12 -> call.publish(LaneEventType.HOLD, 0, random.nextInt(2), null);
                case 13 -> control();
                case 14, 15 -> evidence();
                case 16 -> loss();
                default -> fail();
            }
            rig.poll();
        }

        /** Another source, or a burst of whatever a source may say, late, early and wrong. */
        private void evidence() {
            if (random.nextInt(3) == 0) {
                SpeechSource source = SpeechSource.values()[random.nextInt(SpeechSource.values().length)];
                FallbackMode fallback = FallbackMode.values()[random.nextInt(2)];
                TurnPolicy policy = TurnPolicy.DEFAULT.withVad(source).withFallback(fallback);
                call.publish(LaneEventType.POLICY, 0, 0, policy.with(PolicyNumber.DEGRADED, 1_000));
                return;
            }
            float[] scores = {0, 0.5f, 0.95f, 1, -1, Float.NaN};
            for (int i = random.nextInt(40); i > 0; i--) {
                call.hear(random.nextBoolean() ? quiet : talking, 20);
                long atMs = engines.ears.heardMs + random.nextInt(400) - 300;
                engines.ears.events.evidence(atMs, scores[random.nextInt(scores.length)]);
            }
        }

        /** Somebody asks something of the telephone side, or the telephone side says how far it is. */
        private void control() {
            switch (random.nextInt(10)) {
                case 8 -> call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, random.nextBoolean() ? "random" : null);
                case 9 -> call.publish(LaneEventType.YIELD_REQUEST, 0, random.nextInt(2), "random");
                case 0 -> call.publish(LaneEventType.TRANSFER_REQUEST, 0, 0, "sip:desk@example.com");
                case 1 -> call.publish(LaneEventType.DIGITS_REQUEST, 0, 0, random.nextBoolean() ? "12#" : "x");
                case 2, 3 -> call.publish(LaneEventType.HOLD_REQUEST, 0, random.nextInt(2), null);
                default -> {
                    int[] statuses = {100, 180, 200, 202, 408, 491, 603};
                    if (!call.requests.isEmpty()) {
                        call.progress(
                                random.nextInt(call.requests.size()),
                                statuses[random.nextInt(statuses.length)],
                                random.nextBoolean());
                    }
                }
            }
        }

        private void speak() {
            int clause = random.nextInt(3);
            short[] pcm = new short[1_600];
            java.util.Arrays.fill(pcm, (short) 3_000);
            engines.voice.events.audio(
                    random.nextInt(5) == 0 ? someToken() : engines.voice.token,
                    clause,
                    new PcmChunk(8_000, pcm, 0, pcm.length, null));
            if (random.nextBoolean()) {
                engines.voice.events.done(engines.voice.token, clause);
            }
        }

        private void fail() {
            EngineFailure failure = new EngineFailure("broken", "random failure", true);
            switch (random.nextInt(4)) {
                case 0 -> engines.mind.events.failed(someToken(), failure);
                case 1 -> engines.voice.events.failed(engines.voice.token, 0, failure);
                case 2 -> engines.ears.events.failed(engines.ears.token, failure);
                default -> {
                    if (random.nextInt(10) == 0) {
                        engines.voice.events.failed(Token.NONE, 0, failure);
                    }
                }
            }
        }

        /** A session dies in one way or the other, opens or does not open again. */
        private void loss() {
            engines.ears.broken = random.nextInt(3) == 0;
            engines.mind.broken = random.nextInt(3) == 0;
            engines.voice.broken = random.nextInt(6) == 0;
            engines.readyAtOnce = random.nextInt(4) > 0;
            switch (random.nextInt(8)) {
                case 0 -> engines.ears.events.failed(Token.NONE, ScriptedEngines.GONE);
                case 1 -> engines.ears.events.closed();
                case 2 -> engines.mind.events.failed(Token.NONE, ScriptedEngines.GONE);
                case 3 -> engines.mind.events.closed();
                case 4 -> engines.voice.events.failed(Token.NONE, 0, ScriptedEngines.GONE);
                case 5 -> engines.voice.events.closed();
                case 6 -> engines.mind.events.ready();
                default -> engines.ears.events.ready();
            }
        }

        private void check() {
            assertThat(rig.metrics().turnTokenViolations.value())
                    .as(at("turn token violations"))
                    .isZero();
            assertThat(rig.metrics().illegalTransitions.value())
                    .as(at("illegal transitions"))
                    .isZero();
            assertThat(rig.metrics().faults.value()).as(at("faults")).isZero();
            long last = Token.NONE;
            for (LaneRig.Sent frame : rig.sent) {
                if (frame.token() != Token.UNFENCED) {
                    assertThat(frame.token())
                            .as(at("no frame of an old turn after one of a new"))
                            .isGreaterThanOrEqualTo(last);
                    last = frame.token();
                }
            }
            for (History.Entry entry : call.record.history().entries()) {
                if (entry.interrupted() && !entry.text().isEmpty()) {
                    assertThat(entry.intended().split(" "))
                            .as(at("heard in the order it was meant; a clause that could not be spoken is left out"))
                            .containsSubsequence(entry.text().split(" "));
                }
            }
        }

        /** One holder of the floor at a time, provable from the event stream alone. */
        private void lawsOfTurns() {
            String open = null;
            long sequence = 0;
            for (TurnEvent event : rig.events) {
                assertThat(event.sequence()).as(at("no gap in the events")).isEqualTo(++sequence);
                if (event.type() == TurnEventType.TURN_STARTED) {
                    assertThat(open).as(at("a turn begins when none goes on")).isNull();
                    open = event.turn().turnId();
                } else if (event.type() == TurnEventType.TURN_ENDED) {
                    assertThat(event.turn().turnId())
                            .as(at("the turn that ends is the one that began"))
                            .isEqualTo(open);
                    assertThat(event.turn().endedAtMs())
                            .isGreaterThanOrEqualTo(event.turn().startedAtMs());
                    open = null;
                } else if (event.type() == TurnEventType.INTERRUPTION) {
                    assertThat(event.turn().turnId())
                            .as(at("what is interrupted goes on"))
                            .isEqualTo(open);
                    assertThat(event.turn().role()).isEqualTo(TurnRole.ASSISTANT);
                    assertThat(event.turn().interruption().latencyMs()).isNotNegative();
                }
            }
            assertThat(open).as(at("no turn outlives its call")).isNull();
        }

        private void lawsOfTransitions() {
            FloorState state = FloorState.NOT_CONNECTED;
            for (FloorTransition move : rig.moves) {
                assertThat(move.from()).as(at("transitions follow one another")).isEqualTo(state);
                assertThat(FloorTransitions.rule(move.from(), move.trigger()).to())
                        .as(at("transition by the table"))
                        .isEqualTo(move.to());
                state = move.to();
            }
            assertThat(state).isEqualTo(FloorState.ENDED);
        }
    }
}
