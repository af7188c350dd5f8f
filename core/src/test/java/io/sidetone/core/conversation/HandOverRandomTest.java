package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.journal.MemoryJournals;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.TurnPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Hand-overs in any order with whatever else happens: nobody is left open, nobody holds a turn twice, journals replay. */
class HandOverRandomTest {
    private static final int CALLS = 60;
    private static final int STEPS = 60;
    private static final int RATE_HZ = 8_000;

    private static final TurnPolicy POLICY =
            TurnPolicy.DEFAULT.withPhrases(new Phrases(List.of("stop"), List.of(), List.of(), Map.of("0", "other")));

    private int handOvers;

    @Test
    void shouldLeaveNothingOpenWhateverHappens() {
        long first = System.nanoTime();
        System.out.println("hand-overs in random calls: seeds from " + first);
        for (long seed = first; seed < first + CALLS; seed++) {
            new Life(seed).run();
        }
        System.out.println("hand-overs in random calls: " + handOvers);
        assertThat(handOvers).as("calls that changed hands").isGreaterThan(CALLS / 4);
    }

    private final class Life {
        private final long seed;
        private final Random random;
        private final LaneRig rig = new LaneRig();
        private final MemoryJournals journals = new MemoryJournals();
        private final ScriptedActions actions = new ScriptedActions();
        private final List<ScriptedEngines> engines = new ArrayList<>();
        private final LaneRig.FrameSource talking = CallerVoice.talking(3);
        private final LaneRig.FrameSource quiet = CallerVoice.quiet();
        private int wishes;

        Life(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        private final class Everybody implements AgentDirectory {
            @Override
            public boolean knows(String agent, String language) {
                return !agent.equals("nobody");
            }

            @Override
            public NextAgent next(String agent, String language) {
                ScriptedEngines more = new ScriptedEngines();
                more.readyAtOnce = random.nextInt(3) > 0;
                more.llm.broken = random.nextInt(8) == 0;
                more.voice.broken = random.nextInt(8) == 0;
                engines.add(more);
                return new Next(more);
            }
        }

        private final class Next implements NextAgent {
            private final ScriptedEngines own;

            Next(ScriptedEngines own) {
                this.own = own;
            }

            @Override
            public Recognizer recognizer() {
                return own.stt;
            }

            @Override
            public DialogueModel dialogue() {
                return own.llm;
            }

            @Override
            public Synthesizer synthesizer() {
                return own.voice;
            }

            @Override
            public ActionInvoker actions() {
                return actions;
            }

            @Override
            public boolean keepsDialogue() {
                return false;
            }

            @Override
            public TurnPolicy policy() {
                return POLICY;
            }

            @Override
            public AgentDirectory agents() {
                return new Everybody();
            }
        }

        void run() {
            rig.tapsAndFences(journals);
            rig.agents = new Everybody();
            actions.terms = ScriptedActions.afterSpeech();
            ScriptedEngines present = new ScriptedEngines();
            engines.add(present);
            LaneRig.RigCall call = rig.open(present.stt, present.llm, present.voice, POLICY, actions);
            call.publish(LaneEventType.ANSWERED, 0, 0, null);
            for (int i = 0; i < STEPS && call.record.endCause() == null; i++) {
                step(call, engines.get(Math.max(0, engines.size() - 1 - random.nextInt(2))));
            }
            if (call.record.endCause() == null) {
                call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
            }
            rig.advance(100);
            handOvers += call.record.agents().size() - 1;
            assertThat(call.state()).as("seed %d", seed).isEqualTo(FloorState.ENDED);
            assertThat(rig.metrics().value(LaneCounter.TURN_TOKEN_VIOLATIONS))
                    .as("seed %d", seed)
                    .isZero();
            assertThat(rig.metrics().value(LaneCounter.FAULTS))
                    .as("seed %d", seed)
                    .isZero();
            assertThat(rig.metrics().value(LaneCounter.ILLEGAL_TRANSITIONS))
                    .as("seed %d", seed)
                    .isZero();
            assertThat(engines).as("seed %d", seed).allSatisfy(each -> {
                assertThat(closes(each.stt.asked)).isEqualTo(each.stt.opened);
                assertThat(closes(each.llm.asked)).isEqualTo(each.llm.opened);
                assertThat(closes(each.voice.asked)).isEqualTo(each.voice.opened);
            });
            journals.verify("a call that changes hands (seed " + seed + ")");
        }

        private int closes(List<String> asked) {
            return (int) asked.stream().filter("close"::equals).count();
        }

        private void step(LaneRig.RigCall call, ScriptedEngines at) {
            switch (random.nextInt(12)) {
                case 0, 1 -> call.hear(talking, 200 + random.nextInt(600));
                case 2, 3 -> call.hear(quiet, 200 + random.nextInt(1_200));
                case 4 -> at.stt.events.finalTranscript(at.stt.token, random.nextBoolean() ? "words" : "stop now");
                case 5 -> at.llm.say("An answer.");
                case 6 -> sound(at);
                case 7, 8 -> wish(at);
                case 9 -> ready(at);
                case 10 -> call.publish(LaneEventType.DIGIT, 0, random.nextBoolean() ? '0' : '5', null);
                default -> other(call, at);
            }
            rig.poll();
            rig.advance(20 * random.nextInt(10));
        }

        private void wish(ScriptedEngines at) {
            at.llm.events.action(
                    at.llm.token,
                    new ActionCall(
                            "h" + ++wishes,
                            ActionCall.HAND_OVER,
                            Map.of("agent", random.nextInt(6) == 0 ? "nobody" : "other", "language", ""),
                            true));
            rig.poll();
            at.llm.say("I connect you.");
            sound(at);
        }

        private void sound(ScriptedEngines at) {
            rig.poll();
            short[] pcm = new short[RATE_HZ / 5];
            at.voice.events.audio(at.voice.token, 0, new PcmChunk(RATE_HZ, pcm, 0, pcm.length, null));
            at.voice.events.done(at.voice.token, 0);
        }

        private void ready(ScriptedEngines at) {
            at.stt.events.ready();
            at.llm.events.ready();
            at.voice.events.ready();
        }

        private void other(LaneRig.RigCall call, ScriptedEngines at) {
            switch (random.nextInt(5)) {
                case 0 -> at.llm.events.failed(Token.NONE, ScriptedEngines.GONE);
                case 1 -> {
                    actions.checksPass = !actions.checksPass;
                    actions.checked.forEach((id, answer) -> answer.accept(ActionResult.ok(id, Map.of())));
                }
                case 2 -> call.publish(LaneEventType.SAY_REQUEST, 0, random.nextInt(2), "A sentence.");
                case 3 -> call.publish(LaneEventType.RESPONSE_CANCEL, 0, 0, "why");
                default -> rig.advance(3_000);
            }
        }
    }
}
